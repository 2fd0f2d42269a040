import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** `refused`: wrong passcode. `unknown`: no such link, or revoked. Rejects without an answer. */
export type Authorised = { kind: 'opened'; token: string } | { kind: 'refused'; message: string } | { kind: 'unknown' }

export type PublicAccessEvent =
  | { type: 'passcode/typed'; passcode: string }
  | { type: 'passcode/submit' }
  /** The server rejected a call's token (PUBLIC-10). */
  | { type: 'access/lost' }
  /** The shared content no longer exists. */
  | { type: 'resource/gone' }

const isOpened = (authorised: Authorised) => authorised.kind === 'opened'

/**
 * Access by a public link: asks for the passcode and keeps it in memory, so that expired tokens are renewed silently (SESSION-12). Emits
 * the outcome of each renewal.
 */
export const publicAccess = setup({
  types: {
    context: {} as {
      passcode: string
      token: string | null
      /** Submitted without a passcode. */
      isMissing: boolean
      /** Why the passcode was not accepted. */
      warning: string | null
    },
    events: {} as PublicAccessEvent,
    emitted: {} as { type: 'access/settled'; outcome: 'renewed' | 'refused' | 'unanswered'; error?: unknown },
  },
  actors: {
    authorise: unprovided<Authorised, { passcode: string }>('authorise'),
  },
  guards: { isTyped: ({ context }) => context.passcode !== '' },
  actions: {
    type: assign((_, passcode: string) => ({ passcode, isMissing: false, warning: null })),
    miss: assign({ isMissing: true }),
    open: assign((_, authorised: Authorised) => ({
      token: authorised.kind === 'opened' ? authorised.token : null,
      warning: null,
    })),
    refuse: assign((_, authorised: Authorised) => ({
      passcode: '',
      token: null,
      warning: authorised.kind === 'refused' ? authorised.message : null,
    })),
    forget: assign({ passcode: '', token: null }),
    emitRenewed: emit({ type: 'access/settled' as const, outcome: 'renewed' as const }),
    emitRefused: emit({ type: 'access/settled' as const, outcome: 'refused' as const }),
  },
}).createMachine({
  id: 'publicAccess',
  context: { passcode: '', token: null, isMissing: false, warning: null },
  initial: 'asking',
  states: {
    asking: {
      on: {
        'passcode/typed': { actions: { type: 'type', params: ({ event }) => event.passcode } },
        'passcode/submit': [{ guard: 'isTyped', target: 'authorising' }, { actions: 'miss' }],
      },
    },
    authorising: {
      // A correction: the pending answer would be about another passcode.
      on: { 'passcode/typed': { target: 'asking', actions: { type: 'type', params: ({ event }) => event.passcode } } },
      invoke: {
        id: 'authorise',
        src: 'authorise',
        input: ({ context }) => ({ passcode: context.passcode }),
        onDone: [
          {
            guard: ({ event }) => isOpened(event.output),
            target: 'open.shown',
            actions: { type: 'open', params: ({ event }) => event.output },
          },
          { guard: ({ event }) => event.output.kind === 'unknown', target: 'unknown' },
          {
            target: 'asking',
            actions: { type: 'refuse', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'asking', actions: assign(({ event }) => ({ warning: messageOf(event.error) })) },
      },
    },
    open: {
      initial: 'shown',
      on: { 'resource/gone': 'unknown' },
      states: {
        shown: { on: { 'access/lost': 'renewing' } },
        /** Shown content stays. */
        renewing: {
          invoke: {
            id: 'renew',
            src: 'authorise',
            input: ({ context }) => ({ passcode: context.passcode }),
            onDone: [
              {
                guard: ({ event }) => isOpened(event.output),
                target: 'shown',
                actions: [{ type: 'open', params: ({ event }) => event.output }, 'emitRenewed'],
              },
              {
                guard: ({ event }) => event.output.kind === 'unknown',
                target: '#publicAccess.unknown',
                actions: 'emitRefused',
              },
              {
                target: '#publicAccess.asking',
                actions: [{ type: 'refuse', params: ({ event }) => event.output }, 'emitRefused'],
              },
            ],
            onError: {
              target: 'shown',
              actions: emit(({ event }) => ({ type: 'access/settled', outcome: 'unanswered', error: event.error })),
            },
          },
        },
      },
    },
    unknown: { type: 'final', entry: 'forget' },
  },
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
