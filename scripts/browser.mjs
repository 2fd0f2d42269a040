import { existsSync } from 'node:fs'
import path from 'node:path'

// The first one is Chromium's headless shell: the same engine, and the tests take a sixth less time.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a Chromium for the tests, installing it if necessary; null if that fails. */
export const findBrowser = async (root, run) => {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  const found = SYSTEM.find((file) => existsSync(file))
  if (found) return found
  console.log('There is no Chromium here; trying to bring one …')
  const quiet = { stdio: 'ignore' }
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const { chromium } = await import('playwright')
  const own = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
  if (own()) return own()
  await run(process.execPath, [path.join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], quiet)
  if (own()) return own()
  if (isRootOnDebian) {
    await run('apt-get', ['update', '-qq'], quiet)
    // Older releases have no headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', name], quiet)
      const brought = SYSTEM.find((file) => existsSync(file))
      if (brought) return brought
    }
    return null
  }
  return null
}

/**
 * Returns the path of a chromedriver, installing it on Debian as root; null if there is none: its test is then skipped, and fails under CI.
 */
export const findDriver = async (run) => {
  const given = process.env.CHROMEDRIVER_PATH
  if (given) return existsSync(given) ? given : null
  const system = '/usr/bin/chromedriver'
  if (!existsSync(system) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    await run('apt-get', ['install', '-y', '-qq', 'chromium-driver'], { stdio: 'ignore' })
  }
  return existsSync(system) ? system : null
}
