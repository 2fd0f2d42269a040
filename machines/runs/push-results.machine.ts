import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** Target run of launch results. */
export interface PushTarget {
  id: number
  title: string
}

export type PushResultsEvent = { type: 'run/chosen'; run: PushTarget | null } | { type: 'push/confirm' }

/** Pushes results of launches into a chosen test run. Can be retried: each result is recorded once. */
export const pushResults = setup({
  types: {
    context: {} as { run: PushTarget | null; pushed: PushTarget | null; failure: unknown },
    events: {} as PushResultsEvent,
    emitted: {} as { type: 'results/pushed'; run: PushTarget; results: number },
  },
  actors: {
    push: unprovided<{ results: number }, { run: PushTarget }>('push'),
  },
  guards: { hasRun: ({ context }) => context.run !== null },
  actions: {
    choose: assign((_, { run }: { run: PushTarget | null }) => ({ run, failure: null })),
    aim: assign(({ context }) => ({ pushed: context.run })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    emitPushed: emit(({ context }, { results }: { results: number }) => ({
      type: 'results/pushed' as const,
      run: context.pushed as PushTarget,
      results,
    })),
  },
}).createMachine({
  id: 'pushResults',
  context: { run: null, pushed: null, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'run/chosen': { actions: { type: 'choose', params: ({ event }) => event } },
        'push/confirm': { guard: 'hasRun', target: 'pushing', actions: 'aim' },
      },
    },
    pushing: {
      // For the next try, should this one fail.
      on: { 'run/chosen': { actions: { type: 'choose', params: ({ event }) => event } } },
      invoke: {
        id: 'push',
        src: 'push',
        input: ({ context }) => ({ run: context.pushed as PushTarget }),
        onDone: { target: 'done', actions: { type: 'emitPushed', params: ({ event }) => event.output } },
        onError: { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    done: { type: 'final' },
  },
})
