import type { Page } from '@playwright/test'
import { choose } from '../support/choose.ts'

export const changeLogPage = (page: Page) => {
  const log = page.getByRole('region', { name: 'Changes' })
  return {
    open: (search = '', projectKey = 'SHOP') => page.goto(`/projects/${projectKey}/settings/change-log${search}`),
    entries: () => log.getByRole('article'),
    byArea: (area: string) => choose(page.getByLabel('Area', { exact: true }), area),
    byUser: (name: string) => choose(page.getByLabel('User', { exact: true }), name),
    older: () => page.getByRole('button', { name: 'Load older changes' }),
  }
}
