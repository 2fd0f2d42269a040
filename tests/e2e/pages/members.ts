import { expect, type Page } from '@playwright/test'
import { choose } from '../support/choose.ts'

export const membersPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Members' })
  const row = (name: string) => table.getByRole('row', { name })
  const dialog = page.getByRole('dialog', { name: /^Add members/ })
  return {
    open: (search = '', projectKey = 'SHOP') => page.goto(`/projects/${projectKey}/members${search}`),
    table,
    row,
    dialog,
    /** Usernames in order, once the list is stable. */
    usernames: async () => {
      await expect(table).not.toHaveAttribute('aria-busy')
      return table.locator('[role="cell"]:nth-child(2)').allInnerTexts()
    },
    search: (words: string) => page.getByRole('searchbox', { name: 'Search members' }).fill(words),
    role: (name: string) => page.getByRole('button', { name: `Role of ${name}` }),
    giveRole: (name: string, role: string) => choose(page.getByRole('button', { name: `Role of ${name}` }), role),
    askToRemove: (name: string) =>
      row(name)
        .getByRole('button', { name: `Remove ${name}` })
        .click(),
    question: () => page.getByRole('alertdialog'),
    add: () => page.getByRole('button', { name: 'Add members' }).click(),
    pick: async (words: string) => {
      await dialog.getByRole('combobox', { name: 'Users' }).fill(words)
      await page.getByRole('option', { name: words }).click()
    },
    chooseRole: (role: string) => choose(dialog.getByLabel('Role', { exact: true }), role),
    submit: () => dialog.getByRole('button', { name: 'Add', exact: true }).click(),
  }
}
