import { sql, type Kysely } from 'kysely'

/** Launches that have a label of a key are counted from an index, in the order of the launches. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index launch_label_keys on launch_label (project_id, key, launch_id)`.execute(db)
}
