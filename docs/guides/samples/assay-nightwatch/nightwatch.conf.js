const { BROWSER = 'chrome', PLATFORM, RECORD_VIDEO, SELENIUM_HUB_URL, CHROME_PATH, CHROMEDRIVER_PATH } = process.env

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
        default_path_prefix: hub.pathname.replace(/\/$/, ''),
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
