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
    isReconnecting: ({ context }) => context.repoId !== null,
  },
  actions: {
    keep: assign((_, configuration: VcsConfiguration) => ({ configuration, failure: null })),
    forget: assign({ adding: null }),
    emitEnded: emit({ type: 'oauth/ended' as const }),
    emitReconnected: emit(({ context }) => ({
      type: 'repository/reconnected' as const,
      repoId: context.repoId as number,
    })),
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
            guard: ({ event }) => event.output.oauth !== null,
            target: 'exchanging',
            actions: assign(({ event: { output } }) => ({ oauth: output.oauth, repoId: output.repoId })),
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
          actions: [emit(({ event }) => ({ type: 'oauth/refused', error: event.error })), 'emitEnded'],
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
          actions: [emit(({ event }) => ({ type: 'oauth/refused', error: event.error })), 'emitEnded'],
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
            guard: ({ event }) => event.output.account !== null,
            target: 'listing',
            actions: { type: 'keep', params: ({ event }) => event.output },
          },
          { target: 'signedOut', actions: { type: 'keep', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    failed: { on: { 'provider/retry': 'reading' } },
    signedOut: { on: { 'account/signedIn': 'reading' } },
    listing: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'repository/add': { target: 'adding', actions: assign(({ event }) => ({ adding: event.providerSideId })) },
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
              actions: [emit(({ event }) => ({ type: 'repository/added', repoId: event.output.id })), 'forget'],
            },
            onError: {
              target: 'idle',
              actions: [emit(({ event }) => ({ type: 'repository/refused', error: event.error })), 'forget'],
            },
          },
        },
        signingOut: {
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: '#addRepository.reading',
            onError: {
              target: 'idle',
              actions: emit(({ event }) => ({ type: 'account/refused', error: event.error })),
            },
          },
        },
      },
    },
  },
})
