import { expect, type Page } from '@playwright/test'

/**
 * Drops the dragged item, and waits until clicks work again: for a moment after a drop the dragging library suppresses clicks, because the
 * first may belong to the drop. No hand is that quick, but a test is.
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
