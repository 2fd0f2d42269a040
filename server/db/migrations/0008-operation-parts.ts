import { sql, type Kysely } from 'kysely'

/** Outcomes of the parts of bulk actions, so that a retry does not repeat them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_operation_part (
    operation_id uuid not null,
    part int not null,
    project_id bigint not null references project on delete cascade,
    person_id bigint not null references person on delete cascade,
    -- Null while it is being done.
    answer jsonb,
    created_at timestamptz not null default now(),
    primary key (operation_id, part)
  )`,
  `create index case_operation_part_age on case_operation_part (created_at)`,
]
