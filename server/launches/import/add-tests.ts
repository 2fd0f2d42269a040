import type { TestStep } from '../../../contract/launches/test-details.ts'
import { cut } from '../../db/storable.ts'
import { failureOf, NO_FAILURE, NO_TAG, tagOfFailure, type FailureTagged } from '../failure.ts'
import { addTestCases, sortLabels } from '../reporting/labels.ts'
import { recount } from '../result.ts'
import { testIdentity } from '../../../contract/launches/test-identity.ts'
import type { TestRow } from '../rows.ts'
import type { Batch } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { NO_STEPS, type ReportedTest } from './formats/reported.ts'

/** Test with its times, which are missing in some reports. */
export interface TimedTest extends ReportedTest {
  start: Date
  end: Date
}

/** Test prepared for storing: everything that does not depend on stored rows. */
export interface PreparedTest {
  row: Omit<TestRow, 'id' | 'launch_id' | 'project_id' | 'shard' | keyof FailureTagged>
  attempts: Omit<Batch['attempts'][number], 'test_id'>[]
  logLines: Omit<Batch['logLines'][number], 'test_id'>[]
  steps: Omit<Batch['steps'][number], 'test_id'>[]
  /** Attached once the test has an id. `at`: milliseconds since 1970. */
  attachments: { id: number; name: string; attempt: number; step: number | null; at: number }[]
}

/** Does most of an import's work in this thread before the writer is needed. */
export const prepareTests = (tests: readonly TimedTest[]): PreparedTest[] =>
  tests.map((test) => {
    const row = rowOf(test)
    return {
      row,
      attempts: test.earlier.map(({ status, reason }, i) => ({
        attempt: i + 1,
        status,
        reason: failureOf(reason).reason,
        started_at: test.start,
        ended_at: test.start,
      })),
      logLines: [...test.earlier.map(({ output }) => output ?? []), test.output].flatMap((output, i) =>
        output.map(({ level, message }) => ({ attempt: i + 1, at: test.start.getTime(), level, message })),
      ),
      steps: [...test.earlier.map(({ steps }) => steps ?? NO_STEPS), test.steps].flatMap(({ steps, omitted }, i) =>
        steps.length + omitted === 0 ? [] : [{ attempt: i + 1, steps: [...steps], step_count: steps.length, omitted }],
      ),
      attachments: [...test.earlier, test].flatMap(({ attachments = [], steps = NO_STEPS }, i) =>
        attachments.map(({ id, name, step }) => ({
          id,
          name,
          attempt: i + 1,
          step,
          at: endOf(steps.steps[step ?? -1], test.start) ?? (i < test.earlier.length ? test.start : test.end).getTime(),
        })),
      ),
    }
  })

/** Returns the end of a step in milliseconds since 1970; null if its time is unknown. `start`: of its attempt. */
const endOf = (step: TestStep | undefined, start: Date): number | null =>
  step?.startMs === undefined ? null : start.getTime() + step.startMs + (step.durationMs ?? 0)

/** Stores tests of a report as finished tests of a launch in progress. Resolves with their ids in the same order. */
export const addReportedTests = (
  { launchId, projectId, shard = null }: { launchId: number; projectId: number; shard?: number | null },
  tests: readonly PreparedTest[],
): Operation<number[]> => ({
  needs: {
    launches: [launchId],
    createsTests: tests.length,
    quarantine: tests.map(({ row }) => ({ project_id: projectId, identity: row.identity })),
    failures: [{ launchId, keys: failureKeysOf(tests) }],
  },
  apply: (batch) => {
    const launch = { ...batch.launch(launchId), heard_at: batch.now }
    const ids: number[] = []
    for (const test of tests) {
      const row: TestRow = {
        ...test.row,
        id: batch.ids.test(),
        launch_id: launch.id,
        project_id: launch.project_id,
        shard,
        ...(test.row.status === 'FAILED' ? tagOfFailure(batch, launch.project_id, test.row.failure_key, null) : NO_TAG),
      }
      batch.setTest(row)
      batch.complete.add(row.id)
      ids.push(row.id)
      recount(launch, null, row)
      for (const attempt of test.attempts) batch.attempts.push({ ...attempt, test_id: row.id })
      for (const steps of test.steps) batch.steps.push({ ...steps, test_id: row.id })
      for (const line of test.logLines) batch.logLines.push({ ...line, test_id: row.id })
    }
    batch.setLaunch(launch)
    return ids
  },
})

/** Returns the failure keys of these tests, by which the writer loads the tags of their causes. */
export const failureKeysOf = (tests: readonly PreparedTest[]): (string | null)[] =>
  tests.flatMap(({ row }) => (row.status === 'FAILED' ? [row.failure_key] : []))

const rowOf = (test: TimedTest): PreparedTest['row'] => {
  const sorted = sortLabels(test.labels.map(({ key, value }) => ({ key: cut(key, 255), value: cut(value, 4000) })))
  const name = cut(test.name, 4000)
  const className = test.className === null ? null : cut(test.className, 2000)
  const methodName = test.methodName === null ? null : cut(test.methodName, 2000)
  return {
    name,
    class_name: className,
    method_name: methodName,
    arguments_index: null,
    identity: testIdentity(className, methodName ?? name, test.variant),
    correlation_data: null,
    owner: test.owner === null ? null : cut(test.owner, 255),
    maintainer_id: null,
    labels: sorted.labels,
    test_cases: addTestCases(
      [],
      sorted.testCases.map(({ tcmType, testCaseId }) => ({ tcmType, testCaseId: cut(testCaseId, 255) })),
    ),
    test_groups: test.groups.map((group) => cut(group, 255)),
    ...(test.status === 'PASSED' || test.reason === null ? NO_FAILURE : failureOf(test.reason)),
    status: test.status,
    passed_manually: false,
    headless: false,
    issue_id: null,
    refs: [...test.links],
    attempt: test.earlier.length + 1,
    sessions_count: 0,
    artifacts_count: 0,
    has_trace: false,
    started_at: test.start,
    ended_at: test.end,
  }
}
