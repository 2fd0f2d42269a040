import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export type RetentionSaveEvent<Policy> =
  | { type: 'save/ask'; policy: Policy }
  | { type: 'save/confirm' }
  | { type: 'save/cancel' }

/**
 * Saves a retention policy, after a confirmation if the next run would delete something by it. The preview is of the policy that is saved, not
 * of one that the page showed before. `deletes` tells whether a preview deletes anything.
 */
export const retentionSave = <Policy, Preview>({ deletes }: { deletes: (preview: Preview) => boolean }) =>
  setup({
    types: {
      context: {} as { policy: Policy | null; preview: Preview | null },
      events: {} as RetentionSaveEvent<Policy>,
      emitted: {} as { type: 'save/confirmed' } | { type: 'save/failed'; error: unknown },
    },
    actors: { preview: unprovided<Preview, { policy: Policy | null }>('preview') },
  }).createMachine({
    id: 'retentionSave',
    initial: 'idle',
    context: { policy: null, preview: null },
    states: {
      idle: {
        on: { 'save/ask': { target: 'checking', actions: assign(({ event }) => ({ policy: event.policy })) } },
      },
      checking: {
        invoke: {
          id: 'preview',
          src: 'preview',
          input: ({ context }) => ({ policy: context.policy }),
          onDone: [
            {
              guard: ({ event }) => deletes(event.output),
              target: 'asking',
              actions: assign(({ event }) => ({ preview: event.output })),
            },
            { target: 'idle', actions: emit({ type: 'save/confirmed' }) },
          ],
          onError: { target: 'idle', actions: emit(({ event }) => ({ type: 'save/failed', error: event.error })) },
        },
      },
      asking: {
        on: {
          'save/confirm': { target: 'idle', actions: emit({ type: 'save/confirmed' }) },
          'save/cancel': 'idle',
        },
      },
    },
  })
