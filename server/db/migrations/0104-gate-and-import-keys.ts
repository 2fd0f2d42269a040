import { sql, type Kysely } from 'kysely'

/**
 * The fewest tests of a launch that passes the quality gate. The idempotency key of an import by one call, and the lease of the server that
 * works on an import: once it has expired, the partly stored launch is taken back.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table quality_gate add column min_tests int`,
  `alter table result_import add column key text, add column working_until timestamptz`,
  `create index result_import_working on result_import (working_until) where working_until is not null`,
  `create index result_import_key on result_import (person_id, key) where key is not null`,
]
