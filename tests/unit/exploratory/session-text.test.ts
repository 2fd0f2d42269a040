import { describe, expect, test } from 'vitest'
import { charterText } from '../../../views/exploratory/session-sides.ts'
import { elapsedText } from '../../../views/exploratory/session-text.ts'

const hour = 3_600_000
describe('[ESVW-19] [ESVW-20] [ESVW-21] the total elapsed time', () => {
  test.each([
    [0, '0h 00m elapsed time'],
    [59_999, '0h 00m elapsed time'],
    [4 * 60_000, '0h 04m elapsed time'],
    [hour + 59 * 60_000 + 59_999, '1h 59m elapsed time'],
    [99 * hour + 59 * 60_000, '99h 59m elapsed time'],
    [100 * hour, '100h 00m elapsed time'],
    [100 * hour + 1, '100h elapsed time'],
    [500 * hour, '100h elapsed time'],
  ])('formats %i ms as %s', (ms, words) => expect(elapsedText(ms)).toBe(words))
})

test('formats a charter as a sentence', () => {
  expect(charterText({ explore: 'refunds', with: 'split orders', toDiscover: 'losses' })).toBe(
    'Explore refunds with split orders to discover losses',
  )
  expect(charterText({ explore: 'refunds', with: ' ', toDiscover: 'losses' })).toBe(
    'Explore refunds to discover losses',
  )
  expect(charterText({ explore: '', with: '', toDiscover: '' })).toBeNull()
})
