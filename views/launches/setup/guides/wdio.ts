import { JAVA_AND_JS_BUILD, type Guide } from './guide.ts'
import { dotenv, reportingVariables } from './settings.ts'
import { driverVariables, WITHOUT_HUB } from './webdriver.ts'

const conf = `const { ZebrunnerReporter, ZebrunnerService } = require('@zebrunner/javascript-agent-webdriverio')

const { BROWSER = 'chrome', PLATFORM, RECORD_VIDEO, SELENIUM_HUB_URL, CHROME_PATH } = process.env

// Chromium's sandbox does not work for root in a container.
const isRoot = process.getuid && process.getuid() === 0
const ofThisMachine = {
  browserName: BROWSER,
  'goog:chromeOptions': {
    args: ['--headless=new', ...(isRoot ? ['--no-sandbox'] : [])],
    ...(CHROME_PATH ? { binary: CHROME_PATH } : {}),
  },
}
const ofTheHub = {
  browserName: BROWSER,
  platformName: PLATFORM,
  'zebrunner:options': { enableVideo: RECORD_VIDEO === 'true' },
}
const hub = SELENIUM_HUB_URL ? new URL(SELENIUM_HUB_URL) : null

exports.config = {
  ...(hub && {
    protocol: hub.protocol.slice(0, -1),
    hostname: hub.hostname,
    port: Number(hub.port || (hub.protocol === 'https:' ? 443 : 80)),
    path: hub.pathname,
    user: decodeURIComponent(hub.username) || undefined,
    key: decodeURIComponent(hub.password) || undefined,
  }),
  runner: 'local',
  specs: ['./test/*.js'],
  maxInstances: 1,
  capabilities: [hub ? ofTheHub : ofThisMachine],
  logLevel: 'warn',
  framework: 'mocha',
  mochaOpts: { timeout: 60000 },
  // The agent sends the last results before the worker process ends.
  reporterSyncInterval: 10000,
  services: [[ZebrunnerService]],
  reporters: [[ZebrunnerReporter, {}]],
}
`

const spec = `const assert = require('node:assert')

const page = 'data:text/html,<title>Larkspur</title><h1>Larkspur</h1><p id="total">54.97</p>'

describe('Shop', () => {
  it('shows its name', async () => {
    await browser.url(page)
    assert.equal(await browser.getTitle(), 'Larkspur')
  })

  it('shows the total', async () => {
    await browser.url(page)
    assert.equal(await $('#total').getText(), '54.97')
  })
})
`

export const wdio: Guide = {
  id: 'wdio',
  name: 'WebdriverIO',
  group: 'Javascript',
  agent: '@zebrunner/javascript-agent-webdriverio',
  defaults: { build: JAVA_AND_JS_BUILD, environment: 'LOCAL' },
  takesLaunchName: true,
  driver: 'webdriver',
  hasSystems: false,
  sample: {
    folder: 'assay-webdriverio',
    files: {
      'package.json': `${JSON.stringify(
        {
          name: 'assay-webdriverio',
          private: true,
          scripts: { test: 'node --env-file=.env node_modules/@wdio/cli/bin/wdio.js run wdio.conf.js' },
          dependencies: {
            '@wdio/cli': '7.40.0',
            '@wdio/local-runner': '7.40.0',
            '@wdio/mocha-framework': '7.40.0',
            '@zebrunner/javascript-agent-webdriverio': '1.1.2',
          },
        },
        null,
        2,
      )}\n`,
      'wdio.conf.js': conf,
      'test/shop.js': spec,
    },
  },
  prepare: () => [
    {
      label: 'Install commands',
      code: 'unzip assay-webdriverio.zip\ncd assay-webdriverio\nnpm install',
      about: 'Needs Node 20.6 or later.',
    },
  ],
  configure: (params) => [
    {
      label: '.env',
      about: 'Save this as .env in the project.',
      code: dotenv(reportingVariables(params, 'LAUNCH')),
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
