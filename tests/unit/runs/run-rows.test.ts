import { expect, test } from 'vitest'
import { NO_ROWS, rowOf, withNewerRows, withRows } from '../../../machines/runs/run-rows.ts'
import { shownRows } from '../../../views/runs/execution/shown-rows.ts'
import { NO_OVERLAY } from '../../../store/projections/runs.ts'
import { aRunCase, resultValues } from './support.ts'

const three = withRows(NO_ROWS, [aRunCase(3), aRunCase(1), aRunCase(2)])
const idsOf = (rows: typeof three) => rows.list.map(({ caseId }) => caseId)

test('cases are in the order of their places and found by id', () => {
  expect(idsOf(three)).toEqual([1, 2, 3])
  expect(rowOf(three, 2)?.key).toBe('SHOP-2')
  expect(rowOf(three, 9)).toBeUndefined()
})

test('a result copies no other case and leaves the shape the same object', () => {
  const passed = withRows(three, [aRunCase(2, { statusId: 5 })])
  expect(passed.shape).toBe(three.shape)
  expect(rowOf(passed, 2)?.statusId).toBe(5)
  expect(passed.list[0]).toBe(three.list[0])
  expect(rowOf(three, 2)?.statusId).toBeNull()
})

test('a case that is added, removed, moved or put into another suite changes the shape', () => {
  expect(idsOf(withRows(three, [aRunCase(4, { place: 0 })]))).toEqual([4, 1, 2, 3])
  const without = withRows(three, [], [1, 9])
  expect(idsOf(without)).toEqual([2, 3])
  expect(rowOf(without, 3)?.caseId).toBe(3)
  expect(idsOf(withRows(three, [aRunCase(1, { place: 8 })]))).toEqual([2, 3, 1])
  expect(withRows(three, [aRunCase(1, { suiteId: 7 })]).shape.cases[0]?.suiteId).toBe(7)
})

test('returns the same object without a change, and ignores older rows', () => {
  expect(withRows(three, [], [9])).toBe(three)
  const newer = withNewerRows(three, [aRunCase(1, { revision: 2, statusId: 5 })])
  expect(withNewerRows(newer, [aRunCase(1, { revision: 1 })])).toBe(newer)
})

test('a pending result is shown over the stored one, and only its row changes', () => {
  const pending = { key: 'a', resultId: 'r', caseId: 2, at: '', by: null, sending: 'waiting' as const, refusal: null }
  const overlay = { ...NO_OVERLAY, pending: new Map([[2, [{ ...pending, values: resultValues(5) }]]]) }
  const { rows, changed } = shownRows(three, overlay)
  expect(changed.map(({ read, shown }) => [read.statusId, shown.statusId])).toEqual([[null, 5]])
  expect(rowOf(rows, 2)?.statusId).toBe(5)
  expect(rows.shape).toBe(three.shape)
  expect(shownRows(three, NO_OVERLAY).rows).toBe(three)
})

test('withdraws a result of an unknown case from the case that has it', () => {
  const read = withRows(three, [aRunCase(3, { statusId: 5, lastResultId: 'r', attempts: 1 })])
  const overlay = { ...NO_OVERLAY, withdrawn: new Map([['r', null]]) }
  expect(rowOf(shownRows(read, overlay).rows, 3)).toMatchObject({ statusId: null, attempts: 0 })
})
