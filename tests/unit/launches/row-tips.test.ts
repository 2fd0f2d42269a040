import { expect, test } from 'vitest'
import { launchTipOf, tipOf } from '../../../views/launches/row-tips.ts'
import { aLaunch, aTest } from '../store/support/launches.ts'

test('[TESTS-18] the tip of a row has its whole name and its times', () => {
  const times = { startTime: '2026-01-02T03:04:05.000Z', finishTime: '2026-01-02T03:04:23.000Z', durationMs: 18_000 }
  const lines = tipOf(aTest({ name: 'lowers the total', className: 'cart.spec.ts', ...times })).split('\n')
  expect(lines.slice(0, 2)).toEqual(['lowers the total', 'cart.spec.ts'])
  expect(lines[2]).toMatch(/^Started .*:05.*, ended .*:23.*, 18s$/)
  expect(tipOf(aTest())).toMatch(/^signs in\nStarted [^\n]*:05[^,]*(?:, [^,]*)?$/)
  expect(launchTipOf(aLaunch({ number: 7 }))).toMatch(/^Smoke #7\nStarted .*:05/)
})
