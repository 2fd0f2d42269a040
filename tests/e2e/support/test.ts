import { test as base, expect } from '@playwright/test'
import { startAssay, type Assay } from './server.ts'

export interface Options {
  /** Settings of the file's server, over its defaults. */
  environment: Record<string, string>
}

/** The owner and project of a server that `unattended` has set up. */
export const OWNER = { username: 'nadia', email: 'nadia@larkspur.test', password: 'olive-tree-60' }
export const PROJECT_KEY = 'SHOP'
export const ACCESS_TOKEN = 'assay_e2e_access_token_of_the_owner'

/** `test.use({ environment: unattended })`: a workspace with an owner, a project and an access token from the start. */
export const unattended: Record<string, string> = {
  ASSAY_OWNER_USERNAME: OWNER.username,
  ASSAY_OWNER_EMAIL: OWNER.email,
  ASSAY_OWNER_PASSWORD: OWNER.password,
  ASSAY_PROJECT_KEY: PROJECT_KEY,
  ASSAY_ACCESS_TOKEN: ACCESS_TOKEN,
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
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const running: { now: Running | null } = { now: null }
      await use(running)
      await (await running.now?.assay)?.remove()
    },
    { scope: 'worker' },
  ],
  assay: async ({ running, environment }, use, testInfo) => {
    const key = `${testInfo.file} ${JSON.stringify(environment)}`
    if (running.now?.key !== key) {
      await (await running.now?.assay)?.remove()
      running.now = { key, assay: startAssay(environment) }
    }
    const assay = await running.now.assay
    await use(assay)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('server', { body: assay.output(), contentType: 'text/plain' })
  },
  baseURL: async ({ assay }, use) => {
    await use(assay.url)
  },
})
export { expect }
