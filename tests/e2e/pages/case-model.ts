import { expect, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export const caseModelPage = (page: Page) => ({
  open: (suiteId?: number) =>
    page.goto(`/projects/${PROJECT_KEY}/test-cases/model${suiteId === undefined ? '' : `?suiteId=${suiteId}`}`),
  source: page.getByRole('textbox', { name: 'Model' }),
  /** A state of the diagram, by the start of its accessible name. */
  state: (words: string | RegExp) =>
    page.getByRole('group', { name: /^Diagram of/ }).getByRole('button', { name: words }),
  generate: () => page.getByRole('button', { name: /^Generate/ }).click(),
  suggested: page.getByRole('list', { name: 'Suggested cases' }).getByRole('listitem'),
  kept: page.getByRole('list', { name: 'Cases of the model' }).getByRole('listitem'),
  says: (words: string | RegExp) => expect(page.getByText(words).last()).toBeVisible(),
  showTable: () => page.getByRole('radiogroup', { name: 'View of the model' }).getByText('Table').click(),
  /** Mark of a transition in the table. */
  marked: (event: string) =>
    page
      .getByRole('table', { name: 'Transitions of the model' })
      .getByRole('row')
      .filter({ hasText: event })
      .getByRole('cell')
      .last(),
})
