import { sql } from 'kysely'
import {
  COMPARISON_CLASSES,
  SLOWER_FACTOR,
  MIN_SLOWER_MS,
  type ComparedLaunch,
  type ComparedTest,
  type Comparison,
  type ComparisonClass,
  type ComparisonCounts,
  type ComparisonQuery,
} from '../../../contract/launches/comparison.ts'
import { passRate } from '../../../contract/launches/launches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import { kindOfRow, statisticsOf, type LaunchRow, type TestRow } from '../rows.ts'
import { findLaunch } from './find-launch.ts'
import { baselineOf } from './launch-before.ts'
import { inSnapshot } from '../../db/snapshot.ts'

/** Implements `compareLaunches`. */
export const readComparison = (
  db: Db,
  projectId: number,
  launchId: number,
  query: ComparisonQuery,
): Promise<Comparison> =>
  inSnapshot(db, async (tx) => {
    const launch = await findLaunch(tx, projectId, launchId)
    if (query.baselineId === launchId) throw wrongField('baselineId', 'Choose another launch')
    const baseline =
      query.baselineId === undefined ? await baselineOf(tx, launch) : await findLaunch(tx, projectId, query.baselineId)
    if (baseline === null)
      return { launch: headOf(launch), baseline: null, counts: NONE, unchanged: 0, items: [], total: 0 }
    const { rows } = await readPairs(tx, launch, baseline, query)
    const [{ counts, unchanged } = { counts: {}, unchanged: 0 }] = rows
    const all = { ...NONE, ...counts }
    const requested = query.class.length === 0 ? COMPARISON_CLASSES : query.class
    return {
      launch: headOf(launch),
      baseline: headOf(baseline),
      counts: all,
      unchanged,
      items: rows.flatMap((row) => (row.class === null ? [] : [testOf({ ...row, class: row.class })])),
      total: [...new Set(requested)].reduce((sum, name) => sum + all[name], 0),
    }
  })

const NONE: ComparisonCounts = { newFailure: 0, stillFailing: 0, fixed: 0, slower: 0, missing: 0, new: 0 }

const headOf = (row: LaunchRow): ComparedLaunch => ({
  launchId: row.id,
  launchNumber: row.number,
  name: row.name,
  status: row.status,
  environment: row.environment,
  build: row.build,
  startTime: row.started_at.toISOString(),
  passRate: passRate(statisticsOf(row)),
})

type Side = Pick<TestRow, 'status' | 'passed_manually' | 'issue_id'>
type Counted = { counts: Partial<ComparisonCounts>; unchanged: number }
/** The left join returns null columns for a page without rows, so that the counts are returned anyway. */
interface PairRow extends Counted {
  class: ComparisonClass | null
  name: string
  className: string | null
  testId: number | null
  baselineTestId: number | null
  status: TestRow['status'] | null
  passedManually: boolean | null
  issueId: string | null
  baselineStatus: TestRow['status'] | null
  baselinePassedManually: boolean | null
  baselineIssueId: string | null
  durationMs: number | null
  baselineDurationMs: number | null
}

const testOf = (row: PairRow & { class: ComparisonClass }): ComparedTest => ({
  testId: row.testId,
  baselineTestId: row.baselineTestId,
  name: row.name,
  className: row.className,
  class: row.class,
  kind: kindOfSide(row.status, row.passedManually, row.issueId),
  baselineKind: kindOfSide(row.baselineStatus, row.baselinePassedManually, row.baselineIssueId),
  durationMs: row.durationMs,
  baselineDurationMs: row.baselineDurationMs,
})

const kindOfSide = (status: Side['status'] | null, isManual: boolean | null, issueId: string | null) =>
  status === null ? null : kindOfRow({ status, passed_manually: isManual === true, issue_id: issueId })

/** Tests without a class and method are identified by their names. */
const sideOf = (launchId: number) => sql`
  select distinct on (key) coalesce(t.identity, 'name ' || t.name) as key, t.id, t.name, t.class_name, t.status, t.passed_manually, t.issue_id,
         greatest(0, extract(epoch from t.ended_at - t.started_at) * 1000)::int as ms
    from test t where t.launch_id = ${launchId} order by key, t.id desc`

const readPairs = (tx: Tx, launch: LaunchRow, baseline: LaunchRow, query: ComparisonQuery) =>
  sql<PairRow>`
    with pair as materialized (
      select n.id, b.id as b_id, coalesce(n.name, b.name) as name, coalesce(n.class_name, b.class_name) as class_name,
             n.status, n.passed_manually, n.issue_id, n.ms,
             b.status as b_status, b.passed_manually as b_passed_manually, b.issue_id as b_issue_id, b.ms as b_ms,
             case
               when n.status = 'FAILED' then case when b.status = 'FAILED' then 'stillFailing' else 'newFailure' end
               when n.status = 'PASSED' and b.status = 'FAILED' then 'fixed'
               when n.status = 'PASSED' and b.status = 'PASSED' and n.ms >= b.ms * ${SLOWER_FACTOR}::float8
                and n.ms - b.ms >= ${MIN_SLOWER_MS}::int then 'slower'
               when (n.id is null or n.status = 'SKIPPED') and b.status in ('PASSED', 'FAILED') then 'missing'
               when b.id is null then 'new'
             end as class
        from (${sideOf(launch.id)}) n full join (${sideOf(baseline.id)}) b on b.key = n.key
    ), counted as (
      select coalesce(jsonb_object_agg(class, tests) filter (where class is not null), '{}') as counts,
             coalesce(sum(own) filter (where class is null), 0)::int as unchanged
        from (select class, count(*)::int as tests, count(id)::int as own from pair group by class) c
    ), shown as (
      select *, row_number() over (
               order by array_position(${[...COMPARISON_CLASSES]}::text[], class), case when class = 'slower' then b_ms - ms end,
                        lower(name collate "C"), id, b_id) as place
        from pair where class = any(${[...(query.class.length === 0 ? COMPARISON_CLASSES : query.class)]}::text[])
    )
    select c.counts, c.unchanged, s.class, s.name, s.class_name as "className", s.id as "testId", s.b_id as "baselineTestId",
           s.status, s.passed_manually as "passedManually", s.issue_id as "issueId", s.b_status as "baselineStatus",
           s.b_passed_manually as "baselinePassedManually", s.b_issue_id as "baselineIssueId",
           s.ms as "durationMs", s.b_ms as "baselineDurationMs"
      from counted c
      left join shown s on s.place > ${query.offset}::int and s.place <= ${query.offset + query.limit}::int
     order by s.place`.execute(tx)
