import { sql, type QueryExecutorProvider } from 'kysely'
import { onlyRow } from '../../db/only-row.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { TestRow } from '../rows.ts'

/** Whether the entry `q` of `quarantined_test` is in force: its last day, in UTC, has not passed. */
export const isInForce = sql<boolean>`(q.until is null or q.until >= (now() at time zone 'utc')::date)`

/** Whether the test `t` is in quarantine: one lookup in the table's primary key. */
export const isQuarantined = sql<boolean>`exists (
  select from quarantined_test q where q.project_id = t.project_id and q.identity = t.identity and ${isInForce})`

/** Resolves with the number of tests in quarantine. */
export const countInForce = async (db: Db | Tx, projectId: number): Promise<number> =>
  onlyRow(
    await sql<{ count: number }>`
      select count(*)::int as count from quarantined_test q where q.project_id = ${projectId} and ${isInForce}`.execute(
      db,
    ),
  ).count

/** What identifies a test of a project in all its launches. */
export type QuarantineSubject = Pick<TestRow, 'project_id' | 'identity'>

/** Resolves with a predicate that tells which of these tests are in quarantine; one query for all. */
export const quarantineOf = async (
  source: QueryExecutorProvider,
  tests: readonly QuarantineSubject[],
): Promise<(test: QuarantineSubject) => boolean> => {
  const subjects = new Map(tests.flatMap((test) => (test.identity === null ? [] : [[keyOf(test), test] as const])))
  if (subjects.size === 0) return () => false
  const requested = [...subjects.values()]
  const { rows } = await sql<QuarantineSubject>`
    select q.project_id, q.identity
      from unnest(${requested.map((test) => test.project_id)}::bigint[], ${requested.map(({ identity }) => identity)}::text[])
           as w(project_id, identity)
      join quarantined_test q on q.project_id = w.project_id and q.identity = w.identity
     where ${isInForce}`.execute(source)
  const found = new Set(rows.map(keyOf))
  return (test) => found.has(keyOf(test))
}

const keyOf = ({ project_id: projectId, identity }: QuarantineSubject): string => `${projectId} ${identity}`

/** Adds to rows of the writer whether they are in quarantine. */
export const withQuarantine = async <Row extends QuarantineSubject>(
  db: Db | Tx,
  tests: readonly Row[],
): Promise<(Row & { quarantined: boolean })[]> => {
  const isIn = await quarantineOf(db, tests)
  return tests.map((test) => ({ ...test, quarantined: isIn(test) }))
}
