const path = require('node:path')

const browserArguments = [
  '--headless=new',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses its sandbox to the root user of a container.
  ...(process.getuid && process.getuid() === 0 ? ['--no-sandbox'] : []),
]

module.exports = {
  src_folders: [path.join(__dirname, 'specs')],
  globals_path: path.join(__dirname, 'globals.js'),
  output_folder: false,
  webdriver: {
    start_process: true,
    server_path: process.env.CHROMEDRIVER_PATH,
    port: Number(process.env.CHROMEDRIVER_PORT || 9515),
  },
  test_settings: {
    default: {
      screenshots: { enabled: true, path: process.env.SCREENSHOTS_DIR, on_failure: true, on_error: true },
      launch_url: process.env.SHOP_URL,
      desiredCapabilities: {
        browserName: 'chrome',
        'goog:chromeOptions': { binary: process.env.CHROMIUM_PATH, args: browserArguments },
      },
    },
  },
  reporterOptions: {
    zebrunnerConfig: {
      run: { labels: { team: 'checkout' }, artifactReferences: { handbook: 'https://example.org/handbook' } },
    },
  },
}
