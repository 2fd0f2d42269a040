import { sql, type Kysely } from 'kysely'

/** When people left the page of a launch last, and where that visit began: what happened since then is its news. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table launch_visit (
    person_id bigint not null references person on delete cascade,
    launch_id bigint not null references launch on delete cascade,
    sequence bigint not null,
    left_at timestamptz not null,
    since_sequence bigint,
    since_at timestamptz,
    primary key (person_id, launch_id)
  )`,
  `create index launch_visit_launch on launch_visit (launch_id)`,
]
