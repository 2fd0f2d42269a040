import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '../../../server/config.ts'
import { openDatabase, type Db, type OpenedDatabase } from '../../../server/db/open.ts'
import { startServer } from '../../../server/start.ts'
import { emptyDatabase } from '../../server/support/empty-database.ts'
import { freePort } from '../../server/support/free-port.ts'
import { copyTemplate, makeTemplate } from '../../server/support/template.ts'
import { dataHome } from './data-home.ts'
import { writeMembers, type Member } from './people.ts'

/** Settings of every server of the tests. Tests sign in more often than users do. */
export const SERVER_SETTINGS = { LOG_LEVEL: 'warn', SIGN_IN_ATTEMPTS: '10000', DOCKER_HOST: 'none' }

/** The server with the built page. */
export interface Assay {
  url: string
  dataDir: string
  db: Db
  /** What it logged so far. */
  output(): string
  /** Restarts it on the same address and data, with other settings if given. Stops it first if it runs. */
  restart(environment?: Record<string, string>): Promise<void>
  /** Finishes requests in progress and closes the server. `restart` starts it again. */
  stop(): Promise<void>
}

/** Opens an embedded database for several servers, one after the other. */
export const openServerDatabase = async (): Promise<{ opened: OpenedDatabase; remove(): Promise<void> }> => {
  const dataDir = mkdtempSync(path.join(dataHome, 'assay-database-'))
  copyTemplate(await makeTemplate(), dataDir)
  const opened = await openDatabase({ dataDir })
  const remove = async () => {
    await opened.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { opened, remove }
}

/**
 * Starts the server in this process, on the emptied database: its code is loaded and compiled once, not once per spec file. `members` are
 * added to the project that `environment` sets up.
 */
export const startAssay = async (
  opened: OpenedDatabase,
  environment: Record<string, string>,
  members: readonly Member[],
): Promise<Assay & { remove(): Promise<void> }> => {
  await emptyDatabase(opened.db)
  const dataDir = mkdtempSync(path.join(dataHome, 'assay-e2e-'))
  const port = await freePort()
  let settings = environment
  let output = ''
  let app: FastifyInstance | null = null

  const begin = async (): Promise<void> => {
    const config = readConfig({ ...SERVER_SETTINGS, ...settings, PORT: String(port), DATA_DIR: dataDir })
    const logger = pino({ level: config.LOG_LEVEL }, { write: (line: string) => (output += line) })
    app = (await startServer(config, opened, logger)).app
  }
  const stop = async (): Promise<void> => {
    const stopping = app
    app = null
    await stopping?.close()
  }
  await begin()
  await writeMembers(opened.db, members)
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    db: opened.db,
    output: () => output,
    stop,
    restart: async (changed = {}) => {
      await stop()
      settings = { ...settings, ...changed }
      await begin()
    },
    remove: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
