import { expect, test } from 'vitest'
import { CALLS } from '../../../contract/call.ts'

// Loading a module of the contract defines its calls.
import.meta.glob('../../../contract/**/*.ts', { eager: true })

/** Calls about launches, their tests and dependent objects. */
const reporting = CALLS.filter(({ path }) =>
  /\/(?:launches|causes|quarantine|reports|issues|imported-launches)(?:\/|$)/.test(path),
)

test('[NAV-19] calls of the reporting area name their project and document their answer', () => {
  expect(reporting.length).toBeGreaterThan(30)
  for (const { name, path, summary } of reporting) {
    expect([name, path]).toEqual([name, expect.stringMatching(/^\/api\/(?:projects\/:projectKey|public)\//)])
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].{5,}/)])
  }
})
