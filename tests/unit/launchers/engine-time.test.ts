import { expect, test } from 'vitest'
import { MILLISECOND_STEPS, SECOND_STEPS } from '../../../views/ui/charts/axis-steps.ts'
import { formatDuration } from '../../../views/ui/text/time.ts'
import { formatAxisTime, formatEngineTime } from '../../../views/shared/engine-time.ts'

test('engine time is written in two units at most', () => {
  expect([0, 8.4, 59.4, 90, 3600, 7500, 360_000].map(formatEngineTime)).toEqual([
    '0 s',
    '8 s',
    '59 s',
    '2 min',
    '1 h',
    '2 h 5 min',
    '100 h',
  ])
  expect([30, 90, 5400].map(formatAxisTime)).toEqual(['30 s', '2 min', '1.5 h'])
})

test('marks of a time axis differ from each other, and count up', () => {
  const marks = (steps: readonly number[], words: (value: number) => string) =>
    steps.filter((step) => new Set([1, 2, 3].map((n) => words(n * step))).size < 3)
  expect(marks(SECOND_STEPS, formatAxisTime)).toEqual([])
  expect(marks(MILLISECOND_STEPS, formatDuration)).toEqual([])
  expect(SECOND_STEPS).toEqual([...SECOND_STEPS].sort((a, b) => a - b))
  expect(MILLISECOND_STEPS).toEqual([...MILLISECOND_STEPS].sort((a, b) => a - b))
})
