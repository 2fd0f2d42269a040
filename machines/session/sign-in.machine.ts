import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'

/** What a visitor may know of the server before signing in; wrapped, or the actor's output would lose its type. */
export interface Welcomed {
  /** Nobody has set the server up yet. */
  isEmpty: boolean
  workspaceName: string | null
  workspaceLogoUrl: string | null
  /** Whether the server takes passkeys. */
  hasPasskeys: boolean
  /** Ways to sign in without a password here. */
  identityProviders: readonly IdentityProviderName[]
}

export interface IdentityProviderName {
  id: number
  name: string
  logoUrl: string | null
}

export type SignInEvent = { type: 'signIn/opened' }

/**
 * The door. The session of the last visit may still be good, and until that is known nothing is shown: a form that is gone as soon as it
 * is drawn would only startle. The form does not wait for the server's name, and a server without any account has no use for it.
 */
export const signInMachine = setup({
  types: { context: {} as Omit<Welcomed, 'isEmpty'>, events: {} as SignInEvent },
  actors: {
    restore: fromPromise<void>(() => Promise.reject(new Error('restore is not provided'))),
    welcome: fromPromise<Welcomed>(() => Promise.reject(new Error('welcome is not provided'))),
  },
  guards: { isEmpty: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty },
  actions: {
    keepWelcome: assign((_, { workspaceName, workspaceLogoUrl, hasPasskeys, identityProviders }: Welcomed) => ({
      workspaceName,
      workspaceLogoUrl,
      hasPasskeys,
      identityProviders,
    })),
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
                  { guard: { type: 'isEmpty', params: ({ event }) => event.output }, target: 'empty' },
                  { target: 'named', actions: { type: 'keepWelcome', params: ({ event }) => event.output } },
                ],
                // Whoever can reach the server a moment later signs in all the same.
                onError: 'nameless',
              },
            },
            named: {},
            nameless: {},
            /** There is nobody to sign in: the set-up comes first. */
            empty: {},
          },
        },
      },
    },
    /** A session is open: the application goes on to where the visitor wanted to be. */
    opened: { type: 'final' },
  },
})

type SignInSnapshot = SnapshotFrom<typeof signInMachine>

/** What the visitor sees: nothing yet, the form, or the way to the set-up. */
export const faceOf = (snapshot: SignInSnapshot): 'nothing' | 'form' | 'set-up' => {
  if (!snapshot.matches({ visit: { session: 'over' } })) return 'nothing'
  return snapshot.matches({ visit: { server: 'empty' } }) ? 'set-up' : 'form'
}
