import { sql, type Kysely } from 'kysely'

/** Failures that users were notified of while their launch ran, so that each is in one message. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table notified_failure (
    launch_id bigint not null references launch on delete cascade,
    test_id bigint not null,
    attempt int not null,
    at timestamptz not null default now(),
    primary key (launch_id, test_id, attempt)
  )`,
  `create index notified_failure_at on notified_failure (launch_id, at)`,
  // The same conditions as in the query that looks for new failures every second.
  `create index launch_wants_failures on launch (id)
    where status = 'IN_PROGRESS' and lower(notifications ->> 'notifyOnEachFailure') = 'true'`,
]
