import type { TestsQuery } from '../../contract/launches/launch-tests.ts'

/** Parts of the query that filter tests; the others set order, grouping and page. */
export const TEST_FILTERS = [
  'q',
  'testsState',
  'label',
  'testCase',
  'failureKey',
  'testId',
  'failureTag',
  'quarantined',
] as const satisfies (keyof TestsQuery)[]

export const isTestsFiltered = (query: TestsQuery): boolean => TEST_FILTERS.some((name) => isAsked(query[name]))

const isAsked = (value: string | readonly string[] | undefined) => value !== undefined && value.length > 0
