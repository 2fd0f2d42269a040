import { expect, type Page } from '@playwright/test'

/** The server has drawn the page into its document: it is seen, and answers once the application has taken its place. */
export const expectToAnswer = (page: Page): Promise<void> =>
  expect(page.locator('#root')).not.toHaveAttribute('data-drawn')
