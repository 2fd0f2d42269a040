/** Names an entry from its first edit to its save, in every tab: `id:7` for a stored one, `new:{uuid}` for one that is to be added. */
export type Key = string

/** What every entry of a held list has; other fields are its own. */
export interface HeldEntry {
  id: number | null
  name: string
}

/**
 * What happened to a held list. Each edit says what stood there before it (`was`, `order`): what somebody else has saved meanwhile is
 * then told apart from what the edit was founded on, whichever version it is folded over.
 */
export type HeldEdit<Entry> =
  /** `over`: highest id that was stored then; of a draft kept by an earlier version it is not known. */
  | { type: 'entry/added'; key: Key; entry: Entry; after: Key | null; over?: number }
  /** `besides`: what the same edit takes from other entries, such as being the default. */
  | { type: 'entry/changed'; key: Key; changes: Partial<Entry>; was: Entry; besides?: readonly Besides<Entry>[] }
  | { type: 'entry/deleted'; key: Key; was: Entry }
  | { type: 'entry/restored'; key: Key; name: string }
  /** To stand after that one; null: first. `changes`: what the new place brings with it, such as another tab. */
  | { type: 'entry/moved'; key: Key; after: Key | null; order: readonly Key[]; was: Entry; changes?: Partial<Entry> }
  /** The decision on a conflict, with the stored entry it was made against; null for a deleted entry. */
  | {
      type: 'conflict/settled'
      key: Key
      choice: Choice
      against: Entry | null
      order: readonly Key[]
      fields: readonly string[]
      isMoved: boolean
      name: string
    }

export interface Besides<Entry> {
  key: Key
  changes: Partial<Entry>
  was: Entry
}

export type Choice = 'mine' | 'theirs'

/** Edits in their order, and those taken back, the next to redo first. */
export interface History<Entry> {
  edits: readonly HeldEdit<Entry>[]
  undone: readonly HeldEdit<Entry>[]
}
