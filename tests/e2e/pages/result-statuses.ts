import { expect, type Locator, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export type StatusField = 'Name' | 'Aliases' | 'Colour'

/** The page of result statuses, and what every page of a held list contains. */
export const resultStatusesPage = (page: Page) => {
  const list = page.getByRole('list', { name: 'Result statuses' })
  const row = (name: string): Locator => list.getByRole('listitem', { name, exact: true })
  const bar = page.getByRole('region', { name: 'Changes not saved' })
  const field = (name: StatusField) => list.getByLabel(name, { exact: true })
  const dialog = page.getByRole('alertdialog')
  return {
    list,
    row,
    bar,
    field,
    dialog,
    address: `/projects/${PROJECT_KEY}/test-case-execution-results`,
    open: async () => {
      await page.goto(`/projects/${PROJECT_KEY}/test-case-execution-results`)
      await expect(list).toBeVisible()
    },
    names: () =>
      list.getByRole('listitem').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label') ?? '')),
    add: () => page.getByRole('button', { name: 'Status', exact: true }).click(),
    edit: (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }).click(),
    closeEditor: () => page.getByRole('button', { name: 'Close the editor' }).click(),
    fill: (name: StatusField, value: string) => field(name).fill(value),
    delete: (name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true }).click(),
    toggle: (name: string) => row(name).getByRole('switch').click(),
    grip: (name: string) => page.getByRole('button', { name: `Reorder ${name}`, exact: true }),
    undo: () => bar.getByRole('button', { name: /^Undo/ }),
    redo: () => bar.getByRole('button', { name: /^Redo/ }),
    discard: () => bar.getByRole('button', { name: 'Discard' }).click(),
    goOn: () => bar.getByRole('button', { name: 'Continue' }).click(),
    saveButton: bar.getByRole('button', { name: /^Save/ }),
    save: () => bar.getByRole('button', { name: /^Save/ }).click(),
    settle: (name: string, side: 'Yours' | 'theirs', button: string) =>
      row(name)
        .getByRole('radio', { name: side === 'Yours' ? /^Yours/ : /’s/ })
        .check()
        .then(() => row(name).getByRole('button', { name: button }).click()),
    expectHeld: (count: number) =>
      count === 0
        ? expect(bar.getByText(/not saved/)).toBeHidden()
        : expect(bar.getByText(`${count === 1 ? '1 change' : `${count} changes`} not saved`)).toBeVisible(),
    expectSaved: async () => {
      await expect(page.getByText('Result statuses successfully saved')).toBeVisible()
      await expect(bar).toBeHidden()
    },
  }
}
