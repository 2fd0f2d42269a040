import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import {
  daysOf,
  repositoryAddressOf,
  repositoryHref,
  timesOf,
  TRASH_PAGE_SIZES,
  trashAddressOf,
} from '../../../views/shared/cases/address.ts'

const searchOf = (href: string) => href.split('?')[1] ?? ''
const whole: CaseFilter = {
  updated: timesOf({ from: '2026-03-01', to: '2026-03-31' }),
  created: timesOf({ from: '2026-10-25' }),
  description: 'a, b & c',
  steps: 'Press Apply',
  authors: [3],
  priorities: [1, 2],
  automationStates: [4],
  draft: false,
  deprecated: true,
  fields: [
    { fieldId: 12, wanted: { kind: 'options', ids: [5, 6] } },
    { fieldId: 13, wanted: { kind: 'text', text: 'a:b' } },
    { fieldId: 14, wanted: { kind: 'days', days: { to: '2026-01-31' } } },
    { fieldId: 15, wanted: { kind: 'users', ids: [7] } },
  ],
}

test('everything the page shows is in its address and is read from it', () => {
  const address = { question: { q: 'voucher £30', filter: whole }, suiteId: 8, caseId: 214, tab: 'history' }
  const href = repositoryHref('SHOP', address)
  expect(href, '[TREE-05]').toMatch(/^\/projects\/SHOP\/test-cases\?q=/)
  expect(href, '[TREE-02]').toContain('caseId=214')
  expect(href, '[TREE-03]').toContain('tab=history')
  expect(href, '[TREE-04]').toContain('suiteId=8')
  expect(href, '[TREE-06] [TREE-07]').toContain('priority=1%2C2')
  expect(href).toContain('draft=false')
  expect(href).toContain('field-12=options%3A5%2C6')
  expect(repositoryAddressOf(searchOf(href))).toEqual(address)
  expect(repositoryHref('SHOP')).toBe('/projects/SHOP/test-cases')
})

test('[TREE-50] distinguishes an invalid case id from none, and ignores invalid parameters', () => {
  const read = (search: string) => repositoryAddressOf(search)
  expect([read('').caseId, read('caseId=abc').caseId, read('caseId=-4').caseId, read('caseId=7').caseId]).toEqual([
    null,
    0,
    0,
    7,
  ])
  expect(read('priority=x&draft=maybe&updated=soon&field-1=what&tab=history&suiteId=x')).toEqual({
    question: { q: '', filter: {} },
    suiteId: null,
    caseId: null,
    tab: null,
  })
})

test('[TRASH-18] [TRASH-19] the trash bin has pages of 25 unless another offered size is requested', () => {
  const sizes = ['', 'pageSize=50', 'pageSize=33', 'pageSize=1000000'].map((search) => trashAddressOf(search).pageSize)
  expect(sizes).toEqual([25, 50, 25, 25])
  expect(TRASH_PAGE_SIZES).toEqual([10, 25, 50, 100])
})

test('days of the reader are whole days, also where clocks change', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (from, to) => {
      expect(daysOf(timesOf({ from, to }))).toEqual({ from, to })
    }),
  )
})
