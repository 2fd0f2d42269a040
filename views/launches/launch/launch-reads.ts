import type { z } from 'zod/mini'
import { getTest } from '../../../contract/launches/test-details.ts'
import { listTests, type LaunchTest, type TestsQuery } from '../../../contract/launches/launch-tests.ts'
import type { TestsPage } from '../../../machines/launches/launch-page.machine.ts'
import { isTestsFiltered } from '../../../machines/launches/test-filters.ts'
import type { Send } from '../../../services/http/http.ts'
import { whenIdle } from '../../application/when-idle.ts'
import { testsQuestion } from '../address.ts'
import { askAhead, type AskAhead } from './ask-ahead.ts'

export type TestsAnswer = z.infer<typeof listTests.answer>
type Detail = z.infer<typeof getTest.answer>
/** Cache key of a test: another result or attempt reloads it. */
type Shown = Pick<LaunchTest, 'id' | 'status' | 'attempts' | 'finishTime'>

/** Calls of a launch's page about tests: pages of tests, and one test with all its failures. */
export interface LaunchReads {
  tests: AskAhead<TestsQuery, TestsAnswer>
  details: AskAhead<Shown, Detail>
  /** Prefetches on idle what is most likely opened from a page of tests. */
  expectNext(query: TestsQuery, shown: TestsAnswer): void
}

/** Converts an answer to what the page shows. */
export const testsPageOf = ({ items, _meta, groups, groupsTotal }: TestsAnswer): TestsPage => ({
  rows: items,
  total: _meta.total,
  groups,
  groupsTotal,
})

export const launchReads = (send: Send, projectKey: string, launchId: number): LaunchReads => {
  const tests = askAhead<TestsQuery, TestsAnswer>(
    (query, signal) => send(listTests, { params: { projectKey, launchId }, query, signal }),
    testsQuestion,
  )
  const details = askAhead<Shown, Detail>(
    ({ id }) => send(getTest, { params: { projectKey, launchId, testId: id } }),
    ({ id, status, attempts, finishTime }) => `${id} ${status} ${attempts} ${finishTime}`,
  )
  return {
    tests,
    details,
    expectNext: (query, { items, statistics: { failed, inProgress } }) => {
      // While tests run, a prefetched answer is outdated immediately.
      if (failed === 0 || inProgress > 0) return
      const first = items.find(({ status, message }) => status === 'FAILED' && message !== null)
      whenIdle(() => {
        if (first !== undefined) details.expect(first)
        if (!isTestsFiltered(query)) tests.expect({ ...query, testsState: ['failed'], page: 1 })
      })
    },
  }
}
