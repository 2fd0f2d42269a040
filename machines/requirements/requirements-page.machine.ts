import { assign, setup } from 'xstate'
import type { Requirement } from '../../contract/requirements/requirements.ts'

/** Subject of an open dialog. */
export type RequirementAsk =
  | { action: 'create' }
  | { action: 'edit'; requirement: Requirement }
  | { action: 'delete'; requirement: Requirement }

export type RequirementsPageEvent =
  | { type: 'dialog/asked'; ask: RequirementAsk }
  | { type: 'dialog/closed' }
  | { type: 'requirement/folded'; id: number; isFolded: boolean }
  /** All listed requirements, or none. */
  | { type: 'requirements/folded'; ids: readonly number[] }

interface Context {
  ask: RequirementAsk | null
  /** Requirements with collapsed cases. */
  folded: ReadonlySet<number>
}

/** State of the coverage matrix: collapsed requirements, and the open dialog. */
export const requirementsPage = setup({
  types: { context: {} as Context, events: {} as RequirementsPageEvent },
  actions: {
    ask: assign((_, { ask }: { ask: RequirementAsk }) => ({ ask })),
    endAsk: assign({ ask: null }),
    fold: assign(({ context: { folded } }, { id, isFolded }: { id: number; isFolded: boolean }) => {
      const next = new Set(folded)
      if (isFolded) next.add(id)
      else next.delete(id)
      return { folded: next }
    }),
    foldAll: assign((_, { ids }: { ids: readonly number[] }) => ({ folded: new Set(ids) })),
  },
}).createMachine({
  id: 'requirementsPage',
  context: { ask: null, folded: new Set() },
  initial: 'idle',
  on: {
    'requirement/folded': { actions: { type: 'fold', params: ({ event }) => event } },
    'requirements/folded': { actions: { type: 'foldAll', params: ({ event }) => event } },
  },
  states: {
    idle: { on: { 'dialog/asked': { target: 'asking', actions: { type: 'ask', params: ({ event }) => event } } } },
    asking: { on: { 'dialog/closed': { target: 'idle', actions: 'endAsk' } } },
  },
})
