import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LaunchEvents } from '../../../contract/launches/launch-events.ts'
import {
  TEST_GROUPINGS,
  TEST_SORTS,
  TestsQuery,
  type LaunchTest,
  type TestGroup,
} from '../../../contract/launches/launch-tests.ts'
import { kindOf, TEST_STATUSES } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { LiveMessage } from '../../../contract/live.ts'
import {
  CHECKPOINT_EVERY,
  emptyHistory,
  extendHistory,
  momentAt,
  type LaunchHistory,
} from '../../../store/projections/launch-history.ts'
import { foldAll } from '../../../store/projections/projection.ts'
import { listOf } from '../../../store/projections/rows.ts'
import { pageOfTests } from '../../../store/projections/tests-page.ts'
import { tests, testsWindow } from '../../../store/projections/tests.ts'
import { aTest } from './support/launches.ts'

const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const envelope = (sequence: number) => ({ uid: `e${sequence}`, stream: 'launch:1', sequence, at: time(sequence) })
const deleted = (sequence: number, testId: number): LiveMessage => ({
  type: 'TEST_DELETED',
  event: 'test/deleted',
  testId,
  ...envelope(sequence),
})
const changed = (sequence: number, row: LaunchTest): LiveMessage => ({
  type: 'TEST',
  event: row.status === 'IN_PROGRESS' ? 'test/started' : 'test/finished',
  test: row,
  ...envelope(sequence),
})
const rate = (sequence: number): LiveMessage => ({
  type: 'PASS_RATE',
  event: 'launch/pass-rate',
  passRate: { testRunId: 1, passRate: 1 },
  ...envelope(sequence),
})

/** Read page by page, as the server answers. */
const read = (
  messages: readonly LiveMessage[],
  pageSize: number,
  from: LaunchHistory = emptyHistory,
  source: LaunchEvents['source'] = 'events',
): LaunchHistory => {
  let history = from
  for (let at = 0; at < messages.length; at += pageSize) {
    const events = messages.slice(at, at + pageSize)
    const isLast = at + pageSize >= messages.length
    const next = isLast ? null : (events.at(-1)?.sequence ?? null)
    const last = messages.at(-1)?.sequence ?? 0
    history = extendHistory(history, { source, reason: null, keptDays: 7, events, causes: [], last, next })
  }
  return history
}

/** What happens to tests, over and over: a test starts or ends at some second, or is deleted. */
const steps = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    row: fc.option(
      fc.record({
        status: fc.constantFrom(...TEST_STATUSES),
        second: fc.integer({ min: 0, max: 9 }),
        failureKey: fc.constantFrom(null, 'k1', 'k2'),
      }),
      { freq: 8 },
    ),
  }),
  { minLength: 1, maxLength: 60 },
)

const messagesOf = (all: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never, repeat: number) =>
  Array.from({ length: repeat }, () => all)
    .flat()
    .map(({ id, row }, index) => {
      if (row === null) return deleted(index + 1, id)
      const { status, second, failureKey } = row
      return changed(index + 1, aTest({ id, status, startTime: time(second), failureKey, name: `test ${id % 7}` }))
    })

const everything = testsWindow({ items: [], total: 0, query: { ...TestsQuery.parse({}), pageSize: 1_000_000 } })

test('a state folded from a checkpoint equals the fold from the start, for any order of reading', () =>
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 700 }), fc.nat(), (all, pageSize, place) => {
      const messages = messagesOf(all, 30)
      const history = read(messages, pageSize)
      expect(history.checkpoints.length).toBe(Math.floor(messages.length / CHECKPOINT_EVERY) + 1)
      const position = place % (messages.length + 1)
      const whole = foldAll(tests, everything, history.events.slice(0, position))
      const moment = momentAt(history, position)
      expect(moment.tests).toEqual(listOf(whole.rows))
      expect(Object.values(moment.statistics).reduce((sum, count) => sum + count, 0)).toBe(moment.tests.length)
      expect(moment.statistics.failed).toBe(moment.tests.filter((one) => kindOf(one) === 'failed').length)
    }),
    { numRuns: 60 },
  ))

const headOf = ({ key, label, tests: count, failed, firstId }: TestGroup) => ({ key, label, count, failed, firstId })

test('the end of the history equals the state of a live page', () =>
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom(...TEST_GROUPINGS),
      fc.constantFrom(...TEST_SORTS),
      fc.constantFrom('asc' as const, 'desc' as const),
      (all, group, sort, order) => {
        const history = read(messagesOf(all, 1), 10)
        const query = TestsQuery.parse({
          group,
          sort,
          order,
          testsState: ['failed', 'passed', 'inProgress'],
          pageSize: 100,
        })
        const live = foldAll(tests, testsWindow({ items: [], total: 0, query }), history.events)
        const page = pageOfTests(momentAt(history, history.events.length).tests, query, group, history.causes)
        expect(page.rows.map(({ id }) => id)).toEqual(live.rows.order)
        expect([page.rows, page.total]).toEqual([listOf(live.rows), live.total])
        if (group === 'none') return
        expect([page.groups.map(headOf), page.groupsTotal]).toEqual([live.groups.map(headOf), live.groupsTotal])
      },
    ),
    { numRuns: 300 },
  ))

test('a page of the past has its part of the list, with the groups that are on it', () => {
  const rows = [1, 2, 3, 4, 5].map((id) =>
    aTest({ id, startTime: time(id), status: 'FAILED', failureKey: id < 3 ? 'a' : 'b', message: `told ${id}\nmore` }),
  )
  const query = TestsQuery.parse({ page: 2, pageSize: 2 })
  expect(pageOfTests(rows, query, 'none', new Map())).toEqual({
    rows: rows.slice(2, 4),
    total: 5,
    groups: [],
    groupsTotal: 0,
  })
  const grouped = pageOfTests(rows, query, 'failure', new Map())
  expect([grouped.rows.map(({ id }) => id), grouped.groups.map(({ key, label }) => [key, label])]).toEqual([
    [5, 1],
    [
      ['b', 'told 3'],
      ['a', 'told 1'],
    ],
  ])
  expect(grouped.groupsTotal).toBe(2)
})

test('merged failures are one group named by the cause, only for the failures of the moment', () => {
  const cause = (failureKey: string, causeKey: string, label: string) => ({
    failureKey,
    causeKey,
    label,
    detail: 'at pay.ts',
  })
  const of = (id: number, failureKey: string) =>
    changed(id, aTest({ id, startTime: time(id), status: 'FAILED', failureKey, message: `Error ${id}` }))
  const page = (events: LiveMessage[], causes: LaunchEvents['causes']): LaunchEvents => ({
    source: 'events',
    reason: null,
    keptDays: 7,
    events,
    causes,
    last: events.at(-1)?.sequence ?? 0,
    next: null,
  })
  // Causes come with the page of events that has their failures.
  const first = extendHistory(
    emptyHistory,
    page([of(1, 'b'), of(2, 'c')], [cause('b', 'a', 'Error of b'), cause('c', 'c', '')]),
  )
  const history = extendHistory(
    first,
    page([of(3, 'a'), of(4, 'b')], [cause('a', 'a', 'Error of a'), cause('b', 'a', 'Error of b')]),
  )
  const query = TestsQuery.parse({ group: 'failure' })
  const groupsAt = (position: number) => {
    const { rows, groups, groupsTotal } = pageOfTests(
      momentAt(history, position).tests,
      query,
      'failure',
      history.causes,
    )
    expect(groupsTotal).toBe(groups.length)
    return [
      rows.map(({ id }) => id),
      groups.map(({ key, mergedKeys, label, tests: count }) => [key, mergedKeys, label, count]),
    ]
  }
  expect(groupsAt(2)).toEqual([
    [1, 2],
    [
      ['a', ['b'], 'Error of b', 1],
      ['c', [], 'Error 2', 1],
    ],
  ])
  expect(groupsAt(4)).toEqual([
    [1, 3, 4, 2],
    [
      ['a', ['b'], 'Error of a', 3],
      ['c', [], 'Error 2', 1],
    ],
  ])
})

test('the first failures and the end of the launch have their positions', () => {
  const of = (id: number, status: LaunchTest['status']) => aTest({ id, status })
  const messages = [
    changed(1, of(1, 'IN_PROGRESS')),
    changed(2, of(1, 'FAILED')),
    changed(3, of(2, 'FAILED')),
    rate(4),
    changed(5, of(3, 'FAILED')),
    changed(6, of(4, 'FAILED')),
    rate(7),
  ]
  for (const pageSize of [1, 3, 9]) {
    const { failures, end, events, read: last } = read(messages, pageSize)
    expect([failures, end, events.length, last]).toEqual([[2, 3, 4], 3, 5, 7])
  }
  expect(read(messages.slice(0, 3), 9).end).toBeNull()
  expect(read(messages.slice(0, 3), 9, emptyHistory, 'tests').end).toBe(3)
})

test('events that are read twice count once', () => {
  const messages = [1, 2, 3].map((id) => changed(id, aTest({ id })))
  const history = read(messages, 2)
  expect(read(messages, 2, history).events.length).toBe(3)
})

test('holds the first events of a very long launch, and reports that there are more', () => {
  const messages = Array.from({ length: LIMITS.historyEvents + 1 }, (_, index) => deleted(index + 1, 1))
  const history = read(messages, LIMITS.replayEvents)
  expect([history.events.length, history.isCut]).toEqual([LIMITS.historyEvents, true])
  expect(read(messages.slice(0, -1), LIMITS.replayEvents).isCut).toBe(false)
})
