import { assign, fromCallback, setup } from 'xstate'
import type { SkippedRun, TestRunSummary } from '../../contract/runs/runs.ts'

/** Dialogs of runs. Closing has its own machine. */
export interface RunsAsk {
  action: 'delete' | 'milestone'
  runs: readonly TestRunSummary[]
}

export type RunsPageEvent =
  | { type: 'run/chosen'; id: number; isChosen: boolean }
  | { type: 'runs/chosen'; ids: readonly number[] }
  | { type: 'selection/cleared' }
  /** The list shows another page or other matches: hidden runs are deselected. */
  | { type: 'rows/shown'; ids: readonly number[] }
  | { type: 'dialog/asked'; ask: RunsAsk }
  | { type: 'dialog/closed' }
  /** Done; skipped runs are reported. */
  | { type: 'action/done'; skipped: readonly SkippedRun[] }
  | { type: 'skipped/read' }

interface Context {
  chosen: readonly number[]
  ask: RunsAsk | null
  skipped: readonly SkippedRun[]
}

/** State of the runs list besides its rows: selection, open dialog, and skipped runs of a bulk action. */
export const runsPage = setup({
  types: { context: {} as Context, events: {} as RunsPageEvent },
  actors: {
    /** Sends `rows/shown` when other rows are listed; never on a page without a list. */
    rows: fromCallback<RunsPageEvent>(() => undefined),
  },
  actions: {
    clear: assign({ chosen: [] }),
    endAsk: assign({ ask: null }),
    forget: assign({ skipped: [] }),
  },
}).createMachine({
  id: 'runsPage',
  context: { chosen: [], ask: null, skipped: [] },
  initial: 'idle',
  invoke: { id: 'rows', src: 'rows' },
  on: {
    'run/chosen': {
      actions: assign(({ context: { chosen }, event }) => ({
        chosen: event.isChosen ? [...new Set([...chosen, event.id])] : chosen.filter((one) => one !== event.id),
      })),
    },
    'runs/chosen': { actions: assign(({ event }) => ({ chosen: event.ids })) },
    'selection/cleared': { actions: 'clear' },
    'rows/shown': {
      actions: assign(({ context: { chosen }, event }) => {
        const left = chosen.filter((id) => event.ids.includes(id))
        return left.length === chosen.length ? {} : { chosen: left }
      }),
    },
    'action/done': [
      {
        guard: ({ event }) => event.skipped.length > 0,
        target: '.reporting',
        actions: assign(({ event }) => ({ skipped: event.skipped, ask: null, chosen: [] })),
      },
      { target: '.idle', actions: assign(({ event }) => ({ skipped: event.skipped, ask: null, chosen: [] })) },
    ],
  },
  states: {
    idle: { on: { 'dialog/asked': { target: 'asking', actions: assign(({ event }) => ({ ask: event.ask })) } } },
    asking: { on: { 'dialog/closed': { target: 'idle', actions: 'endAsk' } } },
    reporting: { on: { 'skipped/read': { target: 'idle', actions: 'forget' } } },
  },
})
