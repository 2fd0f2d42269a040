import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { dataHome } from '../../e2e/support/data-home.ts'

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

/** A PostgreSQL of our own on a free port. `isSynced`: commits reach the disk, as they would in earnest. */
export const startPostgresServer = async (
  binaries: string,
  isSynced = false,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  // Creating a database copies hundreds of files.
  const folder = mkdtempSync(join(isSynced ? tmpdir() : dataHome, 'assay-postgres-'))
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...run,
    stdio: 'pipe',
  })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${isSynced ? 'on' : 'off'}`,
    'timezone=UTC',
  ]
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)))
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.kill('SIGINT') // "fast": does not wait for connections to end
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://assay@127.0.0.1:${port}`
  const until = Date.now() + startMs
  for (;;) {
    try {
      await withAdmin(url, (admin) => admin.query('select 1'))
      return { url, stop }
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until) {
        await stop()
        throw new Error(`PostgreSQL did not start:\n${said}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** PostgreSQL rejects to run as root. */
const serverUser = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: '-u' | '-g', name: string): number =>
    Number(execFileSync('id', [kind, name], { encoding: 'utf8' }))
  return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
