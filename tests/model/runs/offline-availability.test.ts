import {
  offlineAvailability,
  type OfflineAvailabilityEvent,
} from '../../../machines/runs/offline-availability.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'

const size = { cases: 3, contentBytes: 900, files: 1, fileBytes: 2000 }
const held = { revision: 4, sizeBytes: 2900 }
const events = [
  { type: 'xstate.done.actor.look', output: null },
  { type: 'xstate.done.actor.look', output: held },
  { type: 'xstate.error.actor.look', error: 'unreadable' },
  { type: 'offline/ask' },
  { type: 'xstate.done.actor.measure', output: size },
  { type: 'xstate.error.actor.measure', error: 'unreachable' },
  { type: 'offline/confirm' },
  { type: 'offline/cancel' },
  { type: 'offline/retry' },
  { type: 'offline/remove' },
  { type: 'download/progressed', progress: { done: 1, of: 4 } },
  { type: 'xstate.done.actor.download', output: held },
  { type: 'xstate.error.actor.download', error: 'full' },
  { type: 'run/changed', revision: 5 },
  { type: 'run/changed', revision: 6 },
  { type: 'xstate.after.settle.offlineAvailability.kept.settling' },
  { type: 'xstate.done.actor.refresh', output: { ...held, revision: 6 } },
  { type: 'xstate.error.actor.refresh', error: 'unreachable' },
  { type: 'xstate.done.actor.remove' },
  { type: 'xstate.error.actor.remove', error: 'unreadable' },
] as unknown as OfflineAvailabilityEvent[]
const CONTROLS = 'offline/ask offline/confirm offline/cancel offline/retry offline/remove'
const PROGRESS = 'download/progressed'

describeMachine(offlineAvailability, {
  input: undefined,
  events,
  table: {
    looking: 'done(look) error(look) run/changed',
    notKept: 'offline/ask run/changed',
    measuring: 'done(measure) error(measure) offline/cancel run/changed',
    confirming: 'offline/{cancel,confirm} run/changed',
    downloading: 'done(download) download/progressed error(download) offline/cancel run/changed',
    failed: 'offline/{cancel,retry} run/changed',
    'kept.current': 'always offline/remove run/changed',
    'kept.settling': 'after(settle) offline/remove run/changed',
    'kept.refreshing': 'done(refresh) error(refresh) offline/remove run/changed',
    'kept.stale': 'offline/{remove,retry} run/changed',
    removing: 'done(remove) error(remove) run/changed',
    removalFailed: 'offline/retry run/changed',
  },
  ignored: {
    looking: { events: `${CONTROLS} ${PROGRESS}`, because: 'the only button is pending' },
    removing: { events: `${CONTROLS} ${PROGRESS}`, because: 'the only button is pending, and a download was aborted' },
    notKept: {
      events: `offline/confirm offline/cancel offline/retry offline/remove ${PROGRESS}`,
      because: 'the page shows only "Make available offline", and nothing is downloaded',
    },
    measuring: {
      events: `offline/ask offline/confirm offline/retry offline/remove ${PROGRESS}`,
      because: 'the dialog covers the page and its Download button is pending',
    },
    confirming: {
      events: `offline/ask offline/retry offline/remove ${PROGRESS}`,
      because: 'the dialog offers only Download and Cancel',
    },
    downloading: {
      events: 'offline/ask offline/confirm offline/retry offline/remove',
      because: 'the page shows only "Cancel download"',
    },
    failed: {
      events: `offline/ask offline/confirm offline/remove ${PROGRESS}`,
      because: 'the dialog offers only "Try again" and Cancel, and nothing is downloaded',
    },
    kept: {
      events: `offline/ask offline/confirm offline/cancel ${PROGRESS}`,
      because: 'the menu offers only updating and removing, and a refresh reports no progress',
    },
    'kept.current': { events: 'offline/retry', because: 'the menu offers an update only of a stale copy' },
    'kept.settling': { events: 'offline/retry', because: 'the menu offers an update only of a stale copy' },
    'kept.refreshing': { events: 'offline/retry', because: 'the menu offers an update only of a stale copy' },
    removalFailed: {
      events: `offline/ask offline/confirm offline/cancel offline/remove ${PROGRESS}`,
      because: 'the only button retries the removal',
    },
  },
  invariants: {
    'downloads only after the user confirmed the size': (state) =>
      !state.matches('downloading') || state.context.size !== null,
    'has a copy while the run is available offline': (state) => !state.matches('kept') || state.context.copy !== null,
    'calls a copy current only when it has the newest known revision': (state) =>
      !state.matches({ kept: 'current' }) || state.context.latest <= (state.context.copy?.revision ?? -1),
  },
})
