import { keyOf, type HeldEdit, type HeldEntry, type Key } from './held-edits.ts'
import { misplaced, movedBetween, placed } from './held-order.ts'

export type Mark = 'added' | 'edited' | 'moved' | 'deleted'

/** An entry as it is shown. The same object as before for as long as nothing of it changes. */
export interface HeldRow<Entry> {
  key: Key
  entry: Entry
  /** How it differs from what is stored; a deleted one stays in sight until it is saved. */
  marks: readonly Mark[]
  /** Stands first, and cannot be moved or deleted. */
  isFixed: boolean
}

/** Somebody else saved another thing about the same entry. Until it is settled the row shows mine. */
export interface Conflict<Entry> {
  key: Key
  /** Null: deleted here. */
  mine: Entry | null
  /** Null: deleted there. */
  theirs: Entry | null
  /** Fields that have got different values. */
  fields: readonly string[]
  /** Both moved it. */
  isMoved: boolean
}

export interface Folded<Entry> {
  rows: readonly HeldRow<Entry>[]
  conflicts: readonly Conflict<Entry>[]
  /** Entries that differ from what is stored. */
  held: number
}

export interface FoldRules<Entry> {
  /** What a person can change; everything else of an entry comes from the server. */
  fields: readonly (keyof Entry & string)[]
  isFixed?: (entry: Entry) => boolean
  /** Flags that one entry has, and no other: whoever is given one takes it from the rest, and that is one change. */
  exclusive?: readonly (keyof Entry & string)[]
  /** Fields of this entry that cannot be changed. */
  locked?: (entry: Entry) => readonly (keyof Entry & string)[]
}

/** `isBesides`: it came along with the change of another entry. */
type Patch = Map<string, { was: unknown; now: unknown; isBesides: boolean }>

/** What the edits make of each entry, whatever is stored. */
interface Mine<Entry> {
  added: Map<Key, Entry>
  /** Fields by key: what each was before its first edit, and what it is to be. */
  patches: Map<Key, Patch>
  /** Entries as they were last seen, should they be gone by now. */
  seen: Map<Key, Entry>
  deleted: Map<Key, Entry>
  /** Deleted by somebody else, and kept. */
  kept: Set<Key>
  /** `order`: what was stored when a person first took it up. */
  taken: Map<Key, readonly Key[]>
  moves: { key: Key; after: Key | null; order: readonly Key[] }[]
}

/** The edits over what is stored, whoever stored it. Takes any edits over any list. */
export function fold<Entry extends HeldEntry>(
  saved: readonly Entry[],
  edits: readonly HeldEdit<Entry>[],
  rules: FoldRules<Entry>,
  last: readonly HeldRow<Entry>[] = [],
): Folded<Entry> {
  const mine = collected(edits)
  const stored = new Map(saved.map((entry) => [keyOf(entry), entry]))
  const storedOrder = [...stored.keys()]
  const conflicts: Conflict<Entry>[] = []
  const order = ordered(storedOrder, mine, stored, rules)
  const moved = misplaced(storedOrder, order, new Set(mine.taken.keys()))
  const theirMoves = new Map<readonly Key[], ReadonlySet<Key>>()
  const movedThere = (key: Key) => {
    const founded = mine.taken.get(key)
    if (founded === undefined || !moved.has(key)) return false
    if (!theirMoves.has(founded)) theirMoves.set(founded, movedBetween(founded, storedOrder))
    return theirMoves.get(founded)?.has(key) === true
  }
  const given = (rules.exclusive ?? []).filter((field) => order.some((key) => isGiven(mine, key, field)))
  const known = new Map(last.map((row) => [row.key, row]))
  const rows: HeldRow<Entry>[] = []
  for (const key of order) {
    const theirs = stored.get(key) ?? null
    const founded = theirs ?? mine.added.get(key) ?? mine.seen.get(key)
    if (founded === undefined) continue
    const before = known.get(key)
    if (theirs !== null && before?.entry === theirs && before.marks.length === 0 && isUntouched(mine, key)) {
      rows.push(before)
      continue
    }
    const locked = theirs === null ? undefined : rules.locked?.(theirs)
    const { entry, fields } = patched(founded, theirs, mine.patches.get(key), locked)
    const isGone = mine.deleted.has(key)
    const marks: Mark[] = []
    if (isGone) marks.push('deleted')
    else if (theirs === null) marks.push('added')
    else {
      const taken = (field: string) => given.includes(field as never) && mine.patches.get(key)?.get(field)?.isBesides
      if (!rules.fields.every((field) => isSame(entry[field], theirs[field]) || taken(field) === true))
        marks.push('edited')
      if (moved.has(key)) marks.push('moved')
    }
    rows.push(kept(before, { key, entry, marks, isFixed: theirs !== null && rules.isFixed?.(theirs) === true }))
    const conflict = conflictOf({ key, entry, theirs, fields, isMoved: movedThere(key) }, mine, rules)
    if (conflict !== null) conflicts.push(conflict)
  }
  return { rows, conflicts, held: rows.filter(({ marks }) => marks.length > 0).length }
}

function collected<Entry extends HeldEntry>(edits: readonly HeldEdit<Entry>[]): Mine<Entry> {
  const mine: Mine<Entry> = {
    added: new Map(),
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
      mine.moves.push({ key, after: edit.after, order: [] })
      return
    case 'entry/changed':
      change(mine, key, edit.was, edit.changes)
      for (const { key: other, was, changes } of edit.besides ?? []) change(mine, other, was, changes, true)
      return
    case 'entry/moved':
      if (edit.changes) change(mine, key, edit.was, edit.changes)
      mine.moves.push({ key, after: edit.after, order: edit.order })
      if (!mine.taken.has(key)) mine.taken.set(key, edit.order)
      return
    case 'entry/deleted':
      // One that was never stored is gone for good.
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

const isUntouched = <Entry>({ patches, deleted, taken }: Mine<Entry>, key: Key): boolean =>
  !patches.has(key) && !deleted.has(key) && !taken.has(key)

/** Whether an entry that stays has been given the flag. */
const isGiven = <Entry extends HeldEntry>(mine: Mine<Entry>, key: Key, field: keyof Entry & string): boolean => {
  const patch = mine.patches.get(key)?.get(field)
  return !mine.deleted.has(key) && (patch === undefined ? mine.added.get(key)?.[field] : patch.now) === true
}

/** Whether the entry itself was edited. */
const isOwn = (patch: Patch): boolean => [...patch.values()].some(({ isBesides }) => !isBesides)

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

/** Every key that may have a row, in order: what is stored, with the moves made in it, and what is not stored (any more). */
function ordered<Entry extends HeldEntry>(
  stored: readonly Key[],
  mine: Mine<Entry>,
  entries: ReadonlyMap<Key, Entry>,
  { isFixed }: FoldRules<Entry>,
): Key[] {
  const isPinned = (key: Key) => {
    const entry = entries.get(key)
    return entry !== undefined && isFixed?.(entry) === true
  }
  const edited = [...mine.patches].flatMap(([key, patch]) => (isOwn(patch) ? [key] : []))
  const lost = [...edited, ...mine.kept].filter(
    (key) => !entries.has(key) && !mine.added.has(key) && !mine.deleted.has(key),
  )
  let order = [...stored, ...new Set(lost)]
  const here = new Set([...order, ...mine.added.keys()])
  for (const { key, after, order: founded } of mine.moves)
    if (here.has(key) && !isPinned(key)) order = placed(order, key, after, founded)
  if (isFixed === undefined || mine.moves.length === 0) return order
  const pinned = stored.filter(isPinned)
  return pinned.length === 0 ? order : [...pinned, ...order.filter((key) => !isPinned(key))]
}

function patched<Entry extends HeldEntry>(
  founded: Entry,
  theirs: Entry | null,
  patch: Patch | undefined,
  locked: readonly string[] = [],
): { entry: Entry; fields: string[] } {
  if (patch === undefined) return { entry: founded, fields: [] }
  const changes: Record<string, unknown> = {}
  const fields: string[] = []
  for (const [field, { was, now }] of patch) {
    // Changed and changed back: nothing of mine is left that could stand against theirs.
    if (locked.includes(field) || (theirs !== null && isSame(was, now))) continue
    changes[field] = now
    if (theirs === null) continue
    const stored = theirs[field as keyof Entry]
    if (!isSame(stored, was) && !isSame(stored, now)) fields.push(field)
  }
  return { entry: { ...founded, ...changes }, fields }
}

function conflictOf<Entry extends HeldEntry>(
  row: { key: Key; entry: Entry; theirs: Entry | null; fields: readonly string[]; isMoved: boolean },
  mine: Mine<Entry>,
  rules: FoldRules<Entry>,
): Conflict<Entry> | null {
  const { key, entry, theirs, fields, isMoved } = row
  if (theirs === null)
    return mine.added.has(key) || mine.kept.has(key)
      ? null
      : { key, mine: entry, theirs, fields: [...(mine.patches.get(key)?.keys() ?? [])], isMoved: false }
  const was = mine.deleted.get(key)
  if (was === undefined) return fields.length > 0 || isMoved ? { key, mine: entry, theirs, fields, isMoved } : null
  const patch = mine.patches.get(key)
  const changed = rules.fields.filter((field) => {
    const founded = patch?.has(field) && isSame(patch.get(field)?.now, was[field]) ? patch.get(field)?.was : was[field]
    return !isSame(theirs[field], founded)
  })
  return changed.length === 0 ? null : { key, mine: null, theirs, fields: changed, isMoved: false }
}

export const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** The row as it was, if it still says the same: a list then draws nothing but what changed. */
function kept<Entry extends HeldEntry>(before: HeldRow<Entry> | undefined, row: HeldRow<Entry>): HeldRow<Entry> {
  if (before === undefined || before.isFixed !== row.isFixed || before.marks.join() !== row.marks.join()) return row
  const [one, other] = [before.entry, row.entry]
  if (one === other) return before
  const names = Object.keys(other) as (keyof Entry)[]
  return names.length === Object.keys(one).length && names.every((name) => isSame(one[name], other[name]))
    ? before
    : row
}

/** What a save sends, in order: without what is deleted; what is not stored any more goes as new. */
export const wanted = <Entry extends HeldEntry>(rows: readonly HeldRow<Entry>[]): { key: Key; entry: Entry }[] =>
  rows
    .filter(({ marks }) => !marks.includes('deleted'))
    .map(({ key, entry, marks }) => ({ key, entry: marks.includes('added') ? { ...entry, id: null } : entry }))
