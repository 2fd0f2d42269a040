import { assign, setup } from 'xstate'
import { unprovided } from './unprovided.ts'

export interface SearchOptions {
  /** Minimum length of a search; 0 searches for the empty text too. */
  minLetters: number
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
export function searchAsYouType<Item>({ minLetters, pauseMs, initialQuery = '' }: SearchOptions) {
  const show = ({ items, failure = null, hasMore = false }: Found<Item>) => ({ items, failure, hasMore })
  return setup({
    types: { context: {} as Context<Item>, events: {} as SearchEvent },
    actors: {
      search: unprovided<Found<Item>, { q: string }>('search'),
    },
    delays: { TYPING: pauseMs },
    actions: {
      empty: assign({ items: [], hasMore: false }),
    },
  }).createMachine({
    id: 'search',
    context: { q: initialQuery, items: [], hasMore: false, failure: null },
    initial: initialQuery.trim().length >= minLetters ? 'searching' : 'idle',
    on: {
      'query/typed': [
        {
          guard: ({ event }) => event.q.trim().length >= minLetters,
          target: '.typing',
          actions: assign(({ event }) => ({ q: event.q, failure: null })),
        },
        { target: '.idle', actions: [assign(({ event }) => ({ q: event.q, failure: null })), 'empty'] },
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
              guard: ({ event }) => event.output.failure !== undefined && event.output.failure !== null,
              target: 'failed',
              actions: assign(({ event }) => show(event.output)),
            },
            { target: 'found', actions: assign(({ event }) => show(event.output)) },
          ],
          onError: {
            target: 'failed',
            actions: assign(({ event }) => ({ items: [], hasMore: false, failure: event.error })),
          },
        },
      },
      found: {},
      failed: { on: { 'query/retried': 'searching' } },
    },
  })
}
