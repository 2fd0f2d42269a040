import { expect, type Page } from '@playwright/test'

/** The server has rendered the page into its document: it is visible, and interactive once the application has hydrated it. */
export const expectToAnswer = (page: Page): Promise<void> =>
  expect(page.locator('#root')).not.toHaveAttribute('data-drawn')

/**
 * Leaves the rendering to the browser: the document comes without a rendered page, and its first calls are made one by one instead of being
 * answered with the session. For tests that hold or change these answers.
 */
export const drawnByBrowser = async (page: Page): Promise<void> => {
  await page.route('**/api/session/refresh', async (route) =>
    route.fulfill({ response: await route.fetch({ postData: {} }) }),
  )
  await page.route('**/projects/**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const { cookie: _, ...headers } = await route.request().allHeaders()
    return route.fulfill({ response: await route.fetch({ headers: { ...headers, cookie: '' } }) })
  })
}
