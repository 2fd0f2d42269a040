import { sql, type Kysely } from 'kysely'

/** A schedule has a version, and remembers who paused it. Of schedules that are paused already neither is known. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table launch_schedule
     add column version int not null default 1,
     add column paused_at timestamptz,
     add column paused_by bigint references person on delete set null`,
  `create index launch_schedule_paused_by on launch_schedule (paused_by) where paused_by is not null`,
]
