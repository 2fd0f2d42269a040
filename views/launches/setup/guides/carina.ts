import { JAVA_AND_JS_BUILD, type Guide } from './guide.ts'
import { properties, reportingProperties } from './settings.ts'

/** Carina's demo project already contains the agent and its configuration files. */
export const carina: Guide = {
  id: 'carina',
  name: 'Carina',
  group: 'Java',
  agent: 'com.zebrunner:agent-testng',
  defaults: { build: JAVA_AND_JS_BUILD, environment: 'QA' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample: null,
  prepare: () => [
    {
      label: 'Clone command',
      code: 'git clone https://github.com/zebrunner/carina-demo.git\ncd carina-demo',
      about: "Carina's own demonstration project. Needs Git, Java 11 or later and Maven.",
    },
  ],
  configure: (params) => [
    {
      label: 'agent.properties',
      about: 'Save this as src/main/resources/agent.properties.',
      code: properties(reportingProperties(params)),
      isSettings: true,
    },
  ],
  chooseDriver: ({ values: { browser, platform, recordsVideo, hubUrl } }) => [
    {
      label: '_config.properties',
      about:
        'Replace these lines of src/main/resources/_config.properties. Carina opens browsers through a Selenium hub or server.',
      code: properties([
        ['selenium_url', hubUrl === '' ? 'http://localhost:4444/wd/hub' : hubUrl],
        ['capabilities.browserName', browser],
        ['capabilities.platformName', platform],
        ['capabilities.enableVideo', String(recordsVideo)],
      ]),
      isSettings: true,
    },
  ],
  run: () => [{ label: 'Run command', code: 'mvn clean test -Dsuite=web' }],
}
