import { expect, type Page } from '@playwright/test'

export const bulkWizard = (page: Page) => {
  const bar = page.getByRole('region', { name: 'Selection' })
  return {
    bar,
    next: bar.getByRole('button', { name: 'Next' }),
    choose: (action: string) =>
      page
        .getByRole('dialog', { name: 'Bulk actions' })
        .getByRole('button', { name: new RegExp(`^${action}`) })
        .click(),
    counts: (words: string) => expect(bar.getByRole('status')).toHaveText(words),
    dialog: (title: string) => page.getByRole('dialog', { name: title }),
  }
}
