import { sql } from 'kysely'
import {
  FLAKY_LAUNCHES,
  FLAKY_SHOWN,
  isFlaky,
  STABILITY_RUNS,
  type EndedRun,
  type FlakyTest,
} from '../../../contract/launches/test-stability.ts'
import type { Db } from '../../db/open.ts'
import { endedRunOf, RUN_COLUMNS, stabilityOf, type RunRow } from './stability.ts'

/** Failures read per launch: a launch with more failures says little about single tests. */
const FAILURES_OF_LAUNCH = 200
/** Failed attempts read per launch. They are found by the ids of its tests, between which those of other launches may lie. */
const FAILED_ATTEMPTS = 2000

/**
 * Resolves with the flaky tests among those that failed, or passed after a failed attempt, in the newest launches of a project, the least
 * stable first, and their number. Reads a bounded number of rows by index, however large launches are.
 */
export const findFlakyTests = async (db: Db, projectId: number): Promise<{ items: FlakyTest[]; total: number }> => {
  const { rows } = await sql<{ testId: number; launchId: number; name: string } & RunRow>`
    with newest as (select id from launch where project_id = ${projectId} order by id desc limit ${FLAKY_LAUNCHES}::int),
    failed as (
      select distinct f.identity from newest n
        cross join lateral (
          select t.identity from test t where t.launch_id = n.id and t.status = 'FAILED'
           order by t.id desc limit ${FAILURES_OF_LAUNCH}::int) f
      union
      select t.identity from newest n
        cross join lateral (
          select distinct t.identity from (
            select a.test_id from test_attempt a
             where a.status = 'FAILED'
               and a.test_id >= (select t.id from test t where t.launch_id = n.id and t.status = 'PASSED' order by t.id limit 1)
               and a.test_id <= (select t.id from test t where t.launch_id = n.id and t.status = 'PASSED' order by t.id desc limit 1)
             order by a.test_id desc limit ${FAILED_ATTEMPTS}::int) r
            join test t on t.id = r.test_id and t.launch_id = n.id and t.status = 'PASSED'
           limit ${FAILURES_OF_LAUNCH}::int) t),
    latest as (
      select l.* from failed f
        cross join lateral (
          select t.id, t.launch_id, t.name, t.identity from test t
           where t.project_id = ${projectId} and t.identity = f.identity and t.status <> 'IN_PROGRESS'
           order by t.id desc limit 1) l)
    select l.id as "testId", l.launch_id as "launchId", l.name, r.status, r.passed_manually, r.issue_id, r.is_retried
      from latest l
      cross join lateral (
        select t.id, ${RUN_COLUMNS} from test t
         where t.project_id = ${projectId} and t.identity = l.identity and t.id <= l.id and t.status <> 'IN_PROGRESS'
         order by t.id desc limit ${STABILITY_RUNS}::int) r
     order by l.id desc, r.id`.execute(db)
  const tests = new Map<number, { test: Pick<FlakyTest, 'testId' | 'launchId' | 'name'>; runs: EndedRun[] }>()
  for (const { testId, launchId, name, ...row } of rows) {
    const known = tests.get(testId) ?? { test: { testId, launchId, name }, runs: [] }
    known.runs.push(endedRunOf(row))
    tests.set(testId, known)
  }
  const flaky = [...tests.values()].flatMap(({ test, runs }) =>
    isFlaky(runs) ? [{ ...test, ...stabilityOf(runs) }] : [],
  )
  const items = flaky.toSorted((one, other) => (one.stability ?? 0) - (other.stability ?? 0)).slice(0, FLAKY_SHOWN)
  return { items, total: flaky.length }
}
