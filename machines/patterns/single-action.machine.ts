import { assign, emit, setup } from 'xstate'
import { unprovided } from './unprovided.ts'

export type SingleActionEvent<Item> = { type: 'action/start'; item: Item }

/** An action without confirmation. Ignores further presses while pending. */
export function singleAction<Item, Result = unknown>() {
  return setup({
    types: {
      context: {} as { item: Item | null },
      events: {} as SingleActionEvent<Item>,
      emitted: {} as
        | { type: 'action/done'; item: Item; result: Result }
        | { type: 'action/refused'; item: Item; error: unknown },
    },
    actors: {
      /** An object, because the type of a generic output would be lost. */
      perform: unprovided<{ result: Result }, { item: Item }>('perform'),
    },
    actions: {
      forget: assign({ item: null }),
      emitDone: emit(({ context }, { result }: { result: Result }) => ({
        type: 'action/done' as const,
        item: context.item as Item,
        result,
      })),
      emitRefused: emit(({ context }, { error }: { error: unknown }) => ({
        type: 'action/refused' as const,
        item: context.item as Item,
        error,
      })),
    },
  }).createMachine({
    id: 'singleAction',
    context: { item: null },
    initial: 'idle',
    states: {
      idle: {
        on: { 'action/start': { target: 'working', actions: assign(({ event }) => ({ item: event.item })) } },
      },
      working: {
        invoke: {
          id: 'perform',
          src: 'perform',
          input: ({ context }) => ({ item: context.item as Item }),
          onDone: {
            target: 'idle',
            actions: [{ type: 'emitDone', params: ({ event }) => event.output }, 'forget'],
          },
          onError: { target: 'idle', actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'forget'] },
        },
      },
    },
  })
}
