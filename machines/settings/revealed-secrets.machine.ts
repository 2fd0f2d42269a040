import { assign, emit, fromPromise, setup } from 'xstate'

/** Values by the id of what they belong to; null for one that cannot be opened. */
export type SecretValues = Readonly<Record<number, string | null>>

export type RevealedSecretsEvent =
  | { type: 'secrets/show' }
  | { type: 'secrets/hide' }
  /** What is shown may have changed. */
  | { type: 'secrets/changed' }

/** Wrapped, or the actor's output would lose its type. */
export interface Revealed {
  values: SecretValues
}

/** Secrets are in this browser's memory only while they are shown: an answer that comes after they were hidden is not kept. */
export const revealedSecrets = setup({
  types: {
    context: {} as { values: SecretValues | null },
    events: {} as RevealedSecretsEvent,
    emitted: {} as { type: 'secrets/refused'; error: unknown },
  },
  actors: { reveal: fromPromise<Revealed>(() => Promise.reject(new Error('reveal is not provided'))) },
  actions: {
    keep: assign((_, { values }: Revealed) => ({ values })),
    forget: assign({ values: null }),
    tell: emit((_, { error }: { error: unknown }) => ({ type: 'secrets/refused' as const, error })),
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
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event.output } },
        onError: { target: 'hidden', actions: ['forget', { type: 'tell', params: ({ event }) => event }] },
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
