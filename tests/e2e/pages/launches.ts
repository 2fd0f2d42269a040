import { expect, type Locator, type Page } from '@playwright/test'
import { openInPlace } from '../support/in-place.ts'
import { expectToAnswer } from '../support/prerendered.ts'
import { PROJECT_KEY } from '../support/founding.ts'

export const launchesPage = (page: Page) => {
  const row = (id: number): Locator => page.locator(`[data-launch="${id}"]`)
  const menu = page.getByRole('menu')
  const openMenu = (id: number) => row(id).getByRole('button', { name: 'Actions', exact: true }).click()
  return {
    open: async (base = '', search = '') => {
      await page.goto(`${base}/projects/${PROJECT_KEY}/automation-launches${search}`)
      await expectToAnswer(page)
    },
    openInPlace: (search = '') => openInPlace(page, `automation-launches${search}`),
    row,
    rows: () => page.locator('[data-launch]'),
    expectLive: () => expect(page.getByText('Live', { exact: true })).toBeVisible(),
    expectLoading: async () => {
      await expect(page.getByRole('table', { name: 'Launches' })).toHaveAttribute('aria-busy', 'true')
      await expect(page.locator('[data-launch]')).toHaveCount(0)
    },
    /** Rows; `isBusy`: with an indicator that newer ones are loading. */
    expectShown: async (isBusy: boolean) => {
      await expect(page.locator('[data-launch]').first()).toBeVisible()
      const table = page.getByRole('table', { name: 'Launches' })
      await (isBusy
        ? expect(table).toHaveAttribute('aria-busy', 'true')
        : expect(table).not.toHaveAttribute('aria-busy'))
    },
    expectNoResults: () => expect(page.getByRole('heading', { name: 'No launches match these filters' })).toBeVisible(),
    expectFailed: () => expect(page.getByRole('heading', { name: 'Launches did not load' })).toBeVisible(),
    retry: () => page.getByRole('button', { name: 'Retry' }).click(),
    gettingStarted: () => page.getByRole('link', { name: 'Getting started', exact: true }),
    searchField: () => page.getByRole('searchbox', { name: 'Search launches' }),
    turnTo: (to: number) => page.getByRole('link', { name: `Page ${to}`, exact: true }).click(),
    onlyFailed: async () => {
      await page.getByRole('button', { name: 'Status', exact: true }).and(page.locator('[aria-haspopup]')).click()
      await page.getByRole('listbox', { name: 'Status' }).getByRole('option', { name: 'Failed', exact: true }).click()
    },
    /** Dispatches the browser's event for a tab that was hidden. */
    showTab: () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    expectEmpty: () => expect(page.getByText('There are no reported launches yet')).toBeVisible(),
    /** A launch as the list shows it: status, name, failed, ended of all. */
    expectRow: async (id: number, { status, words }: { status: string; words: (string | RegExp)[] }) => {
      await expect(row(id)).toContainText(status, { timeout: 15_000 })
      for (const word of words) await expect(row(id)).toContainText(word)
    },
    openMenu,
    /** Items of the row's menu from top to bottom; closes the menu. */
    expectMenu: async (id: number, items: readonly string[]) => {
      await openMenu(id)
      await expect(menu.getByRole('menuitem')).toHaveText(items.map((words) => new RegExp(`^${words}`)))
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    },
    /** Of the open menu. */
    menuItem: (name: string) => menu.getByRole('menuitem', { name }),
    choose: async (id: number, name: string) => {
      await openMenu(id)
      await menu.getByRole('menuitem', { name }).click()
    },
    checkbox: (id: number) => row(id).getByRole('checkbox'),
    selection: () => page.getByRole('region', { name: 'Selection' }),
    /** The dialog of review, abort and delete. */
    review: () => page.getByRole('dialog'),
    question: (title: string) => page.getByRole('alertdialog', { name: title }),
    expectToast: (words: string) =>
      expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible(),
  }
}
