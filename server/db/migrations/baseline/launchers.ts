export const launchers = `
-- Git repositories, launchers and their presets, the queue of executions, workers, schedules, and webhooks.

-- OAuth sign-ins and tokens of users at Git providers.
create table vcs_account (
  person_id bigint not null references person on delete cascade,
  provider text not null,
  base_url text not null,
  username text,
  token bytea not null,
  refresh_token bytea,
  via_oauth boolean not null,
  -- Expiry of the token; null if it does not expire.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (person_id, provider)
);

create table git_repository (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  provider text not null,
  provider_side_id text,
  name text not null,
  url text not null,
  html_url text,
  username text,
  token bytea,
  -- Incremented by each change of the credentials: users cannot compare stored tokens, so a save names the version
  -- that it replaces.
  credentials_version int not null default 1,
  -- Whether the repository is read with its owner's OAuth sign-in at the provider instead of a token of its own.
  via_oauth boolean not null default false,
  owner_id bigint references person on delete set null,
  added_by bigint references person on delete set null,
  verified boolean not null default false,
  problem text,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index git_repository_url on git_repository (project_id, url);
create index git_repository_owner on git_repository (owner_id);
create index git_repository_added_by on git_repository (added_by);

create table launcher (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  repository_id bigint not null references git_repository on delete cascade,
  name text not null,
  config jsonb not null,
  -- Incremented by each save.
  version int not null default 1,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);
create index launcher_repository on launcher (repository_id);
create index launcher_project on launcher (project_id);
create index launcher_created_by on launcher (created_by);

create table launcher_preset (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  launcher_id bigint not null references launcher on delete cascade,
  name text not null,
  config jsonb not null,
  -- Incremented by each save.
  version int not null default 1,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);
create index launcher_preset_launcher on launcher_preset (launcher_id);
create index launcher_preset_project on launcher_preset (project_id);
create index launcher_preset_created_by on launcher_preset (created_by);

-- Secret values of variables. Configurations refer to them by id: a copy shares the value without reading it.
create table launcher_secret (
  id uuid primary key,
  project_id bigint not null references project on delete cascade,
  value bytea not null,
  created_at timestamptz not null default now()
);
create index launcher_secret_project on launcher_secret (project_id);

-- Attempts of launches that launchers start: the queue from which workers claim them.
create table launch_execution (
  id bigint generated always as identity primary key,
  launch_id bigint not null references launch on delete cascade,
  project_id bigint not null references project on delete cascade,
  repository_id bigint references git_repository on delete set null,
  launcher_id bigint references launcher on delete set null,
  preset_id bigint references launcher_preset on delete set null,
  -- queued until a worker claims it, running until the worker has ended; aborted if its launch ended before a
  -- claim.
  state text not null default 'queued',
  attempt int not null default 1,
  priority int not null default 0,
  -- What is run: variables with the ids of their secrets.
  config jsonb not null,
  run_context jsonb not null,
  started_via text not null,
  queued_at timestamptz not null default now(),
  attempt_uuid uuid not null default gen_random_uuid(),
  -- Worker that holds the lease.
  worker uuid,
  worker_name text,
  -- Identifies one claim by a worker: reports under an older lease are rejected.
  lease uuid,
  -- When its command was about to start: from then on no other worker may run it.
  begun_at timestamptz,
  lease_until timestamptz,
  -- Workers that went away while they prepared it: an execution that ends each of its workers must not be retried
  -- forever.
  lost_workers int not null default 0,
  driver text,
  commit text,
  started_at timestamptz,
  cloned_at timestamptz,
  command_ended_at timestamptz,
  ended_at timestamptz,
  exit_code int,
  end_reason text,
  -- Lines of its output that report an error or a warning.
  error_lines int not null default 0,
  warning_lines int not null default 0,
  -- Number of output lines when it reached each stage.
  cloned_lines int,
  begun_lines int,
  command_ended_lines int
);
create index launch_execution_launch on launch_execution (launch_id);
create index launch_execution_queue on launch_execution (priority desc, id) where state = 'queued';
create index launch_execution_project on launch_execution (project_id);
create index launch_execution_repository on launch_execution (repository_id);
create index launch_execution_launcher on launch_execution (launcher_id);
create index launch_execution_preset on launch_execution (preset_id);
create unique index launch_execution_attempt on launch_execution (attempt_uuid);
create index launch_execution_running on launch_execution (lease_until) where state = 'running';
create unique index launch_execution_lease on launch_execution (lease) where lease is not null;
create index launch_execution_started on launch_execution (started_at) where started_at is not null;
create index launch_execution_active on launch_execution (state) where state in ('queued', 'running');

alter table access_token add foreign key (execution_id) references launch_execution on delete cascade;

-- Output of an execution, line by line.
create table launch_output (
  execution_id bigint not null references launch_execution on delete cascade,
  place int not null,
  at timestamptz not null,
  line text not null,
  is_error boolean not null default false,
  is_warning boolean not null default false,
  primary key (execution_id, place)
);
create index launch_output_errors on launch_output (execution_id, place) where is_error;
create index launch_output_warnings on launch_output (execution_id, place) where is_warning;

-- Credentials of a worker outside the server.
create table worker_token (
  id bigint generated always as identity primary key,
  name text not null,
  hash bytea not null unique,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index worker_token_created_by on worker_token (created_by) where created_by is not null;

-- One row per process that runs launches.
create table launch_worker (
  id uuid primary key,
  -- Null for a worker inside a server.
  token_id bigint references worker_token on delete cascade,
  name text not null,
  labels jsonb not null,
  concurrency int not null,
  drivers jsonb not null,
  seen_at timestamptz not null default now(),
  -- Whether followers of the workers were notified that it stopped responding.
  is_lost boolean not null default false
);
create index launch_worker_token on launch_worker (token_id) where token_id is not null;

-- A project's share of the workers.
create table launch_share (
  project_id bigint primary key references project on delete cascade,
  -- Maximum number of concurrent launches; null for no limit.
  most int,
  -- When a worker last claimed one of its launches: the project that has waited longest is next.
  served_at timestamptz
);

create table launch_schedule (
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
  version int not null default 1,
  paused_at timestamptz,
  paused_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);
create index launch_schedule_preset on launch_schedule (preset_id);
create index launch_schedule_project on launch_schedule (project_id);
create index launch_schedule_created_by on launch_schedule (created_by);
create index launch_schedule_due on launch_schedule (next_run_at) where next_run_at is not null;
create index launch_schedule_paused_by on launch_schedule (paused_by) where paused_by is not null;

-- One row per due time, whichever server handles it.
create table launch_schedule_run (
  schedule_id bigint not null references launch_schedule on delete cascade,
  due_at timestamptz not null,
  -- When another server may take it over; null once there is an outcome.
  lease_until timestamptz,
  launch_id bigint references launch on delete set null,
  problem text,
  primary key (schedule_id, due_at)
);
create index launch_schedule_run_launch on launch_schedule_run (launch_id);
create index launch_schedule_run_open on launch_schedule_run (lease_until) where lease_until is not null;

create table launch_webhook (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  preset_id bigint not null references launcher_preset on delete cascade,
  -- The secret part of its address.
  key text not null,
  name text not null,
  secret bytea,
  author_id bigint references person on delete set null,
  last_trigger_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index launch_webhook_key on launch_webhook (key);
create index launch_webhook_preset on launch_webhook (preset_id);
create index launch_webhook_project on launch_webhook (project_id);
create index launch_webhook_author on launch_webhook (author_id);

-- Calls of a webhook.
create table launch_webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references launch_webhook on delete cascade,
  -- The sender's id of the call: a repeated one is rejected.
  sender_key text,
  event text,
  is_test boolean not null default false,
  -- Null while it is being carried out.
  status int,
  reason text not null default '',
  launch_id bigint references launch on delete set null,
  at timestamptz not null default now()
);
create unique index launch_webhook_delivery_sender on launch_webhook_delivery (webhook_id, sender_key)
  where sender_key is not null;
create index launch_webhook_delivery_newest on launch_webhook_delivery (webhook_id, id desc);
create index launch_webhook_delivery_launch on launch_webhook_delivery (launch_id);
`
