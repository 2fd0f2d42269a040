import { assign, emit, fromPromise, setup } from 'xstate'
import { rerunCases, type Rerun, type RerunOutcome, type RunFormValues } from './run-values.ts'

export type RerunEvent =
  | { type: 'rerun/retry' }
  /** Which results of the earlier run are taken over. */
  | { type: 'cases/chosen'; outcome: RerunOutcome }

/** What the earlier run had that no longer exists, in words (RUNED-14, RUNED-15). */
export const missingIn = ({ run, missingConfigurations, missingEnvironment, missingCases }: Rerun): string[] => [
  ...missingConfigurations.map(({ groupName, optionName }) => `${groupName}: ${optionName}`),
  ...(missingEnvironment && run.environment !== null ? [`environment ${run.environment.name}`] : []),
  ...(missingCases > 0 ? [missingCases === 1 ? '1 test case' : `${missingCases} test cases`] : []),
]

interface Context {
  outcome: RerunOutcome
  rerun: Rerun | null
  failure: unknown
}

/**
 * A run that is run again: what there is to begin with is read, then somebody chooses which of its cases go along. `warned`: something of
 * the earlier run no longer exists and is left out.
 */
export const rerun = setup({
  types: {
    context: {} as Context,
    events: {} as RerunEvent,
    input: {} as { outcome: RerunOutcome },
    emitted: {} as { type: 'cases/changed'; outcome: RerunOutcome; cases: RunFormValues['cases'] },
  },
  actors: {
    read: fromPromise<{ rerun: Rerun }>(() => Promise.reject(new Error('read is not provided'))),
  },
  guards: {
    isWhole: (_, found: { rerun: Rerun }) => missingIn(found.rerun).length === 0,
    isOther: ({ context }, { outcome }: { outcome: RerunOutcome }) => outcome !== context.outcome,
  },
  actions: {
    keep: assign((_, found: { rerun: Rerun }) => ({ rerun: found.rerun, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    choose: assign((_, { outcome }: { outcome: RerunOutcome }) => ({ outcome })),
    tell: emit(({ context }) => ({
      type: 'cases/changed' as const,
      outcome: context.outcome,
      cases: context.rerun === null ? [] : rerunCases(context.rerun, context.outcome),
    })),
  },
}).createMachine({
  id: 'rerun',
  context: ({ input }) => ({ outcome: input.outcome, rerun: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => event.output },
            target: 'choosing.whole',
            actions: { type: 'keep', params: ({ event }) => event.output },
          },
          { target: 'choosing.warned', actions: { type: 'keep', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    failed: { on: { 'rerun/retry': 'reading' } },
    choosing: {
      on: {
        'cases/chosen': {
          guard: { type: 'isOther', params: ({ event }) => event },
          actions: [{ type: 'choose', params: ({ event }) => event }, 'tell'],
        },
      },
      initial: 'whole',
      states: { whole: {}, warned: {} },
    },
  },
})
