import { expect, type Page } from '@playwright/test'

export const errorPages = (page: Page) => ({
  expectNotFound: () => expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible(),
  expectServerError: () => expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible(),
})
