import { z } from 'zod/mini'
import { TestStatus } from '../../../contract/launches/launches.ts'
import { clean } from '../../../contract/launches/clean.ts'
import type { Db } from '../../db/open.ts'

const uuid = z.nullish(
  z.pipe(
    z.string().check(z.maxLength(255)),
    z.transform((value: string) => clean(value)),
  ),
)

/**
 * Content of `REPORTING_RUN_CONTEXT`. Current form: the launch's uuid and which tests to run. Legacy form of the Java agent: `id` for the
 * uuid, `rerunOnlyFailures` and `statuses` (protocol 2.2).
 */
export const RunContext = z.object({
  testRunUuid: uuid,
  id: uuid,
  rerunOnlyFailures: z.nullish(z.boolean()),
  statuses: z.nullish(z.array(z.string())),
  testIds: z.nullish(z.array(z.int())),
  /** All tests of the launch, regardless of the selection: for agents that run whole files. */
  full: z.nullish(z.boolean()),
})
export type RunContext = z.infer<typeof RunContext>

const FAILED_LIKE = ['FAILED', 'SKIPPED', 'ABORTED', 'BLOCKED', 'IN_PROGRESS'] as const

interface TestToRun {
  id: number
  name: string
  correlationData: string | null
  status: string
  startedAt: string
  endedAt: string
}

/** Resolves with the launch to continue and the tests to run. Has no side effects. */
export const exchangeRunContext = async (db: Db, projects: readonly number[], context: RunContext) => {
  const uuid = context.testRunUuid ?? context.id ?? null
  const launch =
    uuid === null || projects.length === 0
      ? undefined
      : await db
          .selectFrom('launch')
          .select(['id', 'ended_by', 'comments'])
          .where('uuid', '=', uuid)
          .where('project_id', 'in', [...projects])
          .orderBy('id', 'desc')
          .executeTakeFirst()
  const base = {
    testRunUuid: uuid,
    runAllowed: true,
    reason: null,
    id: uuid,
    runExists: launch !== undefined,
    tests: [],
  }
  if (uuid === null)
    return {
      ...base,
      runAllowed: false,
      reason: 'The run context names no launch',
      mode: 'NEW',
      runOnlySpecificTests: false,
      testsToRun: [],
    }
  if (!launch) return { ...base, mode: 'NEW', runOnlySpecificTests: false, rerunOnlyFailedTests: false, testsToRun: [] }
  const isSpecific = !context.full && (context.testIds != null || context.rerunOnlyFailures === true)
  const tests = await testsOf(db, launch.id, context.full ? {} : context)
  const nothingToRun = isSpecific && tests.length === 0
  return {
    ...base,
    mode: 'RERUN',
    runAllowed: !nothingToRun,
    reason: nothingToRun ? 'No test of the launch is left to be run again' : null,
    runOnlySpecificTests: isSpecific,
    rerunOnlyFailedTests: context.rerunOnlyFailures === true,
    // Agents match tests by their correlation data, and some crash on an entry without it.
    testsToRun: tests.filter(({ correlationData }) => correlationData !== null),
    fullExecutionPlanContext: JSON.stringify({ testRunUuid: uuid, full: true }),
  }
}

const testsOf = async (
  db: Db,
  launchId: number,
  { testIds, rerunOnlyFailures, statuses }: RunContext,
): Promise<TestToRun[]> => {
  let query = db
    .selectFrom('test')
    .select(['id', 'name', 'correlation_data', 'status', 'started_at', 'ended_at'])
    .where('launch_id', '=', launchId)
    .orderBy('id')
  if (testIds != null) query = query.where('id', 'in', [0, ...testIds])
  else if (rerunOnlyFailures) {
    const known = (statuses ?? []).flatMap((status) => TestStatus.safeParse(status).data ?? [])
    query = query.where('status', 'in', known.length > 0 ? known : [...FAILED_LIKE])
  }
  return (await query.execute()).map((row) => ({
    id: row.id,
    name: row.name,
    correlationData: row.correlation_data,
    status: row.status,
    startedAt: row.started_at.toISOString(),
    // pytest and Robot require an end.
    endedAt: (row.ended_at ?? row.started_at).toISOString(),
  }))
}
