import { expect, test } from 'vitest'
import { comparedHref } from '../../../views/launches/list/compared-href.ts'

const launch = (id: number, startedAt: string) => ({ id, startedAt })

test('compares exactly two launches, with the older one as the baseline, in any order of selection', () => {
  const older = launch(8, '2026-11-02T08:00:00.000Z')
  const newer = launch(5, '2026-11-03T08:00:00.000Z')
  const address = '/projects/DEF/automation-launches/5?compare=8'
  expect(comparedHref('DEF', [older, newer])).toBe(address)
  expect(comparedHref('DEF', [newer, older])).toBe(address)
  for (const launches of [[], [older], [older, newer, launch(9, newer.startedAt)]])
    expect(comparedHref('DEF', launches)).toBeNull()
})

test('of two launches with the same start, the one with the higher id is the newer one', () => {
  const at = '2026-11-02T08:00:00.000Z'
  expect(comparedHref('DEF', [launch(3, at), launch(2, at)])).toBe('/projects/DEF/automation-launches/3?compare=2')
})
