import { assign, fromPromise, setup } from 'xstate'
import { backOffMs } from '../patterns/back-off.ts'

export type LogStreamEvent<Rec> =
  | { type: 'link/up' }
  | { type: 'link/down' }
  /** Live records. Their sender holds them back while the stream does not take any (`isTaking`). */
  | { type: 'records/arrived'; records: readonly Rec[] }
  /** The log lost a record of this stream to damage: its place is open again. */
  | { type: 'gap/found' }

/** State of a stream in the log: complete up to `position`, and whether there are records beyond a gap. */
export type LogPlace = { position: number; hasGap: boolean }

/** What the server has after `position`; `isReset`: too much, or no longer kept. `last` is its newest number. */
export type Missed<Rec> = { records: readonly Rec[]; last: number; isReset: boolean }

/**
 * Keeps one stream of the log equal to the server's. Asks for what was missed whenever the link comes up or a hole shows,
 * loads the windows anew when a replay cannot close it, and waits with growing pauses when something fails. It queues nothing:
 * records that it cannot append are dropped, and the replay that follows brings them.
 */
export function logStream<Rec>({ jitter = Math.random }: { jitter?: () => number } = {}) {
  type Context = {
    stream: string
    /** The records being appended. */
    batch: readonly Rec[]
    position: number
    /** Number that the last replay reached for; a hole that is still there after it needs a reload. */
    last: number
    isReplaying: boolean
    isLinked: boolean
    /** Something may have been missed while another thing was being done: ask again after it. */
    isDue: boolean
    failures: number
    failure: unknown
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as LogStreamEvent<Rec>,
      input: {} as { stream: string },
    },
    actors: {
      append: fromPromise<LogPlace, { stream: string; records: readonly Rec[] }>(() =>
        Promise.reject(new Error('append is not provided')),
      ),
      fetchMissed: fromPromise<Missed<Rec>, { stream: string }>(() =>
        Promise.reject(new Error('fetchMissed is not provided')),
      ),
      /** Afterwards the log must stand at `last` or above. */
      reload: fromPromise<LogPlace, { stream: string; last: number }>(() =>
        Promise.reject(new Error('reload is not provided')),
      ),
    },
    guards: {
      isDue: ({ context }) => context.isDue,
      isUnlinked: ({ context }) => !context.isLinked,
      brings: ({ event }) => event.type === 'records/arrived' && event.records.length > 0,
      isOpen: (_, { place }: { place: LogPlace }) => place.hasGap,
      isStillOpen: ({ context }, { place }: { place: LogPlace }) =>
        context.isReplaying && (place.hasGap || place.position < context.last),
      isReset: (_, { missed }: { missed: Missed<Rec> }) => missed.isReset,
      isSilent: (_, { missed }: { missed: Missed<Rec> }) => missed.records.length === 0,
      isSilentAndDue: ({ context }, { missed }: { missed: Missed<Rec> }) =>
        context.isDue && missed.records.length === 0,
    },
    actions: {
      link: assign({ isLinked: true, isDue: true, failures: 0 }),
      unlink: assign({ isLinked: false }),
      expect: assign({ isDue: true }),
      ask: assign({ isDue: false }),
      aim: assign((_, { missed }: { missed: Missed<Rec> }) => ({ last: missed.last })),
      take: assign((_, { records }: { records: readonly Rec[] }) => ({ batch: records })),
      takeMissed: assign((_, { missed }: { missed: Missed<Rec> }) => ({
        batch: missed.records,
        last: missed.last,
        isReplaying: true,
      })),
      settle: assign((_, { place }: { place: LogPlace }) => ({
        batch: [],
        position: place.position,
        isReplaying: false,
        failures: 0,
        failure: null,
      })),
      caughtUp: assign({ failures: 0, failure: null }),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({
        failures: context.failures + 1,
        failure: error,
        batch: [],
        isReplaying: false,
      })),
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
      /** Before the first link: nothing is known to be wrong. */
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
              guard: { type: 'isReset', params: ({ event }) => ({ missed: event.output }) },
              target: 'reloading',
              actions: { type: 'aim', params: ({ event }) => ({ missed: event.output }) },
            },
            {
              guard: { type: 'isSilentAndDue', params: ({ event }) => ({ missed: event.output }) },
              target: 'catchingUp',
              reenter: true,
            },
            {
              guard: { type: 'isSilent', params: ({ event }) => ({ missed: event.output }) },
              target: 'following',
              actions: 'caughtUp',
            },
            {
              target: 'appending',
              actions: { type: 'takeMissed', params: ({ event }) => ({ missed: event.output }) },
            },
          ],
          onError: { target: 'waiting', actions: { type: 'keepFailure', params: ({ event }) => event } },
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
              guard: { type: 'isOpen', params: ({ event }) => ({ place: event.output }) },
              target: 'waiting',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              guard: 'isDue',
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              target: 'following',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
          ],
          onError: { target: 'waiting', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      appending: {
        // A write that has begun is let finish: leaving it would append the same records again for nothing.
        on: { 'link/down': { actions: 'unlink' } },
        invoke: {
          id: 'append',
          src: 'append',
          input: ({ context }) => ({ stream: context.stream, records: context.batch }),
          onDone: [
            {
              guard: 'isUnlinked',
              target: 'offline',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              guard: { type: 'isStillOpen', params: ({ event }) => ({ place: event.output }) },
              target: 'reloading',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              guard: { type: 'isOpen', params: ({ event }) => ({ place: event.output }) },
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              guard: 'isDue',
              target: 'catchingUp',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
            {
              target: 'following',
              actions: { type: 'settle', params: ({ event }) => ({ place: event.output }) },
            },
          ],
          onError: [
            {
              guard: 'isUnlinked',
              target: 'offline',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
            { target: 'waiting', actions: { type: 'keepFailure', params: ({ event }) => event } },
          ],
        },
      },
      following: {
        on: {
          'records/arrived': {
            guard: 'brings',
            target: 'appending',
            actions: { type: 'take', params: ({ event }) => event },
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

/** The stream appends records that arrive now; at any other time it drops them. */
export const isTaking = (snapshot: { value: unknown }): boolean => snapshot.value === 'following'

/** What the screen shows may be behind the server, and the server cannot be asked. */
export const isOffline = (snapshot: { value: unknown }): boolean => snapshot.value === 'offline'

/** The log holds all that the server is known to have. */
export const isFollowing = ({ value, context }: { value: unknown; context: { isReplaying: boolean } }): boolean =>
  value === 'following' || (value === 'appending' && !context.isReplaying)

/** The server has, or may have, more than the log, and the link to it is up. */
export const isBehind = (snapshot: { value: unknown; context: { isReplaying: boolean } }): boolean =>
  snapshot.value !== 'idle' && !isOffline(snapshot) && !isFollowing(snapshot)

/** Something failed, and it is tried again after a pause. */
export const isWaiting = (snapshot: { value: unknown }): boolean => snapshot.value === 'waiting'
