import { assign, emit, setup } from 'xstate'
import { unprovided, unprovidedCallback } from './unprovided.ts'

export type ClosingEvent<Item> =
  /** One confirmation for any number of items. */
  | { type: 'closing/ask'; items: readonly Item[] }
  | { type: 'closing/confirm' }
  | { type: 'closing/cancel' }
  | { type: 'closing/retry' }
  /** The outcome was dismissed. */
  | { type: 'closing/dismiss' }
  | { type: 'network/changed'; isOnline: boolean }

/** Outcome. An object, because the type of a generic output would be lost. */
export interface ClosingOutcome<Skipped> {
  closed: number
  /** Skipped items, each with a reason. */
  skipped: readonly Skipped[]
}

/**
 * Closes items permanently with one confirmation and one call. Requires a network: a queued close would let others record results that are
 * lost later. Skipped items stay in `outcome` until dismissed; `closing/done` tells lists to reload. Provide `close` and `network`.
 */
export function closing<Item, Skipped = never>() {
  type Outcome = ClosingOutcome<Skipped>
  interface Context {
    items: readonly Item[]
    isOnline: boolean
    outcome: Outcome | null
    failure: unknown
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as ClosingEvent<Item>,
      input: {} as { isOnline: boolean },
      emitted: {} as { type: 'closing/done'; outcome: Outcome },
    },
    actors: {
      close: unprovided<Outcome, { items: readonly Item[] }>('close'),
      /** Sends `network/changed` as the connection changes. */
      network: unprovidedCallback<ClosingEvent<Item>>('network'),
    },
    guards: {
      isOnline: ({ context }) => context.isOnline,
    },
    actions: {
      forget: assign({ items: [], outcome: null, failure: null }),
    },
  }).createMachine({
    id: 'closing',
    context: ({ input: { isOnline } }) => ({ items: [], isOnline, outcome: null, failure: null }),
    initial: 'idle',
    invoke: { id: 'network', src: 'network' },
    on: { 'network/changed': { actions: assign(({ event }) => ({ isOnline: event.isOnline })) } },
    states: {
      idle: {
        on: {
          'closing/ask': {
            guard: ({ context, event }) => context.isOnline && event.items.length > 0,
            target: 'asked',
            actions: assign(({ event }) => ({ items: event.items, outcome: null, failure: null })),
          },
        },
      },
      asked: {
        on: {
          'closing/confirm': { guard: 'isOnline', target: 'closing' },
          'closing/cancel': { target: 'idle', actions: 'forget' },
        },
      },
      // Ignores further presses while pending.
      closing: {
        invoke: {
          id: 'close',
          src: 'close',
          input: ({ context: { items } }) => ({ items }),
          onDone: [
            {
              guard: ({ event }) => event.output.skipped.length === 0,
              target: 'idle',
              actions: ['forget', emit(({ event }) => ({ type: 'closing/done', outcome: event.output }))],
            },
            {
              target: 'closed',
              actions: [
                assign(({ event }) => ({ outcome: event.output, failure: null })),
                emit(({ event }) => ({ type: 'closing/done', outcome: event.output })),
              ],
            },
          ],
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      /** Some items were skipped: shows which and why. */
      closed: { on: { 'closing/dismiss': { target: 'idle', actions: 'forget' } } },
      failed: {
        on: {
          'closing/retry': { guard: 'isOnline', target: 'closing' },
          'closing/cancel': { target: 'idle', actions: 'forget' },
        },
      },
    },
  })
}
