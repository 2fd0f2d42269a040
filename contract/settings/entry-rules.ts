import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import type { EntryFault } from './held-list.ts'

interface Named {
  id: number | null
  name: string
}

/** How names and aliases are compared: without the blanks around them, upper and lower case alike. */
export const comparable = (text: string): string => text.trim().toLowerCase()

/** Result statuses and observation types: 3 to 63 characters without a comma (RESULTS-16 to 19, OBTYPE-05 to 08). */
export const entryNameFault = (name: string): string | null => {
  const { length } = name.trim()
  if (length === 0) return TEXTS.required
  if (length < LIMITS.entryNameLeast) return TEXTS.nameShort
  if (length > LIMITS.entryNameMost) return TEXTS.nameLength63
  return name.includes(',') ? TEXTS.nameComma : null
}

/** Whether it is a hex colour with # and 3 or 6 digits (RESULTS-22, OBTYPE-10). */
export const isColor = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)

/**
 * Names that several entries have. Of those it is the ones that were given the name since `stored` that are told, so that a person
 * reads the message where they typed; entries that are as they are stored only where nothing else can be blamed.
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
 * Asks whether two entries of a list, or one twice, have a key in common; what is blank is nobody's. Lists founded on the same `stored`
 * are asked about one after the other, and of each only the entries that the last one did not hold are looked at.
 */
export const sharing = <Entry extends object>(each: (entry: Entry, tell: (key: string) => void) => void) => {
  const founded = new WeakMap<object, Counted<Entry>>()
  return (entries: readonly Entry[], stored: object): boolean => {
    let counted = founded.get(stored)
    if (counted === undefined)
      founded.set(stored, (counted = { uses: new Map(), shared: 0, rounds: new Map(), round: 0 }))
    return isShared(counted, entries, each)
  }
}

interface Counted<Entry> {
  /** Of each key. */
  uses: Map<string, number>
  /** Keys with several uses. */
  shared: number
  /** The entries that are counted, with the last round that held them. */
  rounds: Map<Entry, number>
  round: number
}

const isShared = <Entry extends object>(
  counted: Counted<Entry>,
  entries: readonly Entry[],
  each: (entry: Entry, tell: (key: string) => void) => void,
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

const haveSameName = sharing<Named>(({ name }, tell) => tell(comparable(name)))

/** The places that share a key, for each key that is shared; what is blank is nobody's. */
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

/** Those of the places that changed; where none did, all but the first. */
export const blamed = (places: readonly number[], isAsStored: (place: number) => boolean): number[] => {
  const changed = places.filter((place) => !isAsStored(place))
  return changed.length > 0 ? changed : places.slice(1)
}

/** In the order of the list and, within an entry, as they were found; what is wrong with the whole list comes first. */
export const inOrder = (faults: readonly EntryFault[]): EntryFault[] => faults.toSorted((a, b) => a.place - b.place)
