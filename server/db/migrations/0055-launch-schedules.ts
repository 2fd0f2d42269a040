import { sql, type Kysely } from 'kysely'

/** Schedules that start presets, and the outcome of each due time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table launch_schedule (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    preset_id bigint not null references launcher_preset on delete cascade,
    place int not null,
    cron text not null,
    timezone text not null,
    status text not null default 'RUNNING',
    -- Null while it is paused, and for an expression that never comes true again.
    next_run_at timestamptz,
    -- Launches start in the name of whoever saved it last.
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index launch_schedule_preset on launch_schedule (preset_id)`,
  `create index launch_schedule_project on launch_schedule (project_id)`,
  `create index launch_schedule_created_by on launch_schedule (created_by)`,
  `create index launch_schedule_due on launch_schedule (next_run_at) where next_run_at is not null`,

  // One row per due time, whichever server handles it.
  `create table launch_schedule_run (
    schedule_id bigint not null references launch_schedule on delete cascade,
    due_at timestamptz not null,
    -- Another server may go on with it after this time, until there is an outcome.
    lease_until timestamptz,
    launch_id bigint references launch on delete set null,
    problem text,
    primary key (schedule_id, due_at)
  )`,
  `create index launch_schedule_run_launch on launch_schedule_run (launch_id)`,
  `create index launch_schedule_run_open on launch_schedule_run (lease_until) where lease_until is not null`,
]
