import { assign, setup } from 'xstate'
import { isFlag, type Operator } from '../../contract/launches/launch-predicates.ts'
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

const addKeys = (context: Context, { items, nextPageToken }: KeysPage) => ({
  keys: [...new Set([...context.keys, ...items])],
  pageToken: nextPageToken,
  failure: null,
})

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
    isFixed: ({ context: { choice } }) => choice !== null && (choice.field === 'status' || isFlag(choice.field)),
    isOpened: ({ context }) => context.choice !== null,
    isLabel: ({ context }) => context.choice?.field === 'label',
    isLabelOfAll: ({ context }) => context.choice?.field === 'label' && context.pageToken === null,
    hasAllKeys: ({ context }) => context.pageToken === null,
  },
  actions: {
    close: assign({ choice: null, failure: null }),
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
  on: {
    'choice/opened': {
      target: '.predicates',
      actions: assign(({ event: { choice, operator } }) => ({ choice, operator, q: '', values: null, failure: null })),
    },
  },
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
                guard: ({ event }) => event.output.nextPageToken === null,
                target: 'complete',
                actions: assign(({ context, event }) => addKeys(context, event.output)),
              },
              {
                target: 'loading',
                reenter: true,
                actions: assign(({ context, event }) => addKeys(context, event.output)),
              },
            ],
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
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
        'operator/chosen': { actions: assign(({ event }) => ({ operator: event.operator })) },
        'values/typed': { target: '.typing', actions: assign(({ event }) => ({ q: event.q })) },
      },
      states: {
        /** Values are known without a request. */
        fixed: { on: { 'values/typed': {} } },
        loading: {
          invoke: {
            id: 'values',
            src: 'values',
            input: ({ context }) => ({ choice: context.choice as Choice, q: context.q }),
            onDone: { target: 'shown', actions: assign(({ event }) => ({ values: event.output, failure: null })) },
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        typing: { after: { TYPING: 'loading' }, on: { 'values/submitted': 'loading' } },
        shown: {},
        failed: { on: { 'values/retried': 'loading' } },
      },
    },
  },
})
