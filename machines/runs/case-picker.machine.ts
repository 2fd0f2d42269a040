import { assign, emit, setup } from 'xstate'
import type { Suite } from '../../contract/cases/suites.ts'
import type { CaseQuestion } from '../cases/case-windows.machine.ts'
import type { CaseOrder } from './picked-cases.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Current row of the keyboard. */
export type PickerRow = { kind: 'suite'; suiteId: number } | { kind: 'case'; suiteId: number; index: number }

/** Target of an assignment: one case, the picked matches of a suite, or all picked matches. */
export type AssignTarget =
  | { of: 'case'; id: number; name: string }
  | { of: 'suite'; id: number; name: string }
  | { of: 'all' }

export type CasePickerEvent =
  /** Suites or query changed: reload the matches. */
  | { type: 'question/asked'; question: CaseQuestion; suites: readonly Suite[] }
  | { type: 'order/retry' }
  | { type: 'row/activated'; row: PickerRow }
  /** A case was picked or removed: anchor of ranges. */
  | { type: 'anchor/set'; caseId: number }
  | { type: 'suite/toggled'; suiteId: number }
  | { type: 'assign/asked'; target: AssignTarget }
  | { type: 'assign/closed' }
  /** Picked cases that no longer exist were removed from the choice. */
  | { type: 'cases/dropped'; count: number }
  | { type: 'drops/seen' }

/** An object, because the type of a generic output would be lost. `matching`: ids of matching cases in repository order. */
export interface LoadedOrder {
  order: CaseOrder
  matching: readonly number[]
}

interface Context {
  question: CaseQuestion
  suites: readonly Suite[]
  order: CaseOrder | null
  matching: readonly number[]
  /** The query of `matching`; null before the first answer. */
  matched: CaseQuestion | null
  row: PickerRow | null
  anchor: number | null
  closed: ReadonlySet<number>
  assigning: AssignTarget | null
  /** Number of picked cases that were removed from the choice because another user deleted them, until the user has seen it. */
  dropped: number
  failure: unknown
}

/**
 * State of a case picker besides the repository: existing and matching cases, current row, collapsed suites, and whether assignees are
 * being chosen. The picked cases belong to the caller, who removes those that are not in a loaded order.
 */
export const casePicker = setup({
  types: {
    context: {} as Context,
    events: {} as CasePickerEvent,
    emitted: {} as { type: 'order/loaded'; order: CaseOrder },
  },
  actors: {
    load: unprovided<LoadedOrder, { question: CaseQuestion; suites: readonly Suite[] }>('load'),
  },
  actions: {
    endAssign: assign({ assigning: null }),
    forgetDropped: assign({ dropped: 0 }),
  },
}).createMachine({
  id: 'casePicker',
  type: 'parallel',
  context: {
    question: { q: '', filter: {} },
    suites: [],
    order: null,
    matching: [],
    matched: null,
    row: null,
    anchor: null,
    closed: new Set(),
    assigning: null,
    dropped: 0,
    failure: null,
  },
  on: {
    'row/activated': { actions: assign(({ event }) => ({ row: event.row })) },
    'anchor/set': { actions: assign(({ event }) => ({ anchor: event.caseId })) },
    'cases/dropped': { actions: assign(({ context, event }) => ({ dropped: context.dropped + event.count })) },
    'drops/seen': { actions: 'forgetDropped' },
    'suite/toggled': {
      actions: assign(({ context: { closed }, event }) => {
        const next = new Set(closed)
        if (!next.delete(event.suiteId)) next.add(event.suiteId)
        return { closed: next }
      }),
    },
  },
  states: {
    order: {
      initial: 'waiting',
      on: {
        'question/asked': {
          target: '.loading',
          actions: assign(({ event: { question, suites } }) => ({ question, suites })),
        },
      },
      states: {
        waiting: {},
        /** Known data stays visible. */
        loading: {
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { question, suites } }) => ({ question, suites }),
            onDone: {
              target: 'shown',
              actions: [
                assign(({ context, event }) => ({
                  order: event.output.order,
                  matching: event.output.matching,
                  matched: context.question,
                  failure: null,
                })),
                emit(({ event }) => ({ type: 'order/loaded', order: event.output.order })),
              ],
            },
            onError: { target: 'failed', actions: assign(({ event }) => ({ failure: event.error })) },
          },
        },
        shown: {},
        failed: { on: { 'order/retry': 'loading' } },
      },
    },
    assigning: {
      initial: 'closed',
      states: {
        closed: {
          on: { 'assign/asked': { target: 'open', actions: assign(({ event }) => ({ assigning: event.target })) } },
        },
        open: { on: { 'assign/closed': { target: 'closed', actions: 'endAssign' } } },
      },
    },
  },
})
