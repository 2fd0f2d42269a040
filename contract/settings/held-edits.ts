/** Identifies an entry until it is saved, in all tabs: `id:7` for a stored one, `new:{uuid}` for an added one. */
export type Key = string

/** Fields that the entries of all held lists have. */
export interface HeldEntry {
  id: number | null
  name: string
}

/**
 * One edit of a held list. It contains the state that its author saw (`was`, `order`): applied to a newer version, it conflicts only if
 * another user has changed that state.
 */
export type HeldEdit<Entry> =
  /** `over`: highest stored id at the time of the edit; missing in drafts of earlier versions. */
  | { type: 'entry/added'; key: Key; entry: Entry; after: Key | null; over?: number }
  /** `besides`: changes of other entries caused by the same edit, such as another entry that is no longer the default. */
  | { type: 'entry/changed'; key: Key; changes: Partial<Entry>; was: Entry; besides?: readonly Besides<Entry>[] }
  | { type: 'entry/deleted'; key: Key; was: Entry }
  | { type: 'entry/restored'; key: Key; name: string }
  /** `after`: the entry before the new place; null: first. `changes`: fields that depend on the place, such as the tab. */
  | { type: 'entry/moved'; key: Key; after: Key | null; order: readonly Key[]; was: Entry; changes?: Partial<Entry> }
  /** Settles a conflict. `against`: the stored entry that the author saw; null for a deleted one. */
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

/** Edits in order, and undone edits, the next one to redo first. */
export interface History<Entry> {
  edits: readonly HeldEdit<Entry>[]
  undone: readonly HeldEdit<Entry>[]
}
