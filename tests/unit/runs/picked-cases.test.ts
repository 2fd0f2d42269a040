import { expect, test } from 'vitest'
import { structureOf } from '../../../machines/cases/repository-layout.ts'
import {
  countsBySuite,
  deletedFrom,
  orderOf,
  rangeOf,
  spreadEvenly,
  summaryOf,
  withAssignee,
  withPicked,
  type CaseOrder,
} from '../../../machines/runs/picked-cases.ts'

const suite = (id: number, parentSuiteId: number | null, testCases: number) => ({
  id,
  parentSuiteId,
  title: `Suite ${id}`,
  description: '',
  testCases,
})
const SUITES = [suite(1, null, 2), suite(2, 1, 3), suite(3, null, 1)]
const IDS = [11, 12, 21, 22, 23, 31]
const order = orderOf(SUITES, IDS) as CaseOrder
const NOBODY = new Map<number, number | null>()

test('joins ids with suites by their counts, and rejects ids of another state of the repository', () => {
  expect([...order.suiteOf]).toEqual([
    [11, 1],
    [12, 1],
    [21, 2],
    [22, 2],
    [23, 2],
    [31, 3],
  ])
  expect(orderOf(SUITES, [...IDS, 32])).toBeNull()
  expect(orderOf(SUITES, IDS.slice(1))).toBeNull()
})

test('a suite counts the cases of its sub-suites, and of a search only those that match', () => {
  const picked = withPicked(NOBODY, [12, 21, 22, 31], true)
  const structure = structureOf(SUITES, null)
  expect([...countsBySuite(structure, order, IDS, picked)]).toEqual([
    [1, { picked: 3, of: 5 }],
    [2, { picked: 2, of: 3 }],
    [3, { picked: 1, of: 1 }],
  ])
  const found = structureOf(SUITES, { 2: 2 })
  expect([...countsBySuite(found, order, [21, 23], picked)]).toEqual([
    [1, { picked: 1, of: 2 }],
    [2, { picked: 1, of: 2 }],
  ])
})

test('summarizes a choice, and names cases that are no longer in the repository', () => {
  const picked = withPicked(NOBODY, [12, 21, 22, 99], true)
  expect(summaryOf(picked, order)).toEqual({ picked: 3, of: 6, suites: 2, gone: 1 })
})

test('names the picked cases that were deleted, but not those that a run has already', () => {
  const picked = withPicked(NOBODY, [12, 98, 99], true)
  expect(deletedFrom(picked, NOBODY, order)).toEqual([98, 99])
  expect(deletedFrom(picked, withPicked(NOBODY, [98], true), order)).toEqual([99])
})

test('[RUNED-02] assigns picked cases only, and picking again keeps the assignee', () => {
  const picked = withAssignee(withPicked(NOBODY, [11, 12], true), [11, 31], 7)
  expect([...withPicked(picked, [11, 31], true)]).toEqual([
    [11, 7],
    [12, null],
    [31, null],
  ])
  expect([...withPicked(picked, [11], false)]).toEqual([[12, null]])
})

test('[RUNED-02] shares cases evenly in consecutive blocks', () => {
  for (let people = 1; people <= 7; people += 1)
    for (let cases = 0; cases <= IDS.length; cases += 1) {
      const picked = withPicked(NOBODY, IDS.slice(0, cases), true)
      const ids = Array.from({ length: people }, (_, at) => at + 100)
      const shared = [...spreadEvenly(picked, IDS, ids).values()]
      const counts = ids.map((id) => shared.filter((one) => one === id).length)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(cases)
      expect(shared).toEqual(shared.toSorted((a, b) => Number(a) - Number(b)))
    }
})

test('a range may run in either direction, and is one case where its start is not visible', () => {
  expect(rangeOf(IDS, 22, 12)).toEqual([12, 21, 22])
  expect(rangeOf(IDS, 99, 12)).toEqual([12])
})
