import { JAVA_AND_JS_BUILD, type Guide } from './guide.ts'
import { dotenv, reportingVariables } from './settings.ts'
import { driverVariables, WITHOUT_HUB } from './webdriver.ts'

const conf = `const { BROWSER = 'chrome', PLATFORM, RECORD_VIDEO, SELENIUM_HUB_URL, CHROME_PATH, CHROMEDRIVER_PATH } = process.env

const hub = SELENIUM_HUB_URL ? new URL(SELENIUM_HUB_URL) : null
const drivers = { chrome: 'chromedriver', firefox: 'geckodriver', MicrosoftEdge: 'msedgedriver', safari: 'safaridriver' }
// Chromium's sandbox does not work for root in a container.
const isRoot = process.getuid && process.getuid() === 0

module.exports = {
  src_folders: ['specs'],
  globals_path: 'globals.js',
  output_folder: false,
  webdriver: hub
    ? {
        start_process: false,
        host: hub.hostname,
        port: Number(hub.port || (hub.protocol === 'https:' ? 443 : 80)),
        ssl: hub.protocol === 'https:',
        default_path_prefix: hub.pathname.replace(/\\/$/, ''),
        username: decodeURIComponent(hub.username) || undefined,
        access_key: decodeURIComponent(hub.password) || undefined,
      }
    : { start_process: true, server_path: CHROMEDRIVER_PATH || drivers[BROWSER] },
  test_settings: {
    default: {
      desiredCapabilities: {
        browserName: BROWSER,
        ...(hub
          ? { platformName: PLATFORM, 'zebrunner:options': { enableVideo: RECORD_VIDEO === 'true' } }
          : {
              'goog:chromeOptions': {
                args: ['--headless=new', ...(isRoot ? ['--no-sandbox'] : [])],
                ...(CHROME_PATH ? { binary: CHROME_PATH } : {}),
              },
            }),
      },
    },
  },
  reporterOptions: { zebrunnerConfig: {} },
}
`

const globals = `const { ZebrunnerReporter, ZebrunnerReporterAPI } = require('@zebrunner/javascript-agent-nightwatch')
const config = require('./nightwatch.conf.js')

let reporter

module.exports = {
  before: async () => {
    reporter = new ZebrunnerReporter(config)
    await reporter.startTestRun()
  },
  after: async () => {
    await reporter.finishTestRun()
  },
  beforeEach: (browser, done) => {
    ZebrunnerReporterAPI.startTestSession(browser)
    done()
  },
  afterEach: (browser, done) => {
    ZebrunnerReporterAPI.finishTestSession(browser)
    done()
  },
}
`

const spec = `const { ZebrunnerReporterAPI } = require('@zebrunner/javascript-agent-nightwatch')

const page = 'data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>'

describe('Shop', () => {
  beforeEach((browser) => ZebrunnerReporterAPI.startTest(browser, 'Shop'))
  afterEach((browser) => ZebrunnerReporterAPI.finishTest(browser, 'Shop'))

  it('shows its name', (browser) => {
    browser.url(page).assert.titleEquals('Larkspur')
  })

  it('shows the total', (browser) => {
    browser.url(page).assert.textEquals('#total', '54.97')
  })
})
`

export const nightwatch: Guide = {
  id: 'nightwatch',
  name: 'NightwatchJS',
  group: 'Javascript',
  agent: '@zebrunner/javascript-agent-nightwatch',
  defaults: { build: JAVA_AND_JS_BUILD, environment: 'LOCAL' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample: {
    folder: 'assay-nightwatch',
    files: {
      'package.json': `${JSON.stringify(
        {
          name: 'assay-nightwatch',
          private: true,
          scripts: { test: 'node --env-file=.env node_modules/nightwatch/bin/nightwatch' },
          dependencies: { '@zebrunner/javascript-agent-nightwatch': '1.0.9', nightwatch: '2.6.25' },
        },
        null,
        2,
      )}\n`,
      'nightwatch.conf.js': conf,
      'globals.js': globals,
      'specs/shop.js': spec,
    },
  },
  prepare: () => [
    {
      label: 'Install commands',
      code: 'unzip assay-nightwatch.zip\ncd assay-nightwatch\nnpm install',
      about: 'Needs Node 20.6 or later, and on this machine the driver of the browser, such as chromedriver.',
    },
  ],
  configure: (params) => [
    {
      label: '.env',
      about: 'Save this as .env in the project.',
      code: dotenv(reportingVariables(params, 'RUN')),
      isSettings: true,
    },
  ],
  chooseDriver: ({ values }) => [
    {
      label: '.env, in addition',
      about: `Add this to .env. ${WITHOUT_HUB}`,
      code: dotenv(driverVariables(values)),
      isSettings: true,
    },
  ],
  run: () => [{ label: 'Run command', code: 'npm test' }],
}
