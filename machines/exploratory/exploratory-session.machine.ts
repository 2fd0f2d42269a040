import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'

export interface SessionReading {
  session: ExploratorySession
  observations: readonly Observation[]
}

export type ExploratorySessionEvent =
  /** Somebody changed it: it is as far as this revision now. */
  | { type: 'session/told'; revision: number; isDeleted: boolean }
  /** Nobody knows what has been missed. */
  | { type: 'session/refresh' }

type Context = {
  reading: SessionReading | null
  /** The newest revision that was told of since what is shown, or is being read, was asked for. */
  told: number
  /** Something may have changed since then. */
  isStale: boolean
  failure: unknown
}

/**
 * A session with its observations, as it is looked at: read again whenever it is told of as further than what is shown. What cannot be read
 * the first time is `failed`; later, what was read stays.
 */
export const exploratorySession = setup({
  types: { context: {} as Context, events: {} as ExploratorySessionEvent },
  actors: {
    read: fromPromise<SessionReading>(() => Promise.reject(new Error('read is not provided'))),
    /** Sends `session/told` and `session/refresh`. */
    news: fromCallback(() => {
      throw new Error('news is not provided')
    }),
  },
  guards: {
    isDeleted: (_, { isDeleted }: { isDeleted: boolean }) => isDeleted,
    isNew: ({ context }, { revision }: { revision: number }) => revision > (context.reading?.session.revision ?? 0),
    isBehind: ({ context }) => context.isStale || context.told > (context.reading?.session.revision ?? 0),
    isRead: ({ context }) => context.reading !== null,
  },
  actions: {
    note: assign(({ context }, { revision }: { revision: number }) => ({ told: Math.max(context.told, revision) })),
    doubt: assign({ isStale: true }),
    /** What is asked for now is as far as all that was told of before. */
    trust: assign({ isStale: false, told: 0 }),
    // Of two answers the one that is further counts.
    show: assign(({ context }, { reading }: { reading: SessionReading }) => ({
      reading: (context.reading?.session.revision ?? 0) > reading.session.revision ? context.reading : reading,
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
}).createMachine({
  id: 'exploratorySession',
  context: { reading: null, told: 0, isStale: false, failure: null },
  initial: 'reading',
  invoke: { id: 'news', src: 'news' },
  states: {
    reading: {
      entry: 'trust',
      invoke: {
        id: 'read',
        src: 'read',
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => ({ reading: event.output }) } },
        onError: [
          {
            guard: 'isRead',
            target: 'shown',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: {
        'session/told': [
          { guard: { type: 'isDeleted', params: ({ event }) => event }, target: 'gone' },
          { actions: { type: 'note', params: ({ event }) => event } },
        ],
        'session/refresh': { actions: 'doubt' },
      },
    },
    shown: {
      always: { guard: 'isBehind', target: 'reading' },
      on: {
        'session/told': [
          { guard: { type: 'isDeleted', params: ({ event }) => event }, target: 'gone' },
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            actions: { type: 'note', params: ({ event }) => event },
          },
        ],
        'session/refresh': 'reading',
      },
    },
    failed: { type: 'final' },
    gone: { type: 'final' },
  },
})
