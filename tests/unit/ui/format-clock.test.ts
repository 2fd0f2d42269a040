import { expect, test } from 'vitest'
import { clockFace, clockMark, formatHours, formatTimeSpent } from '../../../views/ui/text/format-clock.ts'

const minute = 60_000

test('time spent is written in few digits', () => {
  expect([0, 900, 30_000, 45.5 * minute, 125 * minute].map(formatTimeSpent)).toEqual([
    '0m',
    '0m',
    '30s',
    '45m',
    '2h 05m',
  ])
})

test('time that is added up is written in hours and minutes, and a part of a minute does not count', () => {
  expect([0, 59_999, 4 * minute, 6000 * minute].map(formatHours)).toEqual(['0h 00m', '0h 00m', '0h 04m', '100h 00m'])
})

test('a running clock keeps its shape; a mark of it is as short as it can be read', () => {
  const times = [-1, 0, 65_000, 24 * minute + 10_000, 3_847_000]
  expect(times.map(clockFace)).toEqual(['00:00:00', '00:00:00', '00:01:05', '00:24:10', '01:04:07'])
  expect(times.map(clockMark)).toEqual(['0:00', '0:00', '1:05', '24:10', '1:04:07'])
})
