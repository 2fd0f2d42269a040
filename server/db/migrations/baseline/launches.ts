export const launches = String.raw`
-- Launches with their tests, logs and artifacts, what users decide about failures, and imported reports.

create function launch_words(name text, build text, environment text, milestone jsonb, labels jsonb) returns text
  language sql immutable parallel safe as $$
  select lower(concat_ws(e'\n', name, build, environment, milestone->>'name',
    (select string_agg(l->>'value', e'\n') from jsonb_array_elements(labels) l)) collate "C")
$$;

-- Values are truncated because an index entry cannot hold one of 4000 characters; their keys are still found.
create function keep_launch_labels() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from launch_label where launch_id = new.id;
  end if;
  insert into launch_label (launch_id, project_id, key, value)
  select distinct new.id, new.project_id, l->>'key', left(coalesce(l->>'value', ''), 400)
    from jsonb_array_elements(new.labels) l
   where length(l->>'key') between 1 and 255;
  return null;
end $$;

create table launch (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  -- Number shown to users: 1, 2, 3 … within the project.
  number int not null,
  uuid text not null,
  name text not null,
  status text not null,
  framework text,
  environment text,
  build text,
  treat_skips_as_failures boolean not null default true,
  browser text,
  browser_version text,
  platform text,
  platform_version text,
  locale text,
  milestone jsonb,
  suite_name text,
  labels jsonb not null default '[]',
  refs jsonb not null default '[]',
  ci jsonb,
  notifications jsonb,
  tcm jsonb not null default '{}',
  started_by bigint references person on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- What ended it. A launch ended by a user stays ended, whatever its agent reports later.
  ended_by text check (ended_by in ('agent', 'person', 'silence', 'engine')),
  -- When an agent last reported anything.
  heard_at timestamptz not null default now(),
  -- Its end before it was queued again; null once its agent continues it.
  paused_at timestamptz,
  -- Sum of all pauses, which are not part of its duration.
  paused_ms bigint not null default 0,
  reviewed boolean not null default false,
  reviewed_by bigint references person on delete set null,
  reviewed_at timestamptz,
  comments text,
  -- Null for launches that no launcher started. A first launch refers to itself.
  first_launch_id bigint,
  launch_arguments jsonb,
  passed int not null default 0,
  passed_manually int not null default 0,
  failed int not null default 0,
  failed_as_known int not null default 0,
  skipped int not null default 0,
  blocked int not null default 0,
  aborted int not null default 0,
  in_progress int not null default 0,
  created_at timestamptz not null default now(),
  -- Searched texts, one per line.
  words text collate "C" generated always as (launch_words(name, build, environment, milestone, labels)) stored,
  unique (project_id, uuid)
);
create index launch_newest on launch (project_id, started_at desc, id desc);
create index launch_name on launch (project_id, name, started_at desc);
create index launch_labels on launch using gin (labels jsonb_path_ops);
-- Without heard_at: every call of an agent updates it, and each update would have to touch every index.
create index launch_under_way on launch (id) where status in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING');
create index launch_milestone_name on launch (project_id, lower(milestone->>'name')) where milestone is not null;
create index launch_milestone_id on launch (project_id, (milestone->>'id')) where milestone is not null;
create unique index launch_number on launch (project_id, number);
create index launch_status on launch (project_id, status);
create index launch_environment on launch (project_id, environment);
create index launch_browser on launch (project_id, browser);
create index launch_platform on launch (project_id, platform);
create index launch_locale on launch (project_id, locale);
create index launch_build on launch (project_id, build);
create index launch_milestone on launch (project_id, (milestone->>'name'));
create index launch_started_by on launch (project_id, started_by);
-- The same conditions as in the query that looks for new failures every second.
create index launch_wants_failures on launch (id)
  where status = 'IN_PROGRESS' and lower(notifications ->> 'notifyOnEachFailure') = 'true';
create trigger label_inserted after insert on launch
  for each row when (new.labels <> '[]'::jsonb) execute function keep_launch_labels();
create trigger label_updated after update on launch
  for each row when (new.labels is distinct from old.labels) execute function keep_launch_labels();

-- Rows instead of counters: launches of one team that end at the same time would contend for a counter.
create table launch_label (
  launch_id bigint not null references launch on delete cascade,
  project_id bigint not null,
  key text not null,
  value text not null,
  primary key (launch_id, key, value)
);
create index launch_label_values on launch_label (project_id, key, value);
-- Counts launches by label key, in the order of the launches.
create index launch_label_keys on launch_label (project_id, key, launch_id);

-- Labels, references and test cases are columns of the row: a page of tests is one index scan, an event one row.
create table test (
  id bigint generated always as identity primary key,
  launch_id bigint not null references launch on delete cascade,
  project_id bigint not null,
  name text not null,
  class_name text,
  method_name text,
  arguments_index int,
  -- Hash of class, method and arguments index: identifies the same test across launches.
  identity text,
  correlation_data text,
  owner text,
  maintainer_id bigint references person on delete set null,
  status text not null,
  passed_manually boolean not null default false,
  headless boolean not null default false,
  -- Full text of the failure.
  reason text,
  -- Its beginning, for lists and messages.
  message text,
  -- Fingerprint: hash of the failure without the parts that vary between runs; tests with the same cause share it.
  failure_key text,
  failure_label text,
  -- Applies to failed tests; other results retain the value of an earlier failure. No foreign key, which would be
  -- checked for every result: a used tag is deleted only with its project.
  failure_tag_id bigint,
  -- Whether the tag was assigned automatically and awaits confirmation.
  failure_tag_feedback boolean not null default false,
  issue_id text,
  labels jsonb not null default '[]',
  refs jsonb not null default '[]',
  test_cases jsonb not null default '[]',
  test_groups jsonb not null default '[]',
  attempt int not null default 1,
  sessions_count int not null default 0,
  artifacts_count int not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index test_launch_start on test (launch_id, started_at, id);
create index test_launch_status on test (launch_id, status, id);
create index test_launch_failure on test (launch_id, failure_key, id) where failure_key is not null;
create index test_identity on test (project_id, identity, id desc);
create index test_failure_history on test (project_id, failure_key, launch_id) where failure_key is not null;
-- Finds results by the case that they cover.
create index test_of_test_cases on test using gin (test_cases jsonb_path_ops) where test_cases <> '[]';
create index test_known_failure on test (project_id, failure_key, id desc)
  where issue_id is not null and failure_key is not null;
-- By the rules of contract/test-list.ts, independent of the database's collation. The expression must stay the same
-- as in launches/queries/tests-filter.ts.
create index test_launch_name on test (launch_id, lower(name collate "C"), id);
create index test_failure_tag on test (launch_id, failure_tag_id, id) where failure_tag_id is not null;
-- Finds issues that a project is linked to.
create index test_project_issue on test (project_id, issue_id) where issue_id is not null;

create table test_attempt (
  test_id bigint not null references test on delete cascade,
  attempt int not null,
  status text not null,
  reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (test_id, attempt)
);

create table test_session (
  id bigint generated always as identity primary key,
  launch_id bigint not null references launch on delete cascade,
  session_id text not null,
  status text not null check (status in ('RUNNING', 'COMPLETED', 'FAILED')),
  failure_reason text,
  desired_capabilities jsonb,
  capabilities jsonb,
  initiated_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
create index test_session_launch on test_session (launch_id, id);

create table test_session_test (
  test_session_id bigint not null references test_session on delete cascade,
  test_id bigint not null references test on delete cascade,
  primary key (test_session_id, test_id)
);
create index test_session_test_test on test_session_test (test_id);

create table log_line (
  id bigint generated always as identity primary key,
  test_id bigint not null references test on delete cascade,
  attempt int not null,
  -- Epoch ms by the agent's clock.
  at bigint not null,
  level text not null,
  message text not null
);
create index log_line_timeline on log_line (test_id, attempt, at, id);

create table artifact (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  launch_id bigint not null references launch on delete cascade,
  test_id bigint references test on delete cascade,
  test_session_id bigint references test_session on delete cascade,
  kind text not null check (kind in ('file', 'screenshot', 'video')),
  name text not null,
  file_hash text not null references file,
  attempt int not null default 1,
  -- Epoch ms when it was taken, otherwise when it arrived.
  at bigint not null,
  created_at timestamptz not null default now()
);
create index artifact_launch on artifact (launch_id, id);
create index artifact_test on artifact (test_id, attempt, at, id) where test_id is not null;
create index artifact_session on artifact (test_session_id) where test_session_id is not null;
create index artifact_file on artifact (file_hash);

-- Decisions of users about failures with one cause.
create table failure_cause (
  project_id bigint not null references project on delete cascade,
  key text not null,
  -- Key of the cause that it was merged into.
  root_key text,
  merged_by bigint references person on delete set null,
  merged_at timestamptz,
  -- Tag that users assigned last.
  tag_id bigint references failure_tag on delete cascade,
  tagged_by bigint references person on delete set null,
  tagged_at timestamptz,
  tagged_launch_id bigint references launch on delete set null,
  primary key (project_id, key)
);
create index failure_cause_root on failure_cause (project_id, root_key) where root_key is not null;
create index failure_cause_launch on failure_cause (tagged_launch_id) where tagged_launch_id is not null;

-- Releases are recorded in the project's change log.
create table quarantined_test (
  project_id bigint not null references project on delete cascade,
  -- test.identity.
  identity text not null,
  name text not null,
  class_name text,
  reason text not null,
  -- yyyy-mm-dd.
  until date,
  version int not null default 1,
  quarantined_by bigint references person on delete set null,
  quarantined_at timestamptz not null default now(),
  -- The test's newest run at that time. Later runs have higher ids, whatever the agents' clocks say.
  newest_test_id bigint not null,
  primary key (project_id, identity)
);
create index quarantined_test_by on quarantined_test (quarantined_by) where quarantined_by is not null;

-- Issues created in trackers, by operation id: a retry creates no second issue.
create table created_issue (
  operation_id uuid primary key,
  project_id bigint not null references project on delete cascade,
  person_id bigint references person on delete set null,
  tracker text not null,
  target text not null,
  type text not null,
  title text not null,
  -- Null until the tracker has responded.
  issue_id text,
  started_at timestamptz not null default now()
);
create index created_issue_project on created_issue (project_id, tracker, started_at desc);
create index created_issue_person on created_issue (person_id) where person_id is not null;

-- When users last left a launch's page, and where that visit began: later events are news.
create table launch_visit (
  person_id bigint not null references person on delete cascade,
  launch_id bigint not null references launch on delete cascade,
  -- Sequence number of the launch's last event at that time.
  sequence bigint not null,
  left_at timestamptz not null,
  -- sequence of the previous visit; null for the first visit.
  since_sequence bigint,
  since_at timestamptz,
  primary key (person_id, launch_id)
);
create index launch_visit_launch on launch_visit (launch_id);

-- Deleted filters remain for a while, to be restored with everyone's favorites.
create table saved_launch_filter (
  id bigint generated always as identity primary key,
  project_id bigint not null references project on delete cascade,
  name text not null,
  items jsonb not null,
  is_private boolean not null default true,
  -- Incremented by changes that are visible to others, which excludes favourites.
  version int not null default 1,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index saved_launch_filter_list on saved_launch_filter (project_id) where deleted_at is null;
create unique index saved_launch_filter_name on saved_launch_filter (project_id, created_by, lower(name))
  where deleted_at is null;

create table saved_launch_filter_favorite (
  filter_id bigint not null references saved_launch_filter on delete cascade,
  person_id bigint not null references person on delete cascade,
  primary key (filter_id, person_id)
);

-- Uploaded test reports that are imported as launches.
create table result_import (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references project on delete cascade,
  person_id bigint not null references person on delete cascade,
  summary jsonb not null,
  -- Launch that the import created; it may have been deleted. Its uuid is the id of the import.
  launch_id bigint,
  -- Idempotency key of an import by one call.
  key text,
  -- End of the lease of the server that works on the import, which it renews; null when none does.
  working_until timestamptz,
  outcome jsonb,
  created_at timestamptz not null default now()
);
create index result_import_age on result_import (created_at);
create index result_import_working on result_import (working_until) where working_until is not null;
create index result_import_key on result_import (person_id, key) where key is not null;

create table result_import_file (
  import_id uuid not null references result_import on delete cascade,
  place int not null,
  file_hash text not null references file,
  name text not null,
  size_bytes bigint not null,
  primary key (import_id, place)
);
create index result_import_file_hash on result_import_file (file_hash);

-- Thresholds of the project's quality gate.
create table quality_gate (
  project_id bigint primary key references project on delete cascade,
  min_pass_rate double precision,
  max_failures int,
  max_new_failures int,
  max_skipped int,
  -- Fewest tests of a launch that passes.
  min_tests int
);

-- Token of the project's public badge.
create table badge_token (
  project_id bigint primary key references project on delete cascade,
  token text not null,
  created_at timestamptz not null default now()
);
`
