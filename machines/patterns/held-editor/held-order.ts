import type { Key } from '../../../contract/settings/held-edits.ts'

/** Moves `key` behind `after`, or to the front for null. If `after` is gone, uses its nearest predecessor in `order`. */
export function placed(list: readonly Key[], key: Key, after: Key | null, order: readonly Key[] = []): Key[] {
  const others = list.filter((other) => other !== key)
  const at = after === null ? 0 : placeBehind(others, after, order)
  return [...others.slice(0, at), key, ...others.slice(at)]
}

function placeBehind(list: readonly Key[], after: Key, order: readonly Key[]): number {
  const found = list.indexOf(after)
  if (found !== -1) return found + 1
  const there = new Map(list.map((key, place) => [key, place]))
  for (let i = order.indexOf(after) - 1; i >= 0; i -= 1) {
    const place = there.get(order[i] ?? '')
    if (place !== undefined) return place + 1
  }
  return order.includes(after) ? 0 : list.length
}

/**
 * Returns keys that may have been moved between two orders: those that are not in every longest common subsequence. For two swapped
 * neighbours it is both, because nobody can tell which one was moved.
 */
export function movedBetween(before: readonly Key[], now: readonly Key[]): ReadonlySet<Key> {
  if (before.length === now.length && before.every((key, i) => key === now[i])) return NOTHING
  const place = new Map(before.map((key, i) => [key, i]))
  const common = now.filter((key) => place.has(key))
  const places = common.map((key) => place.get(key) ?? 0)
  if (places.every((at, i) => i === 0 || (places[i - 1] ?? 0) < at)) return NOTHING
  const upTo = longestRunsTo(places)
  const from = longestRunsTo(places.map((at) => -at).reverse()).reverse()
  const longest = Math.max(...upTo)
  const candidates = new Map<number, number>()
  const isOnLongest = (i: number) => (upTo[i] ?? 0) + (from[i] ?? 0) - 1 === longest
  for (const i of places.keys())
    if (isOnLongest(i)) candidates.set(upTo[i] ?? 0, (candidates.get(upTo[i] ?? 0) ?? 0) + 1)
  return new Set(common.filter((_, i) => !isOnLongest(i) || candidates.get(upTo[i] ?? 0) !== 1))
}

const NOTHING: ReadonlySet<Key> = new Set()

/** Returns for each index the length of the longest increasing run that ends there. */
function longestRunsTo(places: readonly number[]): number[] {
  const lowest: number[] = [] // lowest end of a run, by length - 1
  return places.map((at) => {
    let [low, high] = [0, lowest.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((lowest[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    lowest[low] = at
    return low + 1
  })
}

/** Returns the keys that a user moved and whose place differs from the stored order. */
export function misplaced(stored: readonly Key[], now: readonly Key[], taken: ReadonlySet<Key>): ReadonlySet<Key> {
  if (taken.size === 0) return NOTHING
  const place = placesIn(stored)
  const places: number[] = []
  /** Current index of each key that a user has moved. */
  const standing = new Map<Key, number>()
  for (const key of now) {
    const at = place.get(key)
    if (at === undefined) continue
    if (taken.has(key)) standing.set(key, places.length)
    places.push(at)
  }
  const moved = new Set(standing.values())
  for (const key of taken) {
    const here = standing.get(key)
    const at = place.get(key) ?? 0
    if (here !== undefined && places.every((other, i) => i === here || moved.has(i) || i > here === other > at))
      moved.delete(here)
  }
  return new Set([...standing].flatMap(([key, i]) => (moved.has(i) ? [key] : [])))
}

/** Cached for each stored list, because every edit needs it. */
const known = new WeakMap<readonly Key[], ReadonlyMap<Key, number>>()
const placesIn = (list: readonly Key[]): ReadonlyMap<Key, number> => {
  let places = known.get(list)
  if (places === undefined) known.set(list, (places = new Map(list.map((key, i) => [key, i]))))
  return places
}

/** Returns the index of a key if it is at `place` or beside it, as for all that another row moved past; else -1. */
export const nearbyIn = (rows: readonly { key: Key }[], key: Key, place: number): number => {
  if (rows[place]?.key === key) return place
  if (rows[place - 1]?.key === key) return place - 1
  return rows[place + 1]?.key === key ? place + 1 : -1
}
