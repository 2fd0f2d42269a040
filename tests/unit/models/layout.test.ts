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

test('what leads back to its own state says so', () => {
  expect(layoutOf(nested)?.lines.find(({ transitionId }) => transitionId === 'out | wait')?.label).toBe('↻ wait')
})

test('a model that nobody could read in a picture is not drawn', () => {
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
