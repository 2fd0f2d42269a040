import { assign, sendTo, setup, stateIn } from 'xstate'
import { unprovided, unprovidedCallback } from '../patterns/unprovided.ts'

/** Playback speeds, relative to `PLAY_MS`. */
export const SPEEDS = [1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** Duration in ms of playing a whole launch, unless it has few events. */
const PLAY_MS = 20_000
const TICK_MS = 250

/** Parts of a history that determine the reader's position. */
export interface TravelledHistory {
  events: readonly { at: number; sequence: number }[]
}

export type TravelEvent =
  /** `at`: an ISO 8601 time or an event number, from the address; null: the newest moment. */
  | { type: 'travel/open'; at: string | null }
  | { type: 'travel/close' }
  | { type: 'travel/retry' }
  /** Number of applied events. */
  | { type: 'moment/moved'; position: number }
  | { type: 'play/start' }
  | { type: 'play/stop' }
  | { type: 'speed/chosen'; speed: Speed }
  /** New events of the launch. */
  | { type: 'launch/advanced' }

/** For the page's address: the shown moment; null in the present. */
export type AddressEvent = { type: 'address/show'; at: string | null }

/** Returns the moment of a position for the address; null without events. */
export const addressOf = ({ events }: TravelledHistory, position: number): string | null => {
  const at = position > 0 ? events[position - 1]?.at : events[0] && events[0].at - 1
  return at === undefined ? null : new Date(at).toISOString()
}

/** Returns the position after the last event at or before a time, or at an event number. */
export const positionAt = ({ events }: TravelledHistory, at: string): number => {
  if (/^\d{1,9}$/.test(at)) return events.findLastIndex(({ sequence }) => sequence <= Number(at)) + 1
  const time = Date.parse(at)
  return Number.isNaN(time) ? events.length : events.findLastIndex((event) => event.at <= time) + 1
}

/**
 * Moves through a launch's history event by event, while the launch continues: a reader at the end stays at the end, others stay where they
 * are.
 */
export const timeTravel = <History extends TravelledHistory>() => {
  type Context = {
    /** Moment with which it was opened: from the page's address, or null if a user opened it. */
    openedAt: string | null
    history: History | null
    position: number
    speed: Speed
    failure: unknown
  }
  const lengthOf = ({ history }: Pick<Context, 'history'>) => history?.events.length ?? 0
  const within = (context: Pick<Context, 'history'>, position: number) =>
    Math.max(0, Math.min(position, lengthOf(context)))
  const positionOf = (history: History, at: string | null) =>
    at === null ? history.events.length : positionAt(history, at)
  const extend = (context: Context, history: History) => ({
    history,
    position: context.position === lengthOf(context) ? history.events.length : context.position,
  })
  return setup({
    types: {
      context: {} as Context,
      events: {} as TravelEvent,
    },
    actors: {
      /** Loads missing events; all of them for null. */
      read: unprovided<History, { known: History | null }>('read'),
      /** Sends `launch/advanced`. */
      news: unprovidedCallback('news'),
      /** Sends `travel/open` for the moment in the page's address, and on changes `travel/open` or `travel/close`. */
      address: unprovidedCallback<AddressEvent>('address'),
    },
    guards: {
      isBeforeEnd: ({ context }) => context.position < lengthOf(context),
      hasEvents: ({ context }) => lengthOf(context) > 0,
    },
    actions: {
      rewind: assign(({ context }) => ({
        position: context.position < lengthOf(context) ? context.position : 0,
      })),
      advance: assign(({ context }) => {
        const step = Math.max(1, Math.ceil((lengthOf(context) * TICK_MS) / PLAY_MS)) * context.speed
        return { position: within(context, context.position + step) }
      }),
      sendAddress: sendTo('address', ({ context: { history, position } }) => ({
        type: 'address/show' as const,
        at: history === null ? null : addressOf(history, position),
      })),
      forget: assign({ openedAt: null, history: null, position: 0, failure: null }),
    },
    delays: { tick: TICK_MS },
  }).createMachine({
    id: 'timeTravel',
    initial: 'now',
    context: { openedAt: null, history: null, position: 0, speed: 1, failure: null },
    invoke: { id: 'address', src: 'address' },
    states: {
      /** The current launch. */
      now: {
        on: { 'travel/open': { target: 'reading', actions: assign(({ event }) => ({ openedAt: event.at })) } },
      },
      reading: {
        invoke: {
          id: 'read',
          src: 'read',
          input: ({ context }) => ({ known: context.history }),
          onDone: {
            target: 'past',
            actions: [
              assign(({ context, event }) => ({
                history: event.output,
                position: positionOf(event.output, context.openedAt),
                failure: null,
              })),
              'sendAddress',
            ],
          },
          onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
        },
        on: {
          'travel/open': { actions: assign(({ event }) => ({ openedAt: event.at })) },
          'travel/close': { target: 'now', actions: ['forget', 'sendAddress'] },
        },
      },
      failed: {
        on: {
          'travel/retry': 'reading',
          'travel/open': { target: 'reading', actions: assign(({ event }) => ({ openedAt: event.at })) },
          'travel/close': { target: 'now', actions: ['forget', 'sendAddress'] },
        },
      },
      past: {
        type: 'parallel',
        invoke: { id: 'news', src: 'news' },
        on: {
          'travel/close': { target: 'now', actions: ['forget', 'sendAddress'] },
          'speed/chosen': { actions: assign(({ event }) => ({ speed: event.speed })) },
        },
        states: {
          clock: {
            initial: 'paused',
            on: {
              'moment/moved': {
                target: '.paused',
                actions: [
                  assign(({ context, event }) => ({ position: within(context, event.position) })),
                  'sendAddress',
                ],
              },
              'travel/open': {
                target: '.paused',
                actions: [
                  assign(({ context, event }) => ({
                    position: context.history === null ? 0 : positionOf(context.history, event.at),
                  })),
                  'sendAddress',
                ],
              },
            },
            states: {
              paused: {
                on: { 'play/start': { guard: 'hasEvents', target: 'playing', actions: ['rewind', 'sendAddress'] } },
              },
              /** Updates the address once playing stops: browsers limit the rate of changes. */
              playing: {
                after: {
                  tick: [
                    { guard: 'isBeforeEnd', target: 'playing', reenter: true, actions: 'advance' },
                    { target: 'paused', actions: 'sendAddress' },
                  ],
                },
                on: { 'play/stop': { target: 'paused', actions: 'sendAddress' } },
              },
            },
          },
          /** Handles new events. A failed load is retried with the next event. */
          end: {
            initial: 'known',
            states: {
              known: { on: { 'launch/advanced': 'extending' } },
              extending: {
                initial: 'newest',
                states: {
                  newest: { on: { 'launch/advanced': 'overtaken' } },
                  /** The pending request is older than the last event: request once more. */
                  overtaken: {},
                },
                invoke: {
                  id: 'extend',
                  src: 'read',
                  input: ({ context }) => ({ known: context.history }),
                  onDone: [
                    {
                      guard: stateIn({ past: { end: { extending: 'overtaken' } } }),
                      target: 'extending',
                      reenter: true,
                      actions: assign(({ context, event }) => extend(context, event.output)),
                    },
                    { target: 'known', actions: assign(({ context, event }) => extend(context, event.output)) },
                  ],
                  onError: 'known',
                },
              },
            },
          },
        },
      },
    },
  })
}
