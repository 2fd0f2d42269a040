import { assign, setup } from 'xstate'
import { backOffMs } from '../patterns/back-off.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type LogStreamEvent<Rec> =
  | { type: 'link/up' }
  | { type: 'link/down' }
  /** Live records. The sender holds them back while the stream does not accept any (`isTaking`). */
  | { type: 'records/arrived'; records: readonly Rec[] }
  /** The log lost a damaged record of this stream: its position is a gap again. */
  | { type: 'gap/found' }

/** State of a stream in the log: complete up to `position`, and whether there are records beyond a gap. */
export type LogPlace = { position: number; hasGap: boolean }

/** Answer of the server after `position`; `isReset`: too many records, or no longer stored. `last` is the newest number. */
export type Missed<Rec> = { records: readonly Rec[]; last: number; isReset: boolean }

/**
 * Keeps one stream of the log in sync with the server. Requests missed records whenever the link comes up or a gap shows, reloads the
 * windows when a replay cannot close it, and retries with backoff. Queues nothing: records that cannot be appended are dropped, and the
 * next replay delivers them.
 */
export function logStream<Rec>({ jitter = Math.random }: { jitter?: () => number } = {}) {
  type Context = {
    stream: string
    /** The records being appended. */
    batch: readonly Rec[]
    position: number
    /** Highest number of the last replay; a gap that remains after it needs a reload. */
    last: number
    isReplaying: boolean
    isLinked: boolean
    /** Records may have been missed during other work: request again after it. */
    isDue: boolean
    failures: number
    failure: unknown
  }
  const keepFailure = (context: Context, error: unknown) => ({
    failures: context.failures + 1,
    failure: error,
    batch: [],
    isReplaying: false,
  })
  return setup({
    types: {
      context: {} as Context,
      events: {} as LogStreamEvent<Rec>,
      input: {} as { stream: string },
    },
    actors: {
      append: unprovided<LogPlace, { stream: string; records: readonly Rec[] }>('append'),
      fetchMissed: unprovided<Missed<Rec>, { stream: string }>('fetchMissed'),
      /** Afterwards the log must be at `last` or later. */
      reload: unprovided<LogPlace, { stream: string; last: number }>('reload'),
    },
    guards: {
      isDue: ({ context }) => context.isDue,
      isUnlinked: ({ context }) => !context.isLinked,
      brings: ({ event }) => event.type === 'records/arrived' && event.records.length > 0,
    },
    actions: {
      link: assign({ isLinked: true, isDue: true, failures: 0 }),
      unlink: assign({ isLinked: false }),
      expect: assign({ isDue: true }),
      ask: assign({ isDue: false }),
      settle: assign((_, place: LogPlace) => ({
        batch: [],
        position: place.position,
        isReplaying: false,
        failures: 0,
        failure: null,
      })),
      caughtUp: assign({ failures: 0, failure: null }),
    },
    delays: {
      backOff: ({ context }) => backOffMs(context.failures, 30_000, jitter),
    },
  }).createMachine({
    id: 'logStream',
    initial: 'idle',
    context: ({ input }) => ({
      stream: input.stream,
      batch: [],
      position: 0,
      last: 0,
      isReplaying: false,
      isLinked: false,
      isDue: false,
      failures: 0,
      failure: null,
    }),
    on: {
      'records/arrived': { guard: 'brings', actions: 'expect' },
      'link/down': { target: '.offline', actions: 'unlink' },
      'link/up': { actions: 'link' },
      'gap/found': { actions: 'expect' },
    },
    states: {
      /** Before the first link: no known problem. */
      idle: { on: { 'link/up': { target: 'catchingUp', actions: 'link' } } },
      offline: { on: { 'link/up': { target: 'catchingUp', actions: 'link' } } },
      catchingUp: {
        entry: 'ask',
        invoke: {
          id: 'fetchMissed',
          src: 'fetchMissed',
          input: ({ context }) => ({ stream: context.stream }),
          onDone: [
            {
              guard: ({ event }) => event.output.isReset,
              target: 'reloading',
              actions: assign(({ event }) => ({ last: event.output.last })),
            },
            {
              guard: ({ context, event }) => context.isDue && event.output.records.length === 0,
              target: 'catchingUp',
              reenter: true,
            },
            { guard: ({ event }) => event.output.records.length === 0, target: 'following', actions: 'caughtUp' },
            {
              target: 'appending',
              actions: assign(({ event }) => ({
                batch: event.output.records,
                last: event.output.last,
                isReplaying: true,
              })),
            },
          ],
          onError: { target: 'waiting', actions: assign(({ context, event }) => keepFailure(context, event.error)) },
        },
      },
      reloading: {
        invoke: {
          id: 'reload',
          src: 'reload',
          input: ({ context }) => ({ stream: context.stream, last: context.last }),
          onDone: [
            // More records arrived than the reload covers. Waits first: a server that always answers with a reset would cause an endless loop.
            {
              guard: ({ event }) => event.output.hasGap,
              target: 'waiting',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              guard: 'isDue',
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              target: 'following',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
          ],
          onError: { target: 'waiting', actions: assign(({ context, event }) => keepFailure(context, event.error)) },
        },
      },
      appending: {
        // A write in progress is not interrupted: the same records would be appended again.
        on: { 'link/down': { actions: 'unlink' } },
        invoke: {
          id: 'append',
          src: 'append',
          input: ({ context }) => ({ stream: context.stream, records: context.batch }),
          onDone: [
            {
              guard: 'isUnlinked',
              target: 'offline',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              guard: ({ context, event }) =>
                context.isReplaying && (event.output.hasGap || event.output.position < context.last),
              target: 'reloading',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              guard: ({ event }) => event.output.hasGap,
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              guard: 'isDue',
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
            {
              target: 'following',
              actions: { type: 'settle', params: ({ event }) => event.output },
            },
          ],
          onError: [
            {
              guard: 'isUnlinked',
              target: 'offline',
              actions: assign(({ context, event }) => keepFailure(context, event.error)),
            },
            { target: 'waiting', actions: assign(({ context, event }) => keepFailure(context, event.error)) },
          ],
        },
      },
      following: {
        on: {
          'records/arrived': {
            guard: 'brings',
            target: 'appending',
            actions: assign(({ event }) => ({ batch: event.records })),
          },
          'gap/found': 'catchingUp',
          'link/up': { target: 'catchingUp', actions: 'link' },
        },
      },
      waiting: {
        after: { backOff: 'catchingUp' },
        on: { 'link/up': { target: 'catchingUp', actions: 'link' } },
      },
    },
  })
}

/** Returns whether the stream appends records that arrive now; otherwise it drops them. */
export const isTaking = (snapshot: { value: unknown }): boolean => snapshot.value === 'following'

/** Returns whether the screen may be stale while the server is unreachable. */
export const isOffline = (snapshot: { value: unknown }): boolean => snapshot.value === 'offline'

/** Returns whether the log holds everything that the server is known to have. */
export const isFollowing = ({ value, context }: { value: unknown; context: { isReplaying: boolean } }): boolean =>
  value === 'following' || (value === 'appending' && !context.isReplaying)

/** Returns whether the server has, or may have, more than the log while the link is up. */
export const isBehind = (snapshot: { value: unknown; context: { isReplaying: boolean } }): boolean =>
  snapshot.value !== 'idle' && !isOffline(snapshot) && !isFollowing(snapshot)

/** Returns whether a failure is being retried after a pause. */
export const isWaiting = (snapshot: { value: unknown }): boolean => snapshot.value === 'waiting'
