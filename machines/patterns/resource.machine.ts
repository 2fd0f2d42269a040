import { assign, fromCallback, setup, stateIn } from 'xstate'
import { unprovided } from './unprovided.ts'

export type ResourceEvent<Value> =
  | { type: 'resource/refresh' }
  | { type: 'resource/retry' }
  /** The value changed without a load: by the answer to a write, or a live message. */
  | { type: 'resource/changed'; value: Value }

/** An object, because the type of a generic output would be lost. */
export interface Loaded<Value> {
  value: Value
}

/**
 * A resource of a page: loaded once, refreshed while visible. `remembered`: the last known value in this browser, shown immediately and
 * kept while the server is unreachable. If it changes while a request is pending, the answer may be outdated, and is requested again.
 */
export function resource<Value>() {
  return setup({
    types: {
      context: {} as { value: Value | null; failure: unknown },
      events: {} as ResourceEvent<Value>,
      input: {} as { remembered?: Value | null },
    },
    actors: {
      load: unprovided<Loaded<Value>>('load'),
      /** Sends `resource/refresh`. Optional: not everything that a page shows has news. */
      news: fromCallback(() => undefined),
    },
    guards: {
      isKnown: ({ context }) => context.value !== null,
      isOvertaken: stateIn({ loading: 'overtaken' }),
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
              actions: assign(({ event }) => ({ value: event.output.value, failure: null })),
            },
            { target: 'shown', actions: assign(({ event }) => ({ value: event.output.value, failure: null })) },
          ],
          onError: [
            { guard: 'isOvertaken', target: 'loading', reenter: true },
            { guard: 'isKnown', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
            { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          ],
        },
        // Restarts the request: the pending answer may hold the previous value.
        on: {
          'resource/changed': {
            target: 'loading',
            reenter: true,
            actions: assign(({ event }) => ({ value: event.value, failure: null })),
          },
        },
      },
      shown: {
        on: {
          'resource/refresh': 'loading',
          'resource/retry': 'loading',
          'resource/changed': { actions: assign(({ event }) => ({ value: event.value, failure: null })) },
        },
      },
      failed: {
        on: {
          'resource/retry': 'loading',
          'resource/refresh': 'loading',
          'resource/changed': {
            target: 'shown',
            actions: assign(({ event }) => ({ value: event.value, failure: null })),
          },
        },
      },
    },
  })
}
