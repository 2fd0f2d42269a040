import { assign, emit, setup } from 'xstate'
import { LIMITS } from '../../contract/limits.ts'

export type LiveBatchEvent =
  /** First message since the last batch. Later ones are not sent until the batch is due, because each would cost a transition. */
  | { type: 'messages/arrived' }
  /** As many messages are waiting as a batch may hold. */
  | { type: 'batch/filled' }
  /** Whether the messages' subject is in progress: messages are frequent then, and may wait longer. */
  | { type: 'progress/changed'; inProgress: boolean }
  | { type: 'receiver/ready' }
  /** The receiver is loading or storing: batches wait. */
  | { type: 'receiver/busy' }

/**
 * Decides when messages that arrived are applied: 500 ms after the first one, 2000 ms while in progress (LIVE-03, LIVE-04), and
 * immediately when a batch is full. A batch that is due waits until the receiver is ready. Emits `batch/due`; the caller owns the queue.
 */
export const liveBatch = setup({
  types: {
    context: {} as { inProgress: boolean; isReady: boolean },
    events: {} as LiveBatchEvent,
    emitted: {} as { type: 'batch/due' },
    input: {} as { inProgress: boolean; isReady: boolean },
  },
  guards: {
    isChange: ({ context, event }) => event.type === 'progress/changed' && event.inProgress !== context.inProgress,
    isReady: ({ context }) => context.isReady,
  },
  actions: {
    hold: assign({ isReady: false }),
    release: assign({ isReady: true }),
    announceBatch: emit({ type: 'batch/due' as const }),
  },
  delays: {
    settle: ({ context }) => (context.inProgress ? LIMITS.liveBatchInProgressMs : LIMITS.liveBatchMs),
  },
}).createMachine({
  id: 'liveBatch',
  initial: 'idle',
  context: ({ input }) => input,
  on: {
    'progress/changed': { actions: assign(({ event }) => ({ inProgress: event.inProgress })) },
    'receiver/ready': { actions: 'release' },
    'receiver/busy': { actions: 'hold' },
  },
  states: {
    idle: { on: { 'messages/arrived': 'collecting' } },
    collecting: {
      after: { settle: 'due' },
      on: {
        'batch/filled': 'due',
        // The delay restarts at the other pace: a launch that has just ended shows its end half a second later.
        'progress/changed': {
          guard: 'isChange',
          target: 'collecting',
          reenter: true,
          actions: assign(({ event }) => ({ inProgress: event.inProgress })),
        },
      },
    },
    due: { always: { guard: 'isReady', target: 'idle', actions: 'announceBatch' } },
  },
})
