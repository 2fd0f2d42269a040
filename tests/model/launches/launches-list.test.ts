import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { LaunchesQuery, type Launch } from '../../../contract/launches/launches.ts'
import {
  isLaunchesFiltered,
  launchesList,
  launchesPage,
  type LaunchesPageEvent,
} from '../../../machines/launches/launches-list.machine.ts'
import type { ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { aLaunch } from '../../unit/store/support/launches.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const query = LaunchesQuery.parse({})
const other = LaunchesQuery.parse({ page: '2' })
const input = { query }
const running = aLaunch({ id: 1 })
const ended = aLaunch({ id: 2, status: 'PASSED' })
const seen = (rows: Launch[], over = {}) => ({
  type: 'xstate.snapshot.list',
  snapshot: { context: { query, page: { rows, total: rows.length }, failure: null, ...over } },
})
const events = [
  { type: 'launch/selected', ids: [1], isSelected: true },
  { type: 'launch/selected', ids: [2], isSelected: true },
  { type: 'launch/selected', ids: [1], isSelected: false },
  { type: 'selection/cleared' },
  { type: 'page/patched', query, page: { rows: [ended], total: 1 } },
  { type: 'tab/shown' },
  seen([running, ended]),
  seen([ended]),
  seen([], { query: other, failure: 'unreachable' }),
] as unknown as LaunchesPageEvent[]
const paths = describeMachine(launchesPage, {
  input,
  events,
  table: {
    browsing: 'launch/selected page/patched snapshot(list) tab/shown',
    choosing: 'always launch/selected page/patched selection/cleared snapshot(list) tab/shown',
  },
  ignored: {
    browsing: { events: 'selection/cleared', because: 'nothing is selected: the bulk bar is hidden' },
  },
  invariants: {
    'shows the bulk bar exactly while launches are selected': (s) =>
      s.matches('choosing') === s.context.selected.length > 0,
  },
})

test('selects only rows that were last shown', () => {
  for (const { steps } of paths) {
    const last = steps.at(-1)
    if (last?.event.type !== ('xstate.snapshot.list' as never)) continue
    const rows = (last.event as unknown as ReturnType<typeof seen>).snapshot.context.page.rows
    expect(last.state.context.selected.every((id) => rows.some((row) => row.id === id))).toBe(true)
  }
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) {
    const emitted = play(launchesPage, path, input)
    const failures = path.steps.filter(({ state: { context } }, i) => {
      const before = path.steps[i - 1]?.state.context.failure
      return i > 0 && context.failure !== null && context.failure !== before
    })
    expect(emitted.filter(({ type }) => type === 'list/failed')).toHaveLength(failures.length)
  }
})

test('counts every filter as one, but not order and page', () => {
  const requested = [{ q: 'a' }, { status: 'FAILED' }, { label: 'team:web' }, { reviewed: 'false' }, { user: 'nk' }]
  expect(requested.map((one) => isLaunchesFiltered(LaunchesQuery.parse(one)))).toEqual([true, true, true, true, true])
  expect(isLaunchesFiltered(LaunchesQuery.parse({ page: '3', sort: 'name', order: 'asc' }))).toBe(false)
})

test('[LIVE-09] [LIVE-03] follows the local log, and sets the pace of live batches by the shown launches', async () => {
  const reported: unknown[] = []
  const watched: LaunchesQuery[] = []
  let patch: (rows: Launch[]) => void = () => undefined
  const page = createActor(
    launchesPage.provide({
      actors: {
        list: launchesList.provide({
          actors: {
            load: fromPromise<ListPage<Launch>, { query: LaunchesQuery }>(() =>
              Promise.resolve({ rows: [ended], total: 1 }),
            ),
          },
        }),
        window: fromCallback(({ receive, sendBack }) => {
          receive((event) => watched.push(event.query))
          patch = (rows) => sendBack({ type: 'page/patched', query, page: { rows, total: rows.length } })
        }),
        following: fromCallback(({ receive }) => receive((event) => reported.push(event.inProgress))),
        tab: fromCallback(() => undefined),
      },
    }),
    { input },
  ).start()
  await new Promise((resolve) => setImmediate(resolve))
  const rows = () =>
    page
      .getSnapshot()
      .children.list?.getSnapshot()
      .context.page.rows.map(({ id }) => id)
  expect([rows(), reported]).toEqual([[2], []])
  patch([running, ended])
  expect([rows(), reported]).toEqual([[1, 2], [true]])
  page.getSnapshot().children.list?.send({ type: 'query/opened', query: other })
  expect(watched).toEqual([other])
  page.stop()
})
