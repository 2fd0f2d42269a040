import { assign, emit, fromCallback, setup } from 'xstate'

export type AppUpdateEvent =
  /** A new version is waiting, perhaps since before this page was opened. */
  | { type: 'version/waits' }
  /** The waiting version runs now: this page or another one of this browser asked for it. */
  | { type: 'version/began' }
  | { type: 'update/take' }
  | { type: 'update/later' }

/**
 * A new version of the application, which comes by itself and begins only when somebody takes it: what a person has under their hands is
 * never reloaded for it. Taken in one page, it runs in all of this browser; the others are told, and reloaded by their own reader.
 */
export const appUpdateMachine = setup({
  types: {
    context: {} as { isTaken: boolean },
    events: {} as AppUpdateEvent,
    emitted: {} as { type: 'page/reload' } | { type: 'version/take-over' },
  },
  actors: {
    /** Sends `version/waits` and `version/began`. */
    versions: fromCallback<AppUpdateEvent>(() => {
      throw new Error('versions is not provided')
    }),
  },
  actions: {
    take: assign({ isTaken: true }),
    reload: emit({ type: 'page/reload' as const }),
    takeOver: emit({ type: 'version/take-over' as const }),
  },
}).createMachine({
  id: 'appUpdate',
  context: { isTaken: false },
  invoke: { id: 'versions', src: 'versions' },
  initial: 'current',
  states: {
    current: { on: { 'version/waits': 'waiting', 'version/began': 'replaced' } },
    /** Offered. */
    waiting: {
      on: {
        'update/take': { target: 'taking', actions: ['take', 'takeOver'] },
        'update/later': 'postponed',
        'version/began': 'replaced',
      },
    },
    /** Not offered again before the next one comes. */
    postponed: { on: { 'version/waits': 'waiting', 'version/began': 'replaced' } },
    taking: { on: { 'version/began': { target: 'reloading', actions: 'reload' } } },
    /** Another page of this browser took it: this one is the old version until it is reloaded. */
    replaced: { on: { 'update/take': { target: 'reloading', actions: ['take', 'reload'] } } },
    reloading: { type: 'final' },
  },
})
