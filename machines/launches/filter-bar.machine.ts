import { assign, setup } from 'xstate'
import type { Operator } from '../../contract/launches/launch-predicates.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Choice } from './filter-choices.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type FilterBarEvent =
  /** Opens the values of a predicate. */
  | { type: 'choice/opened'; choice: Choice; operator: Operator }
  /** Opens the label keys. */
  | { type: 'keys/opened' }
  /** Returns to where the choice was opened from. */
  | { type: 'bar/back' }
  | { type: 'operator/chosen'; operator: Operator }
  | { type: 'values/typed'; q: string }
  /** Enter: searches without waiting for a pause in typing. */
  | { type: 'values/submitted' }
  | { type: 'values/retried' }
  | { type: 'keys/retried' }

export type Values = { items: readonly string[]; hasMore: boolean }
export type KeysPage = { items: readonly string[]; nextPageToken: string | null }

type Context = {
  choice: Choice | null
  operator: Operator
  q: string
  /** Null before the server's first answer. The previous answer stays visible during a search. */
  values: Values | null
  keys: readonly string[]
  /** Token of the next page of keys; null once all are loaded. */
  pageToken: string | null
  failure: unknown
}

/**
 * State of an open filter bar: predicates, label keys, or values of one predicate. Values and keys load when opened; keys page by page.
 * `choice`: opens with the values of this predicate.
 */
export const filterBar = setup({
  types: {
    context: {} as Context,
    events: {} as FilterBarEvent,
    input: {} as { choice?: Choice; operator?: Operator },
  },
  actors: {
    values: unprovided<Values, { choice: Choice; q: string }>('values'),
    keys: unprovided<KeysPage, { pageToken: string }>('keys'),
  },
  delays: { TYPING: LIMITS.searchDebounceMs },
  guards: {
    isFixed: ({ context: { choice } }) => choice?.field === 'status' || choice?.field === 'reviewed',
    isOpened: ({ context }) => context.choice !== null,
    isLabel: ({ context }) => context.choice?.field === 'label',
    isLabelOfAll: ({ context }) => context.choice?.field === 'label' && context.pageToken === null,
    hasAllKeys: ({ context }) => context.pageToken === null,
    isLastPage: (_, { nextPageToken }: KeysPage) => nextPageToken === null,
  },
  actions: {
    open: assign((_, { choice, operator }: { choice: Choice; operator: Operator }) => ({
      choice,
      operator,
      q: '',
      values: null,
      failure: null,
    })),
    close: assign({ choice: null, failure: null }),
    turn: assign((_, { operator }: { operator: Operator }) => ({ operator })),
    type: assign((_, { q }: { q: string }) => ({ q })),
    show: assign((_, { values }: { values: Values }) => ({ values, failure: null })),
    addKeys: assign(({ context }, { items, nextPageToken }: KeysPage) => ({
      keys: [...new Set([...context.keys, ...items])],
      pageToken: nextPageToken,
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
}).createMachine({
  id: 'filterBar',
  context: ({ input }) => ({
    choice: input.choice ?? null,
    operator: input.operator ?? 'IS',
    q: '',
    values: null,
    keys: [],
    pageToken: '',
    failure: null,
  }),
  initial: 'predicates',
  on: { 'choice/opened': { target: '.predicates', actions: { type: 'open', params: ({ event }) => event } } },
  states: {
    predicates: {
      always: [
        { guard: 'isFixed', target: 'values.fixed' },
        { guard: 'isOpened', target: 'values.loading' },
      ],
      on: { 'keys/opened': [{ guard: 'hasAllKeys', target: 'keys.complete' }, { target: 'keys.loading' }] },
    },
    keys: {
      initial: 'loading',
      on: { 'bar/back': { target: 'predicates', actions: 'close' } },
      states: {
        loading: {
          invoke: {
            id: 'keys',
            src: 'keys',
            input: ({ context }) => ({ pageToken: context.pageToken ?? '' }),
            onDone: [
              {
                guard: { type: 'isLastPage', params: ({ event }) => event.output },
                target: 'complete',
                actions: { type: 'addKeys', params: ({ event }) => event.output },
              },
              {
                target: 'loading',
                reenter: true,
                actions: { type: 'addKeys', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        complete: {},
        failed: { on: { 'keys/retried': 'loading' } },
      },
    },
    values: {
      initial: 'loading',
      on: {
        'bar/back': [
          { guard: 'isLabelOfAll', target: 'keys.complete', actions: 'close' },
          { guard: 'isLabel', target: 'keys.loading', actions: 'close' },
          { target: 'predicates', actions: 'close' },
        ],
        'operator/chosen': { actions: { type: 'turn', params: ({ event }) => event } },
        'values/typed': { target: '.typing', actions: { type: 'type', params: ({ event }) => event } },
      },
      states: {
        /** Values are known without a request. */
        fixed: { on: { 'values/typed': {} } },
        loading: {
          invoke: {
            id: 'values',
            src: 'values',
            input: ({ context }) => ({ choice: context.choice as Choice, q: context.q }),
            onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => ({ values: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        typing: { after: { TYPING: 'loading' }, on: { 'values/submitted': 'loading' } },
        shown: {},
        failed: { on: { 'values/retried': 'loading' } },
      },
    },
  },
})
