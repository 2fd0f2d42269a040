import { assign, emit, setup, stateIn } from 'xstate'
import type { BulkChanges, Done } from '../../contract/cases/operations.ts'
import { unprovided } from '../patterns/unprovided.ts'

export const BULK_ACTIONS = ['edit', 'move', 'clone', 'delete', 'export-csv', 'export-xlsx', 'export-pdf'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Actions that produce a file and change nothing. */
export type ExportAction = 'export-csv' | 'export-xlsx'
export const isExport = (action: BulkAction): action is ExportAction =>
  action === 'export-csv' || action === 'export-xlsx'

/** `projectId`: null for the cases' own project (BULK-04). */
export interface BulkTarget {
  projectId: number | null
  suiteId: number
}

/** An action with all its options. */
export type BulkTask =
  | { action: 'edit'; changes: BulkChanges }
  | { action: 'move' | 'clone'; target: BulkTarget }
  | { action: 'delete' | ExportAction }

export type BulkWizardEvent =
  | { type: 'action/chosen'; action: BulkAction }
  | { type: 'cases/confirmed'; ids: readonly number[] }
  | { type: 'task/confirmed'; task: BulkTask }
  | { type: 'wizard/back' }
  /** Stops before the next part: finished parts stay, and can be undone. */
  | { type: 'work/stopped' }
  | { type: 'work/retry' }
  | { type: 'wizard/closed' }

/** The cases in repository order, and the id shared by all parts. */
export interface PreparedWork {
  ids: readonly number[]
  operationId: string
}

/** `after`: the last case of the previous part. `part`: number of cases tried before, so that a retried part has the same number. */
export interface WorkPart {
  task: BulkTask
  operationId: string
  ids: readonly number[]
  after: number | null
  part: number
}

/** `text` or `rows`: content that the part adds to a file; empty for actions without a file. */
export interface PartDone extends Done {
  text: string
  rows: readonly (readonly string[])[]
}

/** Outcome, also of a stopped action. */
export interface BulkOutcome {
  task: BulkTask
  operationId: string
  total: number
  done: readonly number[]
  failed: Done['failed']
  /** The exported file, part by part: its text or its rows. */
  texts: readonly string[]
  rows: readonly PartDone['rows'][]
}

interface Context {
  action: BulkAction
  task: BulkTask
  ids: readonly number[]
  /** Null while the work is being prepared. */
  operationId: string | null
  /** Cases that were not tried yet. */
  left: readonly number[]
  done: readonly number[]
  failed: Done['failed']
  texts: readonly string[]
  rows: readonly PartDone['rows'][]
  failure: unknown
}

/** Cases per part: few enough for visible progress and a quick stop, many enough that 12,000 cases are not a thousand calls. */
export const CASES_AT_A_TIME = 200

/** Actions without further options. */
const taskOf = (action: BulkAction): BulkTask | null => (action === 'delete' || isExport(action) ? { action } : null)

const count = (c: Context, { successfullyProcessed, failed, text, rows }: PartDone) => ({
  left: c.left.slice(CASES_AT_A_TIME),
  done: [...c.done, ...successfullyProcessed],
  failed: [...c.failed, ...failed],
  texts: text === '' ? c.texts : [...c.texts, text],
  rows: rows.length === 0 ? c.rows : [...c.rows, rows],
})

/**
 * Bulk actions, step by step: choose an action, select cases, set options; then it runs in parts, with progress and stop (BULK-01 to
 * BULK-05). Emits `work/finished` once with the outcome.
 */
export const bulkWizard = setup({
  types: {
    context: {} as Context,
    events: {} as BulkWizardEvent,
    emitted: {} as
      /** Whether cases are being selected in the list now. */
      | { type: 'cases/wanted' }
      | { type: 'work/finished'; outcome: BulkOutcome }
      /** The report has a page of its own (BULK-06). */
      | { type: 'report/wanted'; ids: readonly number[] }
      | { type: 'wizard/ended' },
  },
  actors: {
    prepare: unprovided<PreparedWork, { task: BulkTask; ids: readonly number[] }>('prepare'),
    perform: unprovided<PartDone, WorkPart>('perform'),
  },
  guards: {
    isPrepared: ({ context }) => context.operationId !== null,
    hasMore: ({ context }) => context.left.length > CASES_AT_A_TIME,
    hasTried: ({ context }) => context.done.length + context.failed.length > 0,
    isStopping: stateIn({ working: 'stopping' }),
    isClean: ({ context }) => context.failed.length === 0,
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    emitEnded: emit({ type: 'wizard/ended' as const }),
    emitWanted: emit({ type: 'cases/wanted' as const }),
    emitFinished: emit(({ context: { task, operationId, ids, done, failed, texts, rows } }) => ({
      type: 'work/finished' as const,
      outcome: { task, operationId: operationId ?? '', total: ids.length, done, failed, texts, rows },
    })),
  },
}).createMachine({
  id: 'bulkWizard',
  context: () => begun,
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'action/chosen': {
          target: 'selecting',
          actions: assign(({ event: { action } }) => ({ action, task: taskOf(action) ?? begun.task })),
        },
        'wizard/closed': 'closed',
      },
    },
    selecting: {
      entry: 'emitWanted',
      on: {
        'cases/confirmed': [
          {
            guard: ({ context, event }) => event.ids.length > 0 && context.action === 'export-pdf',
            target: 'closed',
            actions: emit(({ event }) => ({ type: 'report/wanted', ids: event.ids })),
          },
          {
            guard: ({ context, event }) => event.ids.length > 0 && taskOf(context.action) !== null,
            target: 'preparing',
            actions: assign(({ event }) => ({ ids: event.ids })),
          },
          {
            guard: ({ event }) => event.ids.length > 0,
            target: 'settings',
            actions: assign(({ event }) => ({ ids: event.ids })),
          },
        ],
        'wizard/back': 'choosing',
        'wizard/closed': 'closed',
      },
    },
    settings: {
      on: {
        'task/confirmed': {
          guard: ({ context, event }) => event.task.action === context.action,
          target: 'preparing',
          actions: assign(({ event }) => ({ task: event.task })),
        },
        'wizard/back': 'selecting',
        'wizard/closed': 'closed',
      },
    },
    preparing: {
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { task, ids } }) => ({ task, ids }),
        onDone: {
          target: 'working',
          actions: assign(({ event }) => ({
            ids: event.output.ids,
            left: event.output.ids,
            operationId: event.output.operationId,
          })),
        },
        onError: { target: 'interrupted', actions: assign(({ event }) => ({ failure: event.error })) },
      },
      on: { 'work/stopped': 'closed' },
    },
    working: {
      initial: 'going',
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context: { task, operationId, left, done, failed } }) => ({
          task,
          operationId: operationId ?? '',
          ids: left.slice(0, CASES_AT_A_TIME),
          after: done.at(-1) ?? null,
          part: done.length + failed.length,
        }),
        onDone: [
          {
            guard: 'isStopping',
            target: 'finished',
            actions: assign(({ context, event }) => count(context, event.output)),
          },
          {
            guard: 'hasMore',
            target: 'working',
            reenter: true,
            actions: assign(({ context, event }) => count(context, event.output)),
          },
          { target: 'finished', actions: assign(({ context, event }) => count(context, event.output)) },
        ],
        onError: { target: 'interrupted', actions: assign(({ event }) => ({ failure: event.error })) },
      },
      states: {
        going: { on: { 'work/stopped': 'stopping' } },
        // Waits for the current part: only its answer says what can be undone.
        stopping: {},
      },
    },
    // A part was rejected as a whole, or the server is unreachable.
    interrupted: {
      exit: 'forgetFailure',
      on: {
        'work/retry': [{ guard: 'isPrepared', target: 'working' }, { target: 'preparing' }],
        'work/stopped': [{ guard: 'hasTried', target: 'finished' }, { target: 'closed' }],
      },
    },
    finished: {
      entry: 'emitFinished',
      always: { guard: 'isClean', target: 'closed' },
      on: { 'wizard/closed': 'closed' },
    },
    closed: { type: 'final', entry: 'emitEnded' },
  },
})

const begun: Context = {
  action: 'edit',
  task: { action: 'edit', changes: {} },
  ids: [],
  operationId: null,
  left: [],
  done: [],
  failed: [],
  texts: [],
  rows: [],
  failure: null,
}
