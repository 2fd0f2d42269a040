import { sql, type Kysely } from 'kysely'

/** When users last left a launch's page, and where that visit began: later events are news. */
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
