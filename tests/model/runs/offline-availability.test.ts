import { expect, test } from 'vitest'
import {
  offlineAvailability,
  type OfflineAvailabilityEvent,
} from '../../../machines/runs/offline-availability.machine.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(offlineAvailability, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(offlineAvailability, {
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
  }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(offlineAvailability, paths)).toEqual([]))

test('on every path nothing is downloaded before its size was confirmed, and what is kept is never out of date for good', () => {
  expect(breaches(paths, (state) => !state.matches('downloading') || state.context.size !== null)).toEqual([])
  expect(breaches(paths, (state) => !state.matches('kept') || state.context.held !== null)).toEqual([])
  expect(
    breaches(
      paths,
      (state) => !state.matches({ kept: 'current' }) || state.context.latest <= (state.context.held?.revision ?? -1),
    ),
  ).toEqual([])
})
