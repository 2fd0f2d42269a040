import { test as base, expect } from '@playwright/test'
import { startFounded } from './founded.ts'
import type { Member } from './people.ts'
import type { Assay } from './server.ts'

export interface Options {
  /** Settings of the file's server, over its defaults. */
  environment: Record<string, string>
  /** Who is in the set-up project from the start. In an object: Playwright takes a list for something of its own. */
  people: { members: readonly Member[] }
}

interface Running {
  key: string
  assay: Promise<Assay>
}

/**
 * `assay`: the built server. Tests of one file with the same settings share it and its data; the next file gets a new one.
 * Addresses in `page.goto` are its.
 */
export const test = base.extend<Options & { assay: Assay }, { running: { now: Running | null } }>({
  environment: [{}, { option: true }],
  people: [{ members: [] }, { option: true }],
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const running: { now: Running | null } = { now: null }
      await use(running)
      await (await running.now?.assay)?.remove()
    },
    { scope: 'worker' },
  ],
  assay: async ({ running, environment, people }, use, testInfo) => {
    const key = `${testInfo.file} ${JSON.stringify([environment, people])}`
    if (running.now?.key !== key) {
      await (await running.now?.assay)?.remove()
      running.now = { key, assay: startFounded(environment, people.members) }
    }
    const assay = await running.now.assay
    await use(assay)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('server', { body: assay.output(), contentType: 'text/plain' })
  },
  // A page that does what its content security policy forbids fails the test that showed it.
  context: async ({ context }, use) => {
    const violations: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy'))
        violations.push(message.text())
    })
    await use(context)
    expect(violations).toEqual([])
  },
  baseURL: async ({ assay }, use) => {
    await use(assay.url)
  },
})
export { expect }
