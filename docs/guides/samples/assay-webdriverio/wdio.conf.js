const { ZebrunnerReporter, ZebrunnerService } = require('@zebrunner/javascript-agent-webdriverio')

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
