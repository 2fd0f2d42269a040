import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { predicatesOf, queryOfPredicates } from '../../contract/launches/launch-predicates.ts'
import { isUnderWay, type Launch, type LaunchesQuery } from '../../contract/launches/launches.ts'
import { pagedList, type ListPage } from '../patterns/paged-list.machine.ts'
import { unprovidedCallback } from '../patterns/unprovided.ts'

/** Returns whether a query filters: "no matches" and "no launches" are different states. */
export const isLaunchesFiltered = (query: LaunchesQuery): boolean => predicatesOf(query).length > 0

/** The change that clears all predicates. */
export const withoutFilters = (): Partial<LaunchesQuery> => ({ ...queryOfPredicates([]), savedFilter: undefined })

export const launchesList = pagedList<Launch, LaunchesQuery>({ isFiltered: isLaunchesFiltered })

export type LaunchesPatch = { query: LaunchesQuery; page: ListPage<Launch> }

/** What the page needs of its list's snapshot. */
type Listed = { context: { query: LaunchesQuery; page: ListPage<Launch>; failure: unknown } }

export type LaunchesPageEvent =
  | { type: 'launch/selected'; ids: readonly number[]; isSelected: boolean }
  | { type: 'selection/cleared' }
  /** From the local log: the current rows of the page. */
  | ({ type: 'page/patched' } & LaunchesPatch)
  | { type: 'tab/shown' }

const select = (selected: readonly number[], { ids, isSelected }: { ids: readonly number[]; isSelected: boolean }) => ({
  selected: isSelected ? [...new Set([...selected, ...ids])] : without(selected, ids),
})

/**
 * The launches page: list, the local log's window of it, live stream of the project, and selection. The actors `window` and `following`
 * receive the current query and whether any visible launch is in progress (LIVE-03).
 */
export const launchesPage = setup({
  types: {
    context: {} as {
      query: LaunchesQuery
      /** Ids in order of selection; always of visible rows. */
      selected: readonly number[]
      isUnderWay: boolean
      failure: unknown
    },
    events: {} as LaunchesPageEvent,
    emitted: {} as /** The list could not be loaded or refreshed. */ { type: 'list/failed'; failure: unknown },
    input: {} as { query: LaunchesQuery },
    children: {} as { list: 'list'; window: 'window'; following: 'following'; tab: 'tab' },
  },
  actors: {
    list: launchesList,
    /** Sends `page/patched` for the latest query it has received. */
    window: unprovidedCallback<{ type: 'window/watch'; query: LaunchesQuery }, { query: LaunchesQuery }>('window'),
    following: unprovidedCallback<{ type: 'progress/changed'; inProgress: boolean }>('following'),
    /** Sends `tab/shown`. */
    tab: unprovidedCallback('tab'),
  },
  guards: { isNothingSelected: ({ context }) => context.selected.length === 0 },
  actions: {
    clear: assign({ selected: [] }),
    look: enqueueActions(({ context, enqueue }, { context: seen }: Listed) => {
      const { query, page, failure } = seen
      const inProgress = page.rows.some(({ status }) => isUnderWay(status))
      const shown = new Set(page.rows.map(({ id }) => id))
      const selected = context.selected.filter((id) => shown.has(id))
      enqueue.assign({
        query,
        failure,
        isUnderWay: inProgress,
        selected: selected.length === context.selected.length ? context.selected : selected,
      })
      if (query !== context.query) {
        enqueue.sendTo('window', { type: 'window/watch', query })
      }
      if (inProgress !== context.isUnderWay) enqueue.sendTo('following', { type: 'progress/changed', inProgress })
      if (failure !== null && failure !== context.failure) enqueue.emit({ type: 'list/failed', failure })
    }),
    refresh: sendTo('list', { type: 'tab/shown' }),
  },
}).createMachine({
  id: 'launchesPage',
  context: ({ input }) => ({ query: input.query, selected: [], isUnderWay: false, failure: null }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context }) => ({ query: context.query }),
      onSnapshot: { actions: { type: 'look', params: ({ event }) => event.snapshot } },
    },
    { id: 'window', src: 'window', input: ({ context }) => ({ query: context.query }) },
    { id: 'following', src: 'following' },
    { id: 'tab', src: 'tab' },
  ],
  on: {
    'page/patched': { actions: sendTo('list', ({ event }) => event) },
    'tab/shown': { actions: 'refresh' },
  },
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'launch/selected': {
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
        'launch/selected': { actions: assign(({ context, event }) => select(context.selected, event)) },
        'selection/cleared': { target: 'browsing', actions: 'clear' },
      },
    },
  },
})

const without = (all: readonly number[], some: readonly number[]) => all.filter((id) => !some.includes(id))
