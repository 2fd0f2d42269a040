import { expect, type Locator, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'
import { expectToAnswer } from '../support/prerendered.ts'

export const launchPage = (page: Page) => {
  const test = (id: number): Locator => page.locator(`[data-test="${id}"]`)
  const summary = page.getByRole('region', { name: 'Summary' })
  const menu = page.getByRole('menu')
  const choose = async (button: Locator, item: string) => {
    await button.click()
    await menu.getByRole('menuitem', { name: item, exact: true }).click()
  }
  return {
    open: async (id: number | string, search = '') => {
      await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${id}${search}`)
      await expectToAnswer(page)
    },
    test,
    tests: () => page.locator('[data-test]'),
    /** Names of the visible tests in order. */
    expectTests: (names: readonly string[]) =>
      expect(page.locator('[data-test]').getByRole('link').filter({ hasText: /\D/ })).toHaveText([...names]),
    summary,
    /** Tests of one kind of result, as the legend shows them. */
    expectCount: (kind: string, count: number) =>
      expect(summary.getByRole('listitem').filter({ hasText: new RegExp(`^${kind}`) })).toHaveText(`${kind}${count}`),
    kinds: () => summary.getByRole('listitem'),
    expectPassRate: (rate: string) => expect(summary.getByText(`${rate}pass rate`)).toBeVisible(),
    search: () => page.getByRole('searchbox', { name: 'Search tests' }),
    /** From the menu beside the checkbox that selects all. */
    pick: (which: 'All' | 'Failed' | 'Skipped') =>
      choose(page.getByRole('button', { name: 'Select all, failed or skipped' }), which),
    pickButton: () => page.getByRole('button', { name: 'Select all, failed or skipped' }),
    checked: () => page.locator('[data-test]').getByRole('checkbox', { checked: true }),
    selection: () => page.getByRole('region', { name: 'Selection' }),
    openMenu: (id: number) => test(id).getByRole('button', { name: 'Actions', exact: true }).click(),
    mark: async (id: number, status: string) => {
      await test(id).getByRole('button', { name: 'Actions', exact: true }).click()
      await menu.getByRole('group', { name: 'Mark as' }).getByRole('menuitem', { name: status }).click()
    },
    markSelected: (status: string) => choose(page.getByRole('button', { name: 'Mark as' }), status),
    expectToast: (words: string) =>
      expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible(),
  }
}
