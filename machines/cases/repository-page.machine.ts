import { assign, emit, setup } from 'xstate'
import type { Dragged } from './drop-placement.machine.ts'
import type { PlacedSuite } from './repository-layout.ts'

/** The row that the keys act on. `index`: last known index of a case. */
export type ActiveRow =
  | { kind: 'suite'; suiteId: number }
  | { kind: 'case'; suiteId: number; id: number | null; index: number }

/** What is asked before something is done. */
export type Asked =
  | { what: 'suite'; suite: PlacedSuite | null; parentSuiteId: number | null }
  | { what: 'case'; suiteId: number | null }
  /** The form of a case that is loaded for it. */
  | { what: 'edit' | 'clone'; caseId: number }
  | { what: 'delete'; suite: PlacedSuite }
  /** What the assistant is to suggest cases for; a case that it has suggested. */
  | { what: 'suggest'; suite: PlacedSuite }
  | { what: 'suggested'; suiteId: number; key: number }
  | { what: 'import' }
  | { what: 'move'; dragged: Dragged; title: string }

/** What was cut or copied, and not yet put anywhere. */
export interface Clipboard {
  dragged: Dragged
  mode: 'cut' | 'copy'
}

/** The menu of a row, at a point of the window. */
export interface RowMenu {
  pane: 'tree' | 'list'
  kind: 'suite' | 'case'
  id: number
  at: { x: number; y: number }
}

/** A title that is edited in place. */
export interface Renaming {
  pane: 'tree' | 'list'
  kind: 'case' | 'suite'
  id: number
}

export type RepositoryPageEvent =
  | { type: 'row/activated'; row: ActiveRow }
  | { type: 'dialog/asked'; ask: Asked }
  | { type: 'dialog/closed' }
  | { type: 'wizard/opened' }
  | { type: 'wizard/closed' }
  /** Choosing is switched on or off by hand: what the wizard was about is no longer chosen for it. */
  | { type: 'selection/switched' }
  | { type: 'quick/opened'; suiteId: number }
  | { type: 'quick/closed' }
  | { type: 'rename/started'; renaming: Renaming }
  | { type: 'rename/ended' }
  | { type: 'clipboard/filled'; clipboard: Clipboard }
  | { type: 'clipboard/emptied' }
  | { type: 'menu/opened'; menu: RowMenu }
  | { type: 'menu/closed' }
  /** Where the tree has no room of its own it lies over the list. */
  | { type: 'tree/raised' }
  | { type: 'tree/lowered' }

interface Context {
  row: ActiveRow | null
  ask: Asked | null
  /** The suite under which cases are typed one after another. */
  quickSuiteId: number | null
  renaming: Renaming | null
  clipboard: Clipboard | null
  menu: RowMenu | null
}

/**
 * What goes on upon the repository's page beside what it shows: the row the keys act on, a dialog, the wizard, titles being written, the
 * clipboard, the tree of a narrow window. Each has a region of its own, for none waits for another. Whatever took the focus from the
 * list gives it back: `focus/returned`.
 */
export const repositoryPage = setup({
  types: {
    context: {} as Context,
    events: {} as RepositoryPageEvent,
    emitted: {} as { type: 'focus/returned' },
  },
  guards: {
    isInList: ({ context }) => context.renaming?.pane === 'list',
    isMenuOfList: ({ context }) => context.menu?.pane === 'list',
  },
  actions: {
    activate: assign((_, { row }: { row: ActiveRow }) => ({ row })),
    ask: assign((_, { ask }: { ask: Asked }) => ({ ask })),
    forgetAsked: assign({ ask: null }),
    openQuick: assign((_, { suiteId }: { suiteId: number }) => ({ quickSuiteId: suiteId })),
    closeQuick: assign({ quickSuiteId: null }),
    rename: assign((_, { renaming }: { renaming: Renaming }) => ({ renaming })),
    endRename: assign({ renaming: null }),
    fill: assign((_, { clipboard }: { clipboard: Clipboard }) => ({ clipboard })),
    empty: assign({ clipboard: null }),
    openMenu: assign((_, { menu }: { menu: RowMenu }) => ({ menu })),
    closeMenu: assign({ menu: null }),
    returnFocus: emit({ type: 'focus/returned' as const }),
  },
}).createMachine({
  id: 'repositoryPage',
  type: 'parallel',
  context: { row: null, ask: null, quickSuiteId: null, renaming: null, clipboard: null, menu: null },
  on: { 'row/activated': { actions: { type: 'activate', params: ({ event }) => event } } },
  states: {
    dialog: {
      initial: 'closed',
      on: { 'dialog/asked': { target: '.open', actions: { type: 'ask', params: ({ event }) => event } } },
      states: {
        closed: {},
        open: { on: { 'dialog/closed': { target: 'closed', actions: ['forgetAsked', 'returnFocus'] } } },
      },
    },
    wizard: {
      initial: 'closed',
      states: {
        closed: { on: { 'wizard/opened': 'open' } },
        open: {
          on: {
            'wizard/closed': { target: 'closed', actions: 'returnFocus' },
            'selection/switched': 'closed',
          },
        },
      },
    },
    quick: {
      initial: 'closed',
      on: { 'quick/opened': { target: '.open', actions: { type: 'openQuick', params: ({ event }) => event } } },
      states: {
        closed: {},
        open: { on: { 'quick/closed': { target: 'closed', actions: ['closeQuick', 'returnFocus'] } } },
      },
    },
    rename: {
      initial: 'none',
      on: { 'rename/started': { target: '.writing', actions: { type: 'rename', params: ({ event }) => event } } },
      states: {
        none: {},
        writing: {
          on: {
            // The tree keeps the focus of its own titles.
            'rename/ended': [
              { guard: 'isInList', target: 'none', actions: ['endRename', 'returnFocus'] },
              { target: 'none', actions: 'endRename' },
            ],
          },
        },
      },
    },
    clipboard: {
      initial: 'empty',
      on: { 'clipboard/filled': { target: '.filled', actions: { type: 'fill', params: ({ event }) => event } } },
      states: {
        empty: {},
        filled: { on: { 'clipboard/emptied': { target: 'empty', actions: 'empty' } } },
      },
    },
    menu: {
      initial: 'closed',
      on: { 'menu/opened': { target: '.open', actions: { type: 'openMenu', params: ({ event }) => event } } },
      states: {
        closed: {},
        open: {
          on: {
            'menu/closed': [
              { guard: 'isMenuOfList', target: 'closed', actions: ['closeMenu', 'returnFocus'] },
              { target: 'closed', actions: 'closeMenu' },
            ],
          },
        },
      },
    },
    tree: {
      initial: 'aside',
      states: {
        aside: { on: { 'tree/raised': 'over' } },
        over: { on: { 'tree/lowered': 'aside' } },
      },
    },
  },
})
