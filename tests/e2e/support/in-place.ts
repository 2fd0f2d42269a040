import type { Page } from '@playwright/test'
import { PROJECT_KEY } from './founding.ts'

/** Opens an address as a link of the application does, without loading the page again; a relative one is of the project. */
export const openInPlace = (page: Page, address: string): Promise<void> => {
  const { pathname, search } = new URL(address, `http://localhost/projects/${PROJECT_KEY}/`)
  return page.evaluate((href) => history.pushState(null, '', href), pathname + search)
}
