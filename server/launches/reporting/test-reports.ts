import { TestReport, type ReportedStep, type ReportedTests } from '../../../contract/launches/reporting.ts'
import { fieldErrors } from '../../http/errors.ts'
import { Refusal } from '../../http/refusal.ts'
import { toSteps } from '../import/formats/to-steps.ts'
import type { TestRow } from '../rows.ts'
import type { Batch, Needs } from '../writer/batch.ts'
import type { Operation } from '../writer/operation.ts'
import { levelOf } from './log-operations.ts'
import { endTest, labelTest, restartTest, startTest } from './test-operations.ts'
import { touchOrReviveLaunch } from './touch-launch.ts'

/** Applies what a reporter has collected, in its order. Entries that are wrong, or of tests that do not exist, are left out and named. */
export const reportTests = (launchId: number, given: readonly unknown[]): Operation<ReportedTests> => {
  const wrong: ReportedTests['problems'] = []
  const entries = given.flatMap((entry, index) => {
    const parsed = TestReport.safeParse(entry)
    if (parsed.success) return [prepare(launchId, parsed.data, index)]
    const [first] = fieldErrors(parsed.error)
    wrong.push({ index, message: first === undefined ? 'Is not valid' : `${first.field}: ${first.message}` })
    return []
  })
  return {
    needs: needsOf(launchId, entries),
    apply: (batch) => {
      batch.setLaunch(touchOrReviveLaunch(batch.launch(launchId), batch.now))
      const ids = new Map<string, number>()
      const problems = [...wrong]
      for (const entry of entries) {
        const test = testOf(batch, launchId, entry, ids.get(entry.report.key) ?? entry.report.id)
        if (test === null) problems.push({ index: entry.index, message: 'The test does not exist' })
        else {
          ids.set(entry.report.key, test.id)
          const problem = addLabels(batch, test, entry.report)
          if (problem !== null) problems.push({ index: entry.index, message: problem })
          addDetails(batch, test, entry.report)
          entry.end?.apply(batch, test.id)
        }
      }
      return { tests: [...ids].map(([key, id]) => ({ key, id })), problems }
    },
  }
}

interface Prepared {
  report: TestReport
  index: number
  start: Operation<TestRow> | null
  end: ReturnType<typeof endTest> | null
}

const prepare = (launchId: number, report: TestReport, index: number): Prepared => ({
  report,
  index,
  start: report.start ? startTest(launchId, report.start, false) : null,
  end: report.finish ? endTest(launchId, report.finish) : null,
})

const needsOf = (launchId: number, entries: readonly Prepared[]): Needs => ({
  launches: [launchId],
  createsTests: entries.filter(({ start }) => start !== null).length,
  tests: entries.flatMap(({ report }) => report.id ?? []),
  testsOf: entries.flatMap(({ start }) => start?.needs.testsOf ?? []),
  usernames: entries.flatMap(({ start }) => start?.needs.usernames ?? []),
  failures: entries.flatMap(({ end }) => end?.failures ?? []),
})

/** Returns the test of an entry, which starts first if the entry has a start; null for one that does not exist. */
const testOf = (
  batch: Batch,
  launchId: number,
  { report: { start: given }, start }: Prepared,
  id: number | null,
): TestRow | null => {
  if (id === null) return start === null ? null : start.apply(batch)
  const known = batch.findTest(launchId, id)
  return known !== null && given ? restartTest(launchId, id, given, false).apply(batch) : known
}

/** Returns why the labels are left out, as when those of all attempts are too many; null if they are added. */
const addLabels = (batch: Batch, { id, launch_id: launchId }: TestRow, { labels }: TestReport): string | null => {
  try {
    if (labels.length > 0) labelTest(launchId, id, labels).apply(batch)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

const addDetails = (batch: Batch, { id, attempt }: TestRow, { logs, steps }: TestReport): void => {
  for (const { level, timestamp, message } of logs)
    batch.logLines.push({ test_id: id, attempt, at: timestamp, level: levelOf(level), message })
  if (steps == null) return
  const bounded = toSteps(steps.items.map(factOf), RESULTS, steps.omitted, () => {})
  if (bounded.steps.length + bounded.omitted > 0)
    batch.steps.push({
      test_id: id,
      attempt,
      steps: [...bounded.steps],
      step_count: bounded.steps.length,
      omitted: bounded.omitted,
    })
}

const RESULTS = {
  PASSED: 'PASSED',
  FAILED: 'FAILED',
  SKIPPED: 'SKIPPED',
  ABORTED: 'ABORTED',
  BLOCKED: 'BLOCKED',
} as const

const factOf = ({ title, status = null, ...step }: ReportedStep) => ({ ...step, name: title, status })
