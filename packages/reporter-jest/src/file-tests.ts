import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCaseResult, TestResult } from '@jest/reporters'
import { jestNames } from '../../../contract/launches/test-names.ts'
import { errorsText } from '../../client/src/live/error-text.ts'
import type { Attachment, TestEnd, TestStart } from '../../client/src/live/pending-reports.ts'
import type { Report } from '../../client/src/live/report.ts'

export type CaseStart = Parameters<NonNullable<Reporter['onTestCaseStart']>>[1]
/** Result of a test when it ends, which has `startedAt`, or when its file does, which has `startAt`. */
type CaseResult = TestCaseResult | TestResult['testResults'][number]
type Titles = Pick<CaseStart, 'ancestorTitles' | 'title'>

interface Tracked {
  key: string
  titles: string
  isOpen: boolean
  /** Number of attempts that have ended. */
  ended: number
  hasFailed: boolean
}

const MAX_ATTEMPTS = 100

export interface FileTests {
  start: (start: CaseStart) => void
  end: (result: CaseResult) => void
  /** Ends the file: reports the tests and attempts that have not been, and the output of the file. */
  complete: (result: TestResult) => void
}

/** Reports the tests of a file that runs. `id` is that of the file in the launch. */
export const createFileTests = (
  report: Report,
  { id, fileName, project }: { id: number; fileName: string; project: string | null },
): FileTests => {
  const all: Tracked[] = []
  const add = (titles: Titles): Tracked => {
    const test = { key: `${id}.${all.length}`, titles: textOf(titles), isOpen: false, ended: 0, hasFailed: false }
    all.push(test)
    return test
  }
  const startOf = (test: Tracked, { ancestorTitles, title }: Titles, startedAt: number): TestStart => ({
    ...jestNames({ ancestors: ancestorTitles, title, fileName }),
    key: test.key,
    startedAt,
    labels: project === null ? [] : [{ key: 'project', value: project }],
  })
  /** Reports the attempts that have not been. */
  const endAttempts = (test: Tracked, result: CaseResult): void => {
    const attempts = Math.min(attemptsOf(result), MAX_ATTEMPTS)
    const startedAt = startOfResult(result)
    while (test.ended < attempts) {
      const isLast = test.ended === attempts - 1
      if (!test.isOpen) report.startTest(startOf(test, result, startedAt))
      const earlier = {
        endedAt: startedAt,
        result: 'FAILED',
        reason: errorsText(result.retryReasons?.slice(test.ended, test.ended + 1)),
      } as const
      report.endTest(test.key, isLast ? endOf(result, startedAt) : earlier)
      test.isOpen = false
      test.ended += 1
    }
    test.hasFailed = result.status === 'failed'
  }

  return {
    start: (started) => {
      const titles = textOf(started)
      // Another attempt, or another test with the same titles: only the result tells which.
      if (all.some((test) => test.titles === titles && !test.isOpen)) return
      const test = add(started)
      test.isOpen = true
      report.startTest(startOf(test, started, started.startedAt ?? Date.now()))
    },
    end: (result) => {
      const titles = textOf(result)
      const ended = attemptsOf(result) - 1
      endAttempts(all.find((test) => test.titles === titles && test.ended === ended) ?? add(result), result)
    },
    complete: ({ testResults, console: output = [] }) => {
      const waiting = [...all]
      const tests = testResults.map((result) => {
        const titles = textOf(result)
        const at = waiting.findIndex((test) => test.titles === titles)
        const test = waiting.splice(at, at < 0 ? 0 : 1)[0] ?? add(result)
        endAttempts(test, result)
        return test
      })
      // Jest does not tell which test has printed it.
      const failed = tests.filter(({ hasFailed }) => hasFailed)
      for (const { key } of failed.length > 0 ? failed : tests.slice(0, 1))
        for (const { type, message } of output)
          report.log(key, type === 'error' || type === 'warn' ? 'WARN' : 'INFO', stripVTControlCharacters(message))
    },
  }
}

const textOf = ({ ancestorTitles, title }: Titles): string => JSON.stringify([ancestorTitles, title])

const attemptsOf = ({ invocations = 1 }: CaseResult): number => Math.max(invocations, 1)

const startOfResult = (result: CaseResult): number => {
  const startedAt = 'startedAt' in result ? result.startedAt : result.startAt
  return startedAt ?? Date.now() - (result.duration ?? 0)
}

const endOf = ({ status, duration, failureMessages }: CaseResult, startedAt: number): TestEnd => {
  const endedAt = startedAt + (duration ?? 0)
  if (status === 'passed') return { endedAt, result: 'PASSED' }
  if (status !== 'failed') return { endedAt, result: 'SKIPPED' }
  const reason = errorsText(failureMessages)
  return { endedAt, result: 'FAILED', reason, attachments: imagesIn(reason ?? '') }
}

const DIFFERENCE = 'See diff for details: '

/** Returns the images of differences that jest-image-snapshot names in a failure. */
const imagesIn = (reason: string): Attachment[] =>
  reason
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(DIFFERENCE) && line.endsWith('.png'))
    .map((line) => ({ path: line.slice(DIFFERENCE.length), contentType: 'image/png' }))
