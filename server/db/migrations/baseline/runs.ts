export const runs = `
-- Test plans and test runs.

create table test_plan (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  title text not null,
  description text not null default '',
  -- May refer to a deleted milestone.
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
);
create index test_plan_created on test_plan (project_id, created_at, id);
create index test_plan_milestone on test_plan (milestone_id);
create index test_plan_environment on test_plan (environment_id);
create index test_plan_created_by on test_plan (created_by);
create index test_plan_closed_by on test_plan (closed_by);

-- Every change of a run locks its row first. Whoever changes its cases maintains the counts.
create table test_run (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  plan_id bigint references test_plan on delete cascade,
  -- Whether its cases are those of the plan's base selection.
  inherits_base boolean not null default false,
  title text not null,
  description text not null default '',
  -- May refer to a deleted milestone.
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
  -- Suites of its cases when they were added, in the order of the repository: [{id, path}].
  suites jsonb not null default '[]',
  revision int not null default 1,
  words text generated always as (lower(title)) stored
);
create index test_run_created on test_run (project_id, created_at, id);
create index test_run_open on test_run (project_id, created_at, id) where closed_at is null;
create index test_run_plan on test_run (plan_id);
create index test_run_milestone on test_run (milestone_id);
create index test_run_environment on test_run (environment_id);
create index test_run_created_by on test_run (created_by);
create index test_run_closed_by on test_run (closed_by);
-- Finds runs by requirement.
create index test_run_requirements on test_run using gin (requirements jsonb_path_ops) where requirements <> '[]';

-- One row for all runs that took the same versions. It outlives the case.
create table case_snapshot (
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
);
create index case_snapshot_project on case_snapshot (project_id);

-- Files are not deleted while a snapshot shows them.
create table case_snapshot_attachment (
  snapshot_id bigint not null references case_snapshot on delete cascade,
  attachment_id uuid not null references attachment on delete cascade,
  primary key (snapshot_id, attachment_id)
);
create index case_snapshot_attachment_file on case_snapshot_attachment (attachment_id);

-- No column that a result changes is indexed, so that recording one updates no index.
create table test_run_case (
  run_id bigint not null references test_run on delete cascade,
  case_id bigint not null,
  -- References case_snapshot, whose rows live as long as the project: checking a foreign key for each case would
  -- take seconds for a plan of many runs.
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
  -- When the case was removed from the run. Its results remain.
  removed_at timestamptz,
  primary key (run_id, case_id)
);
create index test_run_case_place on test_run_case (run_id, place);
create index test_run_case_assignee on test_run_case (assignee_id) where assignee_id is not null;

create table test_run_result (
  id uuid primary key,
  run_id bigint not null,
  case_id bigint not null,
  -- In the order in which they arrived.
  position bigint generated always as identity,
  status_id bigint not null,
  comment text not null default '',
  duration_ms bigint,
  -- Without attachments, which are in test_run_result_file.
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
);
create index test_run_result_case on test_run_result (run_id, case_id, at, position);
create index test_run_result_history on test_run_result (case_id, at);
create index test_run_result_test on test_run_result (test_id);
create index test_run_result_by on test_run_result (recorded_by);

create table test_run_result_file (
  result_id uuid not null references test_run_result on delete cascade,
  -- Empty for the result as a whole.
  step_id text not null default '',
  file_id uuid not null references observation_file on delete cascade,
  position int not null,
  primary key (result_id, step_id, file_id)
);
create index test_run_result_file_file on test_run_result_file (file_id);

-- Commands that were carried out, so that a retry is not carried out again.
create table test_run_command (
  key uuid primary key,
  project_id bigint not null references project on delete cascade,
  person_id bigint not null references person on delete cascade,
  carried_out_at timestamptz not null default now()
);
create index test_run_command_age on test_run_command (carried_out_at);
create index test_run_command_project on test_run_command (project_id);
create index test_run_command_person on test_run_command (person_id);

-- Who is viewing which case of a run. The table is unlogged, since losing it does no harm.
create unlogged table test_run_presence (
  run_id bigint not null,
  person_id bigint not null,
  case_id bigint,
  seen_at timestamptz not null default now(),
  primary key (run_id, person_id)
);
`
