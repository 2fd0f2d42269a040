import { assign, setup } from 'xstate'
import { unprovided } from './unprovided.ts'

export type AvailabilityEvent =
  /** `isAsked`: false for an empty or invalid value, which is not checked. */
  { type: 'value/changed'; value: string; isAsked: boolean }

/** Checks whether a name is free after a pause in typing. Without an answer, saving decides. */
export function availabilityCheck({ pauseMs }: { pauseMs: number }) {
  return setup({
    types: { context: {} as { value: string }, events: {} as AvailabilityEvent },
    actors: {
      /** Resolves with whether the name is taken. */
      check: unprovided<boolean, { value: string }>('check'),
    },
    delays: { TYPING: pauseMs },
    guards: {
      isAsked: (_, { isAsked }: { isAsked: boolean }) => isAsked,
      isSame: ({ context }, { value }: { value: string }) => context.value === value,
      isTaken: (_, { taken }: { taken: boolean }) => taken,
    },
    actions: { keep: assign((_, { value }: { value: string }) => ({ value })) },
  }).createMachine({
    id: 'availability',
    context: { value: '' },
    initial: 'unknown',
    on: {
      'value/changed': [
        { guard: { type: 'isSame', params: ({ event }) => event } },
        {
          guard: { type: 'isAsked', params: ({ event }) => event },
          target: '.typing',
          actions: { type: 'keep', params: ({ event }) => event },
        },
        { target: '.unknown', actions: { type: 'keep', params: ({ event }) => event } },
      ],
    },
    states: {
      unknown: {},
      typing: { after: { TYPING: 'checking' } },
      checking: {
        invoke: {
          id: 'check',
          src: 'check',
          input: ({ context }) => context,
          onDone: [
            { guard: { type: 'isTaken', params: ({ event }) => ({ taken: event.output }) }, target: 'taken' },
            { target: 'free' },
          ],
          onError: 'unknown',
        },
      },
      free: {},
      taken: {},
    },
  })
}
