import { sql, type Kysely } from 'kysely'

/** Index to count launches by label key, in the order of the launches. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index launch_label_keys on launch_label (project_id, key, launch_id)`.execute(db)
}
