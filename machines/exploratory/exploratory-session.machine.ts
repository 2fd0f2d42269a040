import { assign, setup } from 'xstate'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export interface SessionReading {
  session: ExploratorySession
  observations: readonly Observation[]
}

export type ExploratorySessionEvent =
  /** The session changed and has this revision now. */
  | { type: 'session/changed'; revision: number; isDeleted: boolean }
  /** Changes may have been missed. */
  | { type: 'session/refresh' }

type Context = {
  reading: SessionReading | null
  /** Newest revision announced since the last read began. */
  announced: number
  /** Changes may have been missed since the last read began. */
  isStale: boolean
  failure: unknown
}

/**
 * An open session with its observations: reloaded when a newer revision is announced. A failed first load is `failed`; later failures keep
 * what was loaded.
 */
export const exploratorySession = setup({
  types: { context: {} as Context, events: {} as ExploratorySessionEvent },
  actors: {
    read: unprovided<SessionReading>('read'),
    /** Sends `session/changed` and `session/refresh`. */
    news: unprovidedCallback('news'),
  },
  guards: {
    isBehind: ({ context }) => context.isStale || context.announced > (context.reading?.session.revision ?? 0),
    isRead: ({ context }) => context.reading !== null,
  },
  actions: {
    note: assign(({ context }, revision: number) => ({
      announced: Math.max(context.announced, revision),
    })),
    doubt: assign({ isStale: true }),
    /** The read that begins now includes all announced revisions. */
    trust: assign({ isStale: false, announced: 0 }),
    // Keeps the newer of two answers.
    show: assign(({ context }, reading: SessionReading) => ({
      reading: (context.reading?.session.revision ?? 0) > reading.session.revision ? context.reading : reading,
      failure: null,
    })),
  },
}).createMachine({
  id: 'exploratorySession',
  context: { reading: null, announced: 0, isStale: false, failure: null },
  initial: 'reading',
  invoke: { id: 'news', src: 'news' },
  states: {
    reading: {
      entry: 'trust',
      invoke: {
        id: 'read',
        src: 'read',
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isRead', target: 'shown', actions: assign(({ event }) => ({ failure: event.error })) },
          { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        ],
      },
      on: {
        'session/changed': [
          { guard: ({ event }) => event.isDeleted, target: 'gone' },
          { actions: { type: 'note', params: ({ event }) => event.revision } },
        ],
        'session/refresh': { actions: 'doubt' },
      },
    },
    shown: {
      always: { guard: 'isBehind', target: 'reading' },
      on: {
        'session/changed': [
          { guard: ({ event }) => event.isDeleted, target: 'gone' },
          {
            guard: ({ context, event }) => event.revision > (context.reading?.session.revision ?? 0),
            actions: { type: 'note', params: ({ event }) => event.revision },
          },
        ],
        'session/refresh': 'reading',
      },
    },
    failed: { type: 'final' },
    gone: { type: 'final' },
  },
})
