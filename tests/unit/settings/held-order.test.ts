import { expect, test } from 'vitest'
import { misplaced, movedBetween, nearbyIn, placed } from '../../../machines/patterns/held-editor/held-order.ts'

test('a key is put behind another, or behind the nearest that was before it', () => {
  expect(placed(['a', 'b', 'c'], 'c', null)).toEqual(['c', 'a', 'b'])
  expect(placed(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(placed(['a', 'b', 'c'], 'c', 'gone', ['a', 'gone', 'b', 'c'])).toEqual(['a', 'c', 'b'])
  expect(placed(['a', 'b'], 'b', 'gone', ['gone', 'a', 'b'])).toEqual(['b', 'a'])
  expect(placed(['a', 'b'], 'n', 'gone')).toEqual(['a', 'b', 'n'])
})

test('finds the entries that moved between two orders', () => {
  expect([...movedBetween(['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'b'])]).toEqual(['b'])
  expect([...movedBetween(['a', 'b', 'c', 'd'], ['d', 'a', 'n', 'c'])]).toEqual(['d'])
  expect([...movedBetween(['a', 'b', 'c'], ['a', 'c', 'b'])].sort()).toEqual(['b', 'c'])
  expect([...movedBetween(['a', 'b'], ['n', 'a'])]).toEqual([])
  expect([...misplaced(['a', 'b', 'c'], ['c', 'a', 'b'], new Set(['c', 'a']))]).toEqual(['c'])
})

test('a key is found where it stood or next to it, and nowhere else', () => {
  const rows = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
  expect([-1, 0, 1, 2, 3, 4].map((place) => nearbyIn(rows, 'b', place))).toEqual([-1, 1, 1, 1, -1, -1])
  expect(nearbyIn(rows, 'a', -1)).toBe(0)
})
