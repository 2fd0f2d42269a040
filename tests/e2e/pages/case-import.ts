import { expect, type Page } from '@playwright/test'

/** The modal 'Import'. */
export const caseImport = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const columns = dialog.getByRole('list', { name: 'Columns' })
  return {
    dialog,
    give: (name: string, content: string | Buffer) =>
      dialog
        .getByLabel('File with test cases')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }),
    becomes: (column: string, target: string) =>
      expect(columns.getByLabel(`${column} becomes`).locator('option:checked')).toHaveText(target),
    choose: (column: string, target: string) => columns.getByLabel(`${column} becomes`).selectOption(target),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    expectCounts: (words: string[]) =>
      expect(dialog.getByRole('list', { name: 'What will be imported' }).getByRole('listitem')).toHaveText(words),
    /** Row, column, problem and what happens, of each. */
    expectProblems: (rows: string[]) => expect(dialog.getByRole('table').locator('tbody tr')).toHaveText(rows),
  }
}
