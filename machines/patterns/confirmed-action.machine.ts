import { assign, emit, setup } from 'xstate'
import { unprovided } from './unprovided.ts'

export type ConfirmedActionEvent<Item> =
  | { type: 'action/ask'; items: readonly Item[] }
  | { type: 'action/confirm' }
  | { type: 'action/cancel' }
  /** Finishes the current item and leaves the rest. */
  | { type: 'action/stop' }
  /** Retries the failed items. */
  | { type: 'action/retry' }
  /** The outcome was dismissed. */
  | { type: 'action/dismiss' }

export type Refused<Item> = { item: Item; error: unknown }

/**
 * An irreversible action on one or more items: confirmed first, then run one by one, counting successes and rejections. A rejection does
 * not stop the rest. `first` starts with the confirmation.
 */
export function confirmedAction<Item>(first: readonly Item[] = []) {
  type Context = {
    /** All requested items. */
    items: readonly Item[]
    /** Items not tried yet; the first is in progress. */
    left: readonly Item[]
    done: readonly Item[]
    refused: readonly Refused<Item>[]
  }
  const query = (items: readonly Item[]): Context => ({ items, left: items, done: [], refused: [] })
  const countRefused = (c: Context, error: unknown) => ({
    left: c.left.slice(1),
    refused: [...c.refused, ...c.left.slice(0, 1).map((item) => ({ item, error }))],
  })
  return setup({
    types: {
      context: {} as Context,
      events: {} as ConfirmedActionEvent<Item>,
      emitted: {} as { type: 'action/finished'; done: readonly Item[]; refused: readonly Refused<Item>[] },
    },
    actors: {
      perform: unprovided<unknown, { item: Item }>('perform'),
    },
    guards: {
      isAsked: ({ context }) => context.items.length > 0,
      hasMore: ({ context }) => context.left.length > 1,
      wasRefused: ({ context }) => context.refused.length > 0,
    },
    actions: {
      again: assign(({ context }) => query(context.refused.map(({ item }) => item))),
      forget: assign(() => query([])),
      leaveRest: assign(({ context: { items, left } }) => ({
        left: left.slice(0, 1),
        items: items.slice(0, items.length - Math.max(0, left.length - 1)),
      })),
      countDone: assign(({ context: c }) => ({ left: c.left.slice(1), done: [...c.done, ...c.left.slice(0, 1)] })),
      /** For a single confirmation: called when everything is done. */
      finish: () => undefined,
      emitFinished: emit(({ context: { done, refused } }) => ({ type: 'action/finished' as const, done, refused })),
    },
  }).createMachine({
    id: 'confirmedAction',
    initial: 'idle',
    context: query(first),
    states: {
      idle: {
        always: { guard: 'isAsked', target: 'asking' },
        on: {
          'action/ask': {
            guard: ({ event }) => event.items.length > 0,
            target: 'asking',
            actions: assign(({ event }) => query(event.items)),
          },
        },
      },
      asking: {
        on: {
          'action/confirm': 'working',
          'action/cancel': { target: 'idle', actions: 'forget' },
        },
      },
      // Ignores further presses while running; only answers and stop count.
      working: {
        on: { 'action/stop': { actions: 'leaveRest' } },
        invoke: {
          id: 'perform',
          src: 'perform',
          input: ({ context }) => ({ item: context.left[0] as Item }),
          onDone: [
            { guard: 'hasMore', target: 'working', reenter: true, actions: 'countDone' },
            { guard: 'wasRefused', target: 'failed', actions: ['countDone', 'emitFinished'] },
            { target: 'done', actions: ['countDone', 'emitFinished'] },
          ],
          onError: [
            {
              guard: 'hasMore',
              target: 'working',
              reenter: true,
              actions: assign(({ context, event }) => countRefused(context, event.error)),
            },
            {
              target: 'failed',
              actions: [assign(({ context, event }) => countRefused(context, event.error)), 'emitFinished'],
            },
          ],
        },
      },
      done: {
        entry: 'finish',
        on: {
          'action/dismiss': { target: 'idle', actions: 'forget' },
          'action/ask': {
            guard: ({ event }) => event.items.length > 0,
            target: 'asking',
            actions: assign(({ event }) => query(event.items)),
          },
        },
      },
      failed: {
        on: {
          'action/retry': { target: 'working', actions: 'again' },
          'action/dismiss': { target: 'idle', actions: 'forget' },
          'action/ask': {
            guard: ({ event }) => event.items.length > 0,
            target: 'asking',
            actions: assign(({ event }) => query(event.items)),
          },
        },
      },
    },
  })
}

type Progress = { items: readonly unknown[]; done: readonly unknown[]; refused: readonly unknown[] }

/** Number of tried items, and the total. */
export const triedOf = ({ context: { items, done, refused } }: { context: Progress }) => ({
  tried: done.length + refused.length,
  of: items.length,
})

/** Some items succeeded and some did not. */
export const isPartial = ({ context: { done, refused } }: { context: Progress }): boolean =>
  done.length > 0 && refused.length > 0
