import { sql } from 'kysely'
import type { ComparisonClass } from '../../../contract/launches/comparison.ts'
import type { QualityGate } from '../../../contract/launches/quality-gate.ts'
import type { Db } from '../../db/open.ts'
import { isQuarantined } from '../quarantine/active.ts'
import type { LaunchRow } from '../rows.ts'
import { readComparison } from './comparison.ts'
import { newFailures, readQualityGate } from './quality-gate.ts'
import { RETRIED } from './stability.ts'

/** Tests by what their author wants to know; a test can be in several lists. */
export interface TestChanges {
  gate: QualityGate
  /** Launch that this one is compared with; null for the first. */
  baseline: { id: number; number: number; branch: string | null } | null
  /** Failures that the gate counts as new. */
  newFailures: NamedTests
  /** Failed in the baseline, and passed now. */
  fixed: NamedTests
  /** Passed after a failed attempt. */
  flaky: NamedTests
  /** Failures that do not count because the tests are in quarantine. */
  quarantined: NamedTests
  /** Failures that the baseline had, too. */
  stillFailing: NamedTests
}

/** Number of the tests, and the first of them. */
export interface NamedTests {
  count: number
  tests: { testId: number; name: string }[]
}

const NONE: NamedTests = { count: 0, tests: [] }
const NAMED = 20

/** Resolves with what a finished launch changed, by the project's gate and the launch that the gate compares it with. */
export const readTestChanges = async (db: Db, launch: LaunchRow): Promise<TestChanges> => {
  const gate = await readQualityGate(db, launch.project_id, {
    launchId: launch.id,
    allowIncomplete: undefined,
    enforce: false,
  })
  const baseline =
    gate.comparedWith === null
      ? undefined
      : await db.selectFrom('launch').selectAll().where('id', '=', gate.comparedWith.id).executeTakeFirst()
  const compared = async (name: ComparisonClass): Promise<NamedTests> => {
    if (baseline === undefined) return NONE
    const query = { baselineId: baseline.id, class: [name], offset: 0, limit: NAMED }
    const { items, total } = await readComparison(db, launch.project_id, launch.id, query)
    return { count: total, tests: items.flatMap(({ testId, name }) => (testId === null ? [] : [{ testId, name }])) }
  }
  const failures = await newFailures(db, launch, baseline ?? null)
  return {
    gate,
    baseline:
      baseline === undefined
        ? null
        : { id: baseline.id, number: baseline.number, branch: baseline.origin.branch ?? null },
    newFailures: { count: failures.count, tests: failures.named },
    fixed: await compared('fixed'),
    flaky: await testsWith(db, launch.id, RETRIED),
    quarantined: await testsWith(db, launch.id, sql`t.status in ('FAILED', 'BLOCKED', 'ABORTED') and ${isQuarantined}`),
    stillFailing: await compared('stillFailing'),
  }
}

const testsWith = async (db: Db, launchId: number, condition: ReturnType<typeof sql>): Promise<NamedTests> => {
  const { rows } = await sql<{ testId: number; name: string; count: number }>`
    select t.id as "testId", t.name, count(*) over ()::int as count
      from test t where t.launch_id = ${launchId} and ${condition}
     order by t.id limit ${NAMED}`.execute(db)
  return { count: rows[0]?.count ?? 0, tests: rows.map(({ testId, name }) => ({ testId, name })) }
}
