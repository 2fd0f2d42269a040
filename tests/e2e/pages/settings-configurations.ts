import { expect, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export const configurationsPage = (page: Page) => {
  const options = (group: string) => page.getByRole('list', { name: `Options of ${group}` }).getByRole('listitem')
  return {
    open: () => page.goto(`/projects/${PROJECT_KEY}/testing-configurations`),
    addGroup: () => page.getByRole('button', { name: 'Add group' }),
    newGroup: () => page.getByRole('textbox', { name: 'New group' }),
    options,
    expectOptions: (group: string, names: string[]) => expect(options(group)).toHaveText(names),
    addOption: (group: string) => page.getByRole('button', { name: `Add option to ${group}` }),
    newOption: (group: string) => page.getByRole('textbox', { name: `New option of ${group}` }),
    rename: (what: string) => page.getByRole('button', { name: `Rename ${what}`, exact: true }),
    nameOf: (what: string) => page.getByRole('textbox', { name: `Name of ${what}`, exact: true }),
    delete: (what: string) => page.getByRole('button', { name: `Delete ${what}`, exact: true }),
    question: (title: string) => page.getByRole('alertdialog', { name: title }),
  }
}
