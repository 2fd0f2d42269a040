import { assign, emit, setup } from 'xstate'
import type { Dragged } from './drop-placement.machine.ts'
import type { PlacedSuite } from './repository-layout.ts'

/** Current row of the keyboard. `index`: last known index of a case. */
export type ActiveRow =
  | { kind: 'suite'; suiteId: number }
  | { kind: 'case'; suiteId: number; id: number | null; index: number }

/** Open dialog. */
export type Asked =
  | { what: 'suite'; suite: PlacedSuite | null; parentSuiteId: number | null }
  | { what: 'case'; suiteId: number | null }
  /** Form of a case, which loads first. */
  | { what: 'edit' | 'clone'; caseId: number }
  | { what: 'delete'; suite: PlacedSuite }
  /** Suite to request suggestions for, or a suggested case. */
  | { what: 'suggest'; suite: PlacedSuite }
  | { what: 'suggested'; suiteId: number; key: number }
  | { what: 'import' }
  | { what: 'move'; dragged: Dragged; title: string }

/** Clipboard: cut or copied items. */
export interface Clipboard {
  dragged: Dragged
  mode: 'cut' | 'copy'
}

/** Context menu of a row, at a point of the window. */
export interface RowMenu {
  pane: 'tree' | 'list'
  kind: 'suite' | 'case'
  id: number
  at: { x: number; y: number }
}

/** A title being edited in place. */
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
  /** Selection mode was switched manually: the wizard loses its selection. */
  | { type: 'selection/switched' }
  | { type: 'quick/opened'; suiteId: number }
  | { type: 'quick/closed' }
  | { type: 'rename/started'; renaming: Renaming }
  | { type: 'rename/ended' }
  | { type: 'clipboard/filled'; clipboard: Clipboard }
  | { type: 'clipboard/emptied' }
  | { type: 'menu/opened'; menu: RowMenu }
  | { type: 'menu/closed' }
  /** On narrow pages, where the tree covers the list. */
  | { type: 'tree/raised' }
  | { type: 'tree/lowered' }

interface Context {
  row: ActiveRow | null
  ask: Asked | null
  /** The suite with the open quick input. */
  quickSuiteId: number | null
  renaming: Renaming | null
  clipboard: Clipboard | null
  menu: RowMenu | null
}

/**
 * State of the repository page besides its data, in parallel regions: current row, dialog, wizard, edited titles, clipboard, and the tree
 * of narrow pages. Emits `focus/returned` when the list gets focus back.
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
    forgetAsked: assign({ ask: null }),
    closeQuick: assign({ quickSuiteId: null }),
    endRename: assign({ renaming: null }),
    empty: assign({ clipboard: null }),
    closeMenu: assign({ menu: null }),
    returnFocus: emit({ type: 'focus/returned' as const }),
  },
}).createMachine({
  id: 'repositoryPage',
  type: 'parallel',
  context: { row: null, ask: null, quickSuiteId: null, renaming: null, clipboard: null, menu: null },
  on: { 'row/activated': { actions: assign(({ event }) => ({ row: event.row })) } },
  states: {
    dialog: {
      initial: 'closed',
      on: { 'dialog/asked': { target: '.open', actions: assign(({ event }) => ({ ask: event.ask })) } },
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
      on: { 'quick/opened': { target: '.open', actions: assign(({ event }) => ({ quickSuiteId: event.suiteId })) } },
      states: {
        closed: {},
        open: { on: { 'quick/closed': { target: 'closed', actions: ['closeQuick', 'returnFocus'] } } },
      },
    },
    rename: {
      initial: 'none',
      on: { 'rename/started': { target: '.writing', actions: assign(({ event }) => ({ renaming: event.renaming })) } },
      states: {
        none: {},
        writing: {
          on: {
            // The tree keeps focus after editing its own titles.
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
      on: {
        'clipboard/filled': { target: '.filled', actions: assign(({ event }) => ({ clipboard: event.clipboard })) },
      },
      states: {
        empty: {},
        filled: { on: { 'clipboard/emptied': { target: 'empty', actions: 'empty' } } },
      },
    },
    menu: {
      initial: 'closed',
      on: { 'menu/opened': { target: '.open', actions: assign(({ event }) => ({ menu: event.menu })) } },
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
