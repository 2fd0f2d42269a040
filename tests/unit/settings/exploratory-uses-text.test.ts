import { expect, test } from 'vitest'
import { usesText } from '../../../views/settings/exploratory-uses-text.ts'

test('a deletion says which exploratory sessions use the item, and that they keep it', () => {
  const uses = (sessions: number, open: number, observations = 0) => ({ sessions, open, observations })
  expect(usesText('milestone', uses(0, 0))).toBeNull()
  expect(usesText('milestone', uses(1, 0))).toBe('1 exploratory session names it, and goes on naming it.')
  expect(usesText('environment', uses(1, 1))).toBe(
    '1 exploratory session, which is open, names it, and goes on naming it.',
  )
  expect(usesText('configuration-option', uses(1200, 3))).toBe(
    '1,200 exploratory sessions, 3 of them open, name it, and go on naming it.',
  )
  expect(usesText('user', uses(2, 2))).toBe(
    '2 exploratory sessions, 2 of them open, are assigned to them, and stay so.',
  )
  expect(usesText('observation-type', uses(3, 1, 12))).toBe(
    '12 observations in 3 exploratory sessions have this type, and keep it.',
  )
  expect(usesText('observation-type', uses(1, 1, 1))).toBe(
    '1 observation in 1 exploratory session has this type, and keeps it.',
  )
})
