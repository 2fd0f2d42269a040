import { sql } from 'kysely'
import type { GateSettings } from '../../../contract/launches/gate-settings.ts'
import { GATE_RULES, type QualityGate, type QualityGateQuery } from '../../../contract/launches/quality-gate.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { notFound, wrongField } from '../../http/refusal.ts'
import { gateSettings } from '../gate/settings.ts'
import { isNewFailure, readGateFacts } from '../gate/facts.ts'
import { judge, type GatePolicy } from '../gate/judge.ts'
import { isQuarantined } from '../quarantine/active.ts'
import type { LaunchRow } from '../rows.ts'
import { launchBeforeChange } from './launch-before.ts'

/** Limit of the new failures listed by name. */
const NAMED = 20

/** Evaluates a launch against the thresholds of a query. */
export const readQualityGate = (db: Db, projectId: number, query: QualityGateQuery): Promise<QualityGate> =>
  inSnapshot(db, async (tx) => {
    const launch = await gatedLaunch(tx, projectId, query)
    const before = await launchBeforeChange(tx, launch)
    const [facts] = await readGateFacts(tx, [{ launch, before }])
    if (facts === undefined) throw new Error('a launch has no facts')
    const { named } = await newFailures(tx, launch, before)
    const { leftOut } = facts
    return {
      launch: { id: launch.id, number: launch.number, name: launch.name, status: launch.status },
      comparedWith: before === null ? null : { id: before.id, number: before.number },
      ...judge(facts, policyOf(query, await gateSettings.read(tx, projectId))),
      quarantined: leftOut.failed + leftOut.failedAsKnown + leftOut.blocked + leftOut.aborted,
      newFailures: named,
    }
  })

/** A query without thresholds uses the project's. */
const policyOf = (query: QualityGateQuery, settings: GateSettings): GatePolicy => ({
  thresholds: GATE_RULES.some((rule) => query[rule] !== undefined)
    ? // A call that sets other thresholds keeps the minimum number of tests of the project's policy.
      { ...query, minTests: query.minTests ?? settings.minTests }
    : settings,
  allowsIncomplete: query.allowIncomplete ?? settings.allowIncomplete,
})

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
     where t.launch_id = ${launch.id} and ${isNewFailure(sql`${before?.id ?? null}::bigint`)} and not ${isQuarantined}
     order by t.id limit ${NAMED}`.execute(tx)
  return { count: rows[0]?.count ?? 0, named: rows.map(({ testId, name }) => ({ testId, name })) }
}
