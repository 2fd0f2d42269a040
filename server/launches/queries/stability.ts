import { sql } from 'kysely'
import { STABILITY_RUNS, type TestStability } from '../../../contract/launches/test-stability.ts'
import type { ResultKind } from '../../../contract/launches/launches.ts'
import type { Db } from '../../db/open.ts'
import { kindOfRow, type TestRow } from '../rows.ts'

const passes = (kind: ResultKind): boolean => kind === 'passed' || kind === 'passedManually'

/** Resolves with the last finished runs of each test up to this one, across the project's launches. Unknown ids are skipped. */
export const readStability = async (db: Db, launchId: number, testIds: readonly number[]): Promise<TestStability[]> => {
  if (testIds.length === 0) return []
  const { rows } = await sql<
    { of: number } & Record<'status', TestRow['status'] | null> & Pick<TestRow, 'passed_manually' | 'issue_id'>
  >`
    select w.id as of, r.status, r.passed_manually, r.issue_id
      from test w
      left join lateral (
        select t.id, t.status, t.passed_manually, t.issue_id from test t
         where t.project_id = w.project_id and t.identity = w.identity and t.id <= w.id and t.status <> 'IN_PROGRESS'
         order by t.id desc limit ${STABILITY_RUNS}::int
      ) r on true
     where w.launch_id = ${launchId} and w.id = any(${[...testIds]}::bigint[])
     order by w.id, r.id`.execute(db)
  const runs = new Map<number, ResultKind[]>()
  for (const { of, status, ...row } of rows) {
    const known = runs.get(of) ?? []
    runs.set(of, status === null ? known : [...known, kindOfRow({ ...row, status })])
  }
  return [...runs].map(([testId, recent]) => ({ testId, ...stabilityOf(recent) }))
}

/** `recent`: the last finished runs, oldest first. */
export const stabilityOf = (recent: ResultKind[]): Pick<TestStability, 'stability' | 'recent'> => ({
  stability: recent.length === 0 ? null : recent.filter(passes).length / recent.length,
  recent,
})
