import { sql, type Kysely } from 'kysely'

/** Git repositories of projects, launchers of repositories, and users' OAuth sign-ins at providers. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table vcs_account (
    person_id bigint not null references person on delete cascade,
    provider text not null,
    base_url text not null,
    username text,
    token bytea not null,
    refresh_token bytea,
    via_oauth boolean not null,
    -- When the token ends; null where it does not.
    expires_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (person_id, provider)
  )`,

  `create table git_repository (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    provider text not null,
    provider_side_id text,
    name text not null,
    url text not null,
    html_url text,
    username text,
    token bytea,
    -- Read with the sign-in of its owner at the provider, instead of a token of its own.
    via_oauth boolean not null default false,
    owner_id bigint references person on delete set null,
    added_by bigint references person on delete set null,
    verified boolean not null default false,
    problem text,
    checked_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index git_repository_url on git_repository (project_id, url)`,
  `create index git_repository_owner on git_repository (owner_id)`,
  `create index git_repository_added_by on git_repository (added_by)`,

  `create table launcher (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    repository_id bigint not null references git_repository on delete cascade,
    name text not null,
    config jsonb not null,
    version int not null default 1,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index launcher_repository on launcher (repository_id)`,
  `create index launcher_project on launcher (project_id)`,
  `create index launcher_created_by on launcher (created_by)`,

  `create table launcher_preset (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    launcher_id bigint not null references launcher on delete cascade,
    name text not null,
    config jsonb not null,
    version int not null default 1,
    created_by bigint references person on delete set null,
    created_at timestamptz not null default now()
  )`,
  `create index launcher_preset_launcher on launcher_preset (launcher_id)`,
  `create index launcher_preset_project on launcher_preset (project_id)`,
  `create index launcher_preset_created_by on launcher_preset (created_by)`,

  // Secret values of variables. Configurations refer to them by id: a copy shares the value without reading it.
  `create table launcher_secret (
    id uuid primary key,
    project_id bigint not null references project on delete cascade,
    value bytea not null,
    created_at timestamptz not null default now()
  )`,
  `create index launcher_secret_project on launcher_secret (project_id)`,
]
