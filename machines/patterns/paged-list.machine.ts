import { assign, emit, fromCallback, raise, setup } from 'xstate'
import { LIMITS } from '../../contract/limits.ts'
import { unprovided } from './unprovided.ts'

/** Query of a list in its address. `q`: search text. */
export type ListQuery = { page: number; pageSize: number; q: string }

export type ListFace = 'none' | 'shown' | 'empty' | 'noResults'

/**
 * A page as the server or the local log gives it. `total`: rows that match, on all pages. `unknown`: rows that changed and that the local
 * log cannot place on this page; a refresh loads them. `note`: what the page says about the whole list.
 */
export type ListPage<Row> = { rows: readonly Row[]; total: number; unknown?: number; note?: string }

export type PagedListEvent<Row, Query extends ListQuery> =
  /** The address changed: Back, Forward, a link. */
  | { type: 'query/opened'; query: Query }
  | { type: 'page/opened'; page: number }
  /** Changes filters or the order, and returns to page 1. */
  | { type: 'filter/changed'; filter: Partial<Query> }
  | { type: 'search/typed'; q: string }
  /** Enter: searches without waiting for a pause in typing. */
  | { type: 'search/submitted' }
  /** Reloads, also after a failure. */
  | { type: 'list/refresh' }
  /** The browser tab became visible (LIST-29). */
  | { type: 'tab/shown' }
  /** Rows of this query from the local log: before the server's answer, or newer than it. */
  | { type: 'page/patched'; query: Query; page: ListPage<Row> }

/**
 * One page of a list. Rows stay on screen while the next ones load; only the last question's answer counts; typed words
 * wait 500 ms for more (TESTS-02). A page past the end becomes the last one.
 */
export function pagedList<Row, Query extends ListQuery>({ isFiltered }: { isFiltered: (query: Query) => boolean }) {
  type Context = {
    query: Query
    /** Text of the search field; becomes part of `query` when typing pauses. */
    typed: string
    page: ListPage<Row>
    /** What `page` looks like; it stays while the next one loads. */
    face: ListFace
    /** Whether `page` answers the current query, and not the one before. */
    isCurrent: boolean
    /** Error of the last load; the rows may be outdated then. */
    failure: unknown
  }
  const lastPage = (query: Query, { total }: ListPage<Row>) => Math.max(1, Math.ceil(total / query.pageSize))
  const faceOf = (query: Query, page: ListPage<Row>): ListFace =>
    isShowing(page) ? 'shown' : isFiltered(query) ? 'noResults' : 'empty'
  const isShowing = (page: ListPage<Row>) => page.rows.length > 0
  /** The rows of this page have moved to other pages, and its new rows are not in the local log. */
  const isOfThisDrained = (context: Context, { query, page }: { query: Query; page: ListPage<Row> }) =>
    isSame(context.query, query) && !isShowing(page) && page.total > 0
  // Includes the pending search text, which would otherwise cause a second request.
  const narrow = (context: Context, filter: Partial<Query>) => ({
    query: { ...context.query, ...filter, q: context.typed, page: 1 },
    isCurrent: false,
  })
  return setup({
    types: {
      context: {} as Context,
      events: {} as PagedListEvent<Row, Query> | { type: 'question/changed' },
      emitted: {} as
        | { type: 'query/changed'; query: Query }
        /** Other rows were requested, by the page or the address. */
        | { type: 'question/asked' },
      input: {} as { query: Query },
    },
    actors: {
      load: unprovided<ListPage<Row>, { query: Query }>('load'),
      /** Sends `list/refresh`. Optional: some lists learn of changes from the local log, or have no news. */
      news: fromCallback(() => undefined),
    },
    guards: {
      isUnsearched: ({ context }) => context.typed !== context.query.q,
      isPastEnd: ({ context }, page: ListPage<Row>) =>
        !isShowing(page) && context.query.page > lastPage(context.query, page),
      isFiltered: ({ context }) => isFiltered(context.query),
      wasShowing: ({ context }) => context.face === 'shown',
      isStillShown: ({ context }) => context.face === 'shown' && context.isCurrent,
      isStillNoResults: ({ context }) => context.face === 'noResults' && context.isCurrent,
      isStillEmpty: ({ context }) => context.face === 'empty' && context.isCurrent,
      wasAnswered: ({ context }) => context.face !== 'none',
    },
    actions: {
      search: assign(({ context }) => ({
        query: { ...context.query, q: context.typed, page: 1 },
        isCurrent: false,
      })),
      turnBack: assign(({ context }, page: ListPage<Row>) => ({
        query: { ...context.query, page: lastPage(context.query, page) },
        isCurrent: false,
      })),
      show: assign(({ context }, page: ListPage<Row>) => ({
        page,
        face: faceOf(context.query, page),
        isCurrent: true,
        failure: null,
      })),
      // Keeps the failure: the local log is still older than the server.
      patch: assign(({ context }, page: ListPage<Row>) => ({
        page,
        face: faceOf(context.query, page),
        isCurrent: true,
      })),
      forget: assign({ page: { rows: [], total: 0 }, face: 'none' as const, isCurrent: false, failure: null }),
      emitQuery: emit(({ context }) => ({ type: 'query/changed' as const, query: context.query })),
      ask: raise({ type: 'question/changed' }),
      emitAsked: emit({ type: 'question/asked' as const }),
    },
    delays: { typing: LIMITS.searchDebounceMs },
  }).createMachine({
    id: 'pagedList',
    type: 'parallel',
    context: ({ input }) => ({
      query: input.query,
      typed: input.query.q,
      page: { rows: [], total: 0 },
      face: 'none',
      isCurrent: false,
      failure: null,
    }),
    invoke: { id: 'news', src: 'news' },
    states: {
      // No `reenter` on a region's own transitions: it would restart the other region as well.
      question: {
        initial: 'settled',
        on: {
          'query/opened': {
            guard: ({ context, event }) => !isSame(context.query, event.query),
            target: '.settled',
            actions: [assign(({ event: { query } }) => ({ query, typed: query.q, isCurrent: false })), 'ask'],
          },
          'page/opened': {
            guard: ({ context, event }) => event.page >= 1 && event.page !== context.query.page,
            actions: [
              assign(({ context, event }) => ({ query: { ...context.query, page: event.page }, isCurrent: false })),
              'emitQuery',
              'ask',
            ],
          },
          'filter/changed': {
            target: '.settled',
            actions: [assign(({ context, event }) => narrow(context, event.filter)), 'emitQuery', 'ask'],
          },
          'search/typed': { target: '.typing', actions: assign(({ event }) => ({ typed: event.q })) },
        },
        states: {
          settled: {},
          typing: {
            after: {
              typing: [
                { guard: 'isUnsearched', target: 'settled', actions: ['search', 'emitQuery', 'ask'] },
                { target: 'settled' },
              ],
            },
            on: {
              'search/submitted': [
                { guard: 'isUnsearched', target: 'settled', actions: ['search', 'emitQuery', 'ask'] },
                { target: 'settled' },
              ],
            },
          },
        },
      },
      list: {
        initial: 'loading',
        on: {
          'question/changed': [
            { guard: 'wasShowing', target: '.refreshing', actions: 'emitAsked' },
            { target: '.loading', actions: ['forget', 'emitAsked'] },
          ],
          'list/refresh': [{ guard: 'wasAnswered', target: '.refreshing' }, { target: '.loading' }],
          'tab/shown': [{ guard: 'wasAnswered', target: '.refreshing' }, { target: '.loading' }],
          'page/patched': [
            { guard: ({ context, event }) => isOfThisDrained(context, event), target: '.refreshing' },
            {
              guard: ({ context, event }) => isSame(context.query, event.query) && isShowing(event.page),
              target: '.shown',
              actions: { type: 'patch', params: ({ event }) => event.page },
            },
            {
              guard: ({ context, event }) => isSame(context.query, event.query) && isFiltered(event.query),
              target: '.noResults',
              actions: { type: 'patch', params: ({ event }) => event.page },
            },
            {
              guard: ({ context, event }) => isSame(context.query, event.query),
              target: '.empty',
              actions: { type: 'patch', params: ({ event }) => event.page },
            },
          ],
        },
        states: {
          /** No rows yet, unless the local log has some: shows a skeleton. */
          loading: {
            tags: 'busy',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
              onDone: [
                {
                  guard: { type: 'isPastEnd', params: ({ event }) => event.output },
                  target: 'loading',
                  reenter: true,
                  actions: [{ type: 'turnBack', params: ({ event }) => event.output }, 'emitQuery'],
                },
                {
                  guard: ({ event }) => isShowing(event.output),
                  target: 'shown',
                  actions: { type: 'show', params: ({ event }) => event.output },
                },
                {
                  guard: 'isFiltered',
                  target: 'noResults',
                  actions: { type: 'show', params: ({ event }) => event.output },
                },
                { target: 'empty', actions: { type: 'show', params: ({ event }) => event.output } },
              ],
              onError: [
                { guard: 'isStillShown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
                {
                  guard: 'isStillNoResults',
                  target: 'noResults',
                  actions: assign(({ event }) => ({ failure: event.error })),
                },
                { guard: 'isStillEmpty', target: 'empty', actions: assign(({ event }) => ({ failure: event.error })) },
                { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
              ],
            },
            on: {
              // Shows rows of the local log while the server's answer is pending.
              'page/patched': [
                { guard: ({ context, event }) => isOfThisDrained(context, event) },
                {
                  guard: ({ context, event }) => isSame(context.query, event.query),
                  actions: { type: 'patch', params: ({ event }) => event.page },
                },
              ],
            },
          },
          /** Shows the previous rows meanwhile. */
          refreshing: {
            tags: 'busy',
            invoke: {
              id: 'reload',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
              onDone: [
                {
                  guard: { type: 'isPastEnd', params: ({ event }) => event.output },
                  target: 'refreshing',
                  reenter: true,
                  actions: [{ type: 'turnBack', params: ({ event }) => event.output }, 'emitQuery'],
                },
                {
                  guard: ({ event }) => isShowing(event.output),
                  target: 'shown',
                  actions: { type: 'show', params: ({ event }) => event.output },
                },
                {
                  guard: 'isFiltered',
                  target: 'noResults',
                  actions: { type: 'show', params: ({ event }) => event.output },
                },
                { target: 'empty', actions: { type: 'show', params: ({ event }) => event.output } },
              ],
              // Removes rows of the previous query.
              onError: [
                { guard: 'isStillShown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
                {
                  guard: 'isStillNoResults',
                  target: 'noResults',
                  actions: assign(({ event }) => ({ failure: event.error })),
                },
                { guard: 'isStillEmpty', target: 'empty', actions: assign(({ event }) => ({ failure: event.error })) },
                { target: 'failed', actions: ['forget', assign(({ event }) => ({ failure: event.error }))] },
              ],
            },
            on: {
              'page/patched': [
                { guard: ({ context, event }) => isOfThisDrained(context, event) },
                {
                  guard: ({ context, event }) => isSame(context.query, event.query),
                  actions: { type: 'patch', params: ({ event }) => event.page },
                },
              ],
            },
          },
          shown: {},
          empty: {},
          noResults: {},
          failed: {},
        },
      },
    },
  })
}

/** Compares queries regardless of key order; `undefined` values count as absent. */
function isSame(a: object, b: object): boolean {
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return [...one.keys(), ...other.keys()].every((k) => JSON.stringify(one.get(k)) === JSON.stringify(other.get(k)))
}

/** Returns whether a request is pending. */
export const isBusy = (snapshot: { hasTag: (tag: 'busy') => boolean }): boolean => snapshot.hasTag('busy')

/** Returns the state to render: rows and empty states stay while the next page loads. */
export const faceOfList = ({
  value,
  context,
}: {
  value: { list: unknown }
  context: { face: ListFace }
}): Exclude<ListFace, 'none'> | 'loading' | 'failed' =>
  value.list === 'failed' ? 'failed' : context.face === 'none' ? 'loading' : context.face
