import { expect, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'
import { dayField, typeDay } from '../support/day.ts'

export const milestonesPage = (page: Page) => {
  const table = page.getByRole('table', { name: 'Milestones' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  return {
    open: (search = '') => page.goto(`/projects/${PROJECT_KEY}/milestones${search}`),
    table,
    row,
    expectRows: async (names: string[]) => {
      await expect(table.getByRole('checkbox')).toHaveCount(names.length)
      for (const [place, name] of names.entries())
        await expect(table.getByRole('checkbox').nth(place)).toHaveAccessibleName(`Completed: ${name}`)
    },
    completed: (name: string) => page.getByRole('checkbox', { name: `Completed: ${name}` }),
    tab: (name: 'Open' | 'Completed') =>
      page.getByRole('navigation', { name: 'Milestones' }).getByRole('link', { name }),
    add: () => page.getByRole('button', { name: 'Add milestone' }),
    choose: async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
    type: async (values: { name?: string; description?: string; start?: string; due?: string }) => {
      const dialog = page.getByRole('dialog')
      const labels = { name: 'Name', description: 'Description', start: 'Start date', due: 'Due date' } as const
      for (const [field, value] of Object.entries(values) as [keyof typeof labels, string][])
        if (field === 'start' || field === 'due') await typeDay(dayField(dialog, labels[field]), value)
        else await dialog.getByLabel(labels[field]).fill(value)
    },
    submit: (button: 'Create milestone' | 'Save milestone') => page.getByRole('button', { name: button }).click(),
    empty: () => page.getByRole('heading', { name: 'There are no milestones yet' }),
    expectToast: (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible(),
  }
}
