import { assign, setup } from 'xstate'
import type { StageName } from './attempt-stages.ts'
import type { Fold, Folds } from './console-sections.ts'

export type ConsoleFoldsEvent = { type: 'stage/folded'; stage: StageName; fold: Fold }

/** What the reader of a console opened and folded. */
export const consoleFolds = setup({
  types: {
    context: {} as { folds: Folds },
    events: {} as ConsoleFoldsEvent,
  },
  actions: {
    keep: assign(({ context }, { stage, fold }: { stage: StageName; fold: Fold }) => ({
      folds: { ...context.folds, [stage]: fold },
    })),
  },
}).createMachine({
  id: 'consoleFolds',
  context: { folds: {} },
  on: { 'stage/folded': { actions: { type: 'keep', params: ({ event }) => event } } },
})
