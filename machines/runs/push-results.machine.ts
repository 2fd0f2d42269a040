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
    aim: assign(({ context }) => ({ pushed: context.run })),
  },
}).createMachine({
  id: 'pushResults',
  context: { run: null, pushed: null, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'run/chosen': { actions: assign(({ event }) => ({ run: event.run, failure: null })) },
        'push/confirm': { guard: 'hasRun', target: 'pushing', actions: 'aim' },
      },
    },
    pushing: {
      // For the next try, should this one fail.
      on: { 'run/chosen': { actions: assign(({ event }) => ({ run: event.run, failure: null })) } },
      invoke: {
        id: 'push',
        src: 'push',
        input: ({ context }) => ({ run: context.pushed as PushTarget }),
        onDone: {
          target: 'done',
          actions: emit(({ context, event }) => ({
            type: 'results/pushed',
            run: context.pushed as PushTarget,
            results: event.output.results,
          })),
        },
        onError: { target: 'choosing', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    done: { type: 'final' },
  },
})
