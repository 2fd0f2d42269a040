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
}).createMachine({
  id: 'consoleFolds',
  context: { folds: {} },
  on: {
    'stage/folded': {
      actions: assign(({ context, event }) => ({ folds: { ...context.folds, [event.stage]: event.fold } })),
    },
  },
})
