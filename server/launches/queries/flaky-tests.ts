import { sql } from 'kysely'
import {
  FLAKY_LAUNCHES,
  FLAKY_SHOWN,
  isFlaky,
  STABILITY_RUNS,
  type FlakyTest,
} from '../../../contract/launches/test-stability.ts'
import type { Db } from '../../db/open.ts'
import { kindOfRow, type TestRow } from '../rows.ts'
import { stabilityOf } from './stability.ts'

/** Failures read per launch: a launch with more failures says little about single tests. */
const FAILURES_OF_LAUNCH = 200

/**
 * Resolves with the flaky tests among those that failed in the newest launches of a project, the least stable first, and their number.
 * Reads a bounded number of rows by index, however large launches are.
 */
export const findFlakyTests = async (db: Db, projectId: number): Promise<{ items: FlakyTest[]; total: number }> => {
  const { rows } = await sql<
    { testId: number; launchId: number; name: string } & Pick<TestRow, 'status' | 'passed_manually' | 'issue_id'>
  >`
    with newest as (select id from launch where project_id = ${projectId} order by id desc limit ${FLAKY_LAUNCHES}::int),
    failed as (
      select distinct f.identity from newest n
        cross join lateral (
          select t.identity from test t where t.launch_id = n.id and t.status = 'FAILED'
           order by t.id desc limit ${FAILURES_OF_LAUNCH}::int) f),
    latest as (
      select l.* from failed f
        cross join lateral (
          select t.id, t.launch_id, t.name, t.identity from test t
           where t.project_id = ${projectId} and t.identity = f.identity and t.status <> 'IN_PROGRESS'
           order by t.id desc limit 1) l)
    select l.id as "testId", l.launch_id as "launchId", l.name, r.status, r.passed_manually, r.issue_id
      from latest l
      cross join lateral (
        select t.id, t.status, t.passed_manually, t.issue_id from test t
         where t.project_id = ${projectId} and t.identity = l.identity and t.id <= l.id and t.status <> 'IN_PROGRESS'
         order by t.id desc limit ${STABILITY_RUNS}::int) r
     order by l.id desc, r.id`.execute(db)
  const tests = new Map<number, FlakyTest>()
  for (const { testId, launchId, name, ...row } of rows) {
    const recent = [...(tests.get(testId)?.recent ?? []), kindOfRow(row)]
    tests.set(testId, { testId, launchId, name, ...stabilityOf(recent) })
  }
  const flaky = [...tests.values()].filter(({ recent }) => isFlaky(recent))
  const items = flaky.toSorted((one, other) => (one.stability ?? 0) - (other.stability ?? 0)).slice(0, FLAKY_SHOWN)
  return { items, total: flaky.length }
}
