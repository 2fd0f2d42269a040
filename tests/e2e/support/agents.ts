import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Assay } from './server.ts'
import { ACCESS_TOKEN, PROJECT_KEY } from './founding.ts'

const folder = path.join(import.meta.dirname, '../agents')
const mocha = 'node_modules/mocha/bin/mocha.js'
const nightwatch = 'node_modules/nightwatch/bin/nightwatch'

export const areInstalled = (): boolean => existsSync(path.join(folder, mocha))

/** Runs a command of the agents' folder to its end; resolves with its output, also after a failure. */
const run = (script: string, args: readonly string[], environment: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let written = ''
    child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()))
    child.once('error', reject)
    child.once('exit', () => resolve(written))
  })

/** Environment that configures an agent's address and launch name, with the variables of both families of agents. */
const reporting = (assay: Assay, name: string): Record<string, string> => ({
  REPORTING_ENABLED: 'true',
  REPORTING_SERVER_HOSTNAME: assay.url,
  REPORTING_SERVER_ACCESS_TOKEN: ACCESS_TOKEN,
  REPORTING_PROJECT_KEY: PROJECT_KEY,
  ...Object.fromEntries(
    ['LAUNCH', 'RUN'].flatMap((family) => [
      [`REPORTING_${family}_DISPLAY_NAME`, name],
      [`REPORTING_${family}_BUILD`, '1.4.0-rc2'],
      [`REPORTING_${family}_ENVIRONMENT`, 'stage'],
      [`REPORTING_${family}_LOCALE`, 'en_GB'],
    ]),
  ),
  REPORTING_MILESTONE_NAME: 'Spring release',
})

export const runMochaAgent = (assay: Assay, name: string, environment: Record<string, string> = {}): Promise<string> =>
  run(mocha, ['--config', 'mocha/.mocharc.json'], { ...reporting(assay, name), ...environment })

interface MochaTest {
  fullTitle: string
  err: { message?: string }
}
interface MochaReport {
  passes: MochaTest[]
  failures: MochaTest[]
  pending: MochaTest[]
}

/** The results of the same files in mocha's own report. */
export const runMochaAlone = async (): Promise<MochaReport> =>
  JSON.parse(await run(mocha, ['--no-config', '--reporter', 'json', 'mocha/cart.spec.js'], {})) as MochaReport

export const runNightwatchAgent = (
  assay: Assay,
  name: string,
  given: { shopUrl: string; chromium: string; chromedriver: string; port: number; screenshots: string },
): Promise<string> =>
  run(nightwatch, ['--config', 'nightwatch/nightwatch.conf.js'], {
    ...reporting(assay, name),
    SHOP_URL: given.shopUrl,
    CHROMIUM_PATH: given.chromium,
    CHROMEDRIVER_PATH: given.chromedriver,
    CHROMEDRIVER_PORT: String(given.port),
    SCREENSHOTS_DIR: given.screenshots,
  })

/** The driver for the browser of these tests, or null. */
export const findChromedriver = (): string | null => {
  const given = process.env.CHROMEDRIVER_PATH
  if (given !== undefined && given !== '') return existsSync(given) ? given : null
  return existsSync('/usr/bin/chromedriver') ? '/usr/bin/chromedriver' : null
}
