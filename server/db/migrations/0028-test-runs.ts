import { sql, type Kysely } from 'kysely'

/** Test plans and test runs: case snapshots, all results, and the commands that devices sent. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Results keep the last name of a deleted status.
  `create table deleted_result_status (
    id bigint primary key,
    project_id bigint not null references project on delete cascade,
    name text not null,
    color_hex text not null,
    is_success boolean not null,
    is_failure boolean not null,
    is_completed boolean not null
  )`,
  `create index deleted_result_status_project on deleted_result_status (project_id)`,
  // If the project itself is being deleted, its row is already gone and nothing is kept.
  `create function keep_deleted_result_status() returns trigger language plpgsql as $$
   begin
     insert into deleted_result_status (id, project_id, name, color_hex, is_success, is_failure, is_completed)
     select g.id, p.id, g.name, g.color_hex, g.is_success, g.is_failure, g.is_completed
       from gone g join project p on p.id = g.project_id
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger keep_deleted after delete on result_status
   referencing old table as gone for each statement execute function keep_deleted_result_status()`,

  `create table test_plan (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    title text not null,
    description text not null default '',
    milestone_id bigint,
    environment_id bigint references environment on delete set null,
    -- Chosen options: [{id, name, options: [{id, name}]}].
    configurations jsonb not null default '[]',
    base_case_ids jsonb not null default '[]',
    -- How combinations of options become runs, and which never do.
    strategy text not null default 'all',
    rules jsonb not null default '[]',
    created_by bigint not null references person,
    created_at timestamptz not null default now(),
    closed_at timestamptz,
    closed_by bigint references person on delete set null,
    revision int not null default 1,
    words text generated always as (lower(title)) stored
  )`,
  `create index test_plan_created on test_plan (project_id, created_at, id)`,
  `create index test_plan_milestone on test_plan (milestone_id)`,
  `create index test_plan_environment on test_plan (environment_id)`,
  `create index test_plan_created_by on test_plan (created_by)`,
  `create index test_plan_closed_by on test_plan (closed_by)`,

  // Every change of a run locks its row first. Whoever changes its cases maintains the counts.
  `create table test_run (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    plan_id bigint references test_plan on delete cascade,
    -- Of a run of a plan: its cases are those of the plan's base selection.
    inherits_base boolean not null default false,
    title text not null,
    description text not null default '',
    milestone_id bigint,
    environment_id bigint references environment on delete set null,
    configurations jsonb not null default '[]',
    requirements jsonb not null default '[]',
    created_by bigint not null references person,
    created_at timestamptz not null default now(),
    closed_at timestamptz,
    closed_by bigint references person on delete set null,
    -- Cases by the id of their status; those without a result count as '0'.
    status_counts jsonb not null default '{}',
    -- Of its cases when they were added, in the order of the repository: [{id, path}].
    suites jsonb not null default '[]',
    revision int not null default 1,
    words text generated always as (lower(title)) stored
  )`,
  `create index test_run_created on test_run (project_id, created_at, id)`,
  `create index test_run_open on test_run (project_id, created_at, id) where closed_at is null`,
  `create index test_run_plan on test_run (plan_id)`,
  `create index test_run_milestone on test_run (milestone_id)`,
  `create index test_run_environment on test_run (environment_id)`,
  `create index test_run_created_by on test_run (created_by)`,
  `create index test_run_closed_by on test_run (closed_by)`,

  // Case snapshot: one row for all runs that took the same versions. Outlives the case.
  `create table case_snapshot (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    case_id bigint not null,
    version int not null,
    -- Versions of its shared steps by their ids.
    shared_versions jsonb not null default '{}',
    number int not null,
    title text not null,
    priority_id bigint,
    automation_state_id bigint,
    content jsonb not null,
    taken_at timestamptz not null default now(),
    unique (case_id, version, shared_versions)
  )`,
  `create index case_snapshot_project on case_snapshot (project_id)`,
  // Files are kept as long as a snapshot shows them.
  `create table case_snapshot_attachment (
    snapshot_id bigint not null references case_snapshot on delete cascade,
    attachment_id uuid not null references attachment on delete cascade,
    primary key (snapshot_id, attachment_id)
  )`,
  `create index case_snapshot_attachment_file on case_snapshot_attachment (attachment_id)`,

  // No column that a result changes is indexed, so that recording one updates no index.
  `create table test_run_case (
    run_id bigint not null references test_run on delete cascade,
    case_id bigint not null,
    -- One of case_snapshot, which lives as long as the project: a check of each would cost a plan of many runs seconds.
    snapshot_id bigint not null,
    suite_id bigint not null,
    place int not null,
    assignee_id bigint references person on delete set null,
    status_id bigint,
    attempts int not null default 0,
    last_result_id uuid,
    last_result_at timestamptz,
    last_result_by bigint,
    is_automated boolean not null default false,
    -- The run's revision at which it changed last.
    revision int not null default 1,
    -- Taken out of the run; its results are kept.
    removed_at timestamptz,
    primary key (run_id, case_id)
  )`,
  `create index test_run_case_place on test_run_case (run_id, place)`,
  `create index test_run_case_assignee on test_run_case (assignee_id) where assignee_id is not null`,

  `create table test_run_result (
    id uuid primary key,
    run_id bigint not null,
    case_id bigint not null,
    -- In the order in which they arrived.
    position bigint generated always as identity,
    status_id bigint not null,
    comment text not null default '',
    duration_ms bigint,
    steps jsonb not null default '[]',
    defects jsonb not null default '[]',
    case_version int not null,
    test_id bigint references test on delete set null,
    is_automated boolean not null default false,
    recorded_by bigint references person on delete set null,
    at timestamptz not null,
    recorded_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    foreign key (run_id, case_id) references test_run_case on delete cascade
  )`,
  `create index test_run_result_case on test_run_result (run_id, case_id, at, position)`,
  `create index test_run_result_history on test_run_result (case_id, at)`,
  `create index test_run_result_test on test_run_result (test_id)`,
  `create index test_run_result_by on test_run_result (recorded_by)`,

  `create table test_run_result_file (
    result_id uuid not null references test_run_result on delete cascade,
    -- Empty for the result as a whole.
    step_id text not null default '',
    file_id uuid not null references observation_file on delete cascade,
    position int not null,
    primary key (result_id, step_id, file_id)
  )`,
  `create index test_run_result_file_file on test_run_result_file (file_id)`,

  `create table test_run_command (
    key uuid primary key,
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    carried_out_at timestamptz not null default now()
  )`,
  `create index test_run_command_age on test_run_command (carried_out_at)`,
  `create index test_run_command_project on test_run_command (project_id)`,
  `create index test_run_command_person on test_run_command (person_id)`,
]
