import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** Values by owner id; null for one that cannot be decrypted. */
export type SecretValues = Readonly<Record<number, string | null>>

export type RevealedSecretsEvent =
  | { type: 'secrets/show' }
  | { type: 'secrets/hide' }
  /** The shown values may have changed. */
  | { type: 'secrets/changed' }

/** An object, because the type of a generic output would be lost. */
export interface Revealed {
  values: SecretValues
}

/** Keeps secrets in memory only while they are shown: drops an answer that arrives after they were hidden. */
export const revealedSecrets = setup({
  types: {
    context: {} as { values: SecretValues | null },
    events: {} as RevealedSecretsEvent,
    emitted: {} as { type: 'secrets/refused'; error: unknown },
  },
  actors: { reveal: unprovided<Revealed>('reveal') },
  actions: {
    forget: assign({ values: null }),
  },
}).createMachine({
  id: 'revealedSecrets',
  context: { values: null },
  initial: 'hidden',
  states: {
    hidden: { on: { 'secrets/show': 'revealing' } },
    revealing: {
      invoke: {
        id: 'reveal',
        src: 'reveal',
        onDone: { target: 'shown', actions: assign(({ event }) => ({ values: event.output.values })) },
        onError: {
          target: 'hidden',
          actions: ['forget', emit(({ event }) => ({ type: 'secrets/refused', error: event.error }))],
        },
      },
      on: {
        'secrets/hide': { target: 'hidden', actions: 'forget' },
        'secrets/changed': { target: 'revealing', reenter: true },
      },
    },
    shown: {
      on: {
        'secrets/hide': { target: 'hidden', actions: 'forget' },
        'secrets/changed': 'revealing',
      },
    },
  },
})
