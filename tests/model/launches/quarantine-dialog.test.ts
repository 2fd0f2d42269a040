import { expect, test } from 'vitest'
import type { QuarantineOutcome } from '../../../contract/launches/quarantine.ts'
import {
  quarantineDialog,
  wantedOf,
  type QuarantineDialogEvent,
} from '../../../machines/launches/quarantine-dialog.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const entry = { reason: 'drifts', until: null }
const subject = { testId: 4, name: 'pays', version: 1, entry }
const outcome: QuarantineOutcome = { key: 'a', name: 'pays', version: 1, before: null, after: entry }
const events: QuarantineDialogEvent[] = [
  { type: 'quarantine/ask', subjects: [subject] },
  { type: 'quarantine/ask', subjects: [] },
  { type: 'quarantine/cancel' },
  { type: 'quarantine/saved', outcomes: [outcome] },
]
const paths = describeMachine(quarantineDialog, {
  input: undefined,
  events,
  table: {
    closed: 'quarantine/ask',
    open: 'quarantine/{cancel,saved}',
  },
  ignored: {
    closed: { events: 'quarantine/cancel quarantine/saved', because: 'the dialog is closed' },
    open: { events: 'quarantine/ask', because: 'the dialog covers the page' },
  },
  invariants: {
    'has tests exactly while it is open': (state) => state.matches('open') === state.context.subjects.length > 0,
  },
})

test('emits saved entries only', () => {
  for (const path of toursThrough(paths))
    expect(play(quarantineDialog, path, undefined)).toHaveLength(
      path.steps.filter(({ event }, i) => event.type === 'quarantine/saved' && path.steps[i - 1]?.state.matches('open'))
        .length,
    )
})

test('names a test by its key, or else by one of its runs', () => {
  expect(wantedOf(subject, null)).toEqual({ testId: 4, version: 1, entry: null })
  expect(wantedOf({ key: 'a', name: 'pays', version: null, entry: null }, entry)).toEqual({
    key: 'a',
    version: null,
    entry,
  })
})
