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
  }).createMachine({
    id: 'availability',
    context: { value: '' },
    initial: 'unknown',
    on: {
      'value/changed': [
        { guard: ({ context, event }) => context.value === event.value },
        {
          guard: ({ event }) => event.isAsked,
          target: '.typing',
          actions: assign(({ event }) => ({ value: event.value })),
        },
        { target: '.unknown', actions: assign(({ event }) => ({ value: event.value })) },
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
          onDone: [{ guard: ({ event }) => event.output, target: 'taken' }, { target: 'free' }],
          onError: 'unknown',
        },
      },
      free: {},
      taken: {},
    },
  })
}
