import { assign, setup } from 'xstate'
import type { TestRun } from '../../contract/runs/runs.ts'
import { rerun } from './rerun.machine.ts'
import { NEW_RUN, rerunValues, type Rerun, type RerunOutcome, type RunFormValues } from './run-values.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** What a page edits: a new run, a stored run, or a rerun of an earlier one. */
export type RunEditorMode = 'new' | 'edit' | 'rerun'

/** Initial data. `isEditable` false: the run is closed or belongs to a plan (RUNED-11, RUNED-12). */
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
  /** The stored or earlier run; null for a new one, and while loading. */
  run: TestRun | null
  earlier: Rerun | null
  /** Initial form values; null while loading. */
  initial: RunFormValues | null
  failure: unknown
}

/** Where to navigate afterwards: a run, or the list. */
export interface LeftTo {
  runId: number | null
  why: 'saved' | 'cancelled' | 'closed'
}

const begin = (context: Context, found: ReadRun) =>
  found.mode === 'rerun'
    ? {
        run: found.rerun.run,
        earlier: found.rerun,
        initial: rerunValues(found.rerun, context.outcome),
        failure: null,
      }
    : { run: found.run, initial: found.isEditable ? found.initial : null, failure: null }

/**
 * Editor of a test run (new, edit, rerun): loads initial data, then the form is edited until saved or cancelled. The form has its own
 * machine (`formDialog`), and so does the choice of earlier results (`rerun`). The view provides `leave`.
 */
export const runEditor = setup({
  types: {
    context: {} as Context,
    events: {} as RunEditorEvent,
    input: {} as { mode: RunEditorMode; outcome?: RerunOutcome },
  },
  actors: {
    read: unprovided<ReadRun>('read'),
    rerun,
  },
  guards: { isNew: ({ context }) => context.mode === 'new' },
  actions: {
    beginEmpty: assign({ initial: NEW_RUN }),
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
            guard: ({ event }) => event.output.mode === 'edit' && !event.output.isEditable,
            target: 'left',
            actions: [
              assign(({ context, event }) => begin(context, event.output)),
              { type: 'leave', params: ({ context }) => ({ runId: context.run?.id ?? null, why: 'closed' as const }) },
            ],
          },
          {
            guard: ({ event }) => event.output.mode === 'rerun',
            target: 'writing.rerun',
            actions: assign(({ context, event }) => begin(context, event.output)),
          },
          { target: 'writing', actions: assign(({ context, event }) => begin(context, event.output)) },
        ],
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
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
