import { expect, type Page } from '@playwright/test'

export const casesReport = (page: Page) => {
  const table = page.getByRole('table')
  const columns = page.getByRole('dialog', { name: 'Columns' })
  return {
    table,
    columns,
    expectHeads: (heads: string[]) => expect(table.getByRole('columnheader')).toHaveText(heads),
    /** Titles of cases from top to bottom, without marks like Draft. */
    expectCases: (titles: string[]) => expect(table.locator('th[scope=row]')).toHaveText(titles),
    expectSuites: (paths: (string | RegExp)[]) => expect(table.locator('th[scope=rowgroup]')).toHaveText(paths),
    about: page.locator('dl[aria-label="About this report"]'),
    openColumns: () => page.getByRole('button', { name: 'Columns' }).click(),
    width: (label: string) => columns.getByRole('textbox', { name: `Width of ${label}` }),
    apply: async () => {
      // A click directly after a drop counts as its end and does nothing.
      await expect(async () => {
        if ((await columns.count()) > 0) await columns.getByRole('button', { name: 'Apply' }).click()
        await expect(columns).toHaveCount(0, { timeout: 1000 })
      }).toPass()
    },
    choosing: page.getByRole('dialog', { name: 'Test cases of the report' }),
    press: (name: string | RegExp) => page.getByRole('button', { name }).click(),
  }
}
