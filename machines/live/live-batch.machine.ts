import { assign, emit, fromPromise, setup } from 'xstate'
import { LIMITS } from '../../contract/limits.ts'

export type LiveBatchEvent<Message> =
  | { type: 'messages/arrived'; messages: readonly Message[] }
  /** Whether what the messages are about is still under way: then they come thick, and may wait longer. */
  | { type: 'progress/changed'; inProgress: boolean }
  /** Apply now: the page is about to be hidden, or a person asked. Also the way on after it was given up. */
  | { type: 'batch/flush' }

export type LiveBatchOptions = {
  /** So many at once do not wait, and no batch is longer. */
  most?: number
  /** Failures in a row after which it waits to be told, holding everything. */
  retries?: number
}

/**
 * Collects live messages and applies them in batches, in the order of arrival: 500 ms after the first one, 2000 ms while in
 * progress (LIVE-03, LIVE-04). A batch that fails goes back to the front; nothing is dropped.
 */
export function liveBatch<Message>({ most = 1000, retries = 5 }: LiveBatchOptions = {}) {
  type Held = {
    waiting: readonly Message[]
    batch: readonly Message[]
    inProgress: boolean
    failures: number
    failure: unknown
  }
  return setup({
    types: {
      context: {} as Held,
      events: {} as LiveBatchEvent<Message>,
      emitted: {} as { type: 'batch/applied'; size: number } | { type: 'batch/givenUp'; failure: unknown },
      input: {} as { inProgress: boolean },
    },
    actors: {
      apply: fromPromise<unknown, { batch: readonly Message[] }>(() =>
        Promise.reject(new Error('apply is not provided')),
      ),
    },
    guards: {
      isFull: ({ context }) => context.waiting.length >= most,
      isFilledBy: ({ context, event }) =>
        event.type === 'messages/arrived' && context.waiting.length + event.messages.length >= most,
      hasMore: ({ context }) => context.waiting.length > 0,
      brings: ({ event }) => event.type === 'messages/arrived' && event.messages.length > 0,
      isChange: ({ context, event }) => event.type === 'progress/changed' && event.inProgress !== context.inProgress,
      isLastTry: ({ context }) => context.failures >= retries,
    },
    actions: {
      keep: assign(({ context }, { messages }: { messages: readonly Message[] }) => ({
        waiting: [...context.waiting, ...messages],
      })),
      pace: assign((_, { inProgress }: { inProgress: boolean }) => ({ inProgress })),
      take: assign(({ context: c }) => ({ batch: c.waiting.slice(0, most), waiting: c.waiting.slice(most) })),
      settle: assign({ batch: [], failures: 0, failure: null }),
      putBack: assign(({ context: c }, { error }: { error: unknown }) => ({
        waiting: [...c.batch, ...c.waiting],
        batch: [],
        failures: c.failures + 1,
        failure: error,
      })),
      startAnew: assign({ failures: 0 }),
      tellApplied: emit(({ context }) => ({ type: 'batch/applied' as const, size: context.batch.length })),
      tellGivenUp: emit(({ context }) => ({ type: 'batch/givenUp' as const, failure: context.failure })),
    },
    delays: {
      settle: ({ context }) => (context.inProgress ? LIMITS.liveBatchInProgressMs : LIMITS.liveBatchMs),
      backOff: ({ context }) => Math.min(30_000, 500 * 2 ** context.failures),
    },
  }).createMachine({
    id: 'liveBatch',
    initial: 'idle',
    context: ({ input }) => ({
      waiting: [],
      batch: [],
      inProgress: input.inProgress,
      failures: 0,
      failure: null,
    }),
    on: {
      'messages/arrived': { actions: { type: 'keep', params: ({ event }) => event } },
      'progress/changed': { actions: { type: 'pace', params: ({ event }) => event } },
    },
    states: {
      idle: {
        on: {
          'messages/arrived': [
            { guard: 'isFilledBy', target: 'applying', actions: { type: 'keep', params: ({ event }) => event } },
            { guard: 'brings', target: 'collecting', actions: { type: 'keep', params: ({ event }) => event } },
          ],
        },
      },
      collecting: {
        after: { settle: 'applying' },
        on: {
          'messages/arrived': [
            { guard: 'isFilledBy', target: 'applying', actions: { type: 'keep', params: ({ event }) => event } },
            { actions: { type: 'keep', params: ({ event }) => event } },
          ],
          // The wait is counted anew at the other pace; a launch that has just ended shows its end half a second later.
          'progress/changed': {
            guard: 'isChange',
            target: 'collecting',
            reenter: true,
            actions: { type: 'pace', params: ({ event }) => event },
          },
          'batch/flush': 'applying',
        },
      },
      applying: {
        entry: 'take', // before `input` is read, so it moves `waiting` to `batch`
        invoke: {
          id: 'apply',
          src: 'apply',
          input: ({ context }) => ({ batch: context.batch }),
          onDone: [
            { guard: 'isFull', target: 'applying', reenter: true, actions: ['tellApplied', 'settle'] },
            { guard: 'hasMore', target: 'collecting', actions: ['tellApplied', 'settle'] },
            { target: 'idle', actions: ['tellApplied', 'settle'] },
          ],
          onError: [
            {
              guard: 'isLastTry',
              target: 'givenUp',
              actions: [{ type: 'putBack', params: ({ event }) => event }, 'tellGivenUp'],
            },
            { target: 'retrying', actions: { type: 'putBack', params: ({ event }) => event } },
          ],
        },
      },
      retrying: { after: { backOff: 'applying' }, on: { 'batch/flush': 'applying' } },
      givenUp: { on: { 'batch/flush': { target: 'applying', actions: 'startAnew' } } },
    },
  })
}

/** Messages that are not applied yet, those under way among them. */
export const unapplied = ({
  context,
}: {
  context: { waiting: readonly unknown[]; batch: readonly unknown[] }
}): number => context.waiting.length + context.batch.length

/** It has stopped trying, and holds what it has until told. */
export const isGivenUp = (snapshot: { value: unknown }): boolean => snapshot.value === 'givenUp'
