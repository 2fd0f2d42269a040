import { expect, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export const exploratoryPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Exploratory sessions' })
  const row = (title: string) => table.getByRole('row').filter({ hasText: title })
  const base = `/projects/${PROJECT_KEY}/exploratory-sessions`
  return {
    base,
    open: (rest = '') => page.goto(`${base}${rest}`),
    /** Opens it from the navigation, without a page load. */
    toList: () =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^Exploratory/ })
        .first()
        .click(),
    table,
    row,
    expectTitles: (titles: string[]) => expect(table.getByRole('link')).toHaveText(titles),
    create: () => page.getByRole('link', { name: 'New session' }),
    filter: async (field: string, value: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('button', { name: field, exact: true }).click()
      await page.getByRole('option', { name: value }).click()
      await page.keyboard.press('Escape')
    },
    state: (words: 'Open' | 'Closed' | 'All') =>
      page.getByRole('radiogroup', { name: 'State' }).getByText(words, { exact: true }).click(),
    choose: async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    field: (label: string) => page.getByLabel(label, { exact: true }),
    pick: async (label: string, value: string) => {
      await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
      await page.getByRole('dialog', { name: label }).getByRole('option', { name: value }).click()
    },
    submit: (words: 'Create' | 'Save') => page.getByRole('button', { name: words, exact: true }),
    heading: (title: string) => page.getByRole('heading', { level: 1, name: title }),
    summary: page.getByRole('region', { name: 'Summary' }),
    /** It is collapsed at first, and later as the user left it. */
    showSummary: async () => {
      const fold = page.getByRole('button', { name: 'Summary' })
      await fold.waitFor()
      if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
    },
    fact: (name: string) =>
      page
        .getByRole('region', { name: 'Summary' })
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
        .locator('dd'),
    confirm: (words: string) => page.getByRole('alertdialog').getByRole('button', { name: words }).click(),
    expectToast: (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible(),
  }
}
