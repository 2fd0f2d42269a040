import type { Locator, Page } from '@playwright/test'

export const dayField = (within: Page | Locator, label: string) =>
  within.getByRole('group', { name: label, exact: true })

/** Types a day, `yyyy-mm-dd`, into a field as a user does: part by part. '' clears the field. */
export const typeDay = async (field: Locator, day: string): Promise<void> => {
  if (day === '') return field.getByRole('button', { name: /^Clear/ }).click()
  await field.getByRole('spinbutton').first().focus()
  const [year, month, date] = day.split('-')
  await field.page().keyboard.type(`${month}${date}${year}`)
}
