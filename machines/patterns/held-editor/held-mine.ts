import type { HeldEdit, HeldEntry, Key } from '../../../contract/settings/held-edits.ts'

/** `isBesides`: a side effect of a change of another entry. */
export type Patch = Map<string, { was: unknown; now: unknown; isBesides: boolean }>

/** `by`: the edit that it comes from. */
interface Move {
  key: Key
  after: Key | null
  order: readonly Key[]
  by: object
}

/** Edits by entry, independent of what is stored. */
export interface Mine<Entry> {
  added: Map<Key, Entry>
  /** For an added entry: the highest stored id at that time. */
  over: Map<Key, number>
  /** By field: base value and new value. */
  patches: Map<Key, Patch>
  /** Last known entries, in case they were deleted since. */
  seen: Map<Key, Entry>
  deleted: Map<Key, Entry>
  /** Deleted by another user, and kept. */
  kept: Set<Key>
  /** `order`: stored order when a user first moved it. */
  taken: Map<Key, readonly Key[]>
  moves: Move[]
}

/** Groups the edits by entry, in order. */
export function collected<Entry extends HeldEntry>(edits: readonly HeldEdit<Entry>[]): Mine<Entry> {
  const mine: Mine<Entry> = {
    added: new Map(),
    over: new Map(),
    patches: new Map(),
    seen: new Map(),
    deleted: new Map(),
    kept: new Set(),
    taken: new Map(),
    moves: [],
  }
  for (const edit of edits) collect(mine, edit)
  return mine
}

function collect<Entry extends HeldEntry>(mine: Mine<Entry>, edit: HeldEdit<Entry>): void {
  const { key } = edit
  switch (edit.type) {
    case 'entry/added':
      mine.added.set(key, edit.entry)
      if (edit.over !== undefined) mine.over.set(key, edit.over)
      mine.moves.push({ key, after: edit.after, order: [], by: edit })
      return
    case 'entry/changed':
      change(mine, key, edit.was, edit.changes)
      for (const { key: other, was, changes } of edit.besides ?? []) change(mine, other, was, changes, true)
      return
    case 'entry/moved':
      if (edit.changes) change(mine, key, edit.was, edit.changes)
      mine.moves.push({ key, after: edit.after, order: edit.order, by: edit })
      if (!mine.taken.has(key)) mine.taken.set(key, edit.order)
      return
    case 'entry/deleted':
      // Deleting an entry that was never stored removes it.
      if (mine.added.has(key)) forget(mine, key)
      else mine.deleted.set(key, edit.was)
      return
    case 'entry/restored':
      mine.deleted.delete(key)
      return
    case 'conflict/settled':
      settle(mine, edit)
      return
    default:
      edit satisfies never
  }
}

function change<Entry extends HeldEntry>(
  mine: Mine<Entry>,
  key: Key,
  was: Entry,
  changes: Partial<Entry>,
  isBesides = false,
): void {
  const patch: Patch = mine.patches.get(key) ?? new Map()
  for (const [field, now] of Object.entries(changes))
    patch.set(field, { was: patch.has(field) ? patch.get(field)?.was : was[field as keyof Entry], now, isBesides })
  mine.patches.set(key, patch)
  mine.seen.set(key, was)
}

export const isUntouched = <Entry>({ patches, deleted, taken }: Mine<Entry>, key: Key): boolean =>
  !patches.has(key) && !deleted.has(key) && !taken.has(key)

/** Returns whether a remaining entry received the flag. */
export const isGiven = <Entry extends HeldEntry>(mine: Mine<Entry>, key: Key, field: keyof Entry & string): boolean => {
  const patch = mine.patches.get(key)?.get(field)
  return !mine.deleted.has(key) && (patch === undefined ? mine.added.get(key)?.[field] : patch.now) === true
}

/** Returns whether the entry itself was edited. */
export const isOwn = (patch: Patch): boolean => [...patch.values()].some(({ isBesides }) => !isBesides)

function settle<Entry extends HeldEntry>(
  mine: Mine<Entry>,
  { key, choice, against, order, fields, isMoved }: Extract<HeldEdit<Entry>, { type: 'conflict/settled' }>,
): void {
  if (choice === 'theirs') {
    if (against === null) return forget(mine, key)
    const patch = mine.patches.get(key)
    for (const field of fields) patch?.delete(field)
    mine.deleted.delete(key)
    if (isMoved) leave(mine, key)
    return
  }
  if (against === null) {
    mine.kept.add(key)
    return
  }
  for (const [field, part] of mine.patches.get(key) ?? [])
    if (fields.includes(field)) part.was = against[field as keyof Entry]
  if (mine.deleted.has(key)) mine.deleted.set(key, against)
  if (mine.taken.has(key)) mine.taken.set(key, order)
}

function forget<Entry>(mine: Mine<Entry>, key: Key): void {
  for (const part of [mine.added, mine.patches, mine.seen, mine.deleted, mine.kept]) part.delete(key)
  leave(mine, key)
}

function leave<Entry>(mine: Mine<Entry>, key: Key): void {
  mine.taken.delete(key)
  mine.moves = mine.moves.filter((move) => move.key !== key)
}
