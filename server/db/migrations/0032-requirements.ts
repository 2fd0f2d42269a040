import { sql, type Kysely } from 'kysely'

/** Requirements of a project, and the cases that cover them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table requirement (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    key text not null,
    title text not null default '',
    -- 'project': people write it here; 'jira': read from the issue with this key.
    source text not null default 'project',
    status text,
    url text,
    created_at timestamptz not null default now(),
    synced_at timestamptz,
    words text generated always as (lower(key || ' ' || title)) stored
  )`,
  `create unique index requirement_key on requirement (project_id, lower(key))`,
  `create table test_case_requirement (
    requirement_id bigint not null references requirement on delete cascade,
    case_id bigint not null references test_case on delete cascade,
    primary key (requirement_id, case_id)
  )`,
  `create index test_case_requirement_case on test_case_requirement (case_id)`,
  // Finds runs by requirement.
  `create index test_run_requirements on test_run using gin (requirements jsonb_path_ops) where requirements <> '[]'`,
]
