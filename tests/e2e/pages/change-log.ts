import type { Page } from '@playwright/test'

export const changeLogPage = (page: Page) => {
  const log = page.getByRole('region', { name: 'Changes' })
  return {
    open: (search = '', projectKey = 'SHOP') => page.goto(`/projects/${projectKey}/settings/change-log${search}`),
    log,
    entries: () => log.getByRole('article'),
    byArea: (area: string) => page.getByLabel('Area').selectOption({ label: area }),
    byPerson: (name: string) => page.getByLabel('Person').selectOption({ label: name }),
    older: () => page.getByRole('button', { name: 'Load older changes' }),
  }
}
