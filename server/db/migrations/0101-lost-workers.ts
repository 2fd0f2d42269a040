import { sql, type Kysely } from 'kysely'

/** Counts the workers that went away while they prepared a launch: one that ends each of its workers must not be tried forever. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table launch_execution add column lost_workers int not null default 0`.execute(db)
}
