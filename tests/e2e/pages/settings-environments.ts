import { expect, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export const environmentsPage = (page: Page) => {
  /** `Project variables` or `Variables of {environment}`. */
  const list = (name: string) => page.getByRole('table', { name, exact: true })
  return {
    open: (path = 'environments-variables') => page.goto(`/projects/${PROJECT_KEY}/${path}`),
    add: () => page.getByRole('button', { name: 'Add environment' }),
    dialogField: (label: 'Key' | 'Value') => page.getByLabel(label, { exact: true }),
    panel: (name: string) => page.getByRole('heading', { name, exact: true }),
    choose: async (environment: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${environment}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    addVariable: (to: string) => page.getByRole('button', { name: `Add variable to ${to}` }),
    list,
    row: (of: string, key: string) => list(of).getByRole('row').filter({ hasText: key }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    showSecrets: () => page.getByRole('switch', { name: 'Show secrets' }),
    /** Fills the open dialog of a variable and sends it. */
    save: async (values: { key?: string; value?: string; secret?: boolean }, button: string) => {
      if (values.key !== undefined) await page.getByLabel('Key', { exact: true }).fill(values.key)
      if (values.value !== undefined) await page.getByLabel('Value', { exact: true }).fill(values.value)
      if (values.secret !== undefined) await page.getByRole('checkbox', { name: 'Secret' }).setChecked(values.secret)
      await page.getByRole('button', { name: button }).click()
    },
    expectToast: (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible(),
  }
}
