import { sql } from 'kysely'
import type { Db } from '../../../server/db/open.ts'

/** Deletes all rows, so that the next tests find the database as after its migrations. */
export const emptyDatabase = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  const tables = rows.map(({ name }) => sql.table(name))
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db)
}
