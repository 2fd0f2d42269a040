import { sql, type Kysely } from 'kysely'

/** Exploratory sessions with their observations, the commands that devices sent, and chunked uploads. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Sessions and observations keep the last name of deleted settings, so their references have no foreign keys.
  `create table deleted_setting (
    kind text not null check (kind in ('observation-type', 'milestone')),
    id bigint not null,
    project_id bigint not null references project on delete cascade,
    name text not null,
    color_hex text,
    primary key (kind, id)
  )`,
  `create index deleted_setting_project on deleted_setting (project_id)`,
  // If the project itself is being deleted, its row is already gone and nothing is kept.
  `create function keep_deleted_setting() returns trigger language plpgsql as $$
   begin
     insert into deleted_setting (kind, id, project_id, name, color_hex)
     select tg_argv[0], g.id, p.id, g.name, to_jsonb(g)->>'color_hex'
       from gone g join project p on p.id = g.project_id
     on conflict do nothing;
     return null;
   end $$`,
  ...[
    ['observation_type', 'observation-type'],
    ['milestone', 'milestone'],
  ].map(
    ([table, kind]) => `create trigger keep_deleted after delete on ${table}
     referencing old table as gone for each statement execute function keep_deleted_setting('${kind}')`,
  ),

  // Every change of a session locks its row first. Whoever writes observations maintains the counts.
  `create table exploratory_session (
    id uuid primary key,
    project_id bigint not null references project on delete cascade,
    title text not null,
    description text not null default '',
    explore text not null default '',
    explore_with text not null default '',
    to_discover text not null default '',
    assignee_id bigint references person on delete set null,
    milestone_id bigint,
    environment_id bigint references environment on delete set null,
    configurations jsonb not null default '[]',
    requirements jsonb not null default '[]',
    time_box_minutes int,
    created_by bigint not null references person,
    created_at timestamptz not null,
    closed_at timestamptz,
    closed_by bigint references person on delete set null,
    observations int not null default 0,
    -- How many of each type, and how long they took: [{typeId, observations, elapsedMillis}].
    types jsonb not null default '[]',
    observed_ms bigint not null default 0,
    recorded_ms bigint not null default 0,
    elapsed_ms bigint generated always as (greatest(observed_ms, recorded_ms)) stored,
    -- Clocks that run.
    running int not null default 0,
    revision int not null default 1,
    words text generated always as (lower(title || ' ' || explore || ' ' || explore_with || ' ' || to_discover)) stored
  )`,
  `create index exploratory_session_created on exploratory_session (project_id, created_at, id)`,
  `create index exploratory_session_open on exploratory_session (project_id, created_at, id) where closed_at is null`,
  `create index exploratory_session_title on exploratory_session (project_id, lower(title), id)`,
  `create index exploratory_session_observations on exploratory_session (project_id, observations, id)`,
  `create index exploratory_session_elapsed on exploratory_session (project_id, elapsed_ms, id)`,
  `create index exploratory_session_assignee on exploratory_session (assignee_id)`,
  `create index exploratory_session_milestone on exploratory_session (milestone_id)`,
  `create index exploratory_session_environment on exploratory_session (environment_id)`,

  `create table exploratory_stretch (
    session_id uuid not null references exploratory_session on delete cascade,
    stretch_id uuid not null,
    person_id bigint references person on delete set null,
    elapsed_ms bigint not null,
    is_running boolean not null,
    heard_at timestamptz not null default now(),
    primary key (session_id, stretch_id)
  )`,

  `create table observation (
    id uuid primary key,
    session_id uuid not null references exploratory_session on delete cascade,
    -- Tells those of one moment apart.
    place bigint generated always as identity,
    type_id bigint not null,
    description text not null,
    elapsed_ms bigint,
    clock_ms bigint,
    issue_id text,
    issue_type text,
    improvement_id text,
    improvement_type text,
    created_by bigint not null references person,
    created_at timestamptz not null,
    modified_by bigint not null references person,
    modified_at timestamptz not null
  )`,
  `create index observation_order on observation (session_id, created_at, place)`,

  // A row is created when an observation refers to the file or its first chunk arrives. Chunks are in a folder of their own and each is
  // written once; a complete file has a hash.
  `create table observation_file (
    id uuid primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    content_type text not null,
    size_bytes bigint not null,
    received_bytes bigint not null default 0,
    pieces text[] not null default '{}',
    file_hash text references file,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index observation_file_project on observation_file (project_id)`,
  `create index observation_file_hash on observation_file (file_hash)`,
  `create index observation_file_age on observation_file (created_at)`,
  `create index observation_file_open on observation_file (created_by) where file_hash is null`,
  `create table observation_file_use (
    observation_id uuid not null references observation on delete cascade,
    file_id uuid not null references observation_file on delete cascade,
    position int not null,
    primary key (observation_id, file_id)
  )`,
  `create index observation_file_use_file on observation_file_use (file_id)`,

  // Commands that were carried out, so that a retry is not carried out again.
  `create table exploratory_command (
    key uuid primary key,
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    observation_id uuid,
    carried_out_at timestamptz not null default now()
  )`,
  `create index exploratory_command_age on exploratory_command (carried_out_at)`,
]
