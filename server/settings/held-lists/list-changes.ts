import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { differences } from '../changes.ts'

interface Entry {
  /** Null for a new entry. */
  id: number | null
  name: string
  relativePosition: number
}

/** Returns the changes of a save by entry: deletions first, then the others in their new order. */
export const listChanges = <Given extends Entry>(
  before: readonly Given[],
  after: readonly Given[],
  fields: readonly (keyof Given & string)[],
): SettingsChange[] => {
  const was = new Map(before.map((entry, place) => [entry.id, { entry, place }]))
  const stays = new Set(after.map(({ id }) => id))
  const moved = movedPlaces(after.flatMap(({ id }) => was.get(id)?.place ?? []))
  const deleted = before
    .filter(({ id }) => !stays.has(id))
    .map((entry): SettingsChange => ({ kind: 'deleted', subject: entry.name, values: sides(entry, fields, 'before') }))
  const rest = after.flatMap((entry): SettingsChange[] => {
    const known = was.get(entry.id)
    if (known === undefined) return [{ kind: 'added', subject: entry.name, values: sides(entry, fields, 'after') }]
    const values = differences(known.entry, entry, fields)
    const isChanged = Object.keys(values).length > 0
    const isMoved = moved.has(known.place)
    if (!isChanged && !isMoved) return []
    if (isMoved) values['relativePosition'] = { before: known.entry.relativePosition, after: entry.relativePosition }
    return [{ kind: isChanged ? 'changed' : 'moved', subject: entry.name, values }]
  })
  return [...deleted, ...rest]
}

const sides = <Given extends Entry>(
  entry: Given,
  fields: readonly (keyof Given & string)[],
  side: 'before' | 'after',
): NonNullable<SettingsChange['values']> =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      side === 'before' ? { before: entry[field], after: null } : { before: null, after: entry[field] },
    ]),
  )

/**
 * Returns the minimal set of moved positions: the complement of a longest increasing subsequence. Moving the last entry of 500 to the top
 * is one move, not 500.
 */
export const movedPlaces = (places: readonly number[]): Set<number> => {
  /** For each length (index + 1), the end of the increasing subsequence with the smallest end. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, place] of places.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] as number] as number) < place) low = middle + 1
      else high = middle
    }
    previous[at] = ends[low - 1]
    ends[low] = at
  }
  const moved = new Set(places)
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) moved.delete(places[at] as number)
  return moved
}
