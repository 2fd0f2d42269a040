import { assign, emit, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import type { Feature } from '../../contract/access.ts'
import type { OpenSession, SignedInUser } from '../../contract/session/session.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type SessionEvent =
  /** Signed in, signed up, or founded the workspace. */
  | { type: 'session/opened'; session: OpenSession }
  /** A call was rejected because of its token. */
  | { type: 'session/renew' }
  | { type: 'session/retry' }
  | { type: 'session/sign-out' }
  /** The user changed their own profile, or their permissions were changed. */
  | { type: 'user/changed'; user: SignedInUser }
  /** An edition feature was switched, by this user or another. */
  | { type: 'features/changed'; features: readonly Feature[] }
  /** Another tab opened, renewed or ended the session. */
  | { type: 'tab/shared'; session: OpenSession }
  | { type: 'tab/ended' }

/** Failure of `renew`. `over`: sign in again. `unreachable`: no answer. */
export class RenewalFailure extends Error {
  readonly why: 'over' | 'unreachable'
  constructor(why: 'over' | 'unreachable') {
    super(why)
    this.why = why
  }
}

/** The last signed-in user on this device. Has no token, so the server accepts nothing with it. */
export type RememberedSession = Pick<OpenSession, 'user' | 'workspace'>

interface Context {
  /** While the server is unreachable, the remembered session, whose token is empty. */
  session: OpenSession | null
  remembered: RememberedSession | null
}

const isOver = (error: unknown) => error instanceof RenewalFailure && error.why === 'over'

/**
 * The session (SESSION-03 to 13). One renewal serves all waiting calls; a rejected renewal clears the session, an unanswered one keeps it.
 * A visit that finds no server continues as `away` with the last user: their data on this device can be read and added to.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { remembered: RememberedSession | null },
    events: {} as SessionEvent,
    emitted: {} as
      | { type: 'session/settled'; outcome: 'renewed' | 'over' | 'unreachable' }
      | { type: 'session/changed'; session: OpenSession | null },
  },
  actors: {
    /** Renews the session by the refresh cookie; rejects with `RenewalFailure`. */
    renew: unprovided<OpenSession>('renew'),
    signOut: unprovided<void>('signOut'),
    /** Sends `tab/shared` and `tab/ended`. */
    otherTabs: unprovidedCallback<SessionEvent>('otherTabs'),
  },
  delays: { retry: 10_000, retryAway: 5000 },
  guards: {
    isRemembered: ({ context }) => context.remembered !== null,
    hasToken: ({ context }) => context.session !== null && context.session.authToken !== '',
  },
  actions: {
    open: assign((_, session: OpenSession) => ({ session })),
    clear: assign({ session: null, remembered: null }),
    recall: assign(({ context: { remembered } }) => ({
      session: remembered && {
        ...remembered,
        authToken: '',
        authTokenType: 'Bearer' as const,
        authTokenExpirationInSecs: 0,
        restriction: null,
      },
    })),
    /** Shares the new session with other tabs. */
    emitChanged: emit(({ context }) => ({ type: 'session/changed' as const, session: context.session })),
    renewed: emit({ type: 'session/settled', outcome: 'renewed' }),
    over: emit({ type: 'session/settled', outcome: 'over' }),
    unreachable: emit({ type: 'session/settled', outcome: 'unreachable' }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ session: null, remembered: input.remembered }),
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  initial: 'restoring',
  states: {
    restoring: {
      on: {
        'tab/shared': { target: 'signedIn', actions: { type: 'open', params: ({ event }) => event.session } },
        // A renewal that was answered before the sign-out must not reopen the session, here or in other tabs.
        'tab/ended': { target: 'signedOut', actions: 'clear' },
      },
      invoke: {
        id: 'renew',
        src: 'renew',
        onDone: {
          target: 'signedIn',
          actions: [{ type: 'open', params: ({ event }) => event.output }, 'emitChanged'],
        },
        onError: [
          {
            guard: ({ context, event }) =>
              context.remembered !== null && event.error instanceof RenewalFailure && event.error.why === 'over',
            target: 'signedOut.ended',
            actions: 'clear',
          },
          { guard: ({ event }) => isOver(event.error), target: 'signedOut', actions: 'clear' },
          { guard: 'isRemembered', target: 'signedIn.away', actions: 'recall' },
          { target: 'unreachable' },
        ],
      },
    },
    unreachable: {
      after: { retry: 'restoring' },
      on: {
        'session/retry': 'restoring',
        // The server is reachable again, before a retry.
        'session/opened': {
          target: 'signedIn',
          actions: [{ type: 'open', params: ({ event }) => event.session }, 'emitChanged'],
        },
        'tab/shared': { target: 'signedIn', actions: { type: 'open', params: ({ event }) => event.session } },
      },
    },
    signedOut: {
      initial: 'left',
      states: {
        /** The user signed out, or was never signed in. */
        left: {},
        /** The server ended the session: it expired, was ended elsewhere, or the account was deactivated. */
        ended: {},
      },
      on: {
        'session/opened': {
          target: 'signedIn',
          actions: [{ type: 'open', params: ({ event }) => event.session }, 'emitChanged'],
        },
        'tab/shared': { target: 'signedIn', actions: { type: 'open', params: ({ event }) => event.session } },
      },
    },
    signedIn: {
      initial: 'current',
      on: {
        'tab/shared': { actions: { type: 'open', params: ({ event }) => event.session } },
        'tab/ended': { target: 'signedOut', actions: ['clear', 'over'] },
        'user/changed': {
          guard: ({ context, event }) => JSON.stringify(context.session?.user) !== JSON.stringify(event.user),
          actions: [
            assign(({ context, event }) => ({
              session: context.session && { ...context.session, user: event.user },
            })),
            'emitChanged',
          ],
        },
        // Every tab receives this through its own live channel.
        'features/changed': {
          guard: ({ context, event }) =>
            JSON.stringify(context.session?.workspace.features) !== JSON.stringify(event.features),
          actions: assign(({ context: { session }, event }) => ({
            session: session && { ...session, workspace: { ...session.workspace, features: [...event.features] } },
          })),
        },
        'session/sign-out': 'signingOut',
      },
      states: {
        current: { on: { 'session/renew': 'renewing' } },
        away: {
          after: { retryAway: 'renewing' },
          on: {
            'session/renew': 'renewing',
            'session/retry': 'renewing',
            'tab/shared': { target: 'current', actions: { type: 'open', params: ({ event }) => event.session } },
          },
        },
        renewing: {
          invoke: {
            id: 'renew',
            src: 'renew',
            onDone: {
              target: 'current',
              actions: [{ type: 'open', params: ({ event }) => event.output }, 'emitChanged', 'renewed'],
            },
            onError: [
              {
                guard: ({ event }) => isOver(event.error),
                target: '#session.signedOut.ended',
                actions: ['clear', 'emitChanged', 'over'],
              },
              { guard: 'hasToken', target: 'current', actions: 'unreachable' },
              { target: 'away', actions: 'unreachable' },
            ],
          },
        },
      },
    },
    signingOut: {
      invoke: {
        id: 'signOut',
        src: 'signOut',
        // Clears the local session regardless of the server's answer.
        onDone: { target: 'signedOut', actions: ['clear', 'emitChanged', 'over'] },
        onError: { target: 'signedOut', actions: ['clear', 'emitChanged', 'over'] },
      },
    },
  },
})

export type SessionRef = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

export const selectSession = (snapshot: SessionSnapshot): OpenSession | null => snapshot.context.session
export const selectToken = (snapshot: SessionSnapshot): string | null => snapshot.context.session?.authToken || null
/** The session was not confirmed since the visit began. */
export const isAway = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches('signedIn') && selectToken(snapshot) === null
/** Returns whether a call without a valid token may request a renewal. */
export const mayRenew = (snapshot: SessionSnapshot): boolean => snapshot.matches('signedIn')
/** The server ended the session of the user who was signed in. */
export const hasEnded = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedOut: 'ended' })
export const isRestoring = (snapshot: SessionSnapshot): boolean => snapshot.matches('restoring')
