import { expect, test } from 'vitest'
import type { QuarantineOutcome } from '../../../contract/launches/quarantine.ts'
import { quarantineMachine, wantedOf, type QuarantineEvent } from '../../../machines/launches/quarantine.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = quarantineMachine<string>()
const entry = { reason: 'drifts', until: null }
const subject = { testId: 4, name: 'pays', version: 1, entry }
const released: QuarantineOutcome = { key: 'a', name: 'pays', version: null, before: entry, after: null }
const events = [
  { type: 'quarantine/refresh' },
  { type: 'quarantine/ask', subjects: [subject] },
  { type: 'quarantine/ask', subjects: [] },
  { type: 'quarantine/cancel' },
  { type: 'quarantine/saved', outcomes: [{ ...released, version: 1, before: null, after: entry }] },
  { type: 'tests/release', subjects: [subject] },
  { type: 'tests/release', subjects: [] },
  { type: 'change/undo' },
  { type: 'xstate.done.actor.loadQuarantine', output: ['a'] },
  { type: 'xstate.error.actor.loadQuarantine', error: 'offline' },
  { type: 'xstate.done.actor.change', output: [released] },
  { type: 'xstate.error.actor.change', error: 'conflict' },
  { type: 'xstate.done.actor.undo', output: [{ ...released, version: 1, before: null, after: entry }] },
  { type: 'xstate.error.actor.undo', error: 'conflict' },
] as QuarantineEvent[]
const paths = pathsOf(machine, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    'entries.loading': 'quarantine/refresh done(loadQuarantine) error(loadQuarantine)',
    'entries.shown': 'quarantine/refresh',
    'entries.failed': 'quarantine/refresh',
    'dialog.closed': 'quarantine/ask',
    'dialog.open': 'quarantine/cancel quarantine/saved',
    'work.idle': 'tests/release change/undo',
    'work.changing': 'done(change) error(change)',
    'work.undoing': 'done(undo) error(undo)',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(machine, paths)).toEqual([])
  for (const path of paths) play(machine, path, undefined)
})

test('the dialog has tests exactly while it is open', () =>
  expect(breaches(paths, (state) => state.matches({ dialog: 'open' }) === state.context.subjects.length > 0)).toEqual(
    [],
  ))

test('only the last change can be taken back, once, with the versions that it left', () => {
  expect(
    breaches(paths, (state, before) => {
      const isTaken = before?.matches({ work: 'idle' }) === true && state.matches({ work: 'undoing' })
      return (
        !isTaken ||
        (state.context.undo.length === 0 && JSON.stringify(state.context.work) === JSON.stringify(before.context.undo))
      )
    }),
  ).toEqual([])
  const undone = paths.flatMap(({ steps }) => steps.filter(({ state }) => state.matches({ work: 'undoing' })))
  expect(undone.map(({ state }) => state.context.work)).toContainEqual([{ key: 'a', version: null, entry }])
})

test('a change reloads what is shown', () =>
  expect(
    breaches(paths, (state, before) => {
      const wasWorking = before?.matches({ work: 'changing' }) === true || before?.matches({ work: 'undoing' }) === true
      return !wasWorking || !state.matches({ work: 'idle' }) || state.matches({ entries: 'loading' })
    }),
  ).toEqual([]))

test('a test is named by its key where that is known, else by a run of it', () => {
  expect(wantedOf(subject, null)).toEqual({ testId: 4, version: 1, entry: null })
  expect(wantedOf({ key: 'a', name: 'pays', version: null, entry: null }, entry)).toEqual({
    key: 'a',
    version: null,
    entry,
  })
})
