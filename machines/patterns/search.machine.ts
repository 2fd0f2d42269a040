import { assign, fromPromise, setup } from 'xstate'

export interface SearchOptions {
  /** Letters before which nothing is searched for; 0 searches before anything is typed. */
  leastLetters: number
  /** How long the typing has to pause. */
  pauseMs: number
  /** Words that are searched for first. */
  initialQuery?: string
}

export type SearchEvent =
  | { type: 'query/typed'; q: string }
  /** Enter: no need to wait for the end of the typing. */
  | { type: 'query/submitted' }
  | { type: 'query/retried' }

/** `failure`: of a part of the search; what the other parts found is there. */
export interface Found<Item> {
  items: readonly Item[]
  failure?: unknown
  /** The server has others that match. */
  hasMore?: boolean
}

interface Context<Item> {
  q: string
  /** Of the newest search that was answered: they stay in sight until another is. */
  items: readonly Item[]
  hasMore: boolean
  failure: unknown
}

/** Searches while people type: words that are typed on are not asked for, and an answer to another question is dropped. */
export function searchAsYouType<Item>({ leastLetters, pauseMs, initialQuery = '' }: SearchOptions) {
  return setup({
    types: { context: {} as Context<Item>, events: {} as SearchEvent },
    actors: {
      search: fromPromise<Found<Item>, { q: string }>(() => Promise.reject(new Error('search is not provided'))),
    },
    delays: { TYPING: pauseMs },
    guards: {
      isEnough: (_, { q }: { q: string }) => q.trim().length >= leastLetters,
      hasFailed: (_, { failure }: Found<Item>) => failure !== undefined && failure !== null,
    },
    actions: {
      keep: assign((_, { q }: { q: string }) => ({ q, failure: null })),
      empty: assign({ items: [], hasMore: false }),
      show: assign((_, { items, failure = null, hasMore = false }: Found<Item>) => ({ items, failure, hasMore })),
      fail: assign((_, { error }: { error: unknown }) => ({ items: [], hasMore: false, failure: error })),
    },
  }).createMachine({
    id: 'search',
    context: { q: initialQuery, items: [], hasMore: false, failure: null },
    initial: initialQuery.trim().length >= leastLetters ? 'searching' : 'idle',
    on: {
      'query/typed': [
        {
          guard: { type: 'isEnough', params: ({ event }) => event },
          target: '.typing',
          actions: { type: 'keep', params: ({ event }) => event },
        },
        { target: '.idle', actions: [{ type: 'keep', params: ({ event }) => event }, 'empty'] },
      ],
    },
    states: {
      idle: {},
      typing: { after: { TYPING: 'searching' }, on: { 'query/submitted': 'searching' } },
      searching: {
        invoke: {
          id: 'search',
          src: 'search',
          input: ({ context: { q } }) => ({ q }),
          onDone: [
            {
              guard: { type: 'hasFailed', params: ({ event }) => event.output },
              target: 'failed',
              actions: { type: 'show', params: ({ event }) => event.output },
            },
            { target: 'found', actions: { type: 'show', params: ({ event }) => event.output } },
          ],
          onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
        },
      },
      found: {},
      failed: { on: { 'query/retried': 'searching' } },
    },
  })
}
