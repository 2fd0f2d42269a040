import { assign, setup } from 'xstate'
import type { OpenSession, SecondFactorMethod } from '../../contract/session/session.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type SecondStepEvent =
  /** The password was right, and a second factor is required. */
  | { type: 'signIn/challenged'; ticket: string; expiresInSecs: number; methods: readonly SecondFactorMethod[] }
  | { type: 'signIn/opened'; session: OpenSession }
  /** Instead of the password, or after it. */
  | { type: 'passkey/use' }
  | { type: 'code/use-app' }
  /** Neither app nor passkey is available. */
  | { type: 'code/recover' }
  /** The server no longer accepts the ticket. */
  | { type: 'ticket/expired' }
  | { type: 'signIn/restart' }

interface Context {
  ticket: string
  expiresInMs: number
  /** The user's second factors; empty before the password was accepted. */
  methods: readonly SecondFactorMethod[]
  failure: unknown
  /** The second step took too long: asks for the password again. */
  isExpired: boolean
}

const none = { ticket: '', expiresInMs: 0, methods: [] as readonly SecondFactorMethod[] }

const keep = ({ ticket, expiresInSecs, methods }: Extract<SecondStepEvent, { type: 'signIn/challenged' }>) => ({
  ticket,
  expiresInMs: expiresInSecs * 1000,
  methods,
  failure: null,
  isExpired: false,
})

/**
 * Sign-in: password, then for users with a second factor an app code, a passkey or a recovery code; or a passkey alone, suggested in the
 * username field or requested by its button.
 */
export const secondStepMachine = setup({
  types: { context: {} as Context, events: {} as SecondStepEvent },
  actors: {
    /** Requests a passkey from the browser and submits it; null if the user gave none. */
    usePasskey: unprovided<OpenSession | null, { ticket: string | null }>('usePasskey'),
    /** Enables passkey suggestions while the form is filled in; null where unsupported or aborted. */
    offerPasskeys: unprovided<OpenSession | null>('offerPasskeys'),
  },
  delays: {
    expiry: ({ context }) => context.expiresInMs,
    /** Shorter than a challenge's lifetime, in ms. */
    newOffer: 10 * 60_000,
  },
  guards: {
    hasPasskeyHere: ({ context }) => context.methods.includes('passkey'),
    hasApp: ({ context }) => context.methods.includes('app'),
  },
  actions: {
    clearFailure: assign({ failure: null, isExpired: false }),
    noteExpiry: assign({ isExpired: true, failure: null }),
    forget: assign(none),
    /** Provided by the page: continues with the session. */
    open: (_, _opened: { session: OpenSession | null }) => undefined,
  },
}).createMachine({
  id: 'secondStep',
  context: { ...none, failure: null, isExpired: false },
  initial: 'password',
  on: {
    'signIn/opened': { target: '.opened', actions: { type: 'open', params: ({ event }) => event } },
  },
  states: {
    password: {
      on: {
        'signIn/challenged': [
          {
            guard: ({ event }) => event.methods.includes('passkey'),
            target: 'challenged.passkey',
            actions: assign(({ event }) => keep(event)),
          },
          { target: 'challenged.code', actions: assign(({ event }) => keep(event)) },
        ],
        'passkey/use': '.passkey',
      },
      initial: 'offering',
      states: {
        offering: {
          invoke: {
            id: 'offerPasskeys',
            src: 'offerPasskeys',
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: '#secondStep.opened',
                actions: { type: 'open', params: ({ event }) => ({ session: event.output }) },
              },
              { target: 'quiet' },
            ],
            onError: { target: 'quiet', actions: assign(({ event }) => ({ failure: event.error })) },
          },
          after: { newOffer: { target: 'offering', reenter: true } },
        },
        /** Without passkey suggestions. */
        quiet: {},
        passkey: {
          entry: 'clearFailure',
          invoke: {
            id: 'usePasskey',
            src: 'usePasskey',
            input: { ticket: null },
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: '#secondStep.opened',
                actions: { type: 'open', params: ({ event }) => ({ session: event.output }) },
              },
              { target: 'offering' },
            ],
            onError: { target: 'offering', actions: assign(({ event }) => ({ failure: event.error })) },
          },
          on: { 'passkey/use': undefined },
        },
      },
    },
    challenged: {
      initial: 'code',
      exit: 'forget',
      after: { expiry: { target: 'password', actions: 'noteExpiry' } },
      on: { 'ticket/expired': { target: 'password', actions: 'noteExpiry' }, 'signIn/restart': 'password' },
      states: {
        passkey: {
          initial: 'ready',
          on: { 'code/use-app': { guard: 'hasApp', target: 'code' }, 'code/recover': 'recovery' },
          states: {
            ready: { on: { 'passkey/use': 'asking' } },
            asking: {
              entry: 'clearFailure',
              invoke: {
                id: 'usePasskey',
                src: 'usePasskey',
                input: ({ context }) => ({ ticket: context.ticket }),
                onDone: [
                  {
                    guard: ({ event }) => event.output !== null,
                    target: '#secondStep.opened',
                    actions: { type: 'open', params: ({ event }) => ({ session: event.output }) },
                  },
                  { target: 'ready' },
                ],
                onError: { target: 'ready', actions: assign(({ event }) => ({ failure: event.error })) },
              },
            },
          },
        },
        code: {
          on: { 'code/recover': 'recovery', 'passkey/use': { guard: 'hasPasskeyHere', target: 'passkey.asking' } },
        },
        recovery: {
          on: {
            'code/use-app': { guard: 'hasApp', target: 'code' },
            'passkey/use': { guard: 'hasPasskeyHere', target: 'passkey.asking' },
          },
        },
      },
    },
    opened: { type: 'final' },
  },
})
