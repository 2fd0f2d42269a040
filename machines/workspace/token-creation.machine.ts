import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

export interface CreatedToken {
  name: string
  /** Shown once by the server. */
  value: string
}

export type TokenCreationEvent =
  /** Opens the form for name and expiry. */
  | { type: 'token/ask' }
  /** The form has created it. */
  | { type: 'token/created'; token: CreatedToken }
  /** Creates a token without expiry, without a form. */
  | { type: 'token/create'; name: string }
  | { type: 'token/close' }

/** Creates an access token, with or without a form, and holds its value until the dialog closes, because it is shown once. */
export const tokenCreation = setup({
  types: {
    context: {} as { token: CreatedToken | null },
    events: {} as TokenCreationEvent,
    emitted: {} as { type: 'tokens/changed' } | { type: 'token/refused'; error: unknown },
  },
  actors: {
    create: unprovided<CreatedToken, { name: string }>('create'),
  },
  actions: {
    forget: assign({ token: null }),
    emitChanged: emit({ type: 'tokens/changed' as const }),
  },
}).createMachine({
  id: 'tokenCreation',
  context: { token: null },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        'token/ask': 'asking',
        'token/create': 'creating',
        // Its form was closed meanwhile: the value cannot be shown again.
        'token/created': { target: 'shown', actions: [assign(({ event }) => ({ token: event.token })), 'emitChanged'] },
      },
    },
    asking: {
      on: {
        'token/created': { target: 'shown', actions: [assign(({ event }) => ({ token: event.token })), 'emitChanged'] },
        'token/close': 'closed',
      },
    },
    creating: {
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ event }) => ({ name: event.type === 'token/create' ? event.name : '' }),
        onDone: { target: 'shown', actions: [assign(({ event }) => ({ token: event.output })), 'emitChanged'] },
        onError: { target: 'closed', actions: emit(({ event }) => ({ type: 'token/refused', error: event.error })) },
      },
    },
    // Only closing is allowed: the value must not be replaced before it was copied.
    shown: { on: { 'token/close': 'closed' } },
  },
})
