import { sql, type Kysely } from 'kysely'

/** When a launch that waits to continue ended, and the milliseconds of all earlier pauses: they are not part of its duration. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table launch add column paused_at timestamptz, add column paused_ms bigint not null default 0`.execute(
    db,
  )
}
