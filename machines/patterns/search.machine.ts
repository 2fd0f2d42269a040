import { assign, setup } from 'xstate'
import { unprovided } from './unprovided.ts'

export interface SearchOptions {
  /** Minimum length of a search; 0 searches for the empty text too. */
  leastLetters: number
  /** Debounce in ms. */
  pauseMs: number
  /** Initial search text. */
  initialQuery?: string
}

export type SearchEvent =
  | { type: 'query/typed'; q: string }
  /** Enter: searches without waiting for a pause in typing. */
  | { type: 'query/submitted' }
  | { type: 'query/retried' }

/** `failure`: of one source; results of the others are included. */
export interface Found<Item> {
  items: readonly Item[]
  failure?: unknown
  /** The server has more matches. */
  hasMore?: boolean
}

interface Context<Item> {
  q: string
  /** Results of the last answered search, shown until the next is answered. */
  items: readonly Item[]
  hasMore: boolean
  failure: unknown
}

/** Debounced search; drops answers to outdated queries. */
export function searchAsYouType<Item>({ leastLetters, pauseMs, initialQuery = '' }: SearchOptions) {
  return setup({
    types: { context: {} as Context<Item>, events: {} as SearchEvent },
    actors: {
      search: unprovided<Found<Item>, { q: string }>('search'),
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
