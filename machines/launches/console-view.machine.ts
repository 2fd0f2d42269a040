import { assign, emit, setup } from 'xstate'

/** Display options of a console. */
export interface ConsoleView {
  /** Wraps long lines; otherwise the console scrolls sideways. */
  isWrapped: boolean
  hasTimes: boolean
}

export const CONSOLE_VIEW: ConsoleView = { isWrapped: true, hasTimes: true }

export type ConsoleViewEvent = { type: 'wrap/switched' } | { type: 'times/switched' }

/** Display options of consoles; emits each change, so that it can be stored. */
export const consoleView = setup({
  types: {
    context: {} as ConsoleView,
    events: {} as ConsoleViewEvent,
    emitted: {} as { type: 'view/changed'; view: ConsoleView },
    input: {} as ConsoleView,
  },
  actions: {
    switchWrap: assign({ isWrapped: ({ context }) => !context.isWrapped }),
    switchTimes: assign({ hasTimes: ({ context }) => !context.hasTimes }),
    emitChanged: emit(({ context }) => ({ type: 'view/changed' as const, view: context })),
  },
}).createMachine({
  id: 'consoleView',
  context: ({ input }) => input,
  on: {
    'wrap/switched': { actions: ['switchWrap', 'emitChanged'] },
    'times/switched': { actions: ['switchTimes', 'emitChanged'] },
  },
})
