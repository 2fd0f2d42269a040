import type { HeldEdit, HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import { keyOf } from './held-edits.ts'
import { collected, isGiven, isOwn, isUntouched, type Mine, type Patch } from './held-mine.ts'
import { misplaced, movedBetween, nearbyIn, placed } from './held-order.ts'

export type Mark = 'added' | 'edited' | 'moved' | 'deleted'

/** A displayed entry. Keeps its identity while nothing changes. */
export interface HeldRow<Entry> {
  key: Key
  entry: Entry
  /** Difference to the stored entry; a deleted one stays visible until saved. */
  marks: readonly Mark[]
  /** Fixed at the start: cannot be moved or deleted. */
  isFixed: boolean
}

/** Collision with another user's save. The row shows mine until it is resolved. */
export interface Conflict<Entry> {
  key: Key
  /** Null: deleted here. */
  mine: Entry | null
  /** Null: deleted by another user. */
  theirs: Entry | null
  /** Fields with different values. */
  fields: readonly string[]
  /** Both moved the entry. */
  isMoved: boolean
}

export interface Folded<Entry> {
  rows: readonly HeldRow<Entry>[]
  conflicts: readonly Conflict<Entry>[]
  /** Number of entries that differ from the stored list. */
  held: number
}

export interface FoldRules<Entry> {
  /** Editable fields; everything else comes from the server. */
  fields: readonly (keyof Entry & string)[]
  isFixed?: (entry: Entry) => boolean
  /** Exclusive flags: setting one on an entry clears it on the others, as one change. */
  exclusive?: readonly (keyof Entry & string)[]
  /** Read-only fields of this entry. */
  locked?: (entry: Entry) => readonly (keyof Entry & string)[]
}

/** Applies edits to the stored list. Accepts any edits with any list. */
export function fold<Entry extends HeldEntry>(
  saved: readonly Entry[],
  edits: readonly HeldEdit<Entry>[],
  rules: FoldRules<Entry>,
  last: readonly HeldRow<Entry>[] = [],
): Folded<Entry> {
  const mine = founded(collected(edits), saved, rules)
  const foundation = foundationOf(saved)
  const { stored, order: storedOrder } = foundation
  const conflicts: Conflict<Entry>[] = []
  const order = ordered(foundation, mine, rules)
  const moved = misplaced(storedOrder, order, new Set(mine.taken.keys()))
  const theirMoves = new Map<readonly Key[], ReadonlySet<Key>>()
  const movedThere = (key: Key) => {
    const founded = mine.taken.get(key)
    if (founded === undefined || !moved.has(key)) return false
    if (!theirMoves.has(founded)) theirMoves.set(founded, movedBetween(founded, storedOrder))
    return theirMoves.get(founded)?.has(key) === true
  }
  const given = (rules.exclusive ?? []).filter((field) => order.some((key) => isGiven(mine, key, field)))
  const before = rowsBy(last)
  const rows: HeldRow<Entry>[] = []
  let held = 0
  for (const key of order) {
    const theirs = stored.get(key) ?? null
    const founded = theirs ?? mine.added.get(key) ?? mine.seen.get(key)
    if (founded === undefined) continue
    const known = before(key, rows.length)
    if (theirs !== null && known?.entry === theirs && known.marks.length === 0 && isUntouched(mine, key)) {
      rows.push(known)
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
    if (marks.length > 0) held += 1
    rows.push(retained(known, { key, entry, marks, isFixed: theirs !== null && rules.isFixed?.(theirs) === true }))
    const conflict = conflictOf({ key, entry, theirs, fields, isMoved: movedThere(key) }, mine, rules)
    if (conflict !== null) conflicts.push(conflict)
  }
  return { rows, conflicts, held }
}

/** Finds rows by key, at their previous index or next to it: most rows do not move. */
function rowsBy<Entry>(rows: readonly HeldRow<Entry>[]) {
  let isLookedThrough = false
  let all: ReadonlyMap<Key, HeldRow<Entry>> | null = null
  return (key: Key, place: number): HeldRow<Entry> | undefined => {
    const near = nearbyIn(rows, key, place)
    if (near !== -1) return rows[near]
    // A moved row. With several of them, an index is faster than a search.
    if (!isLookedThrough) {
      isLookedThrough = true
      return rows.find((row) => row.key === key)
    }
    all ??= new Map(rows.map((row) => [row.key, row]))
    return all.get(key)
  }
}

/** Drops added entries that are stored with identical content: the save succeeded, but the page closed before it could delete the draft. */
function founded<Entry extends HeldEntry>(
  mine: Mine<Entry>,
  saved: readonly Entry[],
  { fields }: FoldRules<Entry>,
): Mine<Entry> {
  const twins = new Map<Key, Key>()
  for (const [key, over] of mine.over) {
    const added = mine.added.get(key)
    const own = added && patched(added, null, mine.patches.get(key)).entry
    const twin =
      own && saved.find((entry) => (entry.id ?? 0) > over && fields.every((name) => isSame(entry[name], own[name])))
    if (twin !== undefined) twins.set(key, keyOf(twin))
  }
  if (twins.size === 0) return mine
  for (const key of twins.keys()) {
    mine.added.delete(key)
    mine.patches.delete(key)
  }
  const named = <K extends Key | null>(key: K) => (key === null ? key : (twins.get(key) ?? key))
  // With another `by`, the cached order belongs to other keys.
  mine.moves = mine.moves.map((move) => ({ ...move, key: named(move.key), after: named(move.after), by: {} }))
  return mine
}

/** Returns the keys of all rows in order: stored entries with moves applied, and entries that are not stored yet or any more. */
function ordered<Entry extends HeldEntry>(
  foundation: Foundation<Entry>,
  mine: Mine<Entry>,
  { isFixed }: FoldRules<Entry>,
): readonly Key[] {
  const { stored: entries, order: stored } = foundation
  const isPinned = (key: Key) => {
    const entry = entries.get(key)
    return entry !== undefined && isFixed?.(entry) === true
  }
  const edited = [...mine.patches].flatMap(([key, patch]) => (isOwn(patch) ? [key] : []))
  const lost = [...edited, ...mine.kept].filter(
    (key) => !entries.has(key) && !mine.added.has(key) && !mine.deleted.has(key),
  )
  const base = lost.join()
  // Usually the moves are unchanged, and the cached order applies.
  const { isFixed: before, base: baseThen, moves, order: then } = foundation.placed
  const isOn =
    before === isFixed &&
    baseThen === base &&
    moves.length <= mine.moves.length &&
    moves.every((move, i) => move === mine.moves[i]?.by)
  if (isOn && moves.length === mine.moves.length) return foundation.placed.shown
  let order = isOn ? then : [...stored, ...new Set(lost)]
  const isHere = (key: Key) => entries.has(key) || mine.added.has(key) || lost.includes(key)
  for (const { key, after, order: founded } of mine.moves.slice(isOn ? moves.length : 0))
    if (isHere(key) && !isPinned(key)) order = placed(order, key, after, founded)
  const pinned = isFixed === undefined || mine.moves.length === 0 ? [] : stored.filter(isPinned)
  const shown = pinned.length === 0 ? order : [...pinned, ...order.filter((key) => !isPinned(key))]
  foundation.placed = { isFixed, base, moves: mine.moves.map(({ by }) => by), order, shown }
  return shown
}

/** The stored entries by key, and their last computed order: cached for all edits of one stored list. */
interface Foundation<Entry> {
  stored: ReadonlyMap<Key, Entry>
  order: readonly Key[]
  placed: {
    isFixed: unknown
    /** Keys that are not stored any more. */
    base: string
    moves: readonly object[]
    /** The order after moves, with fixed entries first. */
    order: readonly Key[]
    shown: readonly Key[]
  }
}

const foundations = new WeakMap<readonly HeldEntry[], Foundation<never>>()
const foundationOf = <Entry extends HeldEntry>(saved: readonly Entry[]): Foundation<Entry> => {
  const known = foundations.get(saved)
  if (known !== undefined) return known
  const stored = new Map(saved.map((entry) => [keyOf(entry), entry]))
  const order = [...stored.keys()]
  const foundation = { stored, order, placed: { isFixed: null, base: '', moves: [], order, shown: order } }
  foundations.set(saved, foundation as unknown as Foundation<never>)
  return foundation
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
    // Changed and changed back: there is nothing left to conflict with their change.
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

/** Returns the previous row if it is equal, so that only changed rows render. */
function retained<Entry extends HeldEntry>(before: HeldRow<Entry> | undefined, row: HeldRow<Entry>): HeldRow<Entry> {
  if (before === undefined || before.isFixed !== row.isFixed || before.marks.join() !== row.marks.join()) return row
  const [one, other] = [before.entry, row.entry]
  if (one === other) return before
  const names = Object.keys(other) as (keyof Entry)[]
  return names.length === Object.keys(one).length && names.every((name) => isSame(one[name], other[name]))
    ? before
    : row
}

/** Returns the entries that a save sends, in order: without deleted ones; entries that are no longer stored are sent as new. */
export const requested = <Entry extends HeldEntry>(rows: readonly HeldRow<Entry>[]): { key: Key; entry: Entry }[] =>
  staying(rows).map((row) => ({ key: row.key, entry: sentOf(row) }))

export const staying = <Row extends HeldRow<unknown>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ marks }) => !marks.includes('deleted'))

export const sentOf = <Entry extends HeldEntry>({ entry, marks }: HeldRow<Entry>): Entry =>
  marks.includes('added') ? { ...entry, id: null } : entry
