import type { Locator } from '@playwright/test'
import { expect } from './test.ts'

/** Chooses in one of the product's select fields, as a user does. */
export const choose = async (select: Locator, option: string): Promise<void> => {
  await select.click()
  await select.page().getByRole('option', { name: option, exact: true }).click()
}

/** Opens a select field, compares its options, and closes it unchanged. */
export const expectOptions = async (select: Locator, options: readonly string[]): Promise<void> => {
  await select.click()
  await expect(select.page().getByRole('option')).toHaveText(options)
  await select.page().keyboard.press('Escape')
}
