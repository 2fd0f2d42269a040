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
  guards: {
    isTyped: ({ context }) => context.passcode !== '',
    isOpened: (_, { authorised }: { authorised: Authorised }) => isOpened(authorised),
    isUnknown: (_, { authorised }: { authorised: Authorised }) => authorised.kind === 'unknown',
  },
  actions: {
    type: assign((_, { passcode }: { passcode: string }) => ({ passcode, isMissing: false, warning: null })),
    miss: assign({ isMissing: true }),
    open: assign((_, { authorised }: { authorised: Authorised }) => ({
      token: authorised.kind === 'opened' ? authorised.token : null,
      warning: null,
    })),
    refuse: assign((_, { authorised }: { authorised: Authorised }) => ({
      passcode: '',
      token: null,
      warning: authorised.kind === 'refused' ? authorised.message : null,
    })),
    fail: assign((_, { error }: { error: unknown }) => ({ warning: wordsOf(error) })),
    forget: assign({ passcode: '', token: null }),
    emitRenewed: emit({ type: 'access/settled' as const, outcome: 'renewed' as const }),
    emitRefused: emit({ type: 'access/settled' as const, outcome: 'refused' as const }),
    emitUnanswered: emit((_, { error }: { error: unknown }) => ({
      type: 'access/settled' as const,
      outcome: 'unanswered' as const,
      error,
    })),
  },
}).createMachine({
  id: 'publicAccess',
  context: { passcode: '', token: null, isMissing: false, warning: null },
  initial: 'asking',
  states: {
    asking: {
      on: {
        'passcode/typed': { actions: { type: 'type', params: ({ event }) => event } },
        'passcode/submit': [{ guard: 'isTyped', target: 'authorising' }, { actions: 'miss' }],
      },
    },
    authorising: {
      // A correction: the pending answer would be about another passcode.
      on: { 'passcode/typed': { target: 'asking', actions: { type: 'type', params: ({ event }) => event } } },
      invoke: {
        id: 'authorise',
        src: 'authorise',
        input: ({ context }) => ({ passcode: context.passcode }),
        onDone: [
          {
            guard: { type: 'isOpened', params: ({ event }) => ({ authorised: event.output }) },
            target: 'open.shown',
            actions: { type: 'open', params: ({ event }) => ({ authorised: event.output }) },
          },
          { guard: { type: 'isUnknown', params: ({ event }) => ({ authorised: event.output }) }, target: 'unknown' },
          {
            target: 'asking',
            actions: { type: 'refuse', params: ({ event }) => ({ authorised: event.output }) },
          },
        ],
        onError: { target: 'asking', actions: { type: 'fail', params: ({ event }) => event } },
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
                guard: { type: 'isOpened', params: ({ event }) => ({ authorised: event.output }) },
                target: 'shown',
                actions: [{ type: 'open', params: ({ event }) => ({ authorised: event.output }) }, 'emitRenewed'],
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => ({ authorised: event.output }) },
                target: '#publicAccess.unknown',
                actions: 'emitRefused',
              },
              {
                target: '#publicAccess.asking',
                actions: [{ type: 'refuse', params: ({ event }) => ({ authorised: event.output }) }, 'emitRefused'],
              },
            ],
            onError: { target: 'shown', actions: { type: 'emitUnanswered', params: ({ event }) => event } },
          },
        },
      },
    },
    unknown: { type: 'final', entry: 'forget' },
  },
})

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
