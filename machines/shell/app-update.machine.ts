import { emit, setup } from 'xstate'
import { unprovidedCallback } from '../patterns/unprovided.ts'

export type AppUpdateEvent =
  /** A new version is waiting, possibly since before this page was opened. */
  | { type: 'version/waits' }
  /** The waiting version is active: this page or another tab requested it. */
  | { type: 'version/began' }
  | { type: 'update/take' }
  | { type: 'update/later' }

/** Time in ms until a page reloads although the new version has not begun: the old one may still answer a slow request. */
const PATIENCE_MS = 5000

/**
 * A new version of the application. It starts only when a user accepts it, so that no page reloads under their hands. Accepted in one tab
 * it is active in all; other tabs are notified and reload on request.
 */
export const appUpdateMachine = setup({
  types: {
    events: {} as AppUpdateEvent,
    emitted: {} as { type: 'page/reload' } | { type: 'version/take-over' },
  },
  actors: {
    /** Sends `version/waits` and `version/began`. */
    versions: unprovidedCallback<AppUpdateEvent>('versions'),
  },
  actions: {
    reload: emit({ type: 'page/reload' as const }),
    takeOver: emit({ type: 'version/take-over' as const }),
  },
  delays: { patience: PATIENCE_MS },
}).createMachine({
  id: 'appUpdate',
  invoke: { id: 'versions', src: 'versions' },
  initial: 'current',
  states: {
    current: { on: { 'version/waits': 'waiting', 'version/began': 'replaced' } },
    /** The offer is shown. */
    waiting: {
      on: {
        'update/take': { target: 'taking', actions: 'takeOver' },
        'update/later': 'postponed',
        'version/began': 'replaced',
      },
    },
    /** Dismissed until the next version. */
    postponed: { on: { 'version/waits': 'waiting', 'version/began': 'replaced' } },
    /** Documents come from the network first: a reload shows the new version, whichever service worker is active. */
    taking: {
      on: { 'version/began': { target: 'reloading', actions: 'reload' } },
      after: { patience: { target: 'reloading', actions: 'reload' } },
    },
    /** Another tab has activated it: this page is outdated until it reloads. */
    replaced: { on: { 'update/take': { target: 'reloading', actions: 'reload' } } },
    /** The start of a version stops the old service worker, and Chromium never answers a page that is requested from it at that moment. */
    reloading: { on: { 'version/began': { actions: 'reload' } } },
  },
})
