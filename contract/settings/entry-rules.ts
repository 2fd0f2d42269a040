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
  const taken = collisions(entries.map(({ name }, place) => ({ key: comparable(name), place })))
  if (taken.length === 0) return []
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

/** The places that share a key, for each key that is shared; what is blank is nobody's. */
export const collisions = (keys: Iterable<{ key: string; place: number }>): number[][] => {
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
