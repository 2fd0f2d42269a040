import path from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { tapNames } from '../../../contract/launches/test-names.ts'
import { beginReport, isStrict, type Report } from '../../client/src/live/report.ts'
import { now } from '../../client/src/original-globals.ts'
import { endOf, type EndedTest } from './test-end.ts'

/** Reports tests to Assay while they run. Writes nothing to its destination; prints to stderr only. */
export default async function* assayReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const report = beginReport({}, { framework: 'node:test', name: 'node:test', startedAt: now() })
  const tests = createTests(report)
  for await (const event of source) {
    if (event.type === 'test:start') tests.start(event.data)
    else if (event.type === 'test:pass') tests.end(event.data, true)
    else if (event.type === 'test:fail') tests.end(event.data, false)
    else if (event.type === 'test:stderr') tests.print(event.data)
  }
  const isReported = (await report?.end()) ?? false
  if (isStrict({}) && !isReported) process.exitCode = 1
  yield ''
}

/** Node names a file by its whole path in some events, and by a relative one in others. */
const pathOf = (file: string | undefined): string => path.resolve(file ?? '')

/** Characters of the errors of a file. */
const MAX_PRINTED = 100_000

/** Open test at a level of nesting. */
interface Level {
  name: string
  hasTests: boolean
  hasFailures: boolean
}

/** Node reports tests in the order of their declaration, those within a test before its end. */
const createTests = (report: Report | null) => {
  let levels: Level[] = []
  let count = 0
  const printed = new Map<string, string>()
  return {
    start: ({ name, nesting }: { name: string; nesting: number }): void => {
      levels = [...levels.slice(0, nesting), { name, hasTests: false, hasFailures: false }]
      const above = levels[nesting - 1]
      if (above) above.hasTests = true
    },
    end: (test: EndedTest, hasPassed: boolean): void => {
      const { name, nesting, file } = test
      const level = levels[nesting]
      const above = levels.slice(0, nesting)
      if (!hasPassed) for (const one of above) one.hasFailures = true
      // One with tests of its own is an entry only when it failed itself, as in a hook, or none of them did, as in imports of TAP.
      const isOwnFailure = !level?.hasFailures || test.details.error?.failureType === 'hookFailed'
      if (level?.hasTests && (hasPassed || !isOwnFailure)) return
      const key = String((count += 1))
      const endedAt = now()
      const names = tapNames(
        above.map((one) => one.name),
        name.trim() || `Test ${test.testNumber}`,
      )
      report?.startTest({ key, ...names, startedAt: endedAt - Math.round(test.details.duration_ms) })
      // A file that could not be loaded has printed why.
      const isFile = nesting === 0 && file?.endsWith(name) === true
      if (!hasPassed && isFile) report?.log(key, 'WARN', printed.get(pathOf(file)) ?? '')
      report?.endTest(key, { endedAt, ...endOf(test, hasPassed) })
    },
    print: ({ file, message }: { file?: string | undefined; message: string }): void => {
      const text = (printed.get(pathOf(file)) ?? '') + message
      printed.set(pathOf(file), text.slice(-MAX_PRINTED))
    },
  }
}
