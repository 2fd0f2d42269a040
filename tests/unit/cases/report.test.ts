import { expect, test } from 'vitest'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { dayWords, momentWords } from '../../../views/cases/report/report-dates.ts'
import { reportBlocks, suitePath } from '../../../views/cases/report/report-rows.ts'

const aCase = (id: number, testSuiteId: number) => ({ id, testSuiteId }) as TestCase
const suites = [
  { id: 1, path: ['Checkout'] },
  { id: 2, path: ['Checkout', 'Cards'] },
]

test('[EXPORT-22] [EXPORT-26] dates read the same wherever somebody is', () => {
  expect(dayWords('2025-01-05T12:00:00Z')).toBe('Jan 5, 2025')
  expect(momentWords(new Date(2025, 0, 5, 14, 5).getTime())).toBe('Jan 5, 2025 14:05')
})

test('[EXPORT-08] each suite stands over its cases once, with how many they are, or not at all', () => {
  const cases = [...Array.from({ length: 25 }, (_, i) => aCase(i + 1, 1)), aCase(26, 2)]
  const heads = (hasSuites: boolean) =>
    reportBlocks(cases, suites, hasSuites)
      .flatMap(({ rows }) => rows)
      .flatMap((row) => (row.kind === 'suite' ? [`${suitePath(row.suite)}: ${row.count}`] : []))
  expect(heads(true)).toEqual(['Checkout: 25', 'Checkout › Cards: 1'])
  expect(heads(false)).toEqual([])
})

test('blocks hold every case once, in order, and know how many come up to their end', () => {
  const cases = Array.from({ length: 101 }, (_, i) => aCase(i + 1, 1))
  const blocks = reportBlocks(cases, suites, true)
  const ids = blocks.flatMap(({ rows }) => rows).flatMap((row) => (row.kind === 'case' ? [row.testCase.id] : []))
  expect(ids).toEqual(cases.map(({ id }) => id))
  expect(blocks.length).toBeGreaterThan(4)
  expect(blocks.at(-1)?.until).toBe(101)
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
})
