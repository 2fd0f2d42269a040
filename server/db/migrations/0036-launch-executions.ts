import { sql, type Kysely } from 'kysely'

/** Launches started by launchers, and the queue that workers claim them from. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Null for launches that no launcher started. A first launch refers to itself.
  `alter table launch add column first_launch_id bigint`,
  `alter table launch add column launch_arguments jsonb`,

  `create table launch_execution (
    id bigint generated always as identity primary key,
    launch_id bigint not null references launch on delete cascade,
    project_id bigint not null references project on delete cascade,
    repository_id bigint references git_repository on delete set null,
    launcher_id bigint references launcher on delete set null,
    preset_id bigint references launcher_preset on delete set null,
    -- queued, until a worker claims it; aborted, when its launch ended before that.
    state text not null default 'queued',
    attempt int not null default 1,
    priority int not null default 0,
    -- What is run: variables with the ids of their secrets.
    config jsonb not null,
    run_context jsonb not null,
    started_via text not null,
    queued_at timestamptz not null default now()
  )`,
  `create index launch_execution_launch on launch_execution (launch_id)`,
  `create index launch_execution_queue on launch_execution (priority desc, id) where state = 'queued'`,
  `create index launch_execution_project on launch_execution (project_id)`,
  `create index launch_execution_repository on launch_execution (repository_id)`,
  `create index launch_execution_launcher on launch_execution (launcher_id)`,
  `create index launch_execution_preset on launch_execution (preset_id)`,
]
