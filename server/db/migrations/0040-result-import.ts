import { sql, type Kysely } from 'kysely'

/** Uploaded test reports that are imported as launches. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table result_import (
    id uuid primary key default gen_random_uuid(),
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    summary jsonb not null,
    launch_id bigint,
    outcome jsonb,
    created_at timestamptz not null default now()
  )`,
  `create index result_import_age on result_import (created_at)`,
  `create table result_import_file (
    import_id uuid not null references result_import on delete cascade,
    place int not null,
    file_hash text not null references file,
    name text not null,
    size_bytes bigint not null,
    primary key (import_id, place)
  )`,
  `create index result_import_file_hash on result_import_file (file_hash)`,
]
