import { assign, emit, fromCallback, fromPromise, raise, setup } from 'xstate'
import {
  undoOfQuarantine,
  type QuarantineEntry,
  type QuarantineOutcome,
  type WantedQuarantine,
} from '../../contract/launches/quarantine.ts'

/** A test that the dialog is about. `version` null: not in quarantine. */
export interface QuarantineSubject {
  testId?: number
  key?: string
  name: string
  version: number | null
  entry: QuarantineEntry | null
}

export type QuarantineEvent =
  /** Somebody changed the quarantine, or the reader retries. */
  | { type: 'quarantine/refresh' }
  /** Opens the dialog. */
  | { type: 'quarantine/ask'; subjects: readonly QuarantineSubject[] }
  | { type: 'quarantine/cancel' }
  /** The dialog has saved. */
  | { type: 'quarantine/saved'; outcomes: readonly QuarantineOutcome[] }
  | { type: 'tests/release'; subjects: readonly QuarantineSubject[] }
  | { type: 'change/undo' }

/** Names the test as the caller knows it: by one of its runs, or by its key. */
export const wantedOf = (
  { testId, key, version }: QuarantineSubject,
  entry: QuarantineEntry | null,
): WantedQuarantine => (key === undefined ? { testId: testId ?? 0, version, entry } : { key, version, entry })

/** What is in quarantine, as `Entry` of the page; tests are put in by a dialog and released at a press. The last change can be taken back. */
export const quarantineMachine = <Entry>() =>
  setup({
    types: {
      context: {} as {
        /** Null until the first answer. */
        entries: readonly Entry[] | null
        failure: unknown
        subjects: readonly QuarantineSubject[]
        work: readonly WantedQuarantine[]
        undo: readonly WantedQuarantine[]
      },
      events: {} as QuarantineEvent,
      emitted: {} as
        | { type: 'change/done'; outcomes: readonly QuarantineOutcome[]; canUndo: boolean }
        | { type: 'change/refused'; error: unknown },
    },
    actors: {
      loadQuarantine: fromPromise<readonly Entry[]>(() => Promise.reject(new Error('loadQuarantine is not provided'))),
      change: fromPromise<readonly QuarantineOutcome[], { work: readonly WantedQuarantine[] }>(() =>
        Promise.reject(new Error('change is not provided')),
      ),
      /** Sends `quarantine/refresh`. */
      news: fromCallback(() => {
        throw new Error('news is not provided')
      }),
    },
    guards: {
      isKnown: ({ context }) => context.entries !== null,
      hasSubjects: (_, { subjects }: { subjects: readonly QuarantineSubject[] }) => subjects.length > 0,
      canUndo: ({ context }) => context.undo.length > 0,
    },
    actions: {
      show: assign((_, { output }: { output: readonly Entry[] }) => ({ entries: output, failure: null })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
      ask: assign((_, { subjects }: { subjects: readonly QuarantineSubject[] }) => ({ subjects })),
      forget: assign({ subjects: [] }),
      release: assign((_, { subjects }: { subjects: readonly QuarantineSubject[] }) => ({
        work: subjects.map((subject) => wantedOf(subject, null)),
      })),
      takeBack: assign(({ context }) => ({ work: context.undo, undo: [] })),
      keepUndo: assign((_, { outcomes }: { outcomes: readonly QuarantineOutcome[] }) => ({
        undo: undoOfQuarantine(outcomes),
      })),
      tellDone: emit((_, { outcomes, canUndo }: { outcomes: readonly QuarantineOutcome[]; canUndo: boolean }) => ({
        type: 'change/done' as const,
        outcomes,
        canUndo,
      })),
      tellRefused: emit((_, { error }: { error: unknown }) => ({ type: 'change/refused' as const, error })),
      refresh: raise({ type: 'quarantine/refresh' }),
    },
  }).createMachine({
    id: 'quarantine',
    type: 'parallel',
    context: { entries: null, failure: null, subjects: [], work: [], undo: [] },
    invoke: { id: 'news', src: 'news' },
    states: {
      entries: {
        initial: 'loading',
        states: {
          loading: {
            on: { 'quarantine/refresh': { target: 'loading', reenter: true } },
            invoke: {
              id: 'loadQuarantine',
              src: 'loadQuarantine',
              onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
              onError: [
                { guard: 'isKnown', target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
                { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
              ],
            },
          },
          shown: { on: { 'quarantine/refresh': 'loading' } },
          failed: { on: { 'quarantine/refresh': 'loading' } },
        },
      },
      dialog: {
        initial: 'closed',
        states: {
          closed: {
            on: {
              'quarantine/ask': {
                guard: { type: 'hasSubjects', params: ({ event }) => event },
                target: 'open',
                actions: { type: 'ask', params: ({ event }) => event },
              },
            },
          },
          open: {
            on: {
              'quarantine/cancel': { target: 'closed', actions: 'forget' },
              'quarantine/saved': {
                target: 'closed',
                actions: [
                  'forget',
                  { type: 'keepUndo', params: ({ event }) => event },
                  { type: 'tellDone', params: ({ event }) => ({ ...event, canUndo: true }) },
                  'refresh',
                ],
              },
            },
          },
        },
      },
      work: {
        initial: 'idle',
        states: {
          idle: {
            on: {
              'tests/release': {
                guard: { type: 'hasSubjects', params: ({ event }) => event },
                target: 'changing',
                actions: { type: 'release', params: ({ event }) => event },
              },
              'change/undo': { guard: 'canUndo', target: 'undoing', actions: 'takeBack' },
            },
          },
          // A second press finds nobody listening.
          changing: {
            invoke: {
              id: 'change',
              src: 'change',
              input: ({ context }) => ({ work: context.work }),
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'keepUndo', params: ({ event }) => ({ outcomes: event.output }) },
                  { type: 'tellDone', params: ({ event }) => ({ outcomes: event.output, canUndo: true }) },
                  'refresh',
                ],
              },
              onError: {
                target: 'idle',
                actions: [{ type: 'tellRefused', params: ({ event }) => event }, 'refresh'],
              },
            },
          },
          undoing: {
            invoke: {
              id: 'undo',
              src: 'change',
              input: ({ context }) => ({ work: context.work }),
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'tellDone', params: ({ event }) => ({ outcomes: event.output, canUndo: false }) },
                  'refresh',
                ],
              },
              onError: {
                target: 'idle',
                actions: [{ type: 'tellRefused', params: ({ event }) => event }, 'refresh'],
              },
            },
          },
        },
      },
    },
  })
