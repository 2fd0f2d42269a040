import type { TestsQuery } from '../../contract/launches/launch-tests.ts'
import type { ResultKind } from '../../contract/launches/launches.ts'

/** Tests that the bulk menu selects, across pages (TESTS-13). */
export type TestsPick = 'all' | 'failed' | 'skipped'

const kinds: Record<TestsPick, readonly ResultKind[]> = {
  all: [],
  failed: ['failed', 'failedAsKnown'],
  skipped: ['skipped'],
}

/** Returns the query for the tests to select: the list's filters, narrowed to the choice. Null when they exclude each other. */
export function pickedQuery(query: TestsQuery, pick: TestsPick): TestsQuery | null {
  if (kinds[pick].length === 0) return query
  const testsState = kinds[pick].filter((kind) => query.testsState.length === 0 || query.testsState.includes(kind))
  return testsState.length === 0 ? null : { ...query, testsState }
}
