import { sql, type Kysely } from 'kysely'

/** Quarantined tests. Releases are recorded in the project's change log. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table quarantined_test (
    project_id bigint not null references project on delete cascade,
    identity text not null,
    name text not null,
    class_name text,
    reason text not null,
    until date,
    version int not null default 1,
    quarantined_by bigint references person on delete set null,
    quarantined_at timestamptz not null default now(),
    newest_test_id bigint not null,
    primary key (project_id, identity)
  )`,
  `create index quarantined_test_by on quarantined_test (quarantined_by) where quarantined_by is not null`,
]
