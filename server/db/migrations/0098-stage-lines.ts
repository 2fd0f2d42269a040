import { sql, type Kysely } from 'kysely'

/** How many lines the output of an attempt had when it reached each stage. Not known of earlier attempts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table launch_execution
         add column cloned_lines int,
         add column begun_lines int,
         add column command_ended_lines int`,
    )
    .execute(db)
}
