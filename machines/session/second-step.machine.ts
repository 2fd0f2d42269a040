import { assign, setup } from 'xstate'

export type SecondStepEvent =
  /** The password was right, and a code is needed. */
  | { type: 'signIn/challenged'; ticket: string; expiresInSecs: number }
  | { type: 'signIn/opened' }
  /** The device with the app is not at hand. */
  | { type: 'code/recover' }
  | { type: 'code/use-app' }
  /** The server no longer takes the ticket. */
  | { type: 'ticket/expired' }
  | { type: 'signIn/restart' }

interface Context {
  ticket: string
  expiresInMs: number
}

const none: Context = { ticket: '', expiresInMs: 0 }

/** Signing in: the password, and for people with a second factor a code of their app or a recovery code. */
export const secondStepMachine = setup({
  types: { context: {} as Context, events: {} as SecondStepEvent },
  delays: { expiry: ({ context }) => context.expiresInMs },
  actions: {
    keep: assign((_, { ticket, expiresInSecs }: { ticket: string; expiresInSecs: number }) => ({
      ticket,
      expiresInMs: expiresInSecs * 1000,
    })),
    forget: assign(none),
  },
}).createMachine({
  id: 'secondStep',
  context: none,
  initial: 'password',
  states: {
    password: {
      on: {
        'signIn/opened': 'opened',
        'signIn/challenged': { target: 'challenged', actions: { type: 'keep', params: ({ event }) => event } },
      },
    },
    challenged: {
      initial: 'code',
      exit: 'forget',
      after: { expiry: 'expired' },
      on: { 'signIn/opened': 'opened', 'ticket/expired': 'expired', 'signIn/restart': 'password' },
      states: {
        code: { on: { 'code/recover': 'recovery' } },
        recovery: { on: { 'code/use-app': 'code' } },
      },
    },
    /** The password is asked for again. */
    expired: {
      on: {
        'signIn/opened': 'opened',
        'signIn/challenged': { target: 'challenged', actions: { type: 'keep', params: ({ event }) => event } },
      },
    },
    opened: { type: 'final' },
  },
})
