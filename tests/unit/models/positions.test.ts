import { describe, expect, test } from 'vitest'
import { coveringWalks } from '../../../machines/models/covering.ts'
import { explore, shortestTo } from '../../../machines/models/positions.ts'
import { DEFAULT_OPTIONS } from '../../../machines/models/search.ts'
import { modelOf, PATIENT } from './support.ts'

/** A model with two to the power of `count` positions. */
const switches = (count: number) =>
  modelOf(
    JSON.stringify({
      type: 'parallel',
      states: Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `switch${i}`,
          { initial: 'off', states: { off: { on: { [`turn${i}`]: 'on' } }, on: { on: { [`turn${i}`]: 'off' } } } },
        ]),
      ),
    }),
  )

/** Four parallel cycles of this many states each. */
const rings = (size: number) => {
  const ring = (region: number) => ({
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: size }, (_, i) => [`s${i}`, { on: { [`next${region}`]: `s${(i + 1) % size}` } }]),
    ),
  })
  return modelOf(JSON.stringify({ type: 'parallel', states: { a: ring(0), b: ring(1), c: ring(2), d: ring(3) } }))
}

describe('the positions of a model', () => {
  test('are all found, each by a shortest path', () => {
    const positions = explore(switches(4), { maxLength: 2 }, PATIENT)
    expect(positions.all).toHaveLength(16)
    expect(positions.isCut).toBe(false)
    expect(positions.depths.map((_, at) => shortestTo(positions, at).length)).toEqual(positions.depths)
    expect(Math.max(...positions.depths)).toBe(4)
    expect(positions.edges.every((edges) => edges.length === 4)).toBe(true)
  })

  test('are limited to 10,000, which counts as a cut only where a path would reach further', () => {
    const model = rings(11)
    const cut = explore(model, { maxLength: 50 }, PATIENT)
    expect(cut.all).toHaveLength(10_000)
    expect(cut.isCut).toBe(true)
    const enough = explore(model, { maxLength: 3 }, PATIENT)
    expect(enough.all).toHaveLength(10_000)
    expect(enough.isCut).toBe(false)
  })

  test('exactly 10,000 are not cut', () => {
    const { all, isCut } = explore(rings(10), { maxLength: 50 }, PATIENT)
    expect([all.length, isCut]).toEqual([10_000, false])
  })

  test('are explored in batches of 256 between two checks of the clock', () => {
    const counts: number[] = []
    const progress = ({ positions }: { positions: number }) => counts.push(positions)
    explore(switches(10), { maxLength: 30 }, { isOver: () => false, progress })
    expect(counts).toHaveLength(1024 / 256)
    expect(counts[0]).toBe(1)
  })

  test('end with those that are known when the time is over', () => {
    let looks = 0
    const watch = { ...PATIENT, isOver: () => (looks += 1) > 1 }
    const { all, edges, isCut } = explore(switches(10), { maxLength: 30 }, watch)
    expect(edges).toHaveLength(all.length)
    expect(edges.filter((one) => one.length > 0)).toHaveLength(256)
    expect(isCut).toBe(true)
  })
})

describe('walks that cover every transition', () => {
  /** Walks of three switches, with a clock that ends at this check. */
  const walksUntil = (look: number) => {
    let looks = 0
    const watch = { ...PATIENT, isOver: () => (looks += 1) >= look }
    const positions = explore(switches(3), { maxLength: 3 }, PATIENT)
    return coveringWalks(positions, { ...DEFAULT_OPTIONS, maxLength: 3, maxPaths: 50 }, watch, 'transitions')
  }

  test('are empty without time', () => {
    expect(walksUntil(1)).toEqual({ walks: [], isCut: true })
  })

  test('are returned when the time is over, including the current one', () => {
    const { walks, isCut } = walksUntil(2)
    expect([walks.map((walk) => walk.length), isCut]).toEqual([[1], true])
    const whole = walksUntil(Infinity)
    expect(whole.isCut).toBe(false)
    expect(whole.walks.every((walk) => walk.length <= 3)).toBe(true)
    expect(walksUntil(5).walks).toEqual([whole.walks[0]])
  })
})
