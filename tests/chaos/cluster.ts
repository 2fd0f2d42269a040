import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../server/support/free-port.ts'
import { startNginx } from '../server/support/nginx.ts'
import { startPostgresServer, withAdmin } from '../server/support/postgres-server.ts'
import { openTestBucket } from '../server/support/s3.ts'
import { kill, startServerProcess, type ServerProcess } from '../server/support/served.ts'

/** A part of the installation that can fail. */
export interface Part {
  name: string
  /** Ends it as a crash does. */
  crash(): Promise<void>
  /** Resolves once it works again. */
  start(): Promise<void>
}

export interface Node extends Part {
  url: string
  /** Ends it as an administrator does: calls in progress are answered. */
  stop(): Promise<void>
}

/** Servers with one PostgreSQL and one bucket behind nginx, all on this machine. */
export interface Cluster {
  /** Address of nginx. */
  url: string
  nodes: readonly Node[]
  database: Part
  storage: Part
  proxy: Part
  close(): Promise<void>
}

/** `postgres`: folder of PostgreSQL's programs. */
export const startCluster = async (programs: { postgres: string; nginx: string }, size: number): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cluster-'))
  const postgres = await startPostgresServer(programs.postgres)
  await withAdmin(postgres.url, (admin) => admin.query('create database assay'))
  const bucket = await openTestBucket()
  const environment = {
    DATABASE_URL: `${postgres.url}/assay`,
    FILES_URL: bucket.url,
    SECRET_KEY: '00'.repeat(32),
    DOCKER_HOST: 'none',
    TRUST_PROXY: '1',
  }
  const nodes: Node[] = []
  for (let number = 1; number <= size; number += 1)
    nodes.push(await startNode(`node ${number}`, join(folder, String(number)), environment))
  const nginx = await startNginx(
    programs.nginx,
    nodes.map(({ url }) => url),
  )
  return {
    url: nginx.url,
    nodes,
    database: { name: 'PostgreSQL', crash: postgres.crash, start: postgres.start },
    storage: { name: 'storage', crash: bucket.stop, start: bucket.start },
    proxy: { name: 'nginx', crash: nginx.stop, start: nginx.start },
    close: async () => {
      await nginx.remove()
      await Promise.all(nodes.map((node) => node.crash()))
      await bucket.remove()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server in its own process, at an address that stays the same. */
export const startNode = async (name: string, dataDir: string, environment: Record<string, string>): Promise<Node> => {
  mkdirSync(dataDir)
  const port = await freePort()
  let running: ServerProcess | null = null
  const start = async (): Promise<void> => {
    running = await startServerProcess({ ...environment, DATA_DIR: dataDir, PORT: String(port) })
  }
  await start()
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    // It does not start without the database: its service manager starts it again.
    start: async () => {
      for (;;) {
        const problem = await start().then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message : 'it ended'),
        )
        if (problem === null) return
        console.error(`  ${name} is started again: ${problem.slice(0, 300)}`)
        await setTimeout(500)
      }
    },
    crash: async () => {
      if (running !== null) await kill(running)
      running = null
    },
    stop: async () => {
      running?.child.kill('SIGTERM')
      await running?.ended
      running = null
    },
  }
}
