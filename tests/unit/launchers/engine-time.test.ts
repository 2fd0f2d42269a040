import { expect, test } from 'vitest'
import { axisTimeWords, engineTimeWords } from '../../../views/shared/engine-time.ts'

test('engine time is told in two units at most', () => {
  expect([0, 8.4, 59.4, 90, 3600, 7500, 360_000].map(engineTimeWords)).toEqual([
    '0 s',
    '8 s',
    '59 s',
    '2 min',
    '1 h',
    '2 h 5 min',
    '100 h',
  ])
  expect([30, 90, 5400].map(axisTimeWords)).toEqual(['30 s', '2 min', '1.5 h'])
})
