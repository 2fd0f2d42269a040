import { emit, setup } from 'xstate'

export type LeaveQuestionEvent =
  /** Escape or the close button. `isDirty`: something would be lost. */
  { type: 'leave/wanted'; isDirty: boolean } | { type: 'leave/confirmed' } | { type: 'leave/stay' }

/** Confirms before entered data is discarded. Emits `left` when closing is allowed; reusable when only a part closes. */
export const leaveQuestion = setup({
  types: {
    events: {} as LeaveQuestionEvent,
    emitted: {} as { type: 'left' },
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
        'leave/wanted': [{ guard: ({ event }) => event.isDirty, target: 'asking' }, { actions: 'leave' }],
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
