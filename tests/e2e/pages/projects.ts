import { expect, type Page } from '@playwright/test'

export const projectsPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Projects' })
  const row = (name: string) => table.getByRole('row', { name })
  return {
    open: (search = '') => page.goto(`/projects${search}`),
    /** Names in order, once the list is stable. */
    names: async () => {
      await expect(table).toHaveAttribute('aria-label', 'Projects')
      await expect(table).not.toHaveAttribute('aria-busy')
      return table.getByRole('link').allTextContents()
    },
    row,
    create: async (name: string) => {
      await page.getByRole('button', { name: 'New project' }).click()
      await page.getByLabel('Project name').fill(name)
      await page.getByRole('button', { name: 'Create project' }).click()
    },
    demoProject: () => page.getByRole('button', { name: 'Demo project' }),
    /** Neither a button nor the dialog, in the list and in the palette. */
    expectNoneToCreate: async () => {
      for (const name of ['New project', 'Demo project', 'Create project'])
        await expect(page.getByRole('button', { name })).toHaveCount(0)
      await page.getByRole('button', { name: 'Search and navigate' }).click()
      await expect(page.getByRole('option', { name: 'All projects' })).toBeVisible()
      await expect(page.getByRole('option', { name: 'New project' })).toHaveCount(0)
      await page.keyboard.press('Escape')
    },
    sortBy: (column: string) => table.getByRole('columnheader').getByRole('button', { name: column }).click(),
    search: (words: string) => page.getByRole('searchbox', { name: 'Search projects' }).fill(words),
    askToDelete: async (name: string) => {
      await row(name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: 'Delete project' }).click()
    },
    confirmDelete: async (key: string) => {
      await page.getByLabel(/^Type \w+ to confirm/).fill(key)
      await page.getByRole('button', { name: 'Delete project' }).click()
    },
  }
}
