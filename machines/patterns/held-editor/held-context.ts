import type { EntryFault, SavedBy } from '../../../contract/settings/held-list.ts'
import type { Choice, HeldEdit, History, Key } from '../../../contract/settings/held-edits.ts'
import { NO_HISTORY } from './held-edits.ts'
import type { Checked, Left, Refusal } from './held-faults.ts'
import type { Folded, FoldRules } from './held-fold.ts'

/** A list as stored on the server. */
export interface Stored<Entry> {
  version: number
  savedBy: SavedBy
  entries: readonly Entry[]
}

/** A draft as stored in the local log; `at`: last edit, epoch ms. */
export interface Draft<Entry> {
  history: History<Entry>
  at: number
}

export type HeldAsk<Entry> =
  | { type: 'entry/add'; key: Key; entry: Entry; after: Key | null }
  /** `isTyping`: continues the previous undo step if it concerns the same fields and is still open. */
  | { type: 'entry/change'; key: Key; changes: Partial<Entry>; isTyping?: boolean }
  | { type: 'entry/delete'; key: Key }
  | { type: 'entry/restore'; key: Key }
  | { type: 'entry/move'; key: Key; after: Key | null; changes?: Partial<Entry> }
  | { type: 'conflict/settle'; key: Key; choice: Choice }

export type HeldEvent<Entry> =
  | HeldAsk<Entry>
  /** A field was left: further typing is another undo step. */
  | { type: 'edit/close'; key: Key; field: string }
  | { type: 'edit/undo' }
  | { type: 'edit/redo' }
  | { type: 'draft/save' }
  | { type: 'draft/discard' }
  /** Undoes the last discard. */
  | { type: 'draft/regain' }
  | { type: 'draft/go-on' }
  /** Another tab has edited, saved or discarded. */
  | { type: 'draft/seen'; history: History<Entry> }
  /** Whether the edits are on disk, or only in this tab. */
  | { type: 'draft/kept'; isKept: boolean }
  /** The stored list may have changed. Ignores the same or an older version. */
  | { type: 'saved/changed'; saved: Stored<Entry> }
  | { type: 'held/retry' }
  | { type: 'leave/ask'; to: string }
  | { type: 'leave/stay' }
  /** Keeps the edits on this device. */
  | { type: 'leave/keep' }
  | { type: 'leave/discard' }

/** Events for the draft in the local log and for the page. */
export type HeldNews<Entry> =
  /** `replaces`: replaces the previous edit, which it continues. */
  | { type: 'draft/made'; edit: HeldEdit<Entry>; replaces: boolean }
  | { type: 'draft/undone' }
  | { type: 'draft/redone' }
  | { type: 'draft/dropped' }
  | { type: 'draft/replaced'; history: History<Entry> }
  /** A save begins; edits that other tabs make after this are not part of it. */
  | { type: 'draft/sent' }
  | { type: 'draft/settled' }
  | { type: 'held/saved' }
  | { type: 'held/merged'; savedBy: SavedBy; conflicts: number }
  | { type: 'held/discarded'; held: number }
  /** Save was rejected: conflicts or faults have to be resolved first. */
  | { type: 'held/blocked' }
  | { type: 'leave/allowed'; to: string }

export interface HeldRules<Entry> extends FoldRules<Entry> {
  /** Returns all errors of a list. `stored`: the version that the edits are based on. */
  validate: (entries: readonly Entry[], stored: readonly Entry[]) => readonly EntryFault[]
  /** Returns the current list of a save that was rejected as stale; null for other errors. */
  staleOf: (error: unknown) => Stored<Entry> | null
  /** Field errors of another rejection, by position in the sent list. */
  faultsOf: (error: unknown) => readonly EntryFault[]
}

export interface HeldContext<Entry> extends Folded<Entry>, Checked {
  saved: Stored<Entry>
  /** A newer version that arrived while a save is under way. */
  news: Stored<Entry> | null
  history: History<Entry>
  /** Whether typing continues the last step. */
  isOpen: boolean
  refusals: readonly Refusal[]
  /** Save was attempted: all errors show from now on. */
  isAttempted: boolean
  /** Fields that were left, by entry: their errors show even while they are empty. */
  left: Left
  failure: unknown
  discarded: History<Entry> | null
  /** Last edit of the offered draft. */
  draftAt: number | null
  isKept: boolean
  leaveTo: string | null
  /** Keys of the entries in the pending save, in their order. */
  sent: readonly Key[]
  /** Number of edits in the pending save; later ones are made while it is under way. */
  sentEdits: number
  /** Number of newer versions that one save has met. */
  attempts: number
}

/** Initial values of all state that a save or a discard resets. */
export const AT_REST = {
  history: NO_HISTORY,
  isOpen: false,
  refusals: [],
  isAttempted: false,
  left: {},
  failure: null,
  draftAt: null,
  sent: [],
  sentEdits: 0,
  attempts: 0,
}
