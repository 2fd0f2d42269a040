import { assign, fromPromise, setup } from 'xstate'
import type { TestRun } from '../../contract/runs/runs.ts'
import { rerun } from './rerun.machine.ts'
import { NEW_RUN, rerunValues, type Rerun, type RerunOutcome, type RunFormValues } from './run-values.ts'

/** What a page writes: a new run, a stored one, or a new one that begins as an earlier one ended. */
export type RunEditorMode = 'new' | 'edit' | 'rerun'

/** What there is to begin with. `isEditable` false: the run is closed or belongs to a plan (RUNED-11, RUNED-12). */
export type ReadRun =
  | { mode: 'edit'; run: TestRun; initial: RunFormValues; isEditable: true }
  | { mode: 'edit'; run: TestRun; isEditable: false }
  | { mode: 'rerun'; rerun: Rerun }

export type RunEditorEvent =
  | { type: 'editor/retry' }
  | { type: 'run/saved'; runId: number }
  /** Nothing was typed, or it was discarded. */
  | { type: 'editor/cancelled' }

interface Context {
  mode: RunEditorMode
  outcome: RerunOutcome
  /** The stored or earlier run; null for a new one, and until it is read. */
  run: TestRun | null
  earlier: Rerun | null
  /** What the form begins with; null until it is known. */
  initial: RunFormValues | null
  failure: unknown
}

/** Where the editor is left to: a run, or the list. */
export interface LeftTo {
  runId: number | null
  why: 'saved' | 'cancelled' | 'closed'
}

/**
 * A test run as it is written, in all three ways: what to begin with is read, then the form is written in until it is saved or given up.
 * The form has a machine of its own (`formDialog`), as has the choice of the cases of an earlier run (`rerun`). `leave` is the view's.
 */
export const runEditor = setup({
  types: {
    context: {} as Context,
    events: {} as RunEditorEvent,
    input: {} as { mode: RunEditorMode; outcome?: RerunOutcome },
  },
  actors: {
    read: fromPromise<ReadRun>(() => Promise.reject(new Error('read is not provided'))),
    rerun,
  },
  guards: {
    isNew: ({ context }) => context.mode === 'new',
    isClosed: (_, found: ReadRun) => found.mode === 'edit' && !found.isEditable,
    isRerun: (_, found: ReadRun) => found.mode === 'rerun',
  },
  actions: {
    begin: assign(({ context }, found: ReadRun) =>
      found.mode === 'rerun'
        ? {
            run: found.rerun.run,
            earlier: found.rerun,
            initial: rerunValues(found.rerun, context.outcome),
            failure: null,
          }
        : { run: found.run, initial: found.isEditable ? found.initial : null, failure: null },
    ),
    beginEmpty: assign({ initial: NEW_RUN }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    leave: (_, _to: LeftTo) => undefined,
  },
}).createMachine({
  id: 'runEditor',
  context: ({ input }) => ({
    mode: input.mode,
    outcome: input.outcome ?? 'all',
    run: null,
    earlier: null,
    initial: null,
    failure: null,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isNew', target: 'writing', actions: 'beginEmpty' }, { target: 'reading' }] },
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isClosed', params: ({ event }) => event.output },
            target: 'left',
            actions: [
              { type: 'begin', params: ({ event }) => event.output },
              { type: 'leave', params: ({ context }) => ({ runId: context.run?.id ?? null, why: 'closed' as const }) },
            ],
          },
          {
            guard: { type: 'isRerun', params: ({ event }) => event.output },
            target: 'writing.rerun',
            actions: { type: 'begin', params: ({ event }) => event.output },
          },
          { target: 'writing', actions: { type: 'begin', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    failed: { on: { 'editor/retry': 'reading' } },
    writing: {
      on: {
        'run/saved': {
          target: 'left',
          actions: { type: 'leave', params: ({ event }) => ({ runId: event.runId, why: 'saved' as const }) },
        },
        'editor/cancelled': {
          target: 'left',
          actions: {
            type: 'leave',
            params: ({ context }) => ({ runId: context.run?.id ?? null, why: 'cancelled' as const }),
          },
        },
      },
      initial: 'plain',
      states: {
        plain: {},
        rerun: {
          invoke: {
            id: 'rerun',
            src: 'rerun',
            input: ({ context }) => {
              if (context.earlier === null) throw new TypeError('there is no run to begin with')
              return { rerun: context.earlier, outcome: context.outcome }
            },
          },
        },
      },
    },
    left: { type: 'final' },
  },
})
