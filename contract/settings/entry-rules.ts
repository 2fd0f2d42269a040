import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import type { EntryFault } from './held-list.ts'

interface Named {
  id: number | null
  name: string
}

/** Normalises a name or alias for comparison: trimmed and lower-cased. */
export const comparable = (text: string): string => text.trim().toLowerCase()

/**
 * Returns the error in the name of a result status or observation type: it must have 3 to 63 characters and no comma (RESULTS-16 to 19,
 * OBTYPE-05 to 08).
 */
export const entryNameFault = (name: string): string | null => {
  const { length } = name.trim()
  if (length === 0) return TEXTS.required
  if (length < LIMITS.minEntryName) return TEXTS.nameShort
  if (length > LIMITS.maxEntryName) return TEXTS.nameLength63
  return name.includes(',') ? TEXTS.nameComma : null
}

/** Returns whether the text is a hex colour with # and 3 or 6 digits (RESULTS-22, OBTYPE-10). */
export const isColor = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)

/**
 * Returns an error for entries whose name is used twice. Reports the entries that got the name since `stored`, so that the message is
 * displayed where the user typed; unchanged entries only if no entry with the name has changed (see `blamed`).
 */
export const takenNames = (entries: readonly Named[], stored: readonly Named[]): EntryFault[] => {
  if (!haveSameName(entries, stored)) return []
  const taken = collisions(entries.map(({ name }, place) => ({ key: comparable(name), place })))
  const storedNames = new Map(stored.map(({ id, name }) => [id, comparable(name)]))
  return taken
    .flatMap((places) =>
      blamed(places, (place) => {
        const { id, name } = entries[place] as Named
        return id !== null && storedNames.get(id) === comparable(name)
      }),
    )
    .map((place) => ({ place, field: 'name', message: TEXTS.nameTaken }))
}

/**
 * Returns a function that tells whether two entries of a list have a common key, or an entry occurs twice. Ignores blank keys. Incremental:
 * for consecutive lists with the same `stored`, only entries that differ from the previous list are counted.
 */
export const sharing = <Entry extends object>(each: (entry: Entry, share: (key: string) => void) => void) => {
  const founded = new WeakMap<object, Counted<Entry>>()
  return (entries: readonly Entry[], stored: object): boolean => {
    let counted = founded.get(stored)
    if (counted === undefined)
      founded.set(stored, (counted = { uses: new Map(), shared: 0, rounds: new Map(), round: 0 }))
    return isShared(counted, entries, each)
  }
}

interface Counted<Entry> {
  /** Number of uses by key. */
  uses: Map<string, number>
  /** Number of keys with several uses. */
  shared: number
  /** The counted entries, each with the last round in which it was in the list. */
  rounds: Map<Entry, number>
  round: number
}

const isShared = <Entry extends object>(
  counted: Counted<Entry>,
  entries: readonly Entry[],
  each: (entry: Entry, share: (key: string) => void) => void,
): boolean => {
  const { uses, rounds } = counted
  const round = (counted.round += 1)
  const count = (by: 1 | -1) => (key: string) => {
    if (key === '') return
    const before = uses.get(key) ?? 0
    if (before + by === 0) uses.delete(key)
    else uses.set(key, before + by)
    if (before === (by === 1 ? 1 : 2)) counted.shared += by
  }
  let isThereTwice = false
  for (const entry of entries) {
    const last = rounds.get(entry)
    if (last === round) isThereTwice = true
    if (last === undefined) each(entry, count(1))
    rounds.set(entry, round)
  }
  if (rounds.size > entries.length || isThereTwice)
    rounds.forEach((last, entry) => {
      if (last === round) return
      each(entry, count(-1))
      rounds.delete(entry)
    })
  return counted.shared > 0 || isThereTwice
}

const haveSameName = sharing<Named>(({ name }, share) => share(comparable(name)))

/** Returns the places that share a key, one array per shared key. Ignores blank keys. */
const collisions = (keys: Iterable<{ key: string; place: number }>): number[][] => {
  const byKey = new Map<string, number[]>()
  for (const { key, place } of keys) {
    if (key === '') continue
    const places = byKey.get(key)
    if (places) places.push(place)
    else byKey.set(key, [place])
  }
  return [...byKey.values()].filter((places) => places.length > 1)
}

/** Returns the changed places; if none changed, all but the first. */
export const blamed = (places: readonly number[], isAsStored: (place: number) => boolean): number[] => {
  const changed = places.filter((place) => !isAsStored(place))
  return changed.length > 0 ? changed : places.slice(1)
}

/** Sorts errors by the place of their entry, those of the whole list first. Errors of one entry keep their order. */
export const inOrder = (faults: readonly EntryFault[]): EntryFault[] => faults.toSorted((a, b) => a.place - b.place)
