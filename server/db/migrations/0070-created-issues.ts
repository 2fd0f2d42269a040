import { sql, type Kysely } from 'kysely'

/** Issues created in trackers, by operation id: a retry creates no second issue. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table created_issue (
    operation_id uuid primary key,
    project_id bigint not null references project on delete cascade,
    person_id bigint references person on delete set null,
    tracker text not null,
    target text not null,
    type text not null,
    title text not null,
    issue_id text,
    started_at timestamptz not null default now()
  )`,
  `create index created_issue_project on created_issue (project_id, tracker, started_at desc)`,
  `create index created_issue_person on created_issue (person_id) where person_id is not null`,
  // Finds issues that a project is linked to.
  `create index test_project_issue on test (project_id, issue_id) where issue_id is not null`,
]
