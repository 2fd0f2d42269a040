import { assign, setup, type SnapshotFrom } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** What visitors may know before signing in; an object, because the type of a generic output would be lost. */
export interface Welcomed {
  /** The server has not been set up. */
  isEmpty: boolean
  workspaceName: string | null
  workspaceLogoUrl: string | null
  /** Whether the server accepts passkeys. */
  hasPasskeys: boolean
  /** Sign-in without a password. */
  identityProviders: readonly IdentityProviderName[]
}

export interface IdentityProviderName {
  id: number
  name: string
  logoUrl: string | null
}

export type SignInEvent = { type: 'signIn/opened' }

const keepWelcome = ({ workspaceName, workspaceLogoUrl, hasPasskeys, identityProviders }: Welcomed) => ({
  workspaceName,
  workspaceLogoUrl,
  hasPasskeys,
  identityProviders,
})

/**
 * Sign-in page. The session of the last visit may still be valid, and nothing is shown until that is known, so that the form does not
 * flash. The form does not wait for the workspace's name. A server without accounts leads to the set-up.
 */
export const signInMachine = setup({
  types: { context: {} as Omit<Welcomed, 'isEmpty'>, events: {} as SignInEvent },
  actors: {
    restore: unprovided<void>('restore'),
    welcome: unprovided<Welcomed>('welcome'),
  },
}).createMachine({
  id: 'signIn',
  context: { workspaceName: null, workspaceLogoUrl: null, hasPasskeys: false, identityProviders: [] },
  initial: 'visit',
  states: {
    visit: {
      type: 'parallel',
      on: { 'signIn/opened': 'opened' },
      states: {
        session: {
          initial: 'restoring',
          states: {
            restoring: { invoke: { id: 'restore', src: 'restore', onDone: 'over', onError: 'over' } },
            over: {},
          },
        },
        server: {
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'welcome',
                src: 'welcome',
                onDone: [
                  { guard: ({ event }) => event.output.isEmpty, target: 'empty' },
                  { target: 'named', actions: assign(({ event }) => keepWelcome(event.output)) },
                ],
                // A visitor may reach the server a moment later: shows the form anyway.
                onError: 'nameless',
              },
            },
            named: {},
            nameless: {},
            /** No accounts: leads to the set-up. */
            empty: {},
          },
        },
      },
    },
    /** A session is open: the application navigates to the wanted page. */
    opened: { type: 'final' },
  },
})

type SignInSnapshot = SnapshotFrom<typeof signInMachine>

/** What to render: nothing yet, the form, or a redirect to the set-up. */
export const faceOf = (snapshot: SignInSnapshot): 'nothing' | 'form' | 'set-up' => {
  if (!snapshot.matches({ visit: { session: 'over' } })) return 'nothing'
  return snapshot.matches({ visit: { server: 'empty' } }) ? 'set-up' : 'form'
}
