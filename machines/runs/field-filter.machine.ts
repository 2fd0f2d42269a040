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
    /** Cases were added to or removed from the run. */
    isAnother: ({ context }, count: number) => context.count !== null && context.count !== count,
  },
  actions: {
    clear: assign({ fields: [], found: null, failure: null }),
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
    'cases/counted': { actions: assign(({ event }) => ({ count: event.count })) },
    'fields/chosen': [
      { guard: ({ event }) => event.fields.length === 0, target: '.off', actions: 'clear' },
      // Not `reenter`: that would restart `address`, which sends this event.
      { target: '.asked', actions: assign(({ event }) => ({ fields: event.fields })) },
    ],
  },
  states: {
    off: {},
    asked: {
      initial: 'finding',
      on: {
        'cases/counted': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event.count },
            target: '.finding',
            reenter: true,
            actions: assign(({ event }) => ({ count: event.count })),
          },
          { actions: assign(({ event }) => ({ count: event.count })) },
        ],
      },
      states: {
        finding: {
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => ({ fields: context.fields }),
            onDone: {
              target: 'found',
              actions: assign(({ event }) => ({ found: new Set(event.output.caseIds), failure: null })),
            },
            onError: { target: 'failed', actions: assign(({ event }) => ({ found: null, failure: event.error })) },
          },
        },
        found: {},
        failed: { on: { 'fields/retry': 'finding' } },
      },
    },
  },
})
