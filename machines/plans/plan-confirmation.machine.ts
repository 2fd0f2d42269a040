import { assign, emit, setup } from 'xstate'

export type PlanConfirmationEvent<Shown> =
  | { type: 'confirmation/ask'; shown: Shown }
  /** The end of the list has been in sight, by scrolling, by keys or because the list is short. */
  | { type: 'list/ended' }
  | { type: 'confirmation/confirm' }
  | { type: 'confirmation/cancel' }

/**
 * Shows what a save creates and deletes, and confirms it once the whole list has been seen (PLANED-19 to PLANED-21). Emits `confirmed`.
 * What is shown stays as it was asked about, whatever arrives meanwhile.
 */
export function planConfirmation<Shown>() {
  return setup({
    types: {
      context: {} as { shown: Shown | null },
      events: {} as PlanConfirmationEvent<Shown>,
      emitted: {} as { type: 'confirmed' },
    },
    actions: {
      show: assign((_, { shown }: { shown: Shown }) => ({ shown })),
      forget: assign({ shown: null }),
      tell: emit({ type: 'confirmed' as const }),
    },
  }).createMachine({
    id: 'planConfirmation',
    context: { shown: null },
    initial: 'closed',
    states: {
      closed: {
        on: {
          'confirmation/ask': {
            target: 'shown',
            actions: { type: 'show', params: ({ event }) => event },
          },
        },
      },
      shown: {
        initial: 'unread',
        on: { 'confirmation/cancel': { target: 'closed', actions: 'forget' } },
        states: {
          unread: { on: { 'list/ended': 'read' } },
          read: { on: { 'confirmation/confirm': { target: '#planConfirmation.closed', actions: ['forget', 'tell'] } } },
        },
      },
    },
  })
}
