import { TEXTS } from '../../contract/texts.ts'
import { assign, emit, setup } from 'xstate'
import { unprovided } from '../patterns/unprovided.ts'

/** Work of the user that exists only on this device. */
export interface UnsentWork {
  commands: number
  files: number
  /** Unsaved drafts, which are never sent. */
  drafts: number
}

export type SignOutEvent =
  | { type: 'sign-out/cancel' }
  | { type: 'unsent/send' }
  /** Encrypted on this device, readable only with the passphrase. */
  | { type: 'unsent/seal'; passphrase: string }
  | { type: 'unsent/export' }
  | { type: 'unsent/drop' }
  /** The user confirms that the work is lost. */
  | { type: 'drop/confirm' }
  | { type: 'drop/cancel' }

/** Minimum length: shorter passphrases are quickly found by brute force. */
export const MIN_PASSPHRASE = 8

interface Context {
  /** Validation error of the passphrase. */
  passphraseProblem: string | null
  work: UnsentWork
  /** The user has an exported file. */
  isExported: boolean
  failure: unknown
}

/**
 * Sign-out with work that exists only on this device: send, seal or export it, or discard it after a confirmation (two, when it would be
 * lost for good). Nobody is signed out before.
 */
export const signOutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignOutEvent,
    emitted: {} as { type: 'session/leave' } | { type: 'session/stay' },
  },
  actors: {
    look: unprovided<UnsentWork>('look'),
    /** Resolves once the server has everything. */
    send: unprovided<void>('send'),
    /** Resolves once the log no longer contains what was sealed. */
    seal: unprovided<void, { passphrase: string }>('seal'),
    /** Resolves once the browser has the file. */
    export: unprovided<void>('export'),
    drop: unprovided<void>('drop'),
  },
  guards: {
    isExported: ({ context }) => context.isExported,
    isSendable: ({ context: { work } }) => work.commands + work.files > 0,
  },
  actions: {
    forgetFailure: assign({ failure: null, passphraseProblem: null }),
    noteExported: assign({ isExported: true }),
    leave: emit({ type: 'session/leave' as const }),
    stay: emit({ type: 'session/stay' as const }),
  },
}).createMachine({
  id: 'signOut',
  context: { work: { commands: 0, files: 0, drafts: 0 }, isExported: false, failure: null, passphraseProblem: null },
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: ({ event }) => event.output.commands + event.output.files + event.output.drafts === 0,
            target: 'leaving',
          },
          { target: 'asking', actions: assign(({ event }) => ({ work: event.output })) },
        ],
        // An unreadable log does not prevent a sign-out.
        onError: 'leaving',
      },
    },
    asking: {
      on: {
        'sign-out/cancel': 'staying',
        'unsent/send': { guard: 'isSendable', target: 'sending', actions: 'forgetFailure' },
        'unsent/seal': [
          {
            guard: ({ event }) => event.passphrase.length < MIN_PASSPHRASE,
            actions: assign(({ event }) => ({
              passphraseProblem:
                event.passphrase === '' ? TEXTS.required : `Must have at least ${MIN_PASSPHRASE} characters`,
            })),
          },
          { target: 'sealing', actions: 'forgetFailure' },
        ],
        'unsent/export': { target: 'exporting', actions: 'forgetFailure' },
        'unsent/drop': [
          // The user has an exported file: nothing is lost.
          { guard: 'isExported', target: 'dropping', actions: 'forgetFailure' },
          { target: 'confirming', actions: 'forgetFailure' },
        ],
      },
    },
    confirming: {
      on: { 'drop/confirm': 'dropping', 'drop/cancel': 'asking', 'sign-out/cancel': 'staying' },
    },
    sending: {
      invoke: {
        id: 'send',
        src: 'send',
        onDone: 'looking',
        onError: { target: 'asking', actions: assign(({ event }) => ({ failure: event.error })) },
      },
      on: { 'sign-out/cancel': 'staying' },
    },
    sealing: {
      invoke: {
        id: 'seal',
        src: 'seal',
        input: ({ event }) => ({ passphrase: event.type === 'unsent/seal' ? event.passphrase : '' }),
        onDone: 'leaving',
        onError: { target: 'asking', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    exporting: {
      invoke: {
        id: 'export',
        src: 'export',
        onDone: { target: 'asking', actions: 'noteExported' },
        onError: { target: 'asking', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    dropping: {
      invoke: {
        id: 'drop',
        src: 'drop',
        onDone: 'leaving',
        onError: { target: 'asking', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
    staying: { type: 'final', entry: 'stay' },
    leaving: { type: 'final', entry: 'leave' },
  },
})
