import { sql, type Kysely } from 'kysely'

/** Workers that run launches, tokens of external workers, and each project's share of the workers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table worker_token (
    id bigint generated always as identity primary key,
    name text not null,
    hash bytea not null unique,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create index worker_token_created_by on worker_token (created_by) where created_by is not null`,

  // One row per process. Without a token it is part of a server.
  `create table launch_worker (
    id uuid primary key,
    token_id bigint references worker_token on delete cascade,
    name text not null,
    labels jsonb not null,
    concurrency int not null,
    drivers jsonb not null,
    seen_at timestamptz not null default now()
  )`,
  `create index launch_worker_token on launch_worker (token_id) where token_id is not null`,

  `create table launch_share (
    project_id bigint primary key references project on delete cascade,
    -- Launches at once; null for as many as there is room for.
    most int,
    -- When a worker took a launch of it last: who waited longest comes next.
    served_at timestamptz
  )`,

  // A lease identifies one claim by a worker: reports under an older lease are rejected.
  `alter table launch_execution
     add column lease uuid,
     add column worker_name text,
     -- Its command was about to run: from then on nobody else may run it.
     add column begun_at timestamptz`,
  `update launch_execution set lease = attempt_uuid, begun_at = started_at where state = 'running'`,
  `create unique index launch_execution_lease on launch_execution (lease) where lease is not null`,
]
