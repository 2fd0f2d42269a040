import { expect, type Page } from '@playwright/test'

/** The server has drawn the page into its document: it is seen, and answers once the application has taken its place. */
export const expectToAnswer = (page: Page): Promise<void> =>
  expect(page.locator('#root')).not.toHaveAttribute('data-drawn')

/**
 * Leaves the page to the browser: its document comes without a drawing, and its first calls are made one by one instead of being
 * answered with the session. For tests that hold or change what these calls are answered.
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
