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
  guards: {
    hasSubjects: (_, { subjects }: { subjects: readonly QuarantineSubject[] }) => subjects.length > 0,
  },
  actions: {
    keep: assign((_, { subjects }: { subjects: readonly QuarantineSubject[] }) => ({ subjects })),
    forget: assign({ subjects: [] }),
    emitSaved: emit((_, { outcomes }: { outcomes: readonly QuarantineOutcome[] }) => ({
      type: 'tests/quarantined' as const,
      outcomes,
    })),
  },
}).createMachine({
  id: 'quarantineDialog',
  context: { subjects: [] },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'quarantine/ask': {
          guard: { type: 'hasSubjects', params: ({ event }) => event },
          target: 'open',
          actions: { type: 'keep', params: ({ event }) => event },
        },
      },
    },
    open: {
      on: {
        'quarantine/cancel': { target: 'closed', actions: 'forget' },
        'quarantine/saved': {
          target: 'closed',
          actions: ['forget', { type: 'emitSaved', params: ({ event }) => event }],
        },
      },
    },
  },
})
