import { PYTHON_BUILD, type Guide } from './guide.ts'
import { reportingYaml } from './settings.ts'
import { driverJson, WITHOUT_HUB } from './webdriver.ts'

const suite = `*** Settings ***
Library           SeleniumLibrary
Library           browser.py
Test Setup        Open Shop
Test Teardown     Close All Browsers

*** Variables ***
\${PAGE}           data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>

*** Test Cases ***
Shows Its Name
    Title Should Be    Larkspur

Shows The Total
    Element Text Should Be    id:total    54.97

*** Keywords ***
Open Shop
    \${options}=    Wanted Options    \${BROWSER}    \${PLATFORM}    \${RECORD_VIDEO}    \${SELENIUM_HUB_URL}
    Open Browser    \${PAGE}    \${BROWSER}    remote_url=\${SELENIUM_HUB_URL}    options=\${options}
`

const options = `from selenium import webdriver

OPTIONS = {
    "chrome": webdriver.ChromeOptions,
    "firefox": webdriver.FirefoxOptions,
    "MicrosoftEdge": webdriver.EdgeOptions,
}


def wanted_options(browser, platform, records_video, hub):
    """Options for a hub; a browser of this machine needs none."""
    if not hub or browser not in OPTIONS:
        return None
    options = OPTIONS[browser]()
    options.set_capability("platformName", platform)
    options.set_capability("zebrunner:options", {"enableVideo": records_video})
    return options
`

export const robot: Guide = {
  id: 'robot',
  name: 'Robot Framework',
  group: 'Python',
  agent: 'robotframework-zebrunner',
  defaults: { build: PYTHON_BUILD, environment: 'LOCAL' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample: {
    folder: 'assay-robot',
    files: {
      'requirements.txt':
        'robotframework>=6.1\nrobotframework-seleniumlibrary>=6.1\nrobotframework-zebrunner\nselenium>=4.6\n',
      'browser.py': options,
      'shop.robot': suite,
    },
  },
  prepare: () => [
    {
      label: 'Install commands',
      code: 'unzip assay-robot.zip\ncd assay-robot\npip install -r requirements.txt',
      about: 'Needs Python 3.8 or later.',
    },
  ],
  configure: (params) => [
    {
      label: 'agent.yaml',
      about: 'Save this as agent.yaml in the project.',
      code: reportingYaml(params),
      isSettings: true,
    },
  ],
  chooseDriver: ({ values }) => [
    {
      label: 'webdriver.json',
      about: `Save this as webdriver.json in the project. ${WITHOUT_HUB}`,
      code: driverJson(values),
      isSettings: true,
    },
  ],
  run: () => [
    {
      label: 'Run command',
      code: 'robot --variablefile webdriver.json --listener robotframework_zebrunner.ZebrunnerListener shop.robot',
    },
  ],
}
