import { jestNames } from '../../../../contract/launches/test-names.ts'
import { IN_THE_ENTRY } from './attempts.ts'
import type { AttemptFact, Fact, TestFact } from './facts.ts'
import type { Format, ReportInput } from './format.ts'
import { fieldsOf, listOf, recordsOf, stringOf } from './json-records.ts'
import { epochMs, milliseconds } from './numbers.ts'
import { baseName, joinReasons } from './texts.ts'

type Fields = Readonly<Record<string, unknown>>

export const JEST: Format = {
  id: 'jest',
  read: readJest,
  statuses: {
    passed: 'PASSED',
    failed: 'FAILED',
    'error of a file': 'FAILED',
    skipped: 'SKIPPED',
    pending: 'SKIPPED',
    todo: 'SKIPPED',
    disabled: 'SKIPPED',
    focused: 'SKIPPED',
  },
  attempts: IN_THE_ENTRY,
  identity: 'The titles of the `describe` blocks, or else the name of the file, and the title.',
  attachments: 'None: the report has no files.',
  writers: 'Jest and Vitest: `--json --outputFile=…`, `--reporter=json`',
  notes: [
    '`invocations` of Jest and the failures of a passed test of Vitest are earlier attempts.',
    'A file that could not be loaded, or that failed without a failed test, is a failed entry.',
  ],
}

async function* readJest(input: ReportInput): AsyncGenerator<Fact> {
  for await (const records of recordsOf(input, (path) => path.length === 2 && path[0] === 'testResults'))
    for (const { value, path, around } of records) {
      const run = around[0] ?? {}
      if (path[1] === 0)
        yield {
          kind: 'launch',
          framework: run.numRuntimeErrorTestSuites === undefined ? 'vitest' : 'jest',
          startedAt: epochMs(run.startTime),
          failures: Number(run.numFailedTests ?? 0) || 0,
        }
      yield* testsOf(fieldsOf(value))
    }
}

function* testsOf(file: Fields): Generator<Fact> {
  const fileName = baseName(stringOf(file.name))
  const tests = listOf(file.assertionResults).map(fieldsOf)
  for (const test of tests) yield testOf(test, fileName)
  const message = stringOf(file.message)
  // The message repeats the failures of tests.
  if (file.status === 'failed' && !tests.some(({ status }) => status === 'failed'))
    yield {
      kind: 'test',
      name: fileName,
      className: fileName,
      methodName: fileName,
      status: 'error of a file',
      reason: message,
      startedAt: epochMs(file.startTime),
    }
}

const testOf = (test: Fields, fileName: string | null): TestFact => {
  const title = stringOf(test.title) ?? ''
  const status = stringOf(test.status)
  const failures = listOf(test.failureMessages).map(stringOf)
  return {
    kind: 'test',
    ...jestNames({ ancestors: listOf(test.ancestorTitles).map((one) => stringOf(one) ?? ''), title, fileName }),
    status,
    reason: status === 'passed' ? null : joinReasons(failures),
    startedAt: epochMs(test.startAt),
    duration: milliseconds(test.duration),
    attempts: attemptsOf(test, status === 'passed' ? failures : []),
    groups: listOf(test.tags).map(stringOf),
  }
}

const ATTEMPTS_LIMIT = 100

/** Jest counts the runs and may list why it repeated them; Vitest leaves the failures at the test that passed. */
const attemptsOf = ({ invocations, retryReasons }: Fields, failures: readonly (string | null)[]): AttemptFact[] => {
  const reasons = [...listOf(retryReasons).map(stringOf), ...failures]
  const counted = typeof invocations === 'number' && invocations > 1 ? Math.floor(invocations) - 1 : 0
  const count = Math.min(Math.max(reasons.length, counted), ATTEMPTS_LIMIT)
  return Array.from({ length: count }, (_, at) => ({ status: 'failed', reason: reasons[at] ?? null }))
}
