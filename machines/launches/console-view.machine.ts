import { assign, emit, setup } from 'xstate'

/** How lines of a console are shown. */
export interface ConsoleView {
  /** Long lines go on in the next row; otherwise the console scrolls sideways. */
  isWrapped: boolean
  hasTimes: boolean
}

export const CONSOLE_VIEW: ConsoleView = { isWrapped: true, hasTimes: true }

export type ConsoleViewEvent = { type: 'wrap/switched' } | { type: 'times/switched' }

/** How somebody reads consoles: each switch is told, so that it can be remembered. */
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
    tell: emit(({ context }) => ({ type: 'view/changed' as const, view: context })),
  },
}).createMachine({
  id: 'consoleView',
  context: ({ input }) => input,
  on: {
    'wrap/switched': { actions: ['switchWrap', 'tell'] },
    'times/switched': { actions: ['switchTimes', 'tell'] },
  },
})
