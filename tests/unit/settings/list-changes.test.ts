import { assert, integer, property, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'
import { listChanges, movedPlaces } from '../../../server/settings/held-lists/list-changes.ts'

const entry = (id: number, name: string, relativePosition: number) => ({ id, name, relativePosition })
const a = entry(1, 'A', 1)
const b = entry(2, 'B', 2)
const c = entry(3, 'C', 3)

test('moving one entry to the top is one move', () => {
  expect(listChanges([a, b, c], [entry(3, 'C', 1), entry(1, 'A', 2), entry(2, 'B', 3)], ['name'])).toEqual([
    { kind: 'moved', subject: 'C', values: { relativePosition: { before: 3, after: 1 } } },
  ])
})

test('lists deleted, added and changed entries, each with the values before and after', () => {
  const after = [entry(2, 'Bee', 1), entry(9, 'D', 2), entry(3, 'C', 3)]
  expect(listChanges([a, b, c], after, ['name'])).toEqual([
    { kind: 'deleted', subject: 'A', values: { name: { before: 'A', after: null } } },
    { kind: 'changed', subject: 'Bee', values: { name: { before: 'B', after: 'Bee' } } },
    { kind: 'added', subject: 'D', values: { name: { before: null, after: 'D' } } },
  ])
})

test('derives an order from the old one with the fewest moves', () => {
  const orders = integer({ min: 0, max: 7 }).chain((length) =>
    shuffledSubarray([...Array(length).keys()], { minLength: length }),
  )
  assert(
    property(orders, (places) => {
      const moved = movedPlaces(places)
      const stay = places.filter((place) => !moved.has(place))
      expect(stay).toEqual(stay.toSorted((x, y) => x - y))
      expect(stay).toHaveLength(longestRising(places))
    }),
  )
})

const longestRising = (places: readonly number[]): number => {
  const lengths: number[] = []
  for (const [at, place] of places.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (places[before] as number) < place && before < at)))
  return Math.max(0, ...lengths)
}
