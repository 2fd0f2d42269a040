import { expect, test } from 'vitest'
import {
  countsOf,
  filterOf,
  linesOf,
  listCases,
  overtaken,
  NO_FILTERS,
  shownCounts,
  untestedAfter,
} from '../../../machines/runs/execution-list.ts'
import type { RunCase } from '../../../contract/runs/run-cases.ts'
import { NO_ROWS, withRows } from '../../../machines/runs/run-rows.ts'
import { aRunCase } from './support.ts'

const rows = [
  aRunCase(1, { assigneeId: 5, statusId: 2, title: 'Pay by card' }),
  aRunCase(2, { assigneeId: 5, title: 'Pay by voucher' }),
  aRunCase(3, { suiteId: 2, assigneeId: 6, priorityId: 9, isChanged: true }),
  aRunCase(4, { suiteId: 2 }),
]
const passing = (filters: object) => rows.filter(filterOf({ ...NO_FILTERS, ...filters }, 5)).map(({ caseId }) => caseId)

test('filters by status, users, priority, suite, change and text; 0 means none', () => {
  expect(passing({ statuses: [2] })).toEqual([1])
  expect(passing({ statuses: [0], assignees: [0] })).toEqual([4])
  expect(passing({ isMine: true })).toEqual([1, 2])
  expect(passing({ priorities: [9] })).toEqual([3])
  expect(passing({ suites: [2], isChanged: true })).toEqual([3])
  expect(passing({ q: 'PAY voucher' })).toEqual([2])
  expect(passing({ q: 'shop-3' })).toEqual([3])
  expect(passing({ found: new Set([1, 4]), suites: [2] })).toEqual([4])
})

test('a recorded result does not remove listed cases, and newly matching ones are counted', () => {
  const filters = { ...NO_FILTERS, statuses: [0] }
  const first = listCases(null, rows, filters, 5)
  expect(first.caseIds).toEqual(new Set([2, 3, 4]))
  const later = [aRunCase(1), aRunCase(2, { statusId: 2 }), ...rows.slice(2)]
  const second = listCases(first, later, filters, 5)
  expect(second.caseIds).toBe(first.caseIds)
  expect(second.shown.map(({ caseId }) => caseId)).toEqual([2, 3, 4])
  expect(second.fresh).toBe(1)
  expect(listCases(null, later, filters, 5).caseIds).toEqual(new Set([1, 3, 4]))
  expect(listCases(second, later, NO_FILTERS, 5)).toMatchObject({ caseIds: null, shown: later })
})

test('cases are under their suites with counts, and folded suites show none', () => {
  const suites = [
    { id: 1, path: ['Checkout'] },
    { id: 2, path: ['Basket'] },
  ]
  const all = withRows(NO_ROWS, rows)
  const lines = linesOf(all.shape, null, suites, new Set([2]))
  expect(lines.map((line) => (line.kind === 'suite' ? line.suite.path.join() : line.caseId))).toEqual([
    'Checkout',
    1,
    2,
    'Basket',
  ])
  expect(lines[0]).toMatchObject({ caseIds: [1, 2] })
  expect(countsOf(all, [1, 2])).toEqual(
    new Map([
      [2, 1],
      [0, 1],
    ]),
  )
  expect(linesOf(all.shape, new Set([2]), suites, new Set()).map(({ kind }) => kind)).toEqual(['suite', 'case'])
})

test('a search finds a title as it is written and as it is shown', () => {
  const row = aRunCase(7, { title: 'Redeem {{CODE}}' })
  const finds = (q: string) => filterOf({ ...NO_FILTERS, q }, 5, (title) => title.replace('{{CODE}}', 'SPRING10'))(row)
  expect(['redeem spring10', 'code', 'summer'].map(finds)).toEqual([true, true, false])
})

test('the next cases are my untested ones, then unassigned ones, wrapping to the start', () => {
  expect(untestedAfter(rows, 1, 5)).toEqual([2, 4])
  expect(untestedAfter(rows, 2, 5)).toEqual([4])
  expect(untestedAfter(rows, 3, 6)).toEqual([4])
  expect(untestedAfter(rows, 4, 5)).toEqual([2])
  expect(untestedAfter([...rows, aRunCase(6, { assigneeId: 5 })], 2, 5)).toEqual([6, 4])
  expect(untestedAfter(rows.slice(0, 1), 1, 5)).toEqual([])
})

test('statistics include results that this device has not sent yet', () => {
  const status = (id: number, isUntested: boolean) => ({
    id,
    name: '',
    colorHex: '#000000',
    isCompleted: false,
    isSuccess: false,
    isFailure: false,
    isUntested,
  })
  const statistics = [
    { status: status(1, true), count: 3 },
    { status: status(2, false), count: 1 },
  ]
  const changed = [{ read: aRunCase(2), shown: aRunCase(2, { statusId: 2 }) }]
  expect([...shownCounts(statistics, changed)]).toEqual([
    [0, 2],
    [2, 2],
  ])
})

test('a tester is notified only of a newer result of another user for a case of their own', () => {
  const mine = aRunCase(1, { lastResultBy: 7, attempts: 1, statusId: 1 })
  const held = withRows(NO_ROWS, [mine, aRunCase(2, { lastResultBy: 8, attempts: 1 })])
  const changed = (row: Partial<RunCase>, caseId = 1) => overtaken(held, [aRunCase(caseId, row)], 7)
  expect(changed({ lastResultBy: 8, attempts: 2 })).toHaveLength(1)
  expect(changed({ lastResultBy: null, attempts: 2, isAutomated: true })).toHaveLength(1)
  expect(changed({ lastResultBy: 7, attempts: 2 })).toEqual([])
  // A user's own result was withdrawn, or the case was theirs before.
  expect(changed({ lastResultBy: 8, attempts: 1 })).toEqual([])
  expect(changed({ lastResultBy: 9, attempts: 2 }, 2)).toEqual([])
  expect(changed({ lastResultBy: 9, attempts: 2 }, 3)).toEqual([])
})
