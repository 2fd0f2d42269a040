import { expect, type Page } from '@playwright/test'

/**
 * Lets go of what is dragged, and waits until presses count again: for a moment after a drop the dragging library keeps every click
 * from the page, as the first may be the drop's own. Nobody's hand is as quick as that, a test is.
 */
export const drop = async (page: Page): Promise<void> => {
  await page.mouse.up()
  await expect.poll(() => page.evaluate(isClickHeard)).toBe(true)
}

const isClickHeard = (): boolean => {
  const probe = document.body.appendChild(document.createElement('i'))
  let isHeard = false
  probe.addEventListener('click', () => {
    isHeard = true
  })
  probe.click()
  probe.remove()
  return isHeard
}
