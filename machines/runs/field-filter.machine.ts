import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { FieldFilter } from '../../contract/cases/filter.ts'

export type FieldFilterEvent =
  /** None: nothing is filtered. */
  | { type: 'fields/chosen'; fields: readonly FieldFilter[] }
  /** The run has so many cases, all of which are read. */
  | { type: 'cases/counted'; count: number }
  | { type: 'fields/retry' }

interface Context {
  fields: readonly FieldFilter[]
  /** Null until all cases are read. */
  count: number | null
  /** Cases that pass; null until they are known. Those of the last choice stay until those of the next are there. */
  found: ReadonlySet<number> | null
  failure: unknown
}

/** Finds the cases of a run by their custom fields: values are too much to hold for every row, so the server decides. */
export const fieldFilter = setup({
  types: { context: {} as Context, events: {} as FieldFilterEvent },
  actors: {
    find: fromPromise<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>(() =>
      Promise.reject(new Error('find is not provided')),
    ),
    /** Sends `fields/chosen` with what the address asks for, now and as it changes. */
    address: fromCallback<FieldFilterEvent>(() => {
      throw new Error('address is not provided')
    }),
    /** Sends `cases/counted` once all cases are read, and as cases come and go. */
    cases: fromCallback<FieldFilterEvent>(() => {
      throw new Error('cases is not provided')
    }),
  },
  guards: {
    isNone: (_, { fields }: { fields: readonly FieldFilter[] }) => fields.length === 0,
    /** Cases came into the run or left it. */
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
      // Not `reenter`: that would start `address` anew, which sends this event.
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
