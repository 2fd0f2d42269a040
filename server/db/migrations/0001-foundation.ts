import { sql, type Kysely } from 'kysely'

/** Users, projects, launches and what belongs to a launch. The SQL is the subset that PostgreSQL 15 and PGlite share. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table workspace (
    id int primary key check (id = 1),
    name text not null,
    tenant text not null,
    features jsonb not null,
    projects_limit int,
    created_at timestamptz not null default now()
  )`,

  `create table person (
    id bigint generated always as identity primary key,
    username text not null,
    email text not null,
    first_name text not null default '',
    last_name text not null default '',
    photo_url text,
    source text not null default 'INTERNAL' check (source in ('INTERNAL', 'SAML')),
    password_hash text,
    read_only boolean not null default false,
    owner boolean not null default false,
    permissions jsonb not null default '[]',
    preferences jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create unique index person_username on person (lower(username))`,
  `create unique index person_email on person (lower(email))`,

  // One row per sign-in. Each refresh token is derived from its predecessor and the session's secret, so that presenting the previous token
  // (a lost answer, two concurrent tabs) yields the same successor and is not treated as theft.
  `create table session (
    id uuid primary key default gen_random_uuid(),
    person_id bigint not null references person on delete cascade,
    secret bytea not null,
    refresh_hash bytea not null,
    previous_hash bytea,
    rotated_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create unique index session_refresh on session (refresh_hash)`,
  `create index session_previous on session (previous_hash)`,
  `create index session_person on session (person_id)`,
  // Refresh tokens that were replaced before that: presenting one means that it, or the session, was stolen.
  `create table used_refresh_token (
    hash bytea primary key,
    session_id uuid not null references session on delete cascade
  )`,

  `create table access_token (
    id bigint generated always as identity primary key,
    person_id bigint not null references person on delete cascade,
    name text not null,
    hash bytea not null unique,
    expires_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index access_token_person on access_token (person_id, id)`,

  // Bearer tokens: of a browser's session, or obtained by an agent for an access token.
  `create table auth_token (
    hash bytea primary key,
    person_id bigint not null references person on delete cascade,
    session_id uuid references session on delete cascade,
    access_token_id bigint references access_token on delete cascade,
    expires_at timestamptz not null,
    check ((session_id is null) <> (access_token_id is null))
  )`,
  `create index auth_token_session on auth_token (session_id)`,
  `create index auth_token_access_token on auth_token (access_token_id)`,
  `create index auth_token_expiry on auth_token (expires_at)`,

  `create table password_reset (
    hash bytea primary key,
    person_id bigint not null references person on delete cascade,
    expires_at timestamptz not null
  )`,

  `create table project (
    id bigint generated always as identity primary key,
    key text not null unique,
    name text not null,
    logo_url text,
    lead_id bigint references person on delete set null,
    publicly_accessible boolean not null default false,
    launches_total int not null default 0,
    created_at timestamptz not null default now()
  )`,
  `create table project_member (
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    role text not null check (role in ('ADMINISTRATOR', 'MANAGER', 'ENGINEER', 'GUEST')),
    created_at timestamptz not null default now(),
    primary key (project_id, person_id)
  )`,
  `create index project_member_person on project_member (person_id)`,
  `create table starred_project (
    person_id bigint not null references person on delete cascade,
    project_id bigint not null references project on delete cascade,
    primary key (person_id, project_id)
  )`,

  `create table launch (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
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
    ended_by text check (ended_by in ('agent', 'person', 'silence')),
    heard_at timestamptz not null default now(),
    reviewed boolean not null default false,
    comments text,
    passed int not null default 0,
    passed_manually int not null default 0,
    failed int not null default 0,
    failed_as_known int not null default 0,
    skipped int not null default 0,
    blocked int not null default 0,
    aborted int not null default 0,
    in_progress int not null default 0,
    created_at timestamptz not null default now(),
    unique (project_id, uuid)
  )`,
  `create index launch_newest on launch (project_id, started_at desc, id desc)`,
  `create index launch_name on launch (project_id, name, started_at desc)`,
  `create index launch_labels on launch using gin (labels jsonb_path_ops)`,
  // Without heard_at: every call of an agent updates it, and each update would have to touch every index.
  `create index launch_under_way on launch (id) where status in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING')`,

  // Labels, references and test cases are columns of the row: a page of tests is one index scan, an event one row.
  `create table test (
    id bigint generated always as identity primary key,
    launch_id bigint not null references launch on delete cascade,
    project_id bigint not null,
    name text not null,
    class_name text,
    method_name text,
    arguments_index int,
    identity text,
    correlation_data text,
    owner text,
    maintainer_id bigint references person on delete set null,
    status text not null,
    passed_manually boolean not null default false,
    headless boolean not null default false,
    reason text,
    message text,
    failure_key text,
    failure_label text,
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
  )`,
  `create index test_launch_start on test (launch_id, started_at, id)`,
  `create index test_launch_name on test (launch_id, lower(name), id)`,
  `create index test_launch_status on test (launch_id, status, id)`,
  `create index test_launch_failure on test (launch_id, failure_key, id) where failure_key is not null`,
  `create index test_identity on test (project_id, identity, id desc)`,
  `create index test_failure_history on test (project_id, failure_key, launch_id) where failure_key is not null`,

  `create table test_attempt (
    test_id bigint not null references test on delete cascade,
    attempt int not null,
    status text not null,
    reason text,
    started_at timestamptz not null,
    ended_at timestamptz,
    primary key (test_id, attempt)
  )`,

  `create table test_session (
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
  )`,
  `create index test_session_launch on test_session (launch_id, id)`,
  `create table test_session_test (
    test_session_id bigint not null references test_session on delete cascade,
    test_id bigint not null references test on delete cascade,
    primary key (test_session_id, test_id)
  )`,
  `create index test_session_test_test on test_session_test (test_id)`,

  `create table log_line (
    id bigint generated always as identity primary key,
    test_id bigint not null references test on delete cascade,
    attempt int not null,
    at bigint not null,
    level text not null,
    message text not null
  )`,
  `create index log_line_timeline on log_line (test_id, attempt, at, id)`,

  // Files are stored by their hash: uploads of the same content share one file in the files folder.
  `create table file (
    hash text primary key,
    size_bytes bigint not null,
    content_type text not null,
    created_at timestamptz not null default now()
  )`,
  `create table artifact (
    id bigint generated always as identity primary key,
    public_id uuid not null unique default gen_random_uuid(),
    launch_id bigint not null references launch on delete cascade,
    test_id bigint references test on delete cascade,
    test_session_id bigint references test_session on delete cascade,
    kind text not null check (kind in ('file', 'screenshot', 'video')),
    name text not null,
    file_hash text not null references file,
    attempt int not null default 1,
    at bigint not null,
    created_at timestamptz not null default now()
  )`,
  `create index artifact_launch on artifact (launch_id, id)`,
  `create index artifact_test on artifact (test_id, attempt, at, id) where test_id is not null`,
  `create index artifact_session on artifact (test_session_id) where test_session_id is not null`,
  `create index artifact_file on artifact (file_hash)`,
]
