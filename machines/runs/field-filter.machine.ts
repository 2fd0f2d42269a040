import { assign, setup } from 'xstate'
import type { FieldFilter } from '../../contract/cases/filter.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type FieldFilterEvent =
  /** Empty: no filter. */
  | { type: 'fields/chosen'; fields: readonly FieldFilter[] }
  /** The run has this many cases, all loaded. */
  | { type: 'cases/counted'; count: number }
  | { type: 'fields/retry' }

interface Context {
  fields: readonly FieldFilter[]
  /** Null until all cases have loaded. */
  count: number | null
  /** Matching cases; null while unknown. The previous matches stay until the next are known. */
  found: ReadonlySet<number> | null
  failure: unknown
}

/** Filters a run's cases by custom fields on the server, because the values are too large to load for every row. */
export const fieldFilter = setup({
  types: { context: {} as Context, events: {} as FieldFilterEvent },
  actors: {
    find: unprovided<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>('find'),
    /** Sends `fields/chosen` with the address's filters, initially and on change. */
    address: unprovidedCallback<FieldFilterEvent>('address'),
    /** Sends `cases/counted` once all cases have loaded, and as cases are added or removed. */
    cases: unprovidedCallback<FieldFilterEvent>('cases'),
  },
  guards: {
    isNone: (_, { fields }: { fields: readonly FieldFilter[] }) => fields.length === 0,
    /** Cases were added to or removed from the run. */
    isAnother: ({ context }, { count }: { count: number }) => context.count !== null && context.count !== count,
  },
  actions: {
    choose: assign((_, { fields }: { fields: readonly FieldFilter[] }) => ({ fields })),
    count: assign((_, { count }: { count: number }) => ({ count })),
    clear: assign({ fields: [], found: null, failure: null }),
    keep: assign((_, { caseIds }: { caseIds: readonly number[] }) => ({ found: new Set(caseIds), failure: null })),
    fail: assign((_, { error }: { error: unknown }) => ({ found: null, failure: error })),
  },
}).createMachine({
  id: 'fieldFilter',
  context: { fields: [], count: null, found: null, failure: null },
  initial: 'off',
  invoke: [
    { id: 'address', src: 'address' },
    { id: 'cases', src: 'cases' },
  ],
  on: {
    'cases/counted': { actions: { type: 'count', params: ({ event }) => event } },
    'fields/chosen': [
      { guard: { type: 'isNone', params: ({ event }) => event }, target: '.off', actions: 'clear' },
      // Not `reenter`: that would restart `address`, which sends this event.
      { target: '.asked', actions: { type: 'choose', params: ({ event }) => event } },
    ],
  },
  states: {
    off: {},
    asked: {
      initial: 'finding',
      on: {
        'cases/counted': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: '.finding',
            reenter: true,
            actions: { type: 'count', params: ({ event }) => event },
          },
          { actions: { type: 'count', params: ({ event }) => event } },
        ],
      },
      states: {
        finding: {
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => ({ fields: context.fields }),
            onDone: { target: 'found', actions: { type: 'keep', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
          },
        },
        found: {},
        failed: { on: { 'fields/retry': 'finding' } },
      },
    },
  },
})
