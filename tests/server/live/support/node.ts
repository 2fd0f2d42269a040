import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from '../../../../server/app.ts'
import { readConfig } from '../../../../server/config.ts'
import { openDatabase } from '../../../../server/db/open.ts'
import type { Allowances } from '../../../../server/live/allowances.ts'
import type { TestApp } from '../../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'

interface NodeWanted {
  live?: Partial<Allowances>
  environment?: Record<string, string>
  /** Another node on this one's database; PostgreSQL only. */
  beside?: TestDatabase
  /** Collects the server's warnings. */
  warnings?: string[]
}

/** A server of the installation, with other limits of the live channel. */
export const startNode = async ({
  live = {},
  environment = {},
  beside,
  warnings,
}: NodeWanted = {}): Promise<TestApp> => {
  const database = beside ? await openBeside(beside) : await openTestDatabase()
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: database.dataDir, ...environment })
  const logger = warnings
    ? pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
    : pino({ level: config.LOG_LEVEL })
  const app = await createApp({ config, opened: database, logger, version: '0.0.0-test', live })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    config,
    database,
    db: database.db,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close()
      await database.remove()
    },
  }
}

const openBeside = async (first: TestDatabase): Promise<TestDatabase> => {
  const opened = await openDatabase(first.location)
  return { ...opened, dataDir: first.dataDir, location: first.location, remove: opened.close }
}
