import { assign, emit, setup } from 'xstate'
import type { QuarantineEntry, QuarantineOutcome, WantedQuarantine } from '../../contract/launches/quarantine.ts'

/** A test of the dialog. `version` null: not quarantined. */
export interface QuarantineSubject {
  testId?: number
  key?: string
  name: string
  version: number | null
  entry: QuarantineEntry | null
}

export type QuarantineDialogEvent =
  | { type: 'quarantine/ask'; subjects: readonly QuarantineSubject[] }
  | { type: 'quarantine/cancel' }
  /** The form was saved. */
  | { type: 'quarantine/saved'; outcomes: readonly QuarantineOutcome[] }

/** Identifies the test by one of its runs, or by its key. */
export const wantedOf = (
  { testId, key, version }: QuarantineSubject,
  entry: QuarantineEntry | null,
): WantedQuarantine => (key === undefined ? { testId: testId ?? 0, version, entry } : { key, version, entry })

/** Dialog that quarantines tests, or changes the reason and end of their quarantine. */
export const quarantineDialog = setup({
  types: {
    context: {} as { subjects: readonly QuarantineSubject[] },
    events: {} as QuarantineDialogEvent,
    emitted: {} as { type: 'tests/quarantined'; outcomes: readonly QuarantineOutcome[] },
  },
  actions: {
    forget: assign({ subjects: [] }),
  },
}).createMachine({
  id: 'quarantineDialog',
  context: { subjects: [] },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'quarantine/ask': {
          guard: ({ event }) => event.subjects.length > 0,
          target: 'open',
          actions: assign(({ event }) => ({ subjects: event.subjects })),
        },
      },
    },
    open: {
      on: {
        'quarantine/cancel': { target: 'closed', actions: 'forget' },
        'quarantine/saved': {
          target: 'closed',
          actions: ['forget', emit(({ event }) => ({ type: 'tests/quarantined', outcomes: event.outcomes }))],
        },
      },
    },
  },
})
