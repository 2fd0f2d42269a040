import type { Page } from '@playwright/test'

/** Waits until this device has cached the whole application. */
export const expectToBeKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active !== null && active.state !== 'activated')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
