import { test as base, expect } from '@playwright/test'
import type { OpenedDatabase } from '../../../server/db/open.ts'
import type { Member } from './people.ts'
import { openServerDatabase, startAssay, type Assay } from './server.ts'

export interface Options {
  /** Settings of the file's server, over its defaults. */
  environment: Record<string, string>
  /** Members of the set-up project. In an object, because Playwright interprets a list differently. */
  people: { members: readonly Member[] }
}

interface Running {
  opened: OpenedDatabase
  /** The spec file and settings of the running server. */
  key: string
  assay: Awaited<ReturnType<typeof startAssay>> | null
}

/**
 * `assay`: the built server with new data. Tests of one file with the same settings share it; the next file gets new data. `page.goto`
 * resolves addresses against it.
 */
export const test = base.extend<Options & { assay: Assay }, { running: Running }>({
  environment: [{}, { option: true }],
  people: [{ members: [] }, { option: true }],
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const { opened, remove } = await openServerDatabase()
      const running: Running = { opened, key: '', assay: null }
      await use(running)
      await running.assay?.remove()
      await remove()
    },
    { scope: 'worker' },
  ],
  assay: async ({ running, environment, people }, use, testInfo) => {
    const key = `${testInfo.file} ${JSON.stringify([environment, people])}`
    if (running.key !== key) {
      await running.assay?.remove()
      running.assay = null
      running.assay = await startAssay(running.opened, environment, people.members)
      running.key = key
    }
    const { assay } = running
    if (assay === null) throw new Error('The server did not start')
    await use(assay)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('server', { body: assay.output(), contentType: 'text/plain' })
  },
  // A page that violates its content security policy fails the test that opened it.
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
