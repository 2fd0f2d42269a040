import { assign, createActor, setup, waitFor } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/**
 * Runs one command: sends it immediately, so that a rejection shows where it was requested, or enqueues it when the server is unreachable
 * or earlier commands must go first. Ends as sent, enqueued or rejected.
 */
export function sendOrEnqueue<Command>() {
  type Job = { command: Command }
  return setup({
    types: {
      context: {} as Job & { failure: unknown },
      input: {} as Job,
    },
    actors: {
      /** Whether the outbox holds commands that must be sent first. */
      look: unprovided<boolean, Job>('look'),
      /** Rejects with the server's rejection. */
      send: unprovided<'taken' | 'unreachable', Job>('send'),
      /** The same command with the same key: it is unknown whether the server received it. */
      enqueue: unprovided<void, Job>('enqueue'),
    },
  }).createMachine({
    id: 'sendOrEnqueue',
    initial: 'looking',
    context: ({ input }) => ({ command: input.command, failure: null }),
    states: {
      looking: {
        invoke: {
          id: 'look',
          src: 'look',
          input: ({ context: { command } }) => ({ command }),
          onDone: [{ guard: ({ event }) => event.output, target: 'enqueuing' }, { target: 'sending' }],
          onError: { target: 'refused', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      sending: {
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { command } }) => ({ command }),
          onDone: [{ guard: ({ event }) => event.output === 'unreachable', target: 'enqueuing' }, { target: 'sent' }],
          onError: { target: 'refused', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      enqueuing: {
        invoke: {
          id: 'enqueue',
          src: 'enqueue',
          input: ({ context: { command } }) => ({ command }),
          onDone: 'enqueued',
          onError: { target: 'refused', actions: assign(({ event }) => ({ failure: event.error })) },
        },
      },
      sent: { type: 'final' },
      enqueued: { type: 'final' },
      refused: { type: 'final' },
    },
  })
}

export type SendOrEnqueue<Command> = ReturnType<typeof sendOrEnqueue<Command>>

/** Runs the machine for one command. Resolves once it is sent or enqueued; rejects with the reason when it is rejected. */
export async function runSendOrEnqueue<Command>(machine: SendOrEnqueue<Command>, command: Command): Promise<void> {
  const actor = createActor(machine, { input: { command } }).start()
  const end = await waitFor(actor, ({ status }) => status === 'done')
  if (end.matches('refused')) throw end.context.failure
}
