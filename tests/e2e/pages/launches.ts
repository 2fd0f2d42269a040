import { expect, type Locator, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/test.ts'

export const launchesPage = (page: Page) => {
  const row = (id: number): Locator => page.locator(`[data-launch="${id}"]`)
  return {
    open: (base = '', search = '') => page.goto(`${base}/projects/${PROJECT_KEY}/automation-launches${search}`),
    row,
    rows: () => page.locator('[data-launch]'),
    expectLive: () => expect(page.getByText('Live', { exact: true })).toBeVisible(),
    expectEmpty: () => expect(page.getByText('There are no reported launches yet')).toBeVisible(),
    /** What a person reads of a launch: status, name, failed, ended of all. */
    expectRow: async (id: number, { status, words }: { status: string; words: (string | RegExp)[] }) => {
      await expect(row(id)).toContainText(status, { timeout: 15_000 })
      for (const word of words) await expect(row(id)).toContainText(word)
    },
  }
}
