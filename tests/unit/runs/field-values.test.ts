import { expect, test } from 'vitest'
import { holdsFields } from '../../../machines/runs/field-values.ts'
import type { FieldFilter } from '../../../contract/cases/filter.ts'

const values = { 1: 'Pay by invoice, at once', 2: '2026-03-02', 3: [4, 5], 4: 6 }
const holds = (fieldId: number, requested: FieldFilter['wanted']) =>
  holdsFields(values, [{ fieldId, wanted: requested }])

test('words are found as parts of the text, in any order', () => {
  expect(holds(1, { kind: 'text', text: 'ONCE inv' })).toBe(true)
  expect(holds(1, { kind: 'text', text: 'nvoice' })).toBe(true)
  expect(holds(1, { kind: 'text', text: 'pay card' })).toBe(false)
  expect(holds(9, { kind: 'text', text: 'pay' })).toBe(false)
})

test('days are within a span that may be open on either side', () => {
  const within = (days: { from?: string; to?: string }) => holds(2, { kind: 'days', days })
  expect(within({ from: '2026-03-02', to: '2026-03-02' })).toBe(true)
  expect([within({ from: '2026-03-03' }), within({ to: '2026-03-01' })]).toEqual([false, false])
  expect([within({ from: '2026-01-01' }), within({ to: '2026-12-31' })]).toEqual([true, true])
  expect(holds(9, { kind: 'days', days: {} })).toBe(false)
})

test('one chosen option suffices within a filter, and filters are combined with AND', () => {
  expect([holds(3, { kind: 'options', ids: [5, 9] }), holds(4, { kind: 'options', ids: [6] })]).toEqual([true, true])
  expect(holds(3, { kind: 'options', ids: [6] })).toBe(false)
  const both: FieldFilter[] = [
    { fieldId: 3, wanted: { kind: 'options', ids: [4] } },
    { fieldId: 1, wanted: { kind: 'text', text: 'card' } },
  ]
  expect(holdsFields(values, both)).toBe(false)
  expect(holdsFields(values, both.slice(0, 1))).toBe(true)
})
