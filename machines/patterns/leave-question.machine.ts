import { emit, setup } from 'xstate'

export type LeaveQuestionEvent =
  /** By Escape or the cross. `isDirty`: something would be lost. */
  { type: 'leave/wanted'; isDirty: boolean } | { type: 'leave/confirmed' } | { type: 'leave/stay' }

/**
 * Asks before something that was entered is given up. Emits `left` when it may be closed; where that closes only a part, it can be
 * asked again.
 */
export const leaveQuestion = setup({
  types: {
    events: {} as LeaveQuestionEvent,
    emitted: {} as { type: 'left' },
  },
  guards: {
    isDirty: (_, { isDirty }: { isDirty: boolean }) => isDirty,
  },
  actions: {
    leave: emit({ type: 'left' as const }),
  },
}).createMachine({
  id: 'leaveQuestion',
  initial: 'open',
  states: {
    open: {
      on: {
        'leave/wanted': [
          { guard: { type: 'isDirty', params: ({ event }) => event }, target: 'asking' },
          { actions: 'leave' },
        ],
      },
    },
    asking: {
      on: {
        'leave/confirmed': { target: 'open', actions: 'leave' },
        'leave/stay': 'open',
      },
    },
  },
})
