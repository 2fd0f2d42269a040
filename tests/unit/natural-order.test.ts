import { expect, test } from 'vitest'
import { byName, compareNames } from '../../contract/natural-order.ts'

test('numbers in names are compared by their value, and names without regard to case', () => {
  const names = ['pipeline-10', 'Pipeline-2', 'pipeline-1', 'Release 2.10', 'release 2.9', 'alpha']
  expect(names.toSorted(compareNames)).toEqual([
    'alpha',
    'pipeline-1',
    'Pipeline-2',
    'pipeline-10',
    'release 2.9',
    'Release 2.10',
  ])
})

test('equal names are ordered by id', () => {
  const [first, second] = [
    { id: 1, name: 'Smoke' },
    { id: 2, name: 'Smoke' },
  ]
  expect([second, first].toSorted(byName)).toEqual([first, second])
})
