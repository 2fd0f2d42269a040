import { expect, test } from 'vitest'
import type { TestCase } from '../../../contract/cases/cases.ts'
import { SYSTEM_FIELDS } from '../../../contract/settings/test-case-fields.ts'
import { offeredColumns } from '../../../views/cases/report/report-columns.ts'
import { formatDay, formatMoment } from '../../../views/cases/report/report-dates.ts'
import { reportBlocks, suitePath } from '../../../views/cases/report/report-rows.ts'

const aCase = (id: number, testSuiteId: number) => ({ id, testSuiteId }) as TestCase
const suites = [
  { id: 1, path: ['Checkout'] },
  { id: 2, path: ['Checkout', 'Cards'] },
]

test('[EXPORT-22] [EXPORT-26] formats dates independently of the time zone', () => {
  expect(formatDay('2025-01-05T12:00:00Z')).toBe('Jan 5, 2025')
  expect(formatMoment(new Date(2025, 0, 5, 14, 5).getTime())).toBe('Jan 5, 2025 14:05')
})

test('[EXPORT-08] prints each suite once above its cases with their count, or not at all', () => {
  const cases = [...Array.from({ length: 25 }, (_, i) => aCase(i + 1, 1)), aCase(26, 2)]
  const heads = (hasSuites: boolean) =>
    reportBlocks(cases, suites, hasSuites)
      .flatMap(({ rows }) => rows)
      .flatMap((row) => (row.kind === 'suite' ? [`${suitePath(row.suite)}: ${row.count}`] : []))
  expect(heads(true)).toEqual(['Checkout: 25', 'Checkout › Cards: 1'])
  expect(heads(false)).toEqual([])
})

test('[TCASE-03] each enabled field has a column, except those shown with the title', () => {
  const fields = Object.keys(SYSTEM_FIELDS).map((systemName, id) => ({
    id,
    type: 'SYSTEM' as const,
    name: systemName,
    description: '',
    systemName,
    tabId: 1,
    relativePosition: id,
    enabled: true,
    dataType: 'STEPS' as const,
    value: {},
  }))
  const columns = (off: string | null) => {
    const given = fields.map((field) => ({ ...field, enabled: field.systemName !== off }))
    const tabs = [{ id: 1, name: 'General' }]
    return offeredColumns({ priorities: [], automationStates: [], enabledFields: [], tabs, fields: given }).map(
      ({ id }) => id,
    )
  }
  const all = columns(null)
  const gone = fields.map(({ systemName }) => [systemName, all.filter((id) => !columns(systemName).includes(id))])
  expect(Object.fromEntries(gone)).toEqual({
    description: ['description'],
    preConditions: ['preConditions'],
    postConditions: ['postConditions'],
    // As reports arranged in an earlier version remember it.
    createdOn: ['created'],
    author: ['author'],
    priority: ['priority'],
    automationState: ['automationState'],
    draft: [],
    deprecated: [],
    steps: ['steps'],
    attachments: ['attachments'],
  })
  expect([all.at(0), all.at(-1)]).toEqual(['key', 'updated'])
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
