import { assign, setup } from 'xstate'
import type { SkippedRun, TestRunSummary } from '../../contract/runs/runs.ts'

/** Dialogs of runs. Closing has its own machine. */
export interface RunsAsk {
  action: 'delete' | 'milestone'
  runs: readonly TestRunSummary[]
}

export type RunsPageEvent =
  | { type: 'dialog/asked'; ask: RunsAsk }
  | { type: 'dialog/closed' }
  /** Done; skipped runs are reported. */
  | { type: 'action/done'; skipped: readonly SkippedRun[] }
  | { type: 'skipped/read' }

interface Context {
  ask: RunsAsk | null
  skipped: readonly SkippedRun[]
}

/** Dialogs of the runs list, and the skipped runs of a bulk action. */
export const runsPage = setup({
  types: { context: {} as Context, events: {} as RunsPageEvent },
}).createMachine({
  id: 'runsPage',
  context: { ask: null, skipped: [] },
  initial: 'idle',
  on: {
    'action/done': [
      {
        guard: ({ event }) => event.skipped.length > 0,
        target: '.reporting',
        actions: assign(({ event }) => ({ skipped: event.skipped, ask: null })),
      },
      { target: '.idle', actions: assign({ skipped: [], ask: null }) },
    ],
  },
  states: {
    idle: { on: { 'dialog/asked': { target: 'asking', actions: assign(({ event }) => ({ ask: event.ask })) } } },
    asking: { on: { 'dialog/closed': { target: 'idle', actions: assign({ ask: null }) } } },
    reporting: { on: { 'skipped/read': { target: 'idle', actions: assign({ skipped: [] }) } } },
  },
})
