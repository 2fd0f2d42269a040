import { assert, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { donutArcs } from '../../../views/ui/charts/donut-arcs.ts'
import { formatCounts, resultKinds } from '../../../views/ui/results/result-kinds.ts'

const anyCounts = record(Object.fromEntries(resultKinds.map((kind) => [kind, nat(100_000)])))

describe('donut', () => {
  test('arcs are consecutive, fill the ring, and none is too short to see', () =>
    assert(
      property(anyCounts, (counts) => {
        const arcs = donutArcs(counts, 0.012)
        expect(arcs.map((arc) => arc.kind)).toEqual(resultKinds.filter((kind) => (counts[kind] ?? 0) > 0))
        let end = 0
        for (const arc of arcs) {
          expect(arc.start).toBeCloseTo(end, 9)
          expect(arc.length).toBeGreaterThanOrEqual(0.012 - 1e-3)
          end = arc.start + arc.length
        }
        expect(end).toBeCloseTo(arcs.length === 0 ? 0 : 1, 9)
      }),
    ))

  test('draws no arc without results', () => expect(donutArcs({ passed: 0 })).toEqual([]))
})

test('counts in words omit zeros', () => {
  expect(formatCounts({ passed: 1872, failed: 0, known: 2 })).toBe('1,872 passed, 2 known issue')
  expect(formatCounts({})).toBe('no results yet')
})
