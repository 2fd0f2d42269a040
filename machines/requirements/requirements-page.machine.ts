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
    endAsk: assign({ ask: null }),
  },
}).createMachine({
  id: 'requirementsPage',
  context: { ask: null, folded: new Set() },
  initial: 'idle',
  on: {
    'requirement/folded': {
      actions: assign(({ context: { folded }, event }) => {
        const next = new Set(folded)
        if (event.isFolded) next.add(event.id)
        else next.delete(event.id)
        return { folded: next }
      }),
    },
    'requirements/folded': { actions: assign(({ event }) => ({ folded: new Set(event.ids) })) },
  },
  states: {
    idle: { on: { 'dialog/asked': { target: 'asking', actions: assign(({ event }) => ({ ask: event.ask })) } } },
    asking: { on: { 'dialog/closed': { target: 'idle', actions: 'endAsk' } } },
  },
})
