import { expect, type Page } from '@playwright/test'
import type { RequirementSystemValues } from '../../../contract/settings/requirement-systems.ts'
import { PROJECT_KEY } from '../support/founding.ts'

export const requirementSystemsPage = (page: Page) => {
  const dialog = () => page.getByRole('dialog')
  const field = (label: 'Name' | 'Key prefix' | 'Address') => dialog().getByLabel(label, { exact: true })
  return {
    open: () => page.goto(`/projects/${PROJECT_KEY}/requirement-systems`),
    add: () => page.getByRole('button', { name: 'Add system' }),
    delete: (name: string) => page.getByRole('button', { name: `Delete ${name}` }),
    dialog,
    write: async ({ name, keyPrefix, address }: RequirementSystemValues) => {
      await field('Name').fill(name)
      await field('Key prefix').fill(keyPrefix)
      await field('Address').fill(address)
    },
    save: () => dialog().getByRole('button', { name: 'Create system' }).click(),
    expectRow: async (name: string, words: string[]) => {
      const row = page.getByRole('row', { name: new RegExp(name) })
      for (const word of words) await expect(row).toContainText(word)
    },
  }
}
