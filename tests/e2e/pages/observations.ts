import { expect, type Page } from '@playwright/test'

/** The observations of the session whose page is open. */
export const observationsOf = (page: Page) => {
  const list = page.getByRole('region', { name: 'Observations' })
  const rows = list.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Observation menu' }) })
  const form = page.getByRole('form', { name: 'New observation' })
  const field = form.getByRole('textbox', { name: 'Description' })
  const addButton = form.getByRole('button', { name: 'Add' })
  return {
    list,
    rows,
    field,
    addButton,
    empty: list.getByRole('heading', { name: 'No observations yet' }),
    waiting: list.getByText('Waits to be sent'),
    write: (text: string) => field.fill(text),
    add: async (text: string) => {
      await field.fill(text)
      await field.press('Control+Enter')
      await expect(field).toHaveValue('')
      await expect(rows.first()).toContainText(text)
    },
    attach: async (name: string, content: string) => {
      await form
        .getByLabel('Files to attach')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
      await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    },
    edit: async (text: string, to: string) => {
      const row = rows.filter({ hasText: text })
      await row.getByRole('button', { name: 'Observation menu' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      const edited = page.getByRole('form', { name: 'Edit the observation' })
      await edited.getByRole('textbox', { name: 'Description' }).fill(to)
      await edited.getByRole('button', { name: 'Save' }).click()
      await expect(edited).toBeHidden()
    },
    /** The newest first. */
    expectTexts: async (texts: string[]) => {
      await expect(rows).toHaveCount(texts.length)
      for (const [i, text] of texts.entries()) await expect(rows.nth(i)).toContainText(text)
    },
  }
}
