import { sql, type Kysely } from 'kysely'

/** Limits of retention by size, beside those by days: bytes above which the oldest of each part are deleted; null: no limit. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table retention_policy
      add column max_launch_bytes bigint,
      add column max_log_bytes bigint,
      add column max_attachment_bytes bigint,
      add column max_video_bytes bigint,
      add column max_exploratory_bytes bigint`.execute(db)
}
