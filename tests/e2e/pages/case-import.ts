import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from '../support/choose.ts'

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The modal 'Import'. */
export const caseImport = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const columns = dialog.getByRole('list', { name: 'Columns' })
  return {
    dialog,
    /** Drops files as a file manager does. */
    drop: (name: string, content: string) =>
      dialog.getByRole('region', { name: 'File' }).evaluate(
        (area, [called, text]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([text ?? ''], called ?? ''))
          area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
        },
        [name, content],
      ),
    /** With the keyboard alone: tabs to the button and presses it. */
    press: async (name: string) => {
      const target = dialog.getByRole('button', { name, exact: true })
      await target.waitFor()
      for (let tabs = 0; tabs < 60 && !(await isFocused(target)); tabs += 1) await page.keyboard.press('Tab')
      await expect(target).toBeFocused()
      await page.keyboard.press('Enter')
    },
    choose: (column: string, target: string) => choose(columns.getByLabel(`${column} becomes`), target),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    expectCounts: (words: string[]) =>
      expect(dialog.getByRole('list', { name: 'Import preview' }).getByRole('listitem')).toHaveText(words),
    /** Row, column, problem and consequence of each. */
    expectProblems: (rows: string[]) => expect(dialog.getByRole('table').locator('tbody tr')).toHaveText(rows),
  }
}
