import { sql } from 'kysely'
import {
  isCleanPass,
  STABILITY_RUNS,
  type EndedRun,
  type TestStability,
} from '../../../contract/launches/test-stability.ts'
import type { Db } from '../../db/open.ts'
import { kindOfRow, type TestRow } from '../rows.ts'

/** Whether the test `t` passed after a failed attempt in the same launch. The first conditions are those of the index `test_retried`. */
export const RETRIED = sql<boolean>`(
  t.status = 'PASSED' and t.attempt > 1 and not t.passed_manually
  and exists (select from test_attempt a where a.test_id = t.id and a.status = 'FAILED'))`

/** Whether the launch of the test `t` exists: tests of a deleted launch are deleted later. */
export const isOfLaunch = sql<boolean>`exists (select from launch where id = t.launch_id)`

/** Columns of the test `t` from which `endedRunOf` makes its run. */
export const RUN_COLUMNS = sql`
  t.status, t.passed_manually, t.issue_id, ${RETRIED} as is_retried`
export type RunRow = Pick<TestRow, 'status' | 'passed_manually' | 'issue_id'> & { is_retried: boolean }
export const endedRunOf = ({ is_retried: isRetried, ...row }: RunRow): EndedRun => ({ kind: kindOfRow(row), isRetried })

/** Resolves with the last finished runs of each test up to this one, across the project's launches. Unknown ids are skipped. */
export const readStability = async (db: Db, launchId: number, testIds: readonly number[]): Promise<TestStability[]> => {
  if (testIds.length === 0) return []
  const { rows } = await sql<{ of: number; status: null } | ({ of: number } & RunRow)>`
    select w.id as of, r.status, r.passed_manually, r.issue_id, r.is_retried
      from test w
      left join lateral (
        select t.id, ${RUN_COLUMNS} from test t
         where t.project_id = w.project_id and t.identity = w.identity and t.id <= w.id and t.status <> 'IN_PROGRESS'
         order by t.id desc limit ${STABILITY_RUNS}::int
      ) r on true
     where w.launch_id = ${launchId} and w.id = any(${[...testIds]}::bigint[])
     order by w.id, r.id`.execute(db)
  const runs = new Map<number, EndedRun[]>()
  for (const row of rows) {
    const known = runs.get(row.of) ?? []
    runs.set(row.of, row.status === null ? known : [...known, endedRunOf(row)])
  }
  return [...runs].map(([testId, ended]) => ({ testId, ...stabilityOf(ended) }))
}

/** `runs`: the last finished ones, oldest first. */
const stabilityOf = (runs: readonly EndedRun[]): Pick<TestStability, 'stability' | 'recent'> => ({
  stability: runs.length === 0 ? null : runs.filter(isCleanPass).length / runs.length,
  recent: runs.map(({ kind }) => kind),
})
