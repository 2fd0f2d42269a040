import { expect, test } from 'vitest'
import { layoutOf, type Box } from '../../../machines/models/layout.ts'
import { modelOf } from './support.ts'

const nested = modelOf(
  JSON.stringify({
    initial: 'out',
    states: {
      out: { on: { enter: 'house', wait: {} } },
      house: {
        initial: 'hall',
        on: { leave: 'out' },
        states: { hall: { on: { up: 'room' } }, room: { on: { up: '#gone' } } },
      },
      gone: { id: 'gone', type: 'final' },
    },
  }),
)

test('states within a state are drawn within its box, and lines end at its edge', () => {
  const layout = layoutOf(nested)
  const box = (id: string) => layout?.boxes.find((one) => one.id === id) as Box
  const house = box('house')
  for (const inner of [box('house.hall'), box('house.room')]) {
    expect(inner.x).toBeGreaterThan(house.x)
    expect(inner.y).toBeGreaterThan(house.y)
    expect(inner.x + inner.width).toBeLessThan(house.x + house.width)
    expect(inner.y + inner.height).toBeLessThan(house.y + house.height)
  }
  const enter = layout?.lines.find(({ transitionId }) => transitionId === 'out | enter')
  const end = enter?.points.at(-1)
  expect(Math.min(Math.abs((end?.y ?? 0) - house.y), Math.abs((end?.y ?? 0) - house.y - house.height))).toBeLessThan(1)
  expect(layout?.startId).toBe('out')
})

test('marks a transition to its own state', () => {
  expect(layoutOf(nested)?.lines.find(({ transitionId }) => transitionId === 'out | wait')?.label).toBe('↻ wait')
})

test('does not draw a model that is too large for a picture', () => {
  const states = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`s${i}`, {}]))
  expect(layoutOf(modelOf(JSON.stringify({ initial: 's0', states })))).toBeNull()
})

test('several lines between the same two states, and several loops, share no point and no place for their labels', () => {
  const model = modelOf(
    JSON.stringify({
      initial: 'cart',
      states: {
        cart: { on: { card: 'paying', invoice: 'paying', later: 'paying' } },
        paying: { on: { cancel: 'cart', again: 'paying', retry: 'paying' } },
      },
    }),
  )
  const lines = layoutOf(model)?.lines ?? []
  expect(lines).toHaveLength(6)
  const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
  expect(distinct(lines.map(({ at }) => at))).toBe(6)
  expect(distinct(lines.map(({ points }) => points[0]))).toBe(6)
  expect(distinct(lines.map(({ points }) => points.at(-1)))).toBe(6)
})

test('a line ends at the side of its state where its label is, and lines of one side are in the order of their labels', () => {
  const layout = layoutOf(
    modelOf(
      JSON.stringify({
        initial: 'cart',
        states: {
          cart: { on: { card: 'paying', invoice: 'paying', later: 'paying' } },
          paying: { on: { cancel: 'cart' } },
        },
      }),
    ),
  )
  const box = (id: string) => layout?.boxes.find((one) => one.id === id) as Box
  const lines = layout?.lines ?? []
  expect(lines).toHaveLength(4)
  for (const { points, at, transitionId } of lines) {
    const [from, to] = transitionId.startsWith('cart') ? [box('cart'), box('paying')] : [box('paying'), box('cart')]
    for (const [point, own] of [
      [points[0], from],
      [points.at(-1), to],
    ] as const) {
      expect(point?.y).toBe(at.y < own.y ? own.y : own.y + own.height)
      expect(point?.x).toBeGreaterThan(own.x)
      expect(point?.x).toBeLessThan(own.x + own.width)
    }
  }
  const byLabel = lines.toSorted((a, b) => a.at.x - b.at.x)
  const ends = (id: string) =>
    byLabel.map(({ transitionId, points }) => (transitionId.startsWith(id) ? points[0]?.x : points.at(-1)?.x))
  for (const id of ['cart', 'paying']) expect(ends(id)).toEqual(ends(id).toSorted((a, b) => Number(a) - Number(b)))
})

test('loops of a state enclose each other, and none is higher than its state', () => {
  const again = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`again${i}`, 'paying']))
  const layout = layoutOf(
    modelOf(JSON.stringify({ initial: 'cart', states: { cart: { on: { pay: 'paying' } }, paying: { on: again } } })),
  )
  const box = layout?.boxes.find((one) => one.id === 'paying') as Box
  const loops = layout?.lines.filter(({ label }) => label.startsWith('↻')) ?? []
  expect(loops).toHaveLength(6)
  const middle = box.y + box.height / 2
  const reaches = loops.map(({ points }) => points.map(({ y }) => Math.abs(y - middle)))
  for (const [nth, reach] of reaches.entries()) {
    expect(new Set(reach).size).toBe(1)
    expect(reach[0]).toBeLessThan(box.height / 2)
    expect(reach[0]).toBeGreaterThan(0)
    expect(reach[0]).toBeGreaterThanOrEqual(reaches[nth - 1]?.[0] ?? 0)
  }
  expect(reaches[1]?.[0]).toBeGreaterThan(reaches[0]?.[0] ?? 0)
  for (const { points, at } of loops) {
    expect(at.y).toBe(middle)
    expect([points[0]?.x, points[3]?.x]).toEqual([box.x + box.width, box.x + box.width])
    expect(points[1]?.x).toBe(points[2]?.x)
    expect(points[1]?.x).toBeGreaterThan(box.x + box.width)
    expect(points[1]?.x).toBeLessThan(at.x)
  }
})
