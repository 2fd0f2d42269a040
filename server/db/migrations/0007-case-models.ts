import { sql, type Kysely } from 'kysely'

/** Models of suites, and the path through the model that each case was generated from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_model (
    suite_id bigint primary key references suite on delete cascade,
    project_id bigint not null references project on delete cascade,
    format text not null,
    source text not null,
    model jsonb not null,
    options jsonb not null,
    version int not null default 1,
    updated_by bigint references person on delete set null,
    updated_at timestamptz not null default now()
  )`,
  `create table case_model_case (
    case_id bigint primary key references test_case on delete cascade,
    suite_id bigint not null references case_model on delete cascade,
    path_key text not null,
    transition_ids jsonb not null,
    -- As the model made the case last: what differs from it was edited by people.
    content jsonb not null,
    obsolete boolean not null default false
  )`,
  // Hashed: keys of long paths exceed the maximum size of an index entry.
  `create unique index case_model_case_path on case_model_case (suite_id, md5(path_key))`,
]
