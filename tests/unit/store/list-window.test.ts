import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  TEST_GROUPINGS,
  TEST_SORTS,
  TestsQuery,
  type LaunchTest,
  type TestGroup,
} from '../../../contract/launches/launch-tests.ts'
import {
  LaunchesQuery,
  LAUNCH_SORTS,
  LAUNCH_STATUSES,
  NO_STATISTICS,
  TEST_STATUSES,
} from '../../../contract/launches/launches.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import { compareListedLaunches, matchesLaunches } from '../../../contract/launches/launch-list.ts'
import { compareGroups, compareTests, groupKeyOf, matchesTests } from '../../../contract/launches/test-list.ts'
import { launches, launchesWindow } from '../../../store/projections/launches.ts'
import { unknownRows } from '../../../store/projections/list-window.ts'
import { foldAll } from '../../../store/projections/projection.ts'
import { tests, testsWindow } from '../../../store/projections/tests.ts'
import { aRecord } from './support/events.ts'
import { aLaunch, aTest } from './support/launches.ts'

const pageSize = 3
const runs = { numRuns: 1500 }
const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const second = fc.integer({ min: 0, max: 3 })
const page = fc.constantFrom(1, 1, 2)
const order = fc.constantFrom('asc' as const, 'desc' as const)

/** What happens to one row: it starts or changes to these values, or is deleted. */
type Step<Row> = { id: number; fields: Partial<Row> | null }
const steps = <Row>(fields: fc.Arbitrary<Partial<Row>>) =>
  fc.array(fc.record({ id: fc.integer({ min: 1, max: 8 }), fields: fc.option(fields, { nil: null, freq: 6 }) }), {
    minLength: 1,
    maxLength: 12,
  })

/** Events of the steps with the rows after each, from these rows on. */
function* play<Row extends { id: number }>(
  start: readonly Row[],
  all: readonly Step<Row>[],
  make: (id: number) => Row,
) {
  const rows = new Map(start.map((row) => [row.id, row]))
  for (const [at, { id, fields }] of all.entries()) {
    const before = rows.get(id)
    if (fields === null) {
      if (before === undefined) continue
      rows.delete(id)
      yield { at, rows: [...rows.values()], deleted: before, changed: null }
    } else {
      const after = { ...(before ?? make(id)), ...fields }
      rows.set(id, after)
      const was =
        before === undefined
          ? null
          : Object.fromEntries(Object.keys(fields).map((key) => [key, before[key as keyof Row]]))
      yield { at, rows: [...rows.values()], deleted: null, changed: { ...after, before: was } }
    }
  }
}

const pageOf = <Row>(rows: readonly Row[], requested: number) =>
  rows.slice((requested - 1) * pageSize, requested * pageSize)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const testFields = fc.record(
  {
    status: fc.constantFrom(...TEST_STATUSES),
    name: fc.constantFrom('a', 'B', 'c'),
    failureKey: fc.constantFrom(null, 'k1', 'k2', 'k3'),
    className: fc.constantFrom(null, 'x', 'y'),
    finishTime: fc.option(second.map((at) => time(at + 3))),
    startTime: second.map(time),
  },
  { requiredKeys: ['status'] },
)

const countsOf = (key: string, rows: readonly LaunchTest[]) => ({
  key,
  tests: rows.length,
  failed: rows.filter(({ status }) => status === 'FAILED').length,
  firstId: Math.min(...rows.map(({ id }) => id)),
})

/** Without `firstId`: where the list is longer than the page, the first test of a group may be on another. */
const headOf = ({ key, tests: count, failed }: Pick<TestGroup, 'key' | 'tests' | 'failed'>) => ({
  key,
  tests: count,
  failed,
})

const inProgress = { status: 'IN_PROGRESS' } as const
const ofX = { ...inProgress, className: 'x' } as const
const atStart = { startTime: time(0) }

test('[LIVE-11] [DETAILS-07] [DETAILS-08] a page of tests is the list of the rules after any changes, or says that it is not', () => {
  const question = fc.record({
    q: fc.constantFrom('', '', 'b'),
    testsState: fc.constantFrom([], [], ['failed'], ['failed', 'inProgress']),
    group: fc.constantFrom(...TEST_GROUPINGS),
    sort: fc.constantFrom(...TEST_SORTS),
    order,
    page,
  })
  fc.assert(
    fc.property(
      question,
      fc.array(testFields, { maxLength: 8 }),
      steps<LaunchTest>(testFields),
      (requested, first, all) => {
        const query = TestsQuery.parse({ ...requested, pageSize })
        const { group } = requested
        const keyOf = (one: LaunchTest) => groupKeyOf(one, group)
        const listed = (rows: readonly LaunchTest[]) => {
          const matching = rows.filter((row) => matchesTests(query, row))
          const counted = (key: string) =>
            countsOf(
              key,
              matching.filter((row) => keyOf(row) === key),
            )
          const list = matching.toSorted(
            (a, b) => compareGroups(group, counted(keyOf(a)), counted(keyOf(b))) || compareTests(query, a, b),
          )
          const items = pageOf(list, query.page)
          const groups = group === 'none' ? [] : [...new Set(items.map(keyOf))].map(counted)
          return { list, items, groups, total: list.length }
        }
        const start = first.map((fields, at) => aTest({ id: at + 1, ...fields }))
        const asTold = listed(start)
        let isLong = query.page > 1 || asTold.total > pageSize
        const groups = asTold.groups.map((one) => ({
          ...one,
          label: one.key,
          detail: null,
          unlinked: 0,
          mergedKeys: [],
          suggestion: null,
          seenBefore: null,
        }))
        let window = testsWindow({ ...asTold, query, groups, groupsTotal: new Set(asTold.list.map(keyOf)).size })
        for (const { at, rows, deleted, changed } of play(start, all, (id) => aTest({ id }))) {
          const event = deleted
            ? { type: 'test/deleted', payload: { testId: deleted.id, before: deleted } }
            : { type: 'test/changed', payload: changed }
          window = foldAll(tests, window, [aRecord(at + 1, event)])
          const truth = listed(rows)
          isLong ||= query.page > 1 || truth.total > pageSize
          const held = window.rows.order
          const isExact = unknownRows(window) === 0
          // The first page is the start of the list after any change when no counts order its groups.
          const isBeginning = query.page === 1 && group !== 'failure'
          const shown = new Set(truth.items.map(keyOf))
          const heads = window.groups.filter(({ key }) => shown.has(key)).map(headOf)
          expect({
            held: Object.keys(window.rows.byId).length,
            total: window.total,
            isExact: isExact || isLong,
            changed: isBeginning ? window.changed.count : 0,
            beginning: isBeginning ? held : [],
            rows: isExact ? held : [],
            heads: isExact ? heads : [],
          }).toEqual({
            held: held.length,
            total: truth.total,
            isExact: true,
            changed: 0,
            beginning: isBeginning ? idsOf(truth.items).slice(0, held.length) : [],
            rows: isExact ? idsOf(truth.items) : [],
            heads: isExact ? truth.groups.map(headOf) : [],
          })
        }
      },
    ),
    {
      ...runs,
      // A row of the previous page moves to the end of a page that misses one of its own: it does not follow the loaded rows.
      examples: [
        [
          { q: '', testsState: [], group: 'className', sort: 'startTime', order: 'asc', page: 2 },
          [ofX, inProgress, ofX, { ...inProgress, ...atStart }, ofX, { ...ofX, ...atStart }, { ...ofX, ...atStart }],
          [
            { id: 4, fields: { ...inProgress, className: 'y' } },
            { id: 2, fields: null },
            { id: 1, fields: { ...inProgress, className: null } },
            { id: 2, fields: { ...inProgress, ...atStart } },
            { id: 1, fields: null },
          ],
        ],
      ],
    },
  )
})

test('[LIVE-11] a page of launches is the list of the rules after any changes, or says that it is not', () => {
  const fields = fc.record(
    {
      status: fc.constantFrom(...LAUNCH_STATUSES),
      name: fc.constantFrom('a', 'B', 'c'),
      reviewed: fc.boolean(),
      startedAt: second.map(time),
      endedAt: fc.option(second.map((at) => time(at + 3))),
      statistics: fc.nat(2).map((failed) => ({ ...NO_STATISTICS, failed, passed: 1 })),
    },
    { requiredKeys: ['status'] },
  )
  const question = fc.record({
    q: fc.constantFrom('', '', 'b'),
    status: fc.constantFrom([], [], ['FAILED', 'IN_PROGRESS']),
    reviewed: fc.constantFrom(undefined, undefined, 'true'),
    sort: fc.constantFrom(...LAUNCH_SORTS),
    order,
    page,
  })
  fc.assert(
    fc.property(question, fc.array(fields, { maxLength: 8 }), steps<Launch>(fields), (requested, first, all) => {
      const query = LaunchesQuery.parse({ ...requested, pageSize })
      const listed = (rows: readonly Launch[]) =>
        rows.filter((row) => matchesLaunches(query, row)).toSorted((a, b) => compareListedLaunches(query, a, b))
      const start = first.map((given, at) => aLaunch({ id: at + 1, ...given }))
      const list = listed(start)
      let window = launchesWindow({ items: pageOf(list, query.page), total: list.length, query })
      for (const { at, rows, deleted, changed } of play(start, all, (id) => aLaunch({ id }))) {
        const event = deleted
          ? { type: 'launch/deleted', payload: { testRunId: deleted.id, before: deleted } }
          : { type: 'launch/changed', payload: changed }
        window = foldAll(launches, window, [aRecord(at + 1, event)])
        const truth = listed(rows)
        const shown = idsOf(pageOf(truth, query.page))
        expect(window.total).toBe(truth.length)
        expect(query.page === 1 ? window.changed.count : 0).toBe(0)
        expect(unknownRows(window) === 0 ? window.rows.order : shown).toEqual(shown)
      }
    }),
    runs,
  )
})
