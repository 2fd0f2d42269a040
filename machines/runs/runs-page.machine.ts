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
  guards: { isPartial: (_, { skipped }: { skipped: readonly SkippedRun[] }) => skipped.length > 0 },
  actions: {
    choose: assign(({ context: { chosen } }, { id, isChosen }: { id: number; isChosen: boolean }) => ({
      chosen: isChosen ? [...new Set([...chosen, id])] : chosen.filter((one) => one !== id),
    })),
    chooseAll: assign((_, { ids }: { ids: readonly number[] }) => ({ chosen: ids })),
    clear: assign({ chosen: [] }),
    keepShown: assign(({ context: { chosen } }, { ids }: { ids: readonly number[] }) => {
      const left = chosen.filter((id) => ids.includes(id))
      return left.length === chosen.length ? {} : { chosen: left }
    }),
    ask: assign((_, { ask }: { ask: RunsAsk }) => ({ ask })),
    endAsk: assign({ ask: null }),
    account: assign((_, { skipped }: { skipped: readonly SkippedRun[] }) => ({ skipped, ask: null, chosen: [] })),
    forget: assign({ skipped: [] }),
  },
}).createMachine({
  id: 'runsPage',
  context: { chosen: [], ask: null, skipped: [] },
  initial: 'idle',
  invoke: { id: 'rows', src: 'rows' },
  on: {
    'run/chosen': { actions: { type: 'choose', params: ({ event }) => event } },
    'runs/chosen': { actions: { type: 'chooseAll', params: ({ event }) => event } },
    'selection/cleared': { actions: 'clear' },
    'rows/shown': { actions: { type: 'keepShown', params: ({ event }) => event } },
    'action/done': [
      {
        guard: { type: 'isPartial', params: ({ event }) => event },
        target: '.reporting',
        actions: { type: 'account', params: ({ event }) => event },
      },
      { target: '.idle', actions: { type: 'account', params: ({ event }) => event } },
    ],
  },
  states: {
    idle: { on: { 'dialog/asked': { target: 'asking', actions: { type: 'ask', params: ({ event }) => event } } } },
    asking: { on: { 'dialog/closed': { target: 'idle', actions: 'endAsk' } } },
    reporting: { on: { 'skipped/read': { target: 'idle', actions: 'forget' } } },
  },
})
