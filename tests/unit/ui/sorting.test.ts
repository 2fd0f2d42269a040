import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canMove,
  gapOf,
  isFixed,
  moveTo,
  placeFor,
  positionIn,
  stepFrom,
  type Gap,
  type SortedList,
} from '../../../views/ui/sorting/sorting.ts'

const one: SortedList[] = [{ id: 'l', label: 'List', ids: ['a', 'b', 'c', 'd'], fixed: 1 }]
const two: SortedList[] = [
  { id: 'l', label: 'General', ids: ['a', 'b'] },
  { id: 'empty', label: 'Empty', ids: [] },
  { id: 'm', label: 'Properties', ids: ['c', 'd'], fixed: 1 },
]
const at = (index: number, list = 'l'): Gap => ({ list, index })

describe('moving an entry to a gap', () => {
  test('down and up in its list', () => {
    expect(moveTo(one, 'b', at(4))).toEqual({ id: 'b', list: 'l', index: 3, after: 'd' })
    expect(moveTo(one, 'd', at(1))).toEqual({ id: 'd', list: 'l', index: 1, after: 'a' })
  })

  test('a move above fixed entries ends right after them, and fixed entries do not move', () => {
    expect(moveTo(one, 'd', at(0))).toEqual({ id: 'd', list: 'l', index: 1, after: 'a' })
    expect(moveTo(one, 'a', at(4))).toBeNull()
  })

  test('the gaps around an entry are where it is', () => {
    expect(moveTo(one, 'b', at(1))).toBeNull()
    expect(moveTo(one, 'b', at(2))).toBeNull()
  })

  test('into another list', () => {
    expect(moveTo(two, 'a', at(0, 'm'))).toEqual({ id: 'a', list: 'm', index: 1, after: 'c' })
    expect(moveTo(two, 'd', at(0, 'empty'))).toEqual({ id: 'd', list: 'empty', index: 0, after: null })
  })
})

test('steps with the keyboard visit every place once, down through all lists and up again', () => {
  const places: string[] = []
  let gap = gapOf(two, 'a') as Gap
  for (let step = 0; step < 6; step += 1) {
    places.push(positionIn(two, 'a', gap))
    gap = stepFrom(two, 'a', gap, 1)
  }
  expect(places).toEqual([
    'General, position 1 of 2',
    'General, position 2 of 2',
    'Empty, position 1 of 1',
    'Properties, position 2 of 3',
    'Properties, position 3 of 3',
    'Properties, position 3 of 3',
  ])
  for (let step = 0; step < 6; step += 1) gap = stepFrom(two, 'a', gap, -1)
  expect(gap).toEqual(at(0))
})

test('at the end of the road there is no move', () => {
  expect(canMove(one, 'b', -1)).toBe(false)
  expect(canMove(one, 'b', 1)).toBe(true)
  expect(canMove(one, 'd', 1)).toBe(false)
  expect(canMove(one, 'a', 1)).toBe(false)
})

test('announces the position after the move', () => {
  expect(positionIn(one, 'b', at(1))).toBe('position 2 of 4')
  expect(positionIn(one, 'b', at(4))).toBe('position 4 of 4')
})

test('for any target, the entry lands at the announced position, and never before fixed ones', () => {
  assert(
    property(constantFrom('a', 'b', 'c', 'd'), integer({ min: -2, max: 7 }), (id, index) => {
      const ids = one[0]?.ids ?? []
      const gap = placeFor(one, id, at(index)) as Gap
      const move = moveTo(one, id, at(index))
      if (move === null) return
      const after = ids.filter((other) => other !== id).toSpliced(move.index, 0, id)
      expect(after[0]).toBe('a')
      expect(positionIn(one, id, gap)).toBe(`position ${after.indexOf(id) + 1} of 4`)
      expect(move.after).toBe(after[move.index - 1] ?? null)
      expect(isFixed(one, gap)).toBe(false)
    }),
  )
})
