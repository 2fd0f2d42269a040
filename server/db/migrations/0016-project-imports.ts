import { sql, type Kysely } from 'kysely'

/** Projects that are imported in several transactions, and seen by nobody before the last one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table project
      -- End of the lease of the server that imports the project, which it renews; null when the project is complete. After the lease, what
      -- was imported is deleted.
      add column importing_until timestamptz`.execute(db)
}
