import { assign, emit, fromPromise, setup } from 'xstate'

export type OptimisticFlagEvent =
  | { type: 'flag/set'; value: boolean }
  /** What the server says it is, from elsewhere than a save of ours. */
  | { type: 'flag/told'; value: boolean }

/**
 * A checkbox that shows at once what it was set to, and goes back when that could not be saved (MILESTONES-08, MILESTONES-09). What is
 * pressed meanwhile is shown too and saved after: the last press counts.
 */
export const optimisticFlag = setup({
  types: {
    context: {} as { shown: boolean; saved: boolean; sent: boolean },
    events: {} as OptimisticFlagEvent,
    emitted: {} as { type: 'flag/saved'; value: boolean } | { type: 'flag/reverted'; error: unknown },
    input: {} as { value: boolean },
  },
  actors: { save: fromPromise<unknown, { value: boolean }>(() => Promise.reject(new Error('save is not provided'))) },
  guards: {
    isOther: ({ context }, { value }: { value: boolean }) => context.shown !== value,
    wasPressedSince: ({ context }) => context.shown !== context.sent,
  },
  actions: {
    show: assign((_, { value }: { value: boolean }) => ({ shown: value })),
    believe: assign((_, { value }: { value: boolean }) => ({ shown: value, saved: value })),
    remember: assign((_, { value }: { value: boolean }) => ({ saved: value })),
    send: assign(({ context }) => ({ sent: context.shown })),
    keep: assign(({ context }) => ({ saved: context.sent })),
    revert: assign(({ context }) => ({ shown: context.saved })),
    tell: emit(({ context }) => ({ type: 'flag/saved' as const, value: context.saved })),
    tellReverted: emit((_, { error }: { error: unknown }) => ({ type: 'flag/reverted' as const, error })),
  },
}).createMachine({
  id: 'optimisticFlag',
  context: ({ input: { value } }) => ({ shown: value, saved: value, sent: value }),
  initial: 'settled',
  states: {
    settled: {
      on: {
        'flag/set': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'saving',
          actions: { type: 'show', params: ({ event }) => event },
        },
        'flag/told': { actions: { type: 'believe', params: ({ event }) => event } },
      },
    },
    saving: {
      entry: 'send',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ value: context.sent }),
        onDone: [
          { guard: 'wasPressedSince', target: 'saving', reenter: true, actions: 'keep' },
          { target: 'settled', actions: ['keep', 'tell'] },
        ],
        onError: {
          target: 'settled',
          actions: ['revert', { type: 'tellReverted', params: ({ event }) => event }],
        },
      },
      on: {
        'flag/set': { actions: { type: 'show', params: ({ event }) => event } },
        // What was asked for before our save began must not take the press back.
        'flag/told': { actions: { type: 'remember', params: ({ event }) => event } },
      },
    },
  },
})
