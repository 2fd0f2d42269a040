import { describe, expect, test } from 'vitest'
import { formatClock, formatDuration, exactTime, relativeTime } from '../../../views/ui/text/time.ts'

describe('durations', () => {
  test.each([
    [0, '0ms'],
    [412, '412ms'],
    [2100, '2.1s'],
    [9949, '9.9s'],
    [9950, '10s'],
    [59_499, '59s'],
    [59_500, '1m 00s'],
    [62_000, '1m 02s'],
    [3_852_000, '1h 04m 12s'],
    [26 * 3_600_000, '26h 00m 00s'],
  ])('%i ms reads %s', (ms, words) => expect(formatDuration(ms)).toBe(words))

  test('a slow clock of an agent never shows a negative duration', () => expect(formatDuration(-4000)).toBe('0ms'))

  test('a running clock counts whole seconds', () =>
    expect([999, 2100, 61_900].map(formatClock)).toEqual(['0s', '2s', '1m 01s']))
})

describe('relative times', () => {
  const reader = { locale: 'en-GB', timeZone: 'Europe/Warsaw' }
  const now = Date.parse('2026-03-10T01:30:00+01:00')
  test.each([
    ['2026-03-10T01:29:20+01:00', 'just now'],
    ['2026-03-10T01:30:30+01:00', 'just now'],
    ['2026-03-10T01:27:00+01:00', '3 min ago'],
    ['2026-03-10T00:10:00+01:00', '1 h ago'],
    ['2026-03-09T23:50:00+01:00', '1 h ago'],
    ['2026-03-09T12:00:00+01:00', 'Yesterday'],
    ['2026-03-08T23:59:00+01:00', '2 d ago'],
    ['2026-03-04T12:00:00+01:00', '6 d ago'],
    ['2026-03-03T12:00:00+01:00', '3 Mar'],
    ['2025-12-31T12:00:00+01:00', '31 Dec 2025'],
    ['2026-03-10T01:35:30+01:00', 'in 5 min'],
    ['2026-03-10T03:31:00+01:00', 'in 2 h'],
    ['2026-03-10T20:00:00+01:00', 'in 18 h'],
    ['2026-03-11T12:00:00+01:00', 'Tomorrow'],
    ['2026-03-13T12:00:00+01:00', 'in 3 d'],
    ['2026-03-30T12:00:00+02:00', '30 Mar'],
  ])('%s reads %s', (at, words) => expect(relativeTime(Date.parse(at), now, reader)).toBe(words))

  test("days follow the reader's zone, not the server's", () =>
    expect(
      relativeTime(Date.parse('2026-03-09T12:00:00+01:00'), now, { ...reader, timeZone: 'America/New_York' }),
    ).toBe('13 h ago'))

  test('the exact time names its zone', () => expect(exactTime(now, reader)).toBe('10 Mar 2026, 01:30:00 CET'))
})
