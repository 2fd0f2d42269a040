import { expect, test } from 'vitest'
import { formatDay, isOverdue, today } from '../../../views/shared/days.ts'

/** In any time zone of the reader. */
const at = (hour: number, minute = 0) => new Date(2026, 2, 9, hour, minute).getTime()

test('today is the day of the reader’s own clock, from its first minute to its last', () => {
  expect(today(at(0))).toBe('2026-03-09')
  expect(today(at(23, 59))).toBe('2026-03-09')
})

test('a day is written as the day it is', () => {
  expect(formatDay('2026-03-01')).toContain('1')
  expect(formatDay('2026-03-01')).toContain('2026')
})

test('overdue from the day after the due day, and never once completed', () => {
  const due = (dueDate: string | null, completed = false) => isOverdue({ dueDate, completed }, at(12))
  expect(due('2026-03-08')).toBe(true)
  expect(due('2026-03-09')).toBe(false)
  expect(due('2026-03-10')).toBe(false)
  expect(due('2025-12-31')).toBe(true)
  expect(due('2026-03-08', true)).toBe(false)
  expect(due(null)).toBe(false)
})
