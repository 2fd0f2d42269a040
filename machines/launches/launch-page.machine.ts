import { assign, emit, enqueueActions, raise, sendTo, setup } from 'xstate'
import {
  seenOf,
  type LaunchTest,
  type Mark,
  type SeenTest,
  type TestGroup,
  type TestsAnswer,
  type TestsQuery,
} from '../../contract/launches/launch-tests.ts'
import type { TestStability } from '../../contract/launches/test-stability.ts'
import { isUnderWay, type Launch } from '../../contract/launches/launches.ts'
import { pagedList, type ListPage } from '../patterns/paged-list.machine.ts'
import type { TestsPick } from './picked-tests.ts'
import { isTestsFiltered } from './test-filters.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export const testsList = pagedList<LaunchTest, TestsQuery>({ isFiltered: isTestsFiltered })

/** A page of tests with additional data. */
export type TestsPage = ListPage<LaunchTest> & {
  groups?: readonly TestGroup[]
  groupsTotal?: number
}

/** Converts an answer to what the page shows. */
export const testsPageOf = ({ items, _meta, groups, groupsTotal }: TestsAnswer): TestsPage => ({
  rows: items,
  total: _meta.total,
  groups,
  groupsTotal,
})

export type PassRateHistory = readonly { launchId: number; launchNumber: number; passRate: number; startedAt: string }[]

export type LaunchPageEvent =
  /** From the local log: the current launch. */
  | { type: 'launch/patched'; launch: Launch }
  | { type: 'launch/deleted' }
  | { type: 'launch/refresh' }
  /** Results changed in a way that moves pass rates (SUMMARY-08, SUMMARY-09). */
  | { type: 'history/due' }
  | { type: 'test/selected'; ids: readonly number[]; isSelected: boolean }
  | { type: 'selection/replaced'; ids: readonly number[] }
  | { type: 'selection/cleared' }
  /** Select all tests of the list, or those with one result, also on pages that are not loaded. */
  | { type: 'tests/pick'; pick: TestsPick }
  | { type: 'tests/picked'; tests: readonly LaunchTest[] }
  /** The query changed: pending ids of the previous one must not be selected. */
  | { type: 'picks/dropped' }
  /** `seen`: the tests as the user saw them. */
  | { type: 'tests/mark'; seen: readonly SeenTest[]; status: Mark }
  /** Tests changed by a dialog. */
  | { type: 'tests/changed' }
  | { type: 'stability/known'; items: readonly TestStability[] }
  | { type: 'page/patched'; query: TestsQuery; page: TestsPage }
  | { type: 'tab/shown' }

/** Cache key: reloaded for a test whose status has changed. */
export type StabilityWanted = { type: 'stability/wanted'; tests: readonly Pick<LaunchTest, 'id' | 'status'>[] }

type Listed = { context: { query: TestsQuery; page: ListPage<LaunchTest> } }
type Marked = { seen: readonly SeenTest[]; status: Mark }

const select = (selected: readonly number[], { ids, isSelected }: { ids: readonly number[]; isSelected: boolean }) => ({
  selected: isSelected ? [...new Set([...selected, ...ids])] : selected.filter((id) => !ids.includes(id)),
})

/** State of the launch's page besides its tests: launch, history, selection and marks (DETAILS, SUMMARY, MARK). */
export const launchPage = setup({
  types: {
    context: {} as {
      query: TestsQuery
      launch: Launch | null
      failure: unknown
      history: PassRateHistory | null
      /** Ids in order of selection; of visible rows or in `picked`. */
      selected: readonly number[]
      /** The menu's last selection for this query. */
      picked: readonly LaunchTest[]
      pick: TestsPick
      marked: Marked | null
      /** Marks set while another is saved. */
      waitingMarks: readonly Marked[]
      stability: Readonly<Record<number, TestStability>>
    },
    events: {} as LaunchPageEvent,
    emitted: {} as
      | { type: 'tests/marked'; count: number; status: Mark }
      | { type: 'mark/refused'; error: unknown }
      | { type: 'pick/refused'; error: unknown },
    input: {} as { query: TestsQuery },
    children: {} as {
      list: 'list'
      window: 'window'
      head: 'head'
      following: 'following'
      stability: 'stability'
      tab: 'tab'
      loadLaunch: 'loadLaunch'
      loadHistory: 'loadHistory'
      mark: 'mark'
      loadPicked: 'loadPicked'
    },
  },
  actors: {
    list: testsList,
    /** Sends `page/patched` for the latest query it has received. */
    window: unprovidedCallback<{ type: 'window/watch'; query: TestsQuery }, { query: TestsQuery }>('window'),
    /** Sends `launch/patched` and `launch/deleted`. */
    head: unprovidedCallback('head'),
    /** Keeps the streams of the launch and of its project live. */
    following: unprovidedCallback<{ type: 'progress/changed'; inProgress: boolean }>('following'),
    /** Loads the stability of visible tests after they have rendered; sends `stability/known`. */
    stability: unprovidedCallback<StabilityWanted>('stability'),
    tab: unprovidedCallback('tab'),
    loadLaunch: unprovided<Launch>('loadLaunch'),
    loadHistory: unprovided<PassRateHistory>('loadHistory'),
    mark: unprovided<readonly LaunchTest[], Marked>('mark'),
    /** Loads the tests that the menu selects, up to the limit of a bulk action. */
    loadPicked: unprovided<readonly LaunchTest[], { query: TestsQuery; pick: TestsPick }>('loadPicked'),
  },
  guards: {
    isKnown: ({ context }) => context.launch !== null,
    isNothingSelected: ({ context }) => context.selected.length === 0,
    hasNextMark: ({ context }) => context.waitingMarks.length > 0,
  },
  actions: {
    meet: enqueueActions(({ context, enqueue }, launch: Launch) => {
      const was = context.launch !== null && isUnderWay(context.launch.status)
      const inProgress = isUnderWay(launch.status)
      enqueue.assign({ launch, failure: null })
      if (context.launch === null || was !== inProgress)
        enqueue.sendTo('following', { type: 'progress/changed', inProgress })
      if (was && context.launch?.status !== launch.status) enqueue.raise({ type: 'history/due' })
    }),
    clear: assign({ selected: [], picked: [] }),
    /** Waiting marks follow the user's own: those are not changes of another user. */
    seeMarked: assign(({ context }, tests: readonly LaunchTest[]) => {
      const marked = new Map(tests.map((test) => [test.id, seenOf(test)]))
      return {
        waitingMarks: context.waitingMarks.map(({ seen, status }) => ({
          seen: seen.map((one) => marked.get(one.id) ?? one),
          status,
        })),
      }
    }),
    takeNextMark: assign(({ context: { waitingMarks } }) => ({
      marked: waitingMarks[0] ?? null,
      waitingMarks: waitingMarks.slice(1),
    })),
    emitMarked: emit(({ context: { marked } }) => ({
      type: 'tests/marked' as const,
      count: marked?.seen.length ?? 0,
      status: marked?.status ?? 'PASSED',
    })),
    look: enqueueActions(({ context, enqueue }, { context: { query, page } }: Listed) => {
      const picked = query === context.query ? context.picked : []
      const known = new Set([...page.rows, ...picked].map(({ id }) => id))
      const selected = context.selected.filter((id) => known.has(id))
      enqueue.assign({
        query,
        picked,
        selected: selected.length === context.selected.length ? context.selected : selected,
      })
      if (query !== context.query) {
        enqueue.raise({ type: 'picks/dropped' })
        enqueue.sendTo('window', { type: 'window/watch', query })
      }
      enqueue.sendTo('stability', { type: 'stability/wanted', tests: page.rows })
    }),
    refresh: sendTo('list', { type: 'list/refresh' }),
    expectHistory: raise({ type: 'history/due' }),
  },
}).createMachine({
  id: 'launchPage',
  type: 'parallel',
  context: ({ input }) => ({
    query: input.query,
    launch: null,
    failure: null,
    history: null,
    selected: [],
    picked: [],
    pick: 'all',
    marked: null,
    waitingMarks: [],
    stability: {},
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({ query: context.query }),
      onSnapshot: { actions: { type: 'look', params: ({ event }) => event.snapshot } },
    },
    { id: 'window', src: 'window', input: ({ context }) => ({ query: context.query }) },
    { id: 'head', src: 'head' },
    { id: 'following', src: 'following' },
    { id: 'stability', src: 'stability' },
    { id: 'tab', src: 'tab' },
  ],
  on: {
    'page/patched': {
      actions: sendTo('list', ({ event: { query, page } }) => ({ type: 'page/patched', query, page })),
    },
    'stability/known': {
      actions: assign(({ context, event }) => ({
        stability: { ...context.stability, ...Object.fromEntries(event.items.map((item) => [item.testId, item])) },
      })),
    },
    'tests/changed': { actions: ['refresh', 'expectHistory'] },
  },
  states: {
    launch: {
      initial: 'loading',
      on: {
        'launch/patched': { actions: { type: 'meet', params: ({ event }) => event.launch } },
        'launch/deleted': '.missing',
        'launch/refresh': '.loading',
        'tab/shown': { target: '.loading', actions: 'refresh' },
      },
      states: {
        loading: {
          invoke: {
            id: 'loadLaunch',
            src: 'loadLaunch',
            onDone: { target: 'shown', actions: { type: 'meet', params: ({ event }) => event.output } },
            onError: [
              { guard: ({ event }) => (event.error as { status?: unknown } | null)?.status === 404, target: 'missing' },
              { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
              { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
            ],
          },
        },
        /** The local log's data shows from `loading` on. */
        shown: {},
        failed: {
          on: {
            'launch/patched': { target: 'shown', actions: { type: 'meet', params: ({ event }) => event.launch } },
          },
        },
        /** No such launch (any more) (DETAILS-01): later events are ignored. */
        missing: {
          on: { 'launch/deleted': {}, 'launch/patched': {}, 'launch/refresh': {}, 'tab/shown': {} },
        },
      },
    },
    history: {
      initial: 'loading',
      on: { 'history/due': '.loading' },
      states: {
        loading: {
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            onDone: { target: 'shown', actions: assign(({ event }) => ({ history: event.output })) },
            onError: 'failed',
          },
        },
        shown: {},
        /** Optional: the page works without it. */
        failed: {},
      },
    },
    selection: {
      initial: 'browsing',
      on: {
        'selection/replaced': [
          {
            guard: ({ event }) => event.ids.length > 0,
            target: '.choosing',
            actions: assign(({ event }) => ({ selected: event.ids, picked: [] })),
          },
          { target: '.browsing', actions: 'clear' },
        ],
        'tests/picked': [
          {
            guard: ({ event }) => event.tests.length > 0,
            target: '.choosing',
            actions: assign(({ event }) => ({ selected: event.tests.map(({ id }) => id), picked: event.tests })),
          },
          { target: '.browsing', actions: 'clear' },
        ],
      },
      states: {
        browsing: {
          on: {
            'test/selected': {
              guard: ({ event }) => event.isSelected && event.ids.length > 0,
              target: 'choosing',
              actions: assign(({ context, event }) => select(context.selected, event)),
            },
          },
        },
        /** The bulk bar replaces the column headers. */
        choosing: {
          always: { guard: 'isNothingSelected', target: 'browsing' },
          on: {
            'test/selected': { actions: assign(({ context, event }) => select(context.selected, event)) },
            'selection/cleared': { target: 'browsing', actions: 'clear' },
          },
        },
      },
    },
    picks: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'tests/pick': { target: 'loading', actions: assign(({ event }) => ({ pick: event.pick })) },
          },
        },
        loading: {
          on: {
            'picks/dropped': 'idle',
            // The last one counts.
            'tests/pick': { target: 'loading', reenter: true, actions: assign(({ event }) => ({ pick: event.pick })) },
          },
          invoke: {
            id: 'loadPicked',
            src: 'loadPicked',
            input: ({ context: { query, pick } }) => ({ query, pick }),
            onDone: { target: 'idle', actions: raise(({ event }) => ({ type: 'tests/picked', tests: event.output })) },
            onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'pick/refused', error: event.error })) },
          },
        },
      },
    },
    marks: {
      initial: 'idle',
      on: {
        'tests/mark': {
          guard: ({ event }) => event.seen.length > 0,
          actions: assign(({ context, event: { seen, status } }) => ({
            waitingMarks: [...context.waitingMarks, { seen, status }],
          })),
        },
      },
      states: {
        idle: { always: { guard: 'hasNextMark', target: 'marking', actions: 'takeNextMark' } },
        marking: {
          invoke: {
            id: 'mark',
            src: 'mark',
            input: ({ context }) => context.marked ?? { seen: [], status: 'PASSED' },
            onDone: {
              target: 'idle',
              actions: [
                { type: 'seeMarked', params: ({ event }) => event.output },
                'emitMarked',
                'refresh',
                'expectHistory',
                'clear',
              ],
            },
            onError: {
              target: 'idle',
              actions: [emit(({ event }) => ({ type: 'mark/refused', error: event.error })), 'refresh'],
            },
          },
        },
      },
    },
  },
})
