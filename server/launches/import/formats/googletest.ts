import { IN_THE_ENTRY } from './attempts.ts'
import type { Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf } from './json-records.ts'
import { seconds, timeOf } from './numbers.ts'
import { joinReasons } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

export const GOOGLETEST: Format = {
  id: 'googletest',
  read: readGoogleTest,
  statuses: {
    completed: 'PASSED',
    failed: 'FAILED',
    skipped: 'SKIPPED',
    suppressed: 'SKIPPED',
    notrun: 'SKIPPED',
  },
  attempts: IN_THE_ENTRY,
  identity: 'The class and the name, with the index of a parameter, as in JUnit XML of Google Test.',
  attachments: 'None: the report has no files.',
  writers: 'Google Test: `--gtest_output=json`',
  notes: ['What `RecordProperty` sets is a label.'],
}

/** Fields that are no properties of the test. */
const OWN = new Set([
  'name',
  'file',
  'line',
  'status',
  'result',
  'timestamp',
  'time',
  'classname',
  'failures',
  'skipped',
  'properties',
])

async function* readGoogleTest(input: ReportInput): AsyncGenerator<Fact> {
  yield { kind: 'launch', framework: 'googletest' }
  let hasRun = false
  const isTest = (path: readonly (string | number)[]): boolean =>
    path.length === 4 && path[0] === 'testsuites' && path[2] === 'testsuite'
  for await (const records of recordsOf(input, isTest))
    for (const { value, around } of records) {
      const run = around[0] ?? {}
      if (!hasRun) yield { kind: 'launch', startedAt: timeOf(run.timestamp), failures: Number(run.failures ?? 0) || 0 }
      hasRun = true
      yield testOf(fieldsOf(value))
    }
}

const testOf = (test: Fields): TestFact => {
  const name = stringOf(test.name)
  const failures = listOf(test.failures).map((one) => stringOf(fieldsOf(one).failure))
  const skips = listOf(test.skipped).map((one) => stringOf(fieldsOf(one).message))
  const result = (stringOf(test.result) ?? stringOf(test.status) ?? '').toLowerCase()
  const labels = Object.entries(test).flatMap(([key, value]) => {
    const text = OWN.has(key) ? null : stringOf(value)
    return text === null ? [] : [{ key, value: text }]
  })
  return {
    kind: 'test',
    name,
    className: stringOf(test.classname),
    methodName: name,
    status: failures.length > 0 ? 'failed' : result,
    reason: joinReasons(failures.length > 0 ? failures : skips),
    // A test that did not run has the year 1970.
    startedAt: result === 'completed' || result === 'skipped' ? timeOf(test.timestamp) : timeOf(null),
    duration: seconds(test.time),
    labels,
  }
}
