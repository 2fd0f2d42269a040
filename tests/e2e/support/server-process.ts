import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { dataHome } from './data-home.ts'
import { freePort } from '../../server/support/free-port.ts'
import { SERVER_SETTINGS } from './server.ts'

/** Command of the product. */
export const serverProgram = path.join(import.meta.dirname, '../../../server/main.ts')

/** The server as users run it: a separate process with the embedded database in its own data folder. */
export interface AssayProcess {
  url: string
  dataDir: string
  pid(): number
  /** Its output since its start. */
  output(): string
  /** Restarts it on the same address and data. Stops it first if it runs. */
  restart(): Promise<void>
  /** Kills it as a power failure would. `restart` starts it again. */
  kill9(): Promise<void>
  /** Stops it. Resolves with its exit code. `restart` starts it again. */
  stop(): Promise<number | null>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** `home`: the folder for its data folder. */
export const startAssayProcess = async (
  environment: Record<string, string>,
  { home = dataHome }: { home?: string } = {},
): Promise<AssayProcess> => {
  const dataDir = mkdtempSync(path.join(home, 'assay-server-'))
  const port = await freePort()
  let child: ChildProcess | null = null
  let output = ''

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [serverProgram], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...SERVER_SETTINGS,
        ...environment,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    output = ''
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Assay listens on')) resolve()
      }
      started.stdout.on('data', read)
      started.stderr.on('data', read)
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
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
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: () => child?.pid ?? 0,
    output: () => output,
    restart: async () => {
      await end('SIGTERM')
      await start()
    },
    kill9: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    remove: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
