import { expect, test } from 'vitest'
import { LaunchesQuery, NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { LiveMessage } from '../../../contract/live.ts'
import { knownEvents } from '../../../store/projections/known-events.ts'
import { launchOf } from '../../../store/projections/launch.ts'
import { launches, launchesWindow } from '../../../store/projections/launches.ts'
import { toRecord } from '../../../store/log/log-stream.ts'
import { foldAll, type Projection } from '../../../store/projections/projection.ts'
import { damageOf } from '../../../store/log/record.ts'
import { unknownRows } from '../../../store/projections/list-window.ts'
import { listOf } from '../../../store/projections/rows.ts'
import { testOf } from '../../../store/projections/tests.ts'
import { aRecord } from './support/events.ts'
import { aLaunch, aTest, messagesOf } from './support/launches.ts'

const events = (...list: [type: string, payload: unknown][]) =>
  list.map(([type, payload], i) => aRecord(i + 1, { type, payload }))
const top = launchesWindow({
  items: [aLaunch({ id: 2 }), aLaunch({ id: 1 })],
  total: 5,
  query: LaunchesQuery.parse({ pageSize: 2 }),
})
const ids = (window: { rows: { order: number[] } }) => window.rows.order

test('every message of the contract becomes a valid record', () => {
  for (const message of messagesOf('launch:1')) {
    expect(damageOf(toRecord(LiveMessage.parse(message)), knownEvents)).toBeNull()
  }
})

test('[LIVE-09] a new launch is added at the top of the first page, whose last row moves to the next', () => {
  const window = foldAll(launches, top, events(['launch/started', { ...aLaunch({ id: 3 }), before: null }]))
  expect([ids(window), window.total, unknownRows(window), Object.keys(window.rows.byId)]).toEqual([
    [3, 2],
    6,
    0,
    ['2', '3'],
  ])
})

test('[LIVE-11] on a later page a new launch moves rows that are not held, which are counted', () => {
  const second = { ...top, query: LaunchesQuery.parse({ pageSize: 2, page: 2 }) }
  const window = foldAll(launches, second, events(['launch/started', { ...aLaunch({ id: 3 }), before: null }]))
  expect([ids(window), window.total, unknownRows(window)]).toEqual([[2, 1], 6, 1])
})

test('[LIVE-11] counts of a launch that is not held are counted only where they may bring it to the page', () => {
  const counted = (id: number, failed: number, sort: string) =>
    unknownRows(
      foldAll(
        launches,
        { ...top, query: LaunchesQuery.parse({ pageSize: 2, sort }) },
        events(['launch/statistics', { testRunId: id, reviewed: false, ...NO_STATISTICS, failed }]),
      ),
    )
  expect([
    counted(9, 5, 'failed'),
    counted(0, 0, 'failed'),
    counted(9, 5, 'startedAt'),
    counted(2, 5, 'failed'),
  ]).toEqual([1, 0, 0, 0])
})

test('[LIVE-11] a launch of unknown counts is no longer counted once it is known to be on the page', () => {
  const byFailed = { ...top, query: LaunchesQuery.parse({ pageSize: 2, sort: 'failed' }) }
  const statistics = { ...NO_STATISTICS, failed: 5 }
  const started = { ...aLaunch({ id: 9, statistics }), before: null }
  const window = foldAll(
    launches,
    byFailed,
    events(['launch/statistics', { testRunId: 9, reviewed: false, ...statistics }], ['launch/started', started]),
  )
  expect([ids(window), unknownRows(window)]).toEqual([[9, 2], 0])
})

test('[LIVE-09] [LIVE-10] statistics change the row they name, and no other', () => {
  const statistics = { ...NO_STATISTICS, passed: 4 }
  const window = foldAll(
    launches,
    top,
    events(
      ['launch/statistics', { testRunId: 2, reviewed: true, ...statistics }],
      ['launch/statistics', { testRunId: 9, reviewed: true, ...NO_STATISTICS }],
    ),
  )
  expect(listOf(window.rows).map((row) => [row.id, row.statistics.passed, row.reviewed])).toEqual([
    [2, 4, true],
    [1, 0, false],
  ])
})

test('folding changes no record when a launch starts and is counted in one batch', () => {
  const started = aRecord(1, { type: 'launch/started', payload: aLaunch({ id: 3 }) })
  const counted = aRecord(2, {
    type: 'launch/statistics',
    payload: { testRunId: 3, reviewed: true, ...NO_STATISTICS, failed: 2 },
  })
  const before = structuredClone([started, counted])
  const launch = launchOf(3)
  for (const projection of [launch, launches] as const) {
    const empty = projection === launches ? top : launch.empty
    foldAll(projection as Projection<unknown>, empty, [started, counted])
    expect([started, counted]).toEqual(before)
  }
})

test('a launch keeps its place as it changes, with every field that came', () => {
  const changed = { ...aLaunch({ id: 1, status: 'PASSED' }), fieldOfTomorrow: 1 }
  const window = foldAll(launches, top, events(['launch/finished', { ...changed, before: { status: 'IN_PROGRESS' } }]))
  expect(ids(window)).toEqual([2, 1])
  expect(listOf(window.rows)[1]).toEqual(changed)
})

test('a launch that started again is not shown twice', () => {
  const window = foldAll(launches, top, events(['launch/started', aLaunch({ id: 1, name: 'again' })]))
  expect(listOf(window.rows).map(({ name }) => name)).toEqual(['Smoke', 'again'])
})

test('[LIVE-11] a deleted launch leaves its page, and the total is updated', () => {
  const window = foldAll(launches, top, events(['launch/deleted', { testRunId: 2 }]))
  expect([ids(window), window.total, unknownRows(window)]).toEqual([[1], 4, 1])
})

test('[LIVE-08] a launch page follows its launch and statistics, and no other of the project', () => {
  const one = launchOf(1)
  const others = events(
    ['launch/changed', aLaunch({ id: 2, name: 'other' })],
    ['launch/statistics', { testRunId: 2, reviewed: false, ...NO_STATISTICS, failed: 9 }],
    ['launch/deleted', { testRunId: 2 }],
  )
  const state = foldAll(one, one.empty, [...messagesOf('project:7').map(toRecord).slice(0, 5), ...others])
  expect(state).toMatchObject({
    launch: { id: 1, name: 'Smoke', reviewed: true, statistics: { inProgress: 1, failed: 0 } },
    isDeleted: false,
  })
  expect(foldAll(one, state, events(['launch/deleted', { testRunId: 1 }])).isDeleted).toBe(true)
})

test('[LIVE-08] the page of a test follows its test, and no other of the launch', () => {
  const one = testOf(1)
  const state = foldAll(
    one,
    { test: aTest() },
    events(
      ['test/finished', aTest({ status: 'PASSED' })],
      ['test/started', aTest({ id: 2 })],
      ['test/deleted', { testId: 2 }],
    ),
  )
  expect(state.test).toEqual(aTest({ status: 'PASSED' }))
})
