import { expect, type Page } from '@playwright/test'
import { CLIENT } from '../../server/support/openid-provider.ts'

export const identityProvidersPage = (page: Page) => {
  const form = page.getByRole('form')
  const list = page.getByRole('list', { name: 'Identity providers' })
  return {
    open: () => page.goto('/settings/sso'),
    form,
    list,
    /** From the list: an OpenID provider that creates accounts, which become engineers. */
    addOpenId: async (name: string, issuer: string) => {
      await page.getByRole('link', { name: 'OpenID provider' }).click()
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByLabel('Issuer').fill(issuer)
      await form.getByLabel('Client id').fill(CLIENT.clientId)
      await form.getByLabel('Client secret').fill(CLIENT.clientSecret)
      await form.getByText('Create accounts').click()
      await form.getByRole('button', { name: /Choose a group/ }).click()
      await page.getByRole('option', { name: 'Engineers' }).click()
      await form.getByRole('button', { name: 'Add provider' }).click()
      await expect(list.getByText(issuer)).toBeVisible()
    },
  }
}
