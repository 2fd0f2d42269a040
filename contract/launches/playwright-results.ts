/** Results of Playwright's tests, as imports and our reporter count them. */
import type { TestStatus } from './launches.ts'

export const RUN_ERROR = 'error of the run'
export const FAILED_AS_EXPECTED = 'failed as expected'
export const PASSED_UNEXPECTEDLY = 'passed unexpectedly'
export const NOT_RUN = 'did not run'

/** A test that fails as expected has passed, as Playwright itself counts it. */
export const PLAYWRIGHT_RESULTS = {
  passed: 'PASSED',
  [FAILED_AS_EXPECTED]: 'PASSED',
  failed: 'FAILED',
  timedOut: 'FAILED',
  [PASSED_UNEXPECTEDLY]: 'FAILED',
  interrupted: 'ABORTED',
  skipped: 'SKIPPED',
  [NOT_RUN]: 'SKIPPED',
  [RUN_ERROR]: 'FAILED',
} as const satisfies Record<string, Exclude<TestStatus, 'IN_PROGRESS'>>

/** Returns the result of an attempt in the words of the table; `expected` is the status that the test is expected to have. */
export const playwrightResult = (status: string, expected: string): string => {
  if (expected === 'failed' && status === 'failed') return FAILED_AS_EXPECTED
  return status === 'passed' && expected !== 'passed' ? PASSED_UNEXPECTEDLY : status
}

export const UNEXPECTED_PASS = 'The test was expected to fail, but passed'
