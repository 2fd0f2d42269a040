import { assign, cancel, fromCallback, raise, setup, type SnapshotFrom } from 'xstate'
import { backOffMs } from '../patterns/back-off.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Why the server accepts nothing of a scope from this user. */
export interface Denial {
  /** `role`: the user's role does not allow it. `feature`: switched off in the workspace. `gone`: deleted, or the user is no longer a member. */
  reason: 'role' | 'feature' | 'gone'
  /** The server's message. */
  message: string
}

/** Outcome of an attempt to send. */
export type SendAnswer =
  /** Something was sent or decided: there may be more. */
  | { outcome: 'sent' }
  /** Nothing can be sent now. */
  | { outcome: 'nothing' }
  /** The batch is too large, or one of its commands is wrong: retries with fewer. */
  | { outcome: 'too-much'; tried: number }
  /** The server accepts nothing of this scope from this user: other scopes continue. */
  | ({ outcome: 'denied'; scope: string } & Denial)
  /** The session has expired: waits for a sign-in. */
  | { outcome: 'signed-out' }
  | { outcome: 'unreachable' }
  /** `keys`: commands that the server was asked to accept and failed at, if it said so itself. */
  | { outcome: 'failed'; message: string; keys?: readonly string[] }

/** Limits of one attempt. */
export interface Attempt {
  /** Maximum commands per batch; infinite when only the capability limits them. */
  max: number
  /** Excluded scopes: capability and project. */
  except: readonly string[]
  /**
   * Keys of commands that the server failed at alone: others go first. If it accepts another command, these are at fault and not the
   * server.
   */
  aside: readonly string[]
}

export type OutboxLaneEvent =
  /** This tab is the one that sends. */
  | { type: 'lead/gained' }
  | { type: 'link/up' }
  | { type: 'link/down' }
  /** There are new commands. */
  | { type: 'outbox/filled' }
  /** Retry now: a user asked, or the server was reached. */
  | { type: 'outbox/asked' }
  /** A user has signed in. */
  | { type: 'session/opened' }
  /** A role, a feature or a membership has changed: denied scopes may be accepted. */
  | { type: 'access/changed' }
  /** The pause after a denial is over. */
  | { type: 'access/due' }

interface Context {
  isOnline: boolean
  /** Current batch limit: infinite until the server rejects a batch as too large. */
  max: number
  /** Commands were added during an attempt: look again after it. */
  isDue: boolean
  failures: number
  failure: string | null
  /** The session was renewed while something was sent with the old one. */
  isRenewed: boolean
  /** Commands left out temporarily, to find out whether the server accepts others. */
  aside: readonly string[]
  /** Excluded scopes. */
  denied: Readonly<Record<string, Denial>>
  /** Times that denied scopes were retried after a pause, since something else reopened them. */
  denials: number
}

const ALLOW = { denied: {}, denials: 0 } as const

/** A server that fails at this many commands, each alone, is itself at fault. */
const MAX_SKIPPED = 8

/**
 * Sends the log's commands in order and in one tab: immediately, with backoff after failures, and not while offline. Runs twice, so that
 * bytes of files never delay notes. `sendNext` sends and stores outcomes on disk, so that a crash loses nothing here. `patience`: failures
 * in a row before looking for a faulty command.
 */
export function outboxLane({ jitter = Math.random, patience = 3 }: { jitter?: () => number; patience?: number } = {}) {
  return setup({
    types: {
      context: {} as Context,
      events: {} as OutboxLaneEvent,
      input: {} as { isOnline: boolean },
    },
    actors: {
      /** Sends `lead/gained` once no other tab sends; holds the lock until stopped. */
      lead: fromCallback<OutboxLaneEvent>(() => undefined),
      sendNext: unprovided<SendAnswer, Attempt>('sendNext'),
    },
    guards: {
      isDue: ({ context }) => context.isDue,
      /** Rejected or unanswered under a session that has been renewed since. */
      isOutdated: ({ context }, answer: SendAnswer) =>
        context.isRenewed &&
        // Once: a server that renews sessions and accepts none of them would cause an endless loop.
        context.failures === 0 &&
        (answer.outcome === 'signed-out' || answer.outcome === 'unreachable'),
      /** Enough failures to suspect a command, too few to blame the server. */
      isSuspect: ({ context: { failures, aside } }, answer: SendAnswer) =>
        (aside.length > 0 ? aside.length < MAX_SKIPPED : (failures + 1) % patience === 0) &&
        answer.outcome === 'failed' &&
        (answer.keys?.length ?? 0) > 0,
      hasAside: ({ context }) => context.aside.length > 0,
      isOffline: ({ context }) => !context.isOnline,
      hasDenied: ({ context }) => Object.keys(context.denied).length > 0,
    },
    actions: {
      comeUp: assign({ isOnline: true, failures: 0, ...ALLOW }),
      goDown: assign({ isOnline: false }),
      expect: assign({ isDue: true }),
      look: assign({ isDue: false, isRenewed: false }),
      expectRenewed: assign({ ...ALLOW, isDue: true, isRenewed: true }),
      narrow: assign(({ context }, answer: SendAnswer) => {
        const keys = answer.outcome === 'failed' ? (answer.keys ?? []) : []
        return keys.length > 1
          ? { max: Math.max(1, Math.floor(keys.length / 2)) }
          : { max: context.max, aside: [...context.aside, ...keys] }
      }),
      /** The server accepts nothing else either: the excluded commands are not at fault. */
      putBack: assign({ aside: [], max: Infinity }),
      /** Denied scopes may be accepted now. */
      askAll: assign({ ...ALLOW, isDue: true }),
      askAgain: assign(({ context }) => ({ denied: {}, denials: context.denials + 1, isDue: true })),
      settle: assign({ failures: 0, failure: null, max: Infinity, aside: [] }),
      rest: assign({ failures: 0, failure: null }),
      deny: assign(({ context }, answer: SendAnswer) => ({
        denied:
          answer.outcome === 'denied'
            ? { ...context.denied, [answer.scope]: { reason: answer.reason, message: answer.message } }
            : context.denied,
      })),
      forgetDenials: assign({ denials: 0 }),
      cancelRetry: cancel('access/due'),
      // A delayed transition of the state would start again with every command that is sent.
      scheduleRetry: raise({ type: 'access/due' }, { id: 'access/due', delay: 'accessBackOff' }),
      fail: assign(({ context }, { message }: { message: string | null }) => ({
        failures: context.failures + 1,
        failure: message,
      })),
      failAgain: assign(({ context }) => ({ failures: context.failures + 1 })),
    },
    delays: {
      backOff: ({ context }) => backOffMs(context.failures, 60_000, jitter),
      accessBackOff: ({ context }) => backOffMs(context.denials + 1, 60_000, jitter),
    },
  }).createMachine({
    id: 'outboxLane',
    context: ({ input }) => ({
      isOnline: input.isOnline,
      max: Infinity,
      isDue: false,
      failures: 0,
      failure: null,
      isRenewed: false,
      aside: [],
      ...ALLOW,
    }),
    invoke: { id: 'lead', src: 'lead' },
    on: {
      'link/up': { actions: 'comeUp' },
      'link/down': { actions: 'goDown' },
    },
    initial: 'following',
    states: {
      /** Another tab sends, or it is unknown whether one does. */
      following: {
        on: { 'lead/gained': [{ guard: 'isOffline', target: 'leading.offline' }, { target: 'leading' }] },
      },
      leading: {
        on: {
          // Where nothing can be sent now, the next attempt includes them.
          'access/changed': { actions: 'askAll' },
          'access/due': { actions: 'askAgain' },
        },
        initial: 'sending',
        states: {
          sending: {
            entry: 'look',
            on: {
              'outbox/filled': { actions: 'expect' },
              'outbox/asked': { actions: 'askAll' },
              'session/opened': { actions: 'expectRenewed' },
              // Scopes that this attempt excludes may be open again.
              'link/up': { actions: ['comeUp', 'expect'] },
            },
            invoke: {
              id: 'sendNext',
              src: 'sendNext',
              input: ({ context: { max, denied, aside } }) => ({ max, except: Object.keys(denied), aside }),
              onDone: [
                {
                  guard: ({ event }) => event.output.outcome === 'sent',
                  target: 'sending',
                  reenter: true,
                  actions: 'settle',
                },
                {
                  guard: ({ event }) => event.output.outcome === 'too-much',
                  target: 'sending',
                  reenter: true,
                  actions: assign(({ event }) => ({
                    max: event.output.outcome === 'too-much' ? Math.max(1, Math.floor(event.output.tried / 2)) : 1,
                  })),
                },
                {
                  guard: ({ event }) => event.output.outcome === 'denied',
                  target: 'sending',
                  reenter: true,
                  actions: [{ type: 'deny', params: ({ event }) => event.output }, 'cancelRetry', 'scheduleRetry'],
                },
                {
                  guard: { type: 'isOutdated', params: ({ event }) => event.output },
                  target: 'sending',
                  reenter: true,
                  actions: 'failAgain',
                },
                { guard: ({ event }) => event.output.outcome === 'signed-out', target: 'signedOut' },
                {
                  guard: ({ event }) => event.output.outcome === 'unreachable',
                  target: 'waiting',
                  actions: { type: 'fail', params: { message: null } },
                },
                {
                  guard: { type: 'isSuspect', params: ({ event }) => event.output },
                  target: 'sending',
                  reenter: true,
                  actions: { type: 'narrow', params: ({ event }) => event.output },
                },
                {
                  guard: ({ event }) => event.output.outcome === 'failed',
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
                // Nothing else is waiting: nobody is delayed by it.
                { guard: 'hasAside', target: 'waiting', actions: ['failAgain', 'putBack'] },
                { guard: 'hasDenied', target: 'denied', actions: 'rest' },
                { target: 'resting', actions: ['rest', 'forgetDenials'] },
              ],
              onError: {
                target: 'waiting',
                actions: { type: 'fail', params: ({ event }) => ({ message: String(event.error) }) },
              },
            },
          },
          /** Everything sendable has been sent. */
          resting: {
            on: {
              'outbox/filled': [{ guard: 'isOffline', target: 'offline' }, { target: 'sending' }],
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': { target: 'sending', actions: 'askAll' },
              'link/up': { target: 'sending', actions: 'comeUp' },
            },
          },
          /** Only denied scopes remain. */
          denied: {
            on: {
              'outbox/filled': [{ guard: 'isOffline', target: 'offline' }, { target: 'sending' }],
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': { target: 'sending', actions: 'askAll' },
              'access/changed': { target: 'sending', actions: 'askAll' },
              'access/due': [
                { guard: 'isOffline', target: 'offline', actions: 'askAgain' },
                { target: 'sending', actions: 'askAgain' },
              ],
              'link/up': { target: 'sending', actions: 'comeUp' },
            },
          },
          offline: {
            on: {
              'link/up': { target: 'sending', actions: 'comeUp' },
              // `navigator.onLine` may be wrong: a user's request, or an answer of the server, overrides it.
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': { target: 'sending', actions: 'askAll' },
            },
          },
          waiting: {
            always: { guard: 'isOffline', target: 'offline' },
            after: { backOff: 'sending' },
            on: {
              'link/up': { target: 'sending', actions: 'comeUp' },
              'outbox/asked': { target: 'sending', actions: 'askAll' },
              'session/opened': { target: 'sending', actions: 'askAll' },
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

/** Why sending is paused; null while it is not. */
export type OutboxTrouble = 'offline' | 'retrying' | 'denied' | 'signed-out'

export function troubleOf(snapshot: SnapshotFrom<OutboxLane>): OutboxTrouble | null {
  if (snapshot.matches({ leading: 'signedOut' })) return 'signed-out'
  if (snapshot.matches({ leading: 'offline' })) return 'offline'
  if (snapshot.context.failures > 0) return 'retrying'
  return snapshot.matches({ leading: 'denied' }) ? 'denied' : null
}
