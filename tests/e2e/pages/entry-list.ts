import { expect, type Locator, type Page } from '@playwright/test'
import { PROJECT_KEY } from '../support/founding.ts'

export interface EntryListTexts {
  path: string
  title: string
  /** Label of the button that adds an entry. */
  noun: string
}
export const OBSERVATION_TYPES = { path: 'observation-types', title: 'Observation types', noun: 'Observation type' }
export const FAILURE_TAGS = { path: 'failure-tags', title: 'Failure tags', noun: 'Failure tag' }
export const PRIORITIES = { path: 'test-case-fields/priorities', title: 'Priorities', noun: 'Priority' }
export const AUTOMATION_STATES = {
  path: 'test-case-fields/automation-states',
  title: 'Automation states',
  noun: 'Automation state',
}

/** The pages of observation types, priorities and automation states. */
export const entryListPage = (page: Page, { path, title, noun }: EntryListTexts) => {
  const list = page.getByRole('list', { name: title })
  const row = (name: string): Locator => list.getByRole('listitem', { name, exact: true })
  const bar = page.getByRole('region', { name: 'Changes not saved' })
  return {
    list,
    row,
    open: async () => {
      await page.goto(`/projects/${PROJECT_KEY}/${path}`)
      await expect(list).toBeVisible()
    },
    names: () =>
      list.getByRole('listitem').evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label') ?? '')),
    add: () => page.getByRole('button', { name: noun, exact: true }).click(),
    edit: (name: string) =>
      row(name)
        .getByRole('button', { name: `Edit ${name}` })
        .click(),
    field: (label: 'Name' | 'Colour') => list.getByLabel(label, { exact: true }),
    closeEditor: () => list.getByRole('button', { name: 'Close the editor' }).click(),
    delete: (name: string) =>
      row(name)
        .getByRole('button', { name: `Delete ${name}` })
        .click(),
    switch: (name: string) => row(name).getByRole('switch'),
    default: (name: string) => row(name).getByRole('radio'),
    icon: async (label: string) => {
      await list.getByRole('button', { name: /^Icon: / }).click()
      await page.getByRole('radio', { name: label, exact: true }).click()
    },
    choose: async (name: string, item: string) => {
      await row(name)
        .getByRole('button', { name: `More for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    discard: () => bar.getByRole('button', { name: 'Discard' }).click(),
    saveButton: bar.getByRole('button', { name: /^Save/ }),
    save: () => bar.getByRole('button', { name: /^Save/ }).click(),
    expectToast: (words: string) =>
      expect(page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })).toBeVisible(),
  }
}
