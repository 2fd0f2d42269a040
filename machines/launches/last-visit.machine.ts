import { assign, sendTo, setup } from 'xstate'
import type { LaunchNews } from '../../contract/launches/launch-visits.ts'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

export type LastVisitEvent =
  /** The reader has dismissed the changes. */
  { type: 'news/dismiss' }

/** Sent to the actor that records the visit. */
export type VisitEvent = { type: 'visit/read' }

export const hasNews = ({ since, hasEnded, review, ...tests }: LaunchNews): boolean =>
  since !== null && (hasEnded || review !== null || Object.values(tests).some(({ count }) => count > 0))

/**
 * Changes of a launch since its reader's last visit. A visit is recorded once its changes have loaded, because otherwise nobody has seen
 * them.
 */
export const lastVisit = setup({
  types: { context: {} as { news: LaunchNews | null }, events: {} as LastVisitEvent },
  actors: {
    loadNews: unprovided<LaunchNews>('loadNews'),
    /** Records the visit when the reader leaves, or immediately when they dismiss the changes. */
    visit: unprovidedCallback<VisitEvent>('visit'),
  },
  actions: {
    sendRead: sendTo('visit', { type: 'visit/read' }),
  },
}).createMachine({
  id: 'lastVisit',
  initial: 'loading',
  context: { news: null },
  states: {
    loading: {
      invoke: {
        id: 'loadNews',
        src: 'loadNews',
        onDone: [
          {
            guard: ({ event }) => hasNews(event.output),
            target: 'known.shown',
            actions: assign(({ event }) => ({ news: event.output })),
          },
          { target: 'known.quiet' },
        ],
        onError: 'unknown',
      },
    },
    known: {
      invoke: { id: 'visit', src: 'visit' },
      initial: 'quiet',
      states: {
        shown: { on: { 'news/dismiss': { target: 'quiet', actions: 'sendRead' } } },
        quiet: {},
      },
    },
    /** Optional: shown at the next visit instead. */
    unknown: {},
  },
})
