import { expect, type Page } from '@playwright/test'

/** Waits until the page can be left without a question: pending edits are on disk then. */
export const expectKept = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
    .toBe(true)
