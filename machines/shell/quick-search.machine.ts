import { assign, fromPromise, setup } from 'xstate'

/** Letters before which nothing is searched for, and how long people type on. */
const LEAST_LETTERS = 2
export const TYPING_MS = 150

export type QuickSearchEvent = { type: 'query/typed'; q: string } | { type: 'query/retried' }

/** `failure`: of a part of the search; what the other parts found is there. */
export interface Found<Item> {
  items: readonly Item[]
  failure: unknown
}

interface Context<Item> {
  q: string
  /** Of the newest search that was answered: they stay in sight until another is. */
  items: readonly Item[]
  failure: unknown
}

/** Finds while people type: what they type on over is not asked for, and an answer to another question is dropped. */
export function quickSearch<Item>() {
  return setup({
    types: { context: {} as Context<Item>, events: {} as QuickSearchEvent },
    actors: {
      search: fromPromise<Found<Item>, { q: string }>(() => Promise.reject(new Error('search is not provided'))),
    },
    delays: { TYPING: TYPING_MS },
    guards: {
      isEnough: (_, { q }: { q: string }) => q.trim().length >= LEAST_LETTERS,
      hasFailed: (_, { failure }: Found<Item>) => failure !== null,
    },
    actions: {
      keep: assign((_, { q }: { q: string }) => ({ q, failure: null })),
      empty: assign({ items: [] }),
      show: assign((_, found: Found<Item>) => found),
      fail: assign((_, { error }: { error: unknown }) => ({ items: [], failure: error })),
    },
  }).createMachine({
    id: 'quickSearch',
    context: { q: '', items: [], failure: null },
    initial: 'idle',
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
      typing: { after: { TYPING: 'searching' } },
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
