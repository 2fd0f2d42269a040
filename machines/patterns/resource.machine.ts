import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate'

export type ResourceEvent<Value> =
  | { type: 'resource/refresh' }
  | { type: 'resource/retry' }
  /** The value changed other than by loading: by the answer to a write or a live message. */
  | { type: 'resource/changed'; value: Value }

/** Wrapped, or the actor's output would lose its type. */
export interface Loaded<Value> {
  value: Value
}

/**
 * One thing that a page shows: loaded once, refreshed while it stays in view. `remembered` is what this browser still knows of it:
 * shown at once, and kept when the server cannot be asked. An answer that was under way when it changed may be of the time before: it is
 * asked for once more.
 */
export function resource<Value>() {
  return setup({
    types: {
      context: {} as { value: Value | null; failure: unknown },
      events: {} as ResourceEvent<Value>,
      input: {} as { remembered?: Value | null },
    },
    actors: {
      load: fromPromise<Loaded<Value>>(() => Promise.reject(new Error('load is not provided'))),
      /** Sends `resource/refresh`. Optional: not everything that a page shows has news. */
      news: fromCallback(() => undefined),
    },
    guards: {
      isKnown: ({ context }) => context.value !== null,
      isOvertaken: stateIn({ loading: 'overtaken' }),
    },
    actions: {
      show: assign((_, { value }: { value: Value }) => ({ value, failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    },
  }).createMachine({
    id: 'resource',
    context: ({ input }) => ({ value: input.remembered ?? null, failure: null }),
    initial: 'loading',
    invoke: { id: 'news', src: 'news' },
    states: {
      loading: {
        initial: 'newest',
        states: {
          newest: { on: { 'resource/refresh': 'overtaken' } },
          /** The pending answer predates the last change. It is shown all the same: with constant changes nothing would ever be shown. */
          overtaken: {},
        },
        invoke: {
          id: 'load',
          src: 'load',
          onDone: [
            {
              guard: 'isOvertaken',
              target: 'loading',
              reenter: true,
              actions: { type: 'show', params: ({ event }) => event.output },
            },
            { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
          ],
          onError: [
            { guard: 'isOvertaken', target: 'loading', reenter: true },
            { guard: 'isKnown', target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
            { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          ],
        },
        // Restarts the request: the pending answer may hold the previous value.
        on: {
          'resource/changed': {
            target: 'loading',
            reenter: true,
            actions: { type: 'show', params: ({ event }) => event },
          },
        },
      },
      shown: {
        on: {
          'resource/refresh': 'loading',
          'resource/retry': 'loading',
          'resource/changed': { actions: { type: 'show', params: ({ event }) => event } },
        },
      },
      failed: {
        on: {
          'resource/retry': 'loading',
          'resource/refresh': 'loading',
          'resource/changed': { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
        },
      },
    },
  })
}
