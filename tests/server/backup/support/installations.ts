import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Location } from '../../../../server/backup/installation.ts'
import { openEngine, type Db } from '../../../../server/db/open.ts'
import { withAdmin } from '../../support/postgres-server.ts'

export type Engine = 'pglite' | 'postgres'

/** New, empty places for installations. `remove` deletes them. */
export const emptyPlaces = () => {
  const suite = inject('database')
  const folder = mkdtempSync(path.join(suite.dataFolder, 'backup-'))
  const databases: string[] = []
  return {
    folder,
    create: async (engine: Engine): Promise<Location> => {
      const DATA_DIR = path.join(folder, randomUUID())
      mkdirSync(DATA_DIR)
      if (engine === 'pglite' || suite.engine !== 'postgres') return { DATA_DIR }
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await withAdmin(suite.serverUrl, (admin) => admin.query(`create database ${name}`))
      databases.push(name)
      return { DATA_DIR, DATABASE_URL: `${suite.serverUrl}/${name}` }
    },
    remove: async (): Promise<void> => {
      if (suite.engine === 'postgres')
        for (const name of databases)
          await withAdmin(suite.serverUrl, (admin) => admin.query(`drop database ${name} with (force)`))
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export const asEnvironment = (location: Location): Record<string, string> =>
  Object.fromEntries(Object.entries(location).filter(([, value]) => value !== undefined))

const program = path.join(import.meta.dirname, '../../../../server/main.ts')

/** Runs a command of the server's program as a process; resolves with what it printed. Rejects with an error whose `stderr` says why it failed. */
export const runCommand = async (location: Location, ...args: string[]): Promise<string> => {
  const env = { ...process.env, ...asEnvironment(location) }
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stderr
}

/** Opens the database as it is, for one function. */
export const withDatabase = async <T>(
  { DATA_DIR, DATABASE_URL }: Location,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const opened = await openEngine({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
  return work(opened.db).finally(opened.close)
}

/** Returns the number and a hash of the rows of each table that has any. Ids of transactions differ between databases. */
export const contentOf = (location: Location): Promise<Record<string, string>> =>
  withDatabase(location, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ content: string | null }>`
        select count(*) || ' ' || md5(string_agg(line, ',' order by line)) as content
          from (select (to_jsonb(t) - 'xid')::text as line from ${sql.table(name)} t) l`.execute(db)
      if (rows[0]?.content != null) content[name] = rows[0].content
    }
    return content
  })

/** Returns everything that identifies the schema: columns, indexes, constraints, triggers that are on, and last values of sequences. */
export const schemaOf = (location: Location): Promise<string[]> =>
  withDatabase(location, async (db) => {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
                 where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', sequencename, last_value) from pg_sequences where schemaname = 'public'
      order by 1`.execute(db)
    return rows.map(({ line }) => line)
  })
