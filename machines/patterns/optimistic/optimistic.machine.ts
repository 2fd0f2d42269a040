import { assign, emit, setup } from 'xstate'
import { unprovided } from '../unprovided.ts'

export type OptimisticEvent<Value> =
  | { type: 'value/set'; value: Value }
  /** The server's value from another source than a save. */
  | { type: 'value/received'; value: Value }

/**
 * Optimistic update: shows a value immediately, saves it, and reverts it on rejection. A value set during a save is shown and saved next,
 * regardless of the first save's outcome: last write wins. Values are compared by identity.
 */
export function optimistic<Value>() {
  return setup({
    types: {
      context: {} as { shown: Value; saved: Value; sent: Value },
      events: {} as OptimisticEvent<Value>,
      emitted: {} as { type: 'value/saved'; value: Value } | { type: 'value/reverted'; error: unknown },
      input: {} as { value: Value },
    },
    actors: {
      /** `saved`: the last value known to be on the server. */
      save: unprovided<unknown, { value: Value; saved: Value }>('save'),
    },
    guards: {
      wasSetSince: ({ context }) => context.shown !== context.sent,
    },
    actions: {
      send: assign(({ context }) => ({ sent: context.shown })),
      keep: assign(({ context }) => ({ saved: context.sent })),
      revert: assign(({ context }) => ({ shown: context.saved })),
      emitSaved: emit(({ context }) => ({ type: 'value/saved' as const, value: context.saved })),
    },
  }).createMachine({
    id: 'optimistic',
    context: ({ input: { value } }) => ({ shown: value, saved: value, sent: value }),
    initial: 'settled',
    states: {
      settled: {
        on: {
          'value/set': {
            guard: ({ context, event }) => context.shown !== event.value,
            target: 'saving',
            actions: assign(({ event }) => ({ shown: event.value })),
          },
          'value/received': { actions: assign(({ event }) => ({ shown: event.value, saved: event.value })) },
        },
      },
      saving: {
        entry: 'send',
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({ value: context.sent, saved: context.saved }),
          onDone: [
            { guard: 'wasSetSince', target: 'saving', reenter: true, actions: 'keep' },
            { target: 'settled', actions: ['keep', 'emitSaved'] },
          ],
          onError: [
            { guard: 'wasSetSince', target: 'saving', reenter: true },
            {
              target: 'settled',
              actions: ['revert', emit(({ event }) => ({ type: 'value/reverted', error: event.error }))],
            },
          ],
        },
        on: {
          'value/set': { actions: assign(({ event }) => ({ shown: event.value })) },
          // Only stored: an answer from before this save would revert the new value.
          'value/received': { actions: assign(({ event }) => ({ saved: event.value })) },
        },
      },
    },
  })
}
