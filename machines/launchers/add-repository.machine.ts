import { assign, emit, setup } from 'xstate'
import type { VcsConfiguration } from '../../contract/launchers/providers.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Query parameters of the provider's OAuth redirect. */
export interface OauthReturn {
  code: string
  state: string
}

export type AddRepositoryEvent =
  | { type: 'provider/retry' }
  /** A token was stored. */
  | { type: 'account/signedIn' }
  | { type: 'account/signOut' }
  | { type: 'repository/add'; providerSideId: string }

/** OAuth redirect parameters in the address. */
export interface Returned {
  oauth: OauthReturn | null
  /** Where sign-in was started: an existing repository that is authorised again. */
  repoId: number | null
}

interface Context extends Returned {
  configuration: VcsConfiguration | null
  /** The repository being added. */
  adding: string | null
  failure: unknown
}

/**
 * One provider on the page "Add repository": completes an OAuth sign-in after the redirect, loads the account, and adds the repository that
 * the user chooses. `searchAsYouType` searches the list.
 */
export const addRepository = setup({
  types: {
    context: {} as Context,
    events: {} as AddRepositoryEvent,
    emitted: {} as
      /** Code and state are used up and removed from the address. */
      | { type: 'oauth/ended' }
      | { type: 'oauth/refused'; error: unknown }
      | { type: 'repository/reconnected'; repoId: number }
      | { type: 'repository/added'; repoId: number }
      | { type: 'repository/refused'; error: unknown }
      | { type: 'account/refused'; error: unknown },
  },
  actors: {
    readReturn: unprovided<Returned>('readReturn'),
    exchange: unprovided<unknown, OauthReturn>('exchange'),
    reconnect: unprovided<unknown, { repoId: number }>('reconnect'),
    read: unprovided<VcsConfiguration>('read'),
    add: unprovided<{ id: number }, { providerSideId: string }>('add'),
    signOut: unprovided<unknown>('signOut'),
  },
  guards: {
    isReturning: (_, { oauth }: Returned) => oauth !== null,
    isReconnecting: ({ context }) => context.repoId !== null,
    isSignedIn: (_, { account }: VcsConfiguration) => account !== null,
  },
  actions: {
    keepReturn: assign((_, { oauth, repoId }: Returned) => ({ oauth, repoId })),
    keep: assign((_, configuration: VcsConfiguration) => ({ configuration, failure: null })),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    take: assign((_, { providerSideId }: { providerSideId: string }) => ({ adding: providerSideId })),
    forget: assign({ adding: null }),
    emitEnded: emit({ type: 'oauth/ended' as const }),
    emitOauthRefused: emit((_, { error }: { error: unknown }) => ({ type: 'oauth/refused' as const, error })),
    emitReconnected: emit(({ context }) => ({
      type: 'repository/reconnected' as const,
      repoId: context.repoId as number,
    })),
    emitAdded: emit((_, { id }: { id: number }) => ({ type: 'repository/added' as const, repoId: id })),
    emitRefused: emit((_, { error }: { error: unknown }) => ({ type: 'repository/refused' as const, error })),
    emitAccountRefused: emit((_, { error }: { error: unknown }) => ({ type: 'account/refused' as const, error })),
  },
}).createMachine({
  id: 'addRepository',
  context: { oauth: null, repoId: null, configuration: null, adding: null, failure: null },
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        id: 'readReturn',
        src: 'readReturn',
        onDone: [
          {
            guard: { type: 'isReturning', params: ({ event }) => event.output },
            target: 'exchanging',
            actions: { type: 'keepReturn', params: ({ event }) => event.output },
          },
          { target: 'reading' },
        ],
      },
    },
    exchanging: {
      invoke: {
        id: 'exchange',
        src: 'exchange',
        input: ({ context }) => context.oauth as OauthReturn,
        onDone: [
          { guard: 'isReconnecting', target: 'reconnecting' },
          { target: 'reading', actions: 'emitEnded' },
        ],
        onError: {
          target: 'reading',
          actions: [{ type: 'emitOauthRefused', params: ({ event }) => event }, 'emitEnded'],
        },
      },
    },
    reconnecting: {
      invoke: {
        id: 'reconnect',
        src: 'reconnect',
        input: ({ context }) => ({ repoId: context.repoId as number }),
        onDone: { target: 'reconnected', actions: 'emitReconnected' },
        onError: {
          target: 'reading',
          actions: [{ type: 'emitOauthRefused', params: ({ event }) => event }, 'emitEnded'],
        },
      },
    },
    /** Navigates to the repository's page. */
    reconnected: { type: 'final' },
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'listing',
            actions: { type: 'keep', params: ({ event }) => event.output },
          },
          { target: 'signedOut', actions: { type: 'keep', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
      },
    },
    failed: { on: { 'provider/retry': 'reading' } },
    signedOut: { on: { 'account/signedIn': 'reading' } },
    listing: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'repository/add': { target: 'adding', actions: { type: 'take', params: ({ event }) => event } },
            'account/signOut': 'signingOut',
          },
        },
        adding: {
          invoke: {
            id: 'add',
            src: 'add',
            input: ({ context }) => ({ providerSideId: context.adding ?? '' }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'emitAdded', params: ({ event }) => event.output }, 'forget'],
            },
            onError: {
              target: 'idle',
              actions: [{ type: 'emitRefused', params: ({ event }) => event }, 'forget'],
            },
          },
        },
        signingOut: {
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: '#addRepository.reading',
            onError: { target: 'idle', actions: { type: 'emitAccountRefused', params: ({ event }) => event } },
          },
        },
      },
    },
  },
})
