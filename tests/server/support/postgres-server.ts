import { execFileSync, spawn, type ChildProcess, type ExecFileSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { dataHome } from '../../e2e/support/data-home.ts'
import { freePort } from './free-port.ts'

/** Migrated, empty database that tests copy. */
export const templateName = 'assay_template'
const startMs = 30_000

/** Runs `work` with a connection to the server's own database. */
export const withAdmin = async <T>(serverUrl: string, work: (admin: Client) => Promise<T>): Promise<T> => {
  const admin = new Client({ connectionString: `${serverUrl}/postgres` })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

export interface PostgresServer {
  url: string
  /** Ends it as a crash does: the next start recovers from the write-ahead log. */
  crash: () => Promise<void>
  /** Starts it again, on the same port, with the same data. */
  start: () => Promise<void>
  /** Ends it, and deletes its data. */
  stop: () => Promise<void>
}

/** A PostgreSQL of our own on a free port. `isSynced`: commits reach the disk, as they would in earnest. */
export const startPostgresServer = (binaries: string, isSynced = false): Promise<PostgresServer> =>
  startServer(binaries, isSynced, (data, run) =>
    execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--no-sync'], run),
  )

/** A streaming replica of a server that `startPostgresServer` started. `backup`: folder of `pg_basebackup`. */
export const startPostgresReplica = (
  { binaries, backup }: { binaries: string; backup: string },
  primary: Pick<PostgresServer, 'url'>,
): Promise<PostgresServer> =>
  startServer(binaries, false, (data, run) =>
    execFileSync(join(backup, 'pg_basebackup'), ['-D', data, '-d', primary.url, '-R', '-c', 'fast', '--no-sync'], run),
  )

/** `fill` writes the data folder. */
const startServer = async (
  binaries: string,
  isSynced: boolean,
  fill: (data: string, run: ExecFileSyncOptions) => void,
): Promise<PostgresServer> => {
  // Creating a database copies hundreds of files.
  const folder = mkdtempSync(join(isSynced ? tmpdir() : dataHome, 'assay-postgres-'))
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  fill(data, { ...run, stdio: 'pipe' })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${isSynced ? 'on' : 'off'}`,
    'timezone=UTC',
  ]
  const url = `postgres://assay@127.0.0.1:${port}`
  let running: { server: ChildProcess; ended: Promise<unknown> } | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running?.server.kill(signal)
    await running?.ended
    running = null
  }
  const stop = async (): Promise<void> => {
    await end('SIGINT') // "fast": does not wait for connections to end
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async (): Promise<void> => {
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    server.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)))
    running = { server, ended: once(server, 'exit') }
    const until = Date.now() + startMs
    for (;;) {
      try {
        await withAdmin(url, (admin) => admin.query('select 1'))
        return
      } catch (error) {
        if (server.exitCode !== null || Date.now() > until)
          throw new Error(`PostgreSQL did not start:\n${said}`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, crash: () => end('SIGQUIT'), start, stop }
}

/** PostgreSQL rejects to run as root. */
const serverUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: '-u' | '-g', name: string): number =>
    Number(execFileSync('id', [kind, name], { encoding: 'utf8' }))
  return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
}
