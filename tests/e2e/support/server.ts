import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { dataHome } from './data-home.ts'
import { serverMain } from './server-main.ts'

// Tests sign in more often than people do.
const DEFAULTS = { LOG_LEVEL: 'warn', SIGN_IN_ATTEMPTS: '10000', DOCKER_HOST: 'none' }

/** A server that lives for a minute: compiling for speed costs more than it gains, 4.4 s of a core instead of 2.6 s. */
const SHORT_LIVED = ['--liftoff-only', '--no-opt']

/** The built server, run as its users run it: a process of its own on a data folder of its own. */
export interface Assay {
  url: string
  dataDir: string
  /** Of the process that runs now. */
  pid(): number
  /** What it wrote to its output so far. */
  output(): string
  /** Starts it again on the same address and data, with other settings if given. Stops it first if it runs. */
  restart(environment?: Record<string, string>): Promise<void>
  /** Ends it as a power cut would: nothing is finished. Comes back with `restart`. */
  kill9(): Promise<void>
  /** Asks it to end, and waits until it has; resolves to its exit code. Comes back with `restart`. */
  stop(): Promise<number | null>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** `prepare` may put data into the folder before the first start. `home`: where the folder is made. `flags`: for Node. */
export const startAssay = async (
  environment: Record<string, string> = {},
  prepare: (dataDir: string) => Promise<void> | void = () => undefined,
  home = dataHome,
  flags: readonly string[] = SHORT_LIVED,
): Promise<Assay> => {
  if (!existsSync(serverMain)) throw new Error('The server is not built: run `npm run build` first')
  const dataDir = mkdtempSync(path.join(home, 'assay-e2e-'))
  await prepare(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let written = ''
  let child: ChildProcess | null = null

  const start = async (settings: Record<string, string>): Promise<void> => {
    const started = spawn(process.execPath, [...flags, serverMain], {
      env: { ...bare(process.env), ...DEFAULTS, ...settings, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        written += chunk.toString()
        if (written.includes('Assay listens on')) resolve()
      }
      started.stdout.on('data', hear)
      started.stderr.on('data', hear)
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${written}`)))
    })
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return null
    const ended = new Promise<number | null>((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    return ended
  }
  let settings = environment
  await start(settings)
  return {
    url,
    dataDir,
    pid: () => child?.pid ?? 0,
    output: () => written,
    restart: async (changed = {}) => {
      await end('SIGTERM')
      written = ''
      settings = { ...settings, ...changed }
      await start(settings)
    },
    kill9: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    remove: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Without what would configure the server by accident. */
const bare = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(ASSAY_|DATABASE_URL|PUBLIC_URL|SMTP_URL|MAIL_FROM|HOST$|PORT$|DATA_DIR|TRUST_PROXY)/.test(name),
    ),
  )

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
