import { TEXTS } from '../../contract/texts.ts'
import { assign, emit, fromPromise, setup } from 'xstate'

/** What this device alone has of the person. */
export interface UnsentWork {
  commands: number
  files: number
  /** What was typed and not saved: the server is not sent it. */
  drafts: number
}

export type SignOutEvent =
  | { type: 'sign-out/cancel' }
  | { type: 'unsent/send' }
  /** Stays on this device, for nobody to read without the passphrase. */
  | { type: 'unsent/seal'; passphrase: string }
  | { type: 'unsent/export' }
  | { type: 'unsent/drop' }
  /** The person confirms that the work is lost. */
  | { type: 'drop/confirm' }
  | { type: 'drop/cancel' }

/** Shorter ones are found by trial in no time by whoever has the disk. */
export const PASSPHRASE_LEAST = 8

interface Context {
  /** What is wrong with the passphrase that was given. */
  passphraseProblem: string | null
  work: UnsentWork
  /** It is in a file that the person has. */
  isExported: boolean
  failure: unknown
}

const missing = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

/**
 * Signing out where something of the person is on this device alone: it is sent, sealed, or exported, and given up only by a word of its
 * own, which is asked for twice where that would be the end of it. Nobody is signed out before that has been done.
 */
export const signOutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignOutEvent,
    emitted: {} as { type: 'session/leave' } | { type: 'session/stay' },
  },
  actors: {
    look: fromPromise<UnsentWork>(missing('look')),
    /** Resolves once the server has all of it. */
    send: fromPromise<void>(missing('send')),
    /** What is sealed is no longer in the log when it resolves. */
    seal: fromPromise<void, { passphrase: string }>(missing('seal')),
    /** Resolves once the browser has the file. */
    export: fromPromise<void>(missing('export')),
    drop: fromPromise<void>(missing('drop')),
  },
  guards: {
    isExported: ({ context }) => context.isExported,
    isTooShort: (_, { passphrase }: { passphrase: string }) => passphrase.length < PASSPHRASE_LEAST,
    isNothing: (_, { commands, files, drafts }: UnsentWork) => commands + files + drafts === 0,
    isSendable: ({ context: { work } }) => work.commands + work.files > 0,
  },
  actions: {
    keepWork: assign((_, work: UnsentWork) => ({ work })),
    forgetFailure: assign({ failure: null, passphraseProblem: null }),
    refusePassphrase: assign((_, { passphrase }: { passphrase: string }) => ({
      passphraseProblem: passphrase === '' ? TEXTS.required : `Must have at least ${PASSPHRASE_LEAST} characters`,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
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
          { guard: { type: 'isNothing', params: ({ event }) => event.output }, target: 'leaving' },
          { target: 'asking', actions: { type: 'keepWork', params: ({ event }) => event.output } },
        ],
        // A log that cannot be read keeps nobody signed in.
        onError: 'leaving',
      },
    },
    asking: {
      on: {
        'sign-out/cancel': 'staying',
        'unsent/send': { guard: 'isSendable', target: 'sending', actions: 'forgetFailure' },
        'unsent/seal': [
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            actions: { type: 'refusePassphrase', params: ({ event }) => event },
          },
          { target: 'sealing', actions: 'forgetFailure' },
        ],
        'unsent/export': { target: 'exporting', actions: 'forgetFailure' },
        'unsent/drop': [
          // It is in a file that the person has: nothing is lost.
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
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: { 'sign-out/cancel': 'staying' },
    },
    sealing: {
      invoke: {
        id: 'seal',
        src: 'seal',
        input: ({ event }) => ({ passphrase: event.type === 'unsent/seal' ? event.passphrase : '' }),
        onDone: 'leaving',
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    exporting: {
      invoke: {
        id: 'export',
        src: 'export',
        onDone: { target: 'asking', actions: 'noteExported' },
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    dropping: {
      invoke: {
        id: 'drop',
        src: 'drop',
        onDone: 'leaving',
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    staying: { type: 'final', entry: 'stay' },
    leaving: { type: 'final', entry: 'leave' },
  },
})
