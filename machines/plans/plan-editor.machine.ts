import { assign, emit, setup } from 'xstate'
import { planConfirmation } from './plan-confirmation.machine.ts'
import type { PlanDiff } from './plan-diff.ts'

export type PlanEditorEvent =
  /** `isReady`: the form is valid, and no collision is open. */
  | { type: 'plan/save'; diff: PlanDiff; isReady: boolean }
  /** Key of a run; null: the base selection. */
  | { type: 'cases/choose'; runKey: string | null }
  | { type: 'title/edit'; runKey: string }
  | { type: 'dialog/close' }
  /** The window is less than 600 px wide: dialogs of a plan close (PLANED-22). */
  | { type: 'window/narrowed' }

interface Context {
  /** The run of the open dialog; null: the base selection. */
  runKey: string | null
}

/**
 * Dialogs over a plan's form: choosing cases and titles, and the confirmation between Save and the call. Emits `plan/submit` to send the
 * form: directly when the form is invalid (which shows errors) or no run is created or deleted.
 */
export const planEditor = setup({
  types: {
    context: {} as Context,
    events: {} as PlanEditorEvent,
    emitted: {} as { type: 'plan/submit' },
  },
  actors: { confirmation: planConfirmation<PlanDiff>() },
  guards: {},
  actions: {
    submit: emit({ type: 'plan/submit' as const }),
  },
}).createMachine({
  id: 'planEditor',
  context: { runKey: null },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'plan/save': [
          {
            guard: ({ event: { isReady, diff } }) => isReady && diff.created.length + diff.removed.length > 0,
            target: 'confirming',
          },
          { actions: 'submit' },
        ],
        'cases/choose': { target: 'asking.cases', actions: assign(({ event }) => ({ runKey: event.runKey })) },
        'title/edit': { target: 'asking.title', actions: assign(({ event }) => ({ runKey: event.runKey })) },
      },
    },
    asking: {
      initial: 'cases',
      on: { 'dialog/close': 'writing', 'window/narrowed': 'writing' },
      states: { cases: {}, title: {} },
    },
    confirming: {
      on: { 'window/narrowed': 'writing' },
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ event }) => {
          if (event.type !== 'plan/save') throw new TypeError(`${event.type} asks for no confirmation`)
          return { shown: event.diff }
        },
        onDone: [
          {
            guard: ({ event }) => event.output.isConfirmed,
            target: 'writing',
            actions: 'submit',
          },
          { target: 'writing' },
        ],
      },
    },
  },
})
