import { sql, type Kysely } from 'kysely'

/** Uploaded files of case imports, and the column mappings of earlier ones. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_import (
    id uuid primary key default gen_random_uuid(),
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    file_hash text not null references file,
    name text not null,
    size_bytes bigint not null,
    format text not null check (format in ('csv', 'xlsx', 'markdown', 'testrail-xml')),
    outcome jsonb,
    created_at timestamptz not null default now()
  )`,
  `create index case_import_age on case_import (created_at)`,
  `create index case_import_file on case_import (file_hash)`,
  `create table case_import_mapping (
    project_id bigint not null references project on delete cascade,
    columns text not null,
    mapping jsonb not null,
    used_at timestamptz not null default now(),
    primary key (project_id, columns)
  )`,
]
