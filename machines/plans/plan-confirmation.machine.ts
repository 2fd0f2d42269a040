import { assign, setup } from 'xstate'

export type PlanConfirmationEvent =
  /** The end of the list was visible: by scrolling, by keys, or because the list is short. */
  { type: 'list/ended' } | { type: 'confirmation/confirm' } | { type: 'confirmation/cancel' }

/**
 * Shows what a save creates and deletes, and enables the confirmation once the whole list was visible (PLANED-19 to PLANED-21). The list
 * does not change while it is shown.
 */
export function planConfirmation<Shown>() {
  return setup({
    types: {
      context: {} as { shown: Shown; isConfirmed: boolean },
      events: {} as PlanConfirmationEvent,
      input: {} as { shown: Shown },
      output: {} as { isConfirmed: boolean },
    },
    actions: { confirm: assign({ isConfirmed: true }) },
  }).createMachine({
    id: 'planConfirmation',
    context: ({ input }) => ({ shown: input.shown, isConfirmed: false }),
    initial: 'shown',
    states: {
      shown: {
        initial: 'unread',
        on: { 'confirmation/cancel': 'cancelled' },
        states: {
          unread: { on: { 'list/ended': 'read' } },
          read: { on: { 'confirmation/confirm': { target: '#planConfirmation.confirmed', actions: 'confirm' } } },
        },
      },
      confirmed: { type: 'final' },
      cancelled: { type: 'final' },
    },
    output: ({ context }) => ({ isConfirmed: context.isConfirmed }),
  })
}
