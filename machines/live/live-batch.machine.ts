import { assign, emit, setup } from 'xstate'
import { LIMITS } from '../../contract/limits.ts'

export type LiveBatchEvent =
  /** The first message since the last batch. Those that follow until the batch is due are not sent: each would cost a transition. */
  | { type: 'messages/arrived' }
  /** As many messages are waiting as a batch may hold. */
  | { type: 'batch/filled' }
  /** Whether what the messages are about is still in progress: they are frequent then, and may wait longer. */
  | { type: 'progress/changed'; inProgress: boolean }

/**
 * Decides when messages that arrived are applied: 500 ms after the first one, 2000 ms while in progress (LIVE-03, LIVE-04), and at
 * once when a batch is full. Emits `batch/due`; the caller owns the queue.
 */
export const liveBatch = setup({
  types: {
    context: {} as { inProgress: boolean },
    events: {} as LiveBatchEvent,
    emitted: {} as { type: 'batch/due' },
    input: {} as { inProgress: boolean },
  },
  guards: {
    isChange: ({ context, event }) => event.type === 'progress/changed' && event.inProgress !== context.inProgress,
  },
  actions: {
    pace: assign((_, { inProgress }: { inProgress: boolean }) => ({ inProgress })),
    announceBatch: emit({ type: 'batch/due' as const }),
  },
  delays: {
    settle: ({ context }) => (context.inProgress ? LIMITS.liveBatchInProgressMs : LIMITS.liveBatchMs),
  },
}).createMachine({
  id: 'liveBatch',
  initial: 'idle',
  context: ({ input }) => ({ inProgress: input.inProgress }),
  states: {
    idle: {
      on: {
        'messages/arrived': 'collecting',
        'progress/changed': { actions: { type: 'pace', params: ({ event }) => event } },
      },
    },
    collecting: {
      after: { settle: { target: 'idle', actions: 'announceBatch' } },
      on: {
        'batch/filled': { target: 'idle', actions: 'announceBatch' },
        // The delay restarts at the other pace: a launch that has just ended shows its end half a second later.
        'progress/changed': {
          guard: 'isChange',
          target: 'collecting',
          reenter: true,
          actions: { type: 'pace', params: ({ event }) => event },
        },
      },
    },
  },
})
