import { expect, test } from 'vitest'
import { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { pickedQuery } from '../../../machines/launches/picked-tests.ts'

const requested = (testsState: string[], pick: 'all' | 'failed' | 'skipped') =>
  pickedQuery(TestsQuery.parse({ testsState, q: 'cart' }), pick)

test('[TESTS-13] the menu selects within the filters of the list', () => {
  expect(requested([], 'all')).toMatchObject({ testsState: [], q: 'cart' })
  expect(requested(['passed'], 'all')).toMatchObject({ testsState: ['passed'] })
  expect(requested([], 'failed')).toMatchObject({ testsState: ['failed', 'failedAsKnown'], q: 'cart' })
  expect(requested(['failedAsKnown', 'passed'], 'failed')).toMatchObject({ testsState: ['failedAsKnown'] })
  expect(requested(['passed'], 'skipped')).toBeNull()
})
