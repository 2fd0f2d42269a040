import { expect, test } from 'vitest'
import { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { pickedQuery } from '../../../machines/launches/picked-tests.ts'

const asked = (testsState: string[], pick: 'all' | 'failed' | 'skipped') =>
  pickedQuery(TestsQuery.parse({ testsState, q: 'cart' }), pick)

test('[TESTS-13] the menu selects within the filters of the list', () => {
  expect(asked([], 'all')).toMatchObject({ testsState: [], q: 'cart' })
  expect(asked(['passed'], 'all')).toMatchObject({ testsState: ['passed'] })
  expect(asked([], 'failed')).toMatchObject({ testsState: ['failed', 'failedAsKnown'], q: 'cart' })
  expect(asked(['failedAsKnown', 'passed'], 'failed')).toMatchObject({ testsState: ['failedAsKnown'] })
  expect(asked(['passed'], 'skipped')).toBeNull()
})
