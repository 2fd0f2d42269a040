import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { backOffMs } from '../patterns/back-off.ts'

/** How an attempt to send went. */
export type SendAnswer =
  /** Something was sent, or decided: there may be more. */
  | { outcome: 'sent' }
  /** There is nothing that may be sent now. */
  | { outcome: 'nothing' }
  /** The batch is too large, or one of its commands is wrong: retries with fewer. */
  | { outcome: 'too-much'; tried: number }
  /** The project is closed to this person, or does not have the feature: the other scopes go on. */
  | { outcome: 'no-right'; scope: string; message: string }
  /** The session is over: nothing goes before somebody has signed in again. */
  | { outcome: 'signed-out' }
  | { outcome: 'unreachable' }
  /** `keys`: what the server was asked to take and failed at, where it said so itself. */
  | { outcome: 'failed'; message: string; keys?: readonly string[] }

/** What one attempt may send. */
export interface Attempt {
  /** Most commands in a batch; infinite where only the capability limits them. */
  most: number
  /** Scopes that are not to be asked: a capability in a project. */
  except: readonly string[]
  /** Keys of what the server has failed at alone: others first. Once it takes another, these are at fault, and not the server. */
  aside: readonly string[]
}

export type OutboxLaneEvent =
  /** This tab is the one that sends. */
  | { type: 'lead/gained' }
  | { type: 'link/up' }
  | { type: 'link/down' }
  /** There is something new to send. */
  | { type: 'outbox/filled' }
  /** Somebody asks for it now, or the server has shown that it is there. */
  | { type: 'outbox/asked' }
  /** Somebody has signed in. */
  | { type: 'session/opened' }

interface Context {
  isOnline: boolean
  /** Current batch limit: infinite until the server refuses a batch as too large. */
  most: number
  /** Something was filled in while another attempt was being made: look again after it. */
  isDue: boolean
  failures: number
  failure: string | null
  /** A session was opened or renewed while something was sent with an older one. */
  isRenewed: boolean
  /** What is left out for the moment, to see whether the server takes anything else. */
  aside: readonly string[]
  /** Scopes that are not asked, with what the server said. */
  closed: Readonly<Record<string, string>>
}

/** A server that fails at so many, each alone, is itself at fault. */
const MOST_ASIDE = 8

/**
 * Sends what the log holds, in its order and in one tab: as soon as it is there, again with growing pauses when it fails, and not at
 * all while the device is offline. Run twice, so that the bytes of files never hold up a note. What is sent, and what becomes of
 * it, is the affair of `sendNext`, which keeps everything on disk: this holds nothing that a crash could lose.
 * `patience`: so often in a row the server may fail before what it fails at is looked for among what was sent.
 */
export function outboxLane({ jitter = Math.random, patience = 3 }: { jitter?: () => number; patience?: number } = {}) {
  return setup({
    types: {
      context: {} as Context,
      events: {} as OutboxLaneEvent,
      input: {} as { isOnline: boolean },
    },
    actors: {
      /** Says `lead/gained` once no other tab sends; keeps the others from it until it is stopped. */
      lead: fromCallback<OutboxLaneEvent>(() => undefined),
      sendNext: fromPromise<SendAnswer, Attempt>(() => Promise.reject(new Error('sendNext is not provided'))),
    },
    guards: {
      is: (_, { answer, outcome }: { answer: SendAnswer; outcome: SendAnswer['outcome'] }) =>
        answer.outcome === outcome,
      isDue: ({ context }) => context.isDue,
      /** It was refused, or not answered, under a session that has been renewed since. */
      isOutdated: ({ context }, { answer }: { answer: SendAnswer }) =>
        context.isRenewed &&
        // Once: a server that renews sessions and takes none of them would be asked for ever.
        context.failures === 0 &&
        (answer.outcome === 'signed-out' || answer.outcome === 'unreachable'),
      /** It has failed often enough to ask whether one of them is at fault, and not so often that it must be the server. */
      isSuspect: ({ context: { failures, aside } }, { answer }: { answer: SendAnswer }) =>
        (aside.length > 0 ? aside.length < MOST_ASIDE : (failures + 1) % patience === 0) &&
        answer.outcome === 'failed' &&
        (answer.keys?.length ?? 0) > 0,
      hasAside: ({ context }) => context.aside.length > 0,
      isOffline: ({ context }) => !context.isOnline,
    },
    actions: {
      comeUp: assign({ isOnline: true, failures: 0, closed: {} }),
      goDown: assign({ isOnline: false }),
      expect: assign({ isDue: true }),
      look: assign({ isDue: false, isRenewed: false }),
      expectRenewed: assign({ isDue: true, isRenewed: true }),
      narrow: assign(({ context }, { answer }: { answer: SendAnswer }) => {
        const keys = answer.outcome === 'failed' ? (answer.keys ?? []) : []
        return keys.length > 1
          ? { most: Math.max(1, Math.floor(keys.length / 2)) }
          : { most: context.most, aside: [...context.aside, ...keys] }
      }),
      /** The server takes nothing else either: it is not at fault for what was left out. */
      putBack: assign({ aside: [], most: Infinity }),
      /** What was found closed may be open by now. */
      askAll: assign({ closed: {}, isDue: true }),
      settle: assign({ failures: 0, failure: null, most: Infinity, aside: [] }),
      rest: assign({ failures: 0, failure: null }),
      halve: assign((_, { answer }: { answer: SendAnswer }) => ({
        most: answer.outcome === 'too-much' ? Math.max(1, Math.floor(answer.tried / 2)) : 1,
      })),
      close: assign(({ context }, { answer }: { answer: SendAnswer }) => ({
        closed: answer.outcome === 'no-right' ? { ...context.closed, [answer.scope]: answer.message } : context.closed,
      })),
      fail: assign(({ context }, { message }: { message: string | null }) => ({
        failures: context.failures + 1,
        failure: message,
      })),
      failAgain: assign(({ context }) => ({ failures: context.failures + 1 })),
    },
    delays: {
      backOff: ({ context }) => backOffMs(context.failures, 60_000, jitter),
    },
  }).createMachine({
    id: 'outboxLane',
    context: ({ input }) => ({
      isOnline: input.isOnline,
      most: Infinity,
      isDue: false,
      failures: 0,
      failure: null,
      isRenewed: false,
      aside: [],
      closed: {},
    }),
    invoke: { id: 'lead', src: 'lead' },
    on: {
      'link/up': { actions: 'comeUp' },
      'link/down': { actions: 'goDown' },
    },
    initial: 'following',
    states: {
      /** Another tab sends, or it is not known yet that none does. */
      following: {
        on: { 'lead/gained': [{ guard: 'isOffline', target: 'leading.offline' }, { target: 'leading' }] },
      },
      leading: {
        initial: 'sending',
        states: {
          sending: {
            entry: 'look',
            on: {
              'outbox/filled': { actions: 'expect' },
              'outbox/asked': { actions: 'askAll' },
              'session/opened': { actions: 'expectRenewed' },
            },
            invoke: {
              id: 'sendNext',
              src: 'sendNext',
              input: ({ context: { most, closed, aside } }) => ({ most, except: Object.keys(closed), aside }),
              onDone: [
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'sent' }) },
                  target: 'sending',
                  reenter: true,
                  actions: 'settle',
                },
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'too-much' }) },
                  target: 'sending',
                  reenter: true,
                  actions: { type: 'halve', params: ({ event }) => ({ answer: event.output }) },
                },
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'no-right' }) },
                  target: 'sending',
                  reenter: true,
                  actions: { type: 'close', params: ({ event }) => ({ answer: event.output }) },
                },
                {
                  guard: { type: 'isOutdated', params: ({ event }) => ({ answer: event.output }) },
                  target: 'sending',
                  reenter: true,
                  actions: 'failAgain',
                },
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'signed-out' }) },
                  target: 'signedOut',
                },
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'unreachable' }) },
                  target: 'waiting',
                  actions: { type: 'fail', params: { message: null } },
                },
                {
                  guard: { type: 'isSuspect', params: ({ event }) => ({ answer: event.output }) },
                  target: 'sending',
                  reenter: true,
                  actions: { type: 'narrow', params: ({ event }) => ({ answer: event.output }) },
                },
                {
                  guard: { type: 'is', params: ({ event }) => ({ answer: event.output, outcome: 'failed' }) },
                  target: 'waiting',
                  actions: [
                    {
                      type: 'fail',
                      params: ({ event }) => ({
                        message: event.output.outcome === 'failed' ? event.output.message : null,
                      }),
                    },
                    'putBack',
                  ],
                },
                { guard: 'isDue', target: 'sending', reenter: true, actions: 'rest' },
                // There is nothing else to be sent: nobody is held up by it.
                { guard: 'hasAside', target: 'waiting', actions: ['failAgain', 'putBack'] },
                { target: 'resting', actions: 'rest' },
              ],
              onError: {
                target: 'waiting',
                actions: { type: 'fail', params: ({ event }) => ({ message: String(event.error) }) },
              },
            },
          },
          /** Everything that may be sent has been. */
          resting: {
            on: {
              'outbox/filled': [{ guard: 'isOffline', target: 'offline' }, { target: 'sending' }],
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': 'sending',
              'link/up': { target: 'sending', actions: 'comeUp' },
            },
          },
          offline: {
            on: {
              'link/up': { target: 'sending', actions: 'comeUp' },
              // The browser may be wrong about that: whoever asks is believed, and so is the server that has answered somebody.
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': 'sending',
            },
          },
          waiting: {
            always: { guard: 'isOffline', target: 'offline' },
            after: { backOff: 'sending' },
            on: {
              'link/up': { target: 'sending', actions: 'comeUp' },
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': 'sending',
            },
          },
          signedOut: {
            on: {
              'session/opened': { target: 'sending', actions: 'askAll' },
              'outbox/asked': { target: 'sending', actions: 'askAll' },
            },
          },
        },
      },
    },
  })
}

export type OutboxLane = ReturnType<typeof outboxLane>

/** Something could not be sent, and it is tried again after a pause. */
export const isTryingAgain = (snapshot: { matches: (value: { leading: 'waiting' }) => boolean }): boolean =>
  snapshot.matches({ leading: 'waiting' })
