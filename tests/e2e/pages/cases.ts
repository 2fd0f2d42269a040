import { expect, type Locator, type Page } from '@playwright/test'
import { drop } from '../support/dropping.ts'
import { PROJECT_KEY } from '../support/founding.ts'

export const casesPage = (page: Page) => {
  const grid = page.getByRole('treegrid', { name: 'Test cases' })
  const tree = page.getByRole('tree', { name: 'Suites' })
  const row = (title: string) => grid.getByRole('row').filter({ hasText: title })
  const suite = (title: string) => grid.getByRole('row').filter({ has: page.getByRole('heading', { name: title }) })
  const node = (title: string) => tree.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (box === null) throw new Error('it is not drawn')
    return box
  }
  return {
    grid,
    tree,
    row,
    suite,
    node,
    open: (search = '') => page.goto(`/projects/${PROJECT_KEY}/test-cases${search}`),
    counts: (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible(),
    search: page.getByRole('searchbox', { name: 'Search cases' }),
    preview: (key: string) => page.getByRole('article', { name: `Preview of ${key}` }),
    toast: (words: string | RegExp) => expect(page.getByText(words, { exact: true }).last()).toBeVisible(),
    undo: () => page.getByRole('button', { name: 'Undo' }).last().click(),
    /** Visible titles of cases, from top to bottom. */
    expectCases: (titles: string[]) => expect(grid.getByRole('row').getByRole('link')).toHaveText(titles),
    /** Visible titles of suites, from top to bottom. */
    expectSuites: (titles: string[]) => expect(grid.getByRole('row').getByRole('heading')).toHaveText(titles),
    chooseOfSuite: async (title: string, action: string) => {
      await suite(title)
        .getByRole('button', { name: `Actions for suite ${title}` })
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    chooseMore: async (action: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    /** `part`: vertical position in the target, from 0 to 1. */
    drag: async (
      from: Locator,
      to: Locator,
      part: number,
      during: Partial<Record<'press' | 'way', () => Promise<void>>> = {},
    ) => {
      const [start, end] = [await boxOf(from), await boxOf(to)]
      await page.mouse.move(start.x + 200, start.y + start.height / 2)
      await page.mouse.down()
      await page.mouse.move(start.x + 204, start.y + start.height / 2 + 2)
      await during.press?.()
      await page.mouse.move(start.x + 210, start.y + start.height / 2 + 8)
      await page.mouse.move(end.x + 120, end.y + end.height * part, { steps: 6 })
      await page.mouse.move(end.x + 121, end.y + end.height * part)
      await during.way?.()
      await drop(page)
    },
  }
}
