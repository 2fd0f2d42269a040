import { sql } from 'kysely'
import { isUnderWay, passRate, testsIn } from '../../../contract/launches/launches.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import {
  GATE_RULES,
  type GateRule,
  type QualityGate,
  type QualityGateQuery,
} from '../../../contract/launches/quality-gate.ts'
import type { GateSettings } from '../../../contract/launches/gate-settings.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import { readGateSettings } from '../gate-settings.ts'
import { isInForce } from '../quarantine/active.ts'
import { readLeftOut, type LeftOut } from '../quarantine/read.ts'
import { shardsOf, statisticsOf, type LaunchRow } from '../rows.ts'
import { launchBeforeChange } from './launch-before.ts'
import { inSnapshot } from '../../db/snapshot.ts'

/** Limit of the new failures listed by name. */
const NAMED = 20

/** Evaluates a launch against the thresholds of a query. */
export const readQualityGate = (db: Db, projectId: number, query: QualityGateQuery): Promise<QualityGate> =>
  inSnapshot(db, async (tx) => {
    const launch = await gatedLaunch(tx, projectId, query)
    const before = await launchBeforeChange(tx, launch)
    const fresh = await newFailures(tx, launch, before)
    const leftOut = await readLeftOut(tx, projectId, launch.id)
    const actual = actualsOf(launch, leftOut, fresh.count)
    const settings = await readGateSettings(tx, projectId)
    const thresholds = withDefaults(query, settings)
    const allowsIncomplete = query.allowIncomplete ?? settings.allowIncomplete
    const checks = rulesOf(thresholds).map(({ rule, wanted }) => {
      const value = actual[rule]
      const isPassed = value !== null && (MINIMUMS.has(rule) ? value >= wanted : value <= wanted)
      return { rule, wanted, actual: value, isPassed }
    })
    const reasons = reasonsAgainst(launch, allowsIncomplete, thresholds, actual)
    const verdict = isUnderWay(launch.status)
      ? 'pending'
      : reasons.length === 0 && checks.every(({ isPassed }) => isPassed)
        ? 'passed'
        : 'failed'
    return {
      verdict,
      launch: { id: launch.id, number: launch.number, name: launch.name, status: launch.status },
      comparedWith: before === null ? null : { id: before.id, number: before.number },
      checks,
      reasons,
      quarantined: leftOut.failed + leftOut.failedAsKnown + leftOut.blocked + leftOut.aborted,
      newFailures: fresh.named,
    }
  })

/** Rules whose threshold must be reached; the others must not be exceeded. */
const MINIMUMS: ReadonlySet<GateRule> = new Set(['minPassRate', 'minTests'])

/** A query without thresholds uses the project's. */
const withDefaults = (query: QualityGateQuery, settings: GateSettings): Thresholds =>
  GATE_RULES.some((rule) => query[rule] !== undefined)
    ? // A call that sets other thresholds keeps the minimum number of tests of the project's policy.
      { ...query, minTests: query.minTests ?? settings.minTests }
    : settings

/** Returns why a launch says nothing about the product, or not everything. */
const reasonsAgainst = (
  { labels, shards }: LaunchRow,
  allowsIncomplete: boolean,
  { minTests }: Thresholds,
  actual: Record<GateRule, number | null>,
): string[] => [
  ...((minTests ?? 1) > 0 && actual.minTests === 0 ? ['No tests ran'] : []),
  ...(!allowsIncomplete && labels.some(({ key, value }) => key === PARTIAL_LABEL.key && value === PARTIAL_LABEL.value)
    ? ['A part of the reports could not be imported']
    : []),
  ...(allowsIncomplete ? [] : missingShards(shards)),
]

const missingShards = (shards: LaunchRow['shards']): string[] => {
  if (shards === null) return []
  const { total, done } = shardsOf(shards)
  return done === total ? [] : [`Only ${done} of ${total} shards have been reported`]
}

type Thresholds = { [Rule in GateRule]?: number | null | undefined }

/** Without thresholds for results, no test may have failed. */
const rulesOf = (thresholds: Thresholds): { rule: GateRule; wanted: number }[] => {
  const rules = GATE_RULES.flatMap((rule) => {
    const requested = thresholds[rule] ?? null
    return requested === null ? [] : [{ rule, wanted: requested }]
  })
  return rules.some(({ rule }) => rule !== 'minTests') ? rules : [{ rule: 'maxFailures', wanted: 0 }, ...rules]
}

/** Null for the rate of zero tests: it meets no threshold. */
const actualsOf = (launch: LaunchRow, leftOut: LeftOut, freshCount: number): Record<GateRule, number | null> => {
  const all = statisticsOf(launch)
  const counts = {
    ...all,
    failed: all.failed - leftOut.failed,
    failedAsKnown: all.failedAsKnown - leftOut.failedAsKnown,
    blocked: all.blocked - leftOut.blocked,
    aborted: all.aborted - leftOut.aborted,
  }
  const rate = passRate(counts)
  return {
    minPassRate: rate === null ? null : Math.round(rate * 10_000) / 100,
    maxFailures: counts.failed + counts.aborted + counts.blocked,
    maxNewFailures: freshCount,
    maxSkipped: counts.skipped,
    minTests: testsIn(all) - all.skipped - all.inProgress,
  }
}

const gatedLaunch = async (
  tx: Tx,
  projectId: number,
  { launchId, name, build, uuid }: QualityGateQuery,
): Promise<LaunchRow> => {
  if (launchId === undefined && name === undefined && build === undefined && uuid === undefined)
    throw wrongField('launchId', 'Name a launch: by launchId, uuid, name or build')
  let launches = tx.selectFrom('launch').selectAll().where('project_id', '=', projectId)
  if (launchId !== undefined) launches = launches.where('id', '=', launchId)
  if (name !== undefined) launches = launches.where('name', '=', name)
  if (build !== undefined) launches = launches.where('build', '=', build)
  if (uuid !== undefined) launches = launches.where('uuid', '=', uuid)
  const row = await launches.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!row) throw notFound(TEXTS.launchNotFound)
  return row
}

/** Resolves with the number of failures without a known issue that the previous launch did not have, and the first of them. */
export const newFailures = async (
  tx: Db | Tx,
  launch: LaunchRow,
  before: { id: number } | null,
): Promise<{ count: number; named: QualityGate['newFailures'] }> => {
  const { rows } = await sql<{ testId: number; name: string; count: number }>`
    select t.id as "testId", t.name, count(*) over ()::int as count
      from test t
     where t.launch_id = ${launch.id} and t.status = 'FAILED' and t.issue_id is null
       and not exists (select from test p
                        where p.launch_id = ${before?.id ?? null}::bigint and p.identity = t.identity and p.status = 'FAILED')
       and not exists (select from quarantined_test q
                        where q.project_id = ${launch.project_id} and q.identity = t.identity and ${isInForce})
     order by t.id limit ${NAMED}`.execute(tx)
  return { count: rows[0]?.count ?? 0, named: rows.map(({ testId, name }) => ({ testId, name })) }
}
