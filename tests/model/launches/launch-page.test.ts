import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import { TestsQuery, type LaunchTest, type Mark, type SeenTest } from '../../../contract/launches/launch-tests.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import {
  launchPage,
  testsList,
  type LaunchPageEvent,
  type PassRateHistory,
} from '../../../machines/launches/launch-page.machine.ts'
import { isTestsFiltered } from '../../../machines/launches/test-filters.ts'
import type { ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { aLaunch, aTest } from '../../unit/store/support/launches.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

const query = TestsQuery.parse({})
const other = TestsQuery.parse({ page: '2' })
const input = { query }
const running = aLaunch()
const ended = aLaunch({ status: 'PASSED' })
const rows = [aTest({ status: 'PASSED' })]
const elsewhere = [aTest({ id: 2, status: 'FAILED' })]
const seen = (given: readonly LaunchTest[], over = {}) => ({
  type: 'xstate.snapshot.list',
  snapshot: { context: { query, page: { rows: given, total: given.length }, ...over } },
})
const launchEvents = [
  { type: 'launch/patched', launch: running },
  { type: 'launch/patched', launch: ended },
  { type: 'launch/deleted' },
  { type: 'launch/refresh' },
  { type: 'tab/shown' },
  { type: 'history/due' },
  { type: 'xstate.done.actor.loadLaunch', output: running },
  { type: 'xstate.error.actor.loadLaunch', error: { status: 404 } },
  { type: 'xstate.error.actor.loadLaunch', error: 'unreachable' },
  { type: 'xstate.done.actor.loadHistory', output: [] },
  { type: 'xstate.error.actor.loadHistory', error: 'unreachable' },
] as unknown as LaunchPageEvent[]
const testsEvents = [
  { type: 'test/selected', ids: [1], isSelected: true },
  { type: 'test/selected', ids: [1], isSelected: false },
  { type: 'selection/replaced', ids: [1] },
  { type: 'selection/replaced', ids: [] },
  { type: 'selection/cleared' },
  { type: 'tests/pick', pick: 'failed' },
  { type: 'tests/picked', tests: [] },
  { type: 'picks/dropped' },
  { type: 'tests/picked', tests: elsewhere },
  { type: 'xstate.done.actor.loadPicked', output: elsewhere },
  { type: 'xstate.error.actor.loadPicked', error: 'unreachable' },
  { type: 'tests/mark', seen: [{ id: 1, status: 'PASSED', issueId: null }], status: 'FAILED' },
  { type: 'tests/changed' },
  { type: 'stability/known', items: [{ testId: 1, stability: 0.5, recent: [] }] },
  { type: 'page/patched', query, page: { rows, total: 1 } },
  { type: 'xstate.done.actor.mark', output: [] },
  { type: 'xstate.error.actor.mark', error: 'conflict' },
  seen(rows),
  seen([], { query: other }),
] as unknown as LaunchPageEvent[]
const paths = describeMachine(launchPage, {
  input,
  events: [],
  walks: [{ events: launchEvents }, { events: testsEvents }],
  stopWhen: ({ context }) => context.waitingMarks.length > 1,
  table: {
    'launch.loading':
      'done(loadLaunch) error(loadLaunch) launch/{deleted,patched,refresh} page/patched snapshot(list) stability/known tab/shown tests/changed',
    'launch.shown':
      'launch/{deleted,patched,refresh} page/patched snapshot(list) stability/known tab/shown tests/changed',
    'launch.failed':
      'launch/{deleted,patched,refresh} page/patched snapshot(list) stability/known tab/shown tests/changed',
    'launch.missing':
      'launch/{deleted!,patched!,refresh!} page/patched snapshot(list) stability/known tab/shown! tests/changed',
    'history.loading':
      'done(loadHistory) error(loadHistory) history/due page/patched snapshot(list) stability/known tests/changed',
    'history.shown': 'history/due page/patched snapshot(list) stability/known tests/changed',
    'history.failed': 'history/due page/patched snapshot(list) stability/known tests/changed',
    'selection.browsing':
      'page/patched selection/replaced snapshot(list) stability/known test/selected tests/{changed,picked}',
    'selection.choosing':
      'always page/patched selection/{cleared,replaced} snapshot(list) stability/known test/selected tests/{changed,picked}',
    'picks.idle': 'page/patched snapshot(list) stability/known tests/{changed,pick}',
    'picks.loading':
      'done(loadPicked) error(loadPicked) page/patched picks/dropped snapshot(list) stability/known tests/{changed,pick}',
    'marks.idle': 'always page/patched snapshot(list) stability/known tests/{changed,mark}',
    'marks.marking': 'done(mark) error(mark) page/patched snapshot(list) stability/known tests/{changed,mark}',
  },
  ignored: {
    'selection.browsing': { events: 'selection/cleared', because: 'nothing is selected: the bulk bar is hidden' },
    'picks.idle': { events: 'picks/dropped', because: 'no tests are being loaded for the menu' },
  },
  invariants: {
    'keeps a deleted launch deleted': (s, before) =>
      !before?.matches({ launch: 'missing' }) || s.matches({ launch: 'missing' }),
    'shows the bulk bar exactly while tests are selected': (s) =>
      s.matches({ selection: 'choosing' }) === s.context.selected.length > 0,
    'saves marks one after the other': (s) => !s.matches({ marks: 'idle' }) || s.context.waitingMarks.length === 0,
    "[TESTS-13] drops the menu's tests when the query changes": (s, before) =>
      !before?.matches({ picks: 'loading' }) ||
      !s.matches({ picks: 'loading' }) ||
      s.context.query === before.context.query,
  },
})

test("[TESTS-13] keeps the menu's tests selected with the query, also on other pages", () => {
  type Picked = SnapshotFrom<typeof launchPage>
  const wasPicked = (s: Picked | undefined) => s?.context.selected.includes(2)
  const isKept = paths.flatMap(({ steps }) =>
    steps.filter(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return (
        event.type === ('xstate.snapshot.list' as never) &&
        wasPicked(before) &&
        before?.context.query === state.context.query
      )
    }),
  )
  expect(isKept.length).toBeGreaterThan(0)
  expect(isKept.filter(({ state }) => !wasPicked(state))).toEqual([])
})

test('[SUMMARY-08] [SUMMARY-09] loads the history again when a launch in progress changes its status', () => {
  for (const { steps } of paths) {
    const [last, before] = [steps.at(-1)?.state, steps.at(-2)?.state]
    if (before?.context.launch?.status !== 'IN_PROGRESS' || last?.context.launch?.status === 'IN_PROGRESS') continue
    expect(last?.matches({ history: 'loading' })).toBe(true)
  }
})

const samples = samplesOf(paths)

test('a running machine takes every transition as the model does', () => {
  for (const path of samples) expect(() => play(launchPage, path, input)).not.toThrow()
})

test('counts every filter of tests as one, but not order, groups and page', () => {
  const requested = [
    { q: 'a' },
    { testsState: 'failed' },
    { label: 'a:b' },
    { testCase: 'linked' },
    { failureKey: 'k' },
    { failureTag: '7' },
  ]
  expect(requested.map((one) => isTestsFiltered(TestsQuery.parse(one)))).toEqual([true, true, true, true, true, true])
  expect(isTestsFiltered(TestsQuery.parse({ group: 'failure', sort: 'name', page: '2' }))).toBe(false)
})

interface Given {
  head?: Parameters<typeof fromCallback>[0]
  inProgress?: (inProgress: boolean) => void
  mark?: (input: { seen: readonly SeenTest[]; status: Mark }) => Promise<readonly LaunchTest[]>
}

/** A page whose requests are answered. */
const opened = ({ head = () => undefined, inProgress = () => undefined, mark = () => Promise.resolve([]) }: Given) =>
  createActor(
    launchPage.provide({
      actors: {
        list: testsList.provide({
          actors: {
            load: fromPromise<ListPage<LaunchTest>, { query: TestsQuery }>(() => Promise.resolve({ rows, total: 1 })),
          },
        }),
        window: fromCallback(() => undefined),
        head: fromCallback(head),
        following: fromCallback(({ receive }) => receive((event) => inProgress(event.inProgress))),
        stability: fromCallback(() => undefined),
        tab: fromCallback(() => undefined),
        loadLaunch: fromPromise(() => Promise.resolve(running)),
        loadHistory: fromPromise<PassRateHistory>(() => Promise.resolve([])),
        mark: fromPromise<readonly LaunchTest[], { seen: readonly SeenTest[]; status: Mark }>(({ input: given }) =>
          mark(given),
        ),
      },
    }),
    { input },
  ).start()

test('[LIVE-08] [LIVE-03] follows the local log, and sets the pace of live batches by the launch', async () => {
  const emitted: boolean[] = []
  let patch: (launch: Launch) => void = () => undefined
  const page = opened({
    head: ({ sendBack }) => {
      patch = (launch) => sendBack({ type: 'launch/patched', launch })
    },
    inProgress: (one) => emitted.push(one),
  })
  await new Promise((resolve) => setImmediate(resolve))
  patch(ended)
  expect([page.getSnapshot().context.launch?.status, emitted]).toEqual(['PASSED', [true, false]])
  page.stop()
})

test('a mark that waits behind another one of the same user is sent with its result as seen', async () => {
  const sent: string[] = []
  const page = opened({
    mark: ({ seen: [test], status }) => {
      sent.push(`${test?.status} → ${status}`)
      return Promise.resolve([aTest({ status })])
    },
  })
  const seenAs = [{ id: 1, status: 'PASSED' as const, issueId: null }]
  page.send({ type: 'tests/mark', seen: seenAs, status: 'FAILED' })
  page.send({ type: 'tests/mark', seen: seenAs, status: 'BLOCKED' })
  await waitFor(page, ({ context, value }) => value.marks === 'idle' && context.waitingMarks.length === 0)
  expect(sent).toEqual(['PASSED → FAILED', 'FAILED → BLOCKED'])
  page.stop()
})
