import type { Page } from '@playwright/test'
import { PROJECT_KEY } from './founding.ts'

/** Opens an address of the project as a link of the application does, without loading the page again. */
export const openInPlace = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => history.pushState(null, '', href), `/projects/${PROJECT_KEY}/${path}`)
