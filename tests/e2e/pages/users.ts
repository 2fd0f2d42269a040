import { expect, type Page } from '@playwright/test'

export const usersPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Users' })
  const row = (name: string) => table.getByRole('row', { name })
  const invite = page.getByRole('dialog', { name: 'Invite users' })
  const create = page.getByRole('dialog', { name: 'Create user' })
  return {
    open: (search = '') => page.goto(`/settings/users${search}`),
    table,
    row,
    invite,
    create,
    /** Names in order, once the list is stable. */
    names: async () => {
      await expect(table).not.toHaveAttribute('aria-busy')
      return table.locator('[role="cell"]:first-child b').allInnerTexts()
    },
    act: async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    question: () => page.getByRole('alertdialog'),
    /** Chooses the project of the n-th row of assignments. */
    assign: async (n: number, project: string) => {
      await page.getByRole('button', { name: new RegExp(`^Project ${n}:`) }).click()
      await page.getByRole('option', { name: project }).click()
    },
  }
}
