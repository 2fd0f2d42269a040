import { expect, test } from 'vitest'
import type { QuarantineOutcome } from '../../../contract/launches/quarantine.ts'
import {
  quarantineDialog,
  wantedOf,
  type QuarantineDialogEvent,
} from '../../../machines/launches/quarantine-dialog.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const entry = { reason: 'drifts', until: null }
const subject = { testId: 4, name: 'pays', version: 1, entry }
const outcome: QuarantineOutcome = { key: 'a', name: 'pays', version: 1, before: null, after: entry }
const events: QuarantineDialogEvent[] = [
  { type: 'quarantine/ask', subjects: [subject] },
  { type: 'quarantine/ask', subjects: [] },
  { type: 'quarantine/cancel' },
  { type: 'quarantine/saved', outcomes: [outcome] },
]
const paths = pathsOf(quarantineDialog, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(quarantineDialog, {
    closed: 'quarantine/ask',
    open: 'quarantine/{cancel,saved}',
  }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(quarantineDialog, paths)).toEqual([]))

test('the dialog has tests exactly while it is open', () =>
  expect(breaches(paths, (state) => state.matches('open') === state.context.subjects.length > 0)).toEqual([]))

test('only what was saved is emitted', () => {
  for (const path of paths)
    expect(play(quarantineDialog, path, undefined)).toHaveLength(
      path.steps.filter(({ event }, i) => event.type === 'quarantine/saved' && path.steps[i - 1]?.state.matches('open'))
        .length,
    )
})

test('a test is named by its key where that is known, else by a run of it', () => {
  expect(wantedOf(subject, null)).toEqual({ testId: 4, version: 1, entry: null })
  expect(wantedOf({ key: 'a', name: 'pays', version: null, entry: null }, entry)).toEqual({
    key: 'a',
    version: null,
    entry,
  })
})
