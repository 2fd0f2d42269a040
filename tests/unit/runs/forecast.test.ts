import { expect, test } from 'vitest'
import { forecastOf } from '../../../contract/runs/forecast.ts'

const NOW = new Date('2026-05-08T12:00:00Z')
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

test('finishes at the pace since the first result while that is less than a week ago', () => {
  expect(forecastOf({ left: 20, recent: 10, firstAt: before(48) }, NOW)).toEqual({
    at: new Date('2026-05-12T12:00:00Z'),
    perDay: 5,
  })
})

test('counts a week at most: an older start does not slow the pace down', () => {
  expect(forecastOf({ left: 14, recent: 14, firstAt: before(24 * 60) }, NOW)).toEqual({
    at: new Date('2026-05-15T12:00:00Z'),
    perDay: 2,
  })
})

test.each([
  ['finished', { left: 0, recent: 10, firstAt: before(48) }],
  ['too-few-results', { left: 5, recent: 4, firstAt: before(48) }],
  ['too-few-results', { left: 5, recent: 0, firstAt: null }],
  ['too-short', { left: 5, recent: 10, firstAt: before(0.5) }],
  // A device whose clock is ahead.
  ['too-short', { left: 5, recent: 10, firstAt: before(-2) }],
  ['too-slow', { left: 50_000, recent: 5, firstAt: before(160) }],
] as const)('says %s instead of a date', (reason, pace) => {
  expect(forecastOf(pace, NOW)).toEqual({ reason })
})
