import { expect, test } from 'vitest'
import { criticalPath } from '../../../server/reports/critical-path.ts'

const span = (id: number, startedAt: number, endedAt: number) => ({ id, startedAt, endedAt })
const pathOf = (...spans: ReturnType<typeof span>[]) => [...criticalPath(spans)].toSorted((a, b) => a - b)

test('contains all spans that follow each other', () =>
  expect(pathOf(span(1, 0, 2), span(2, 2, 5), span(3, 5, 6))).toEqual([1, 2, 3]))
test('contains the last of parallel spans and those it waited for', () =>
  expect(pathOf(span(1, 0, 2), span(2, 0, 3), span(3, 3, 9), span(4, 2, 8))).toEqual([2, 3]))
test('prefers the earliest of spans that end together', () => expect(pathOf(span(1, 4, 9), span(2, 0, 9))).toEqual([2]))
test('no tests, no path', () => expect(pathOf()).toEqual([]))
