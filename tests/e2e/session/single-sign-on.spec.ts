import { TestIdentityProvider } from '../../server/support/identity-provider.ts'
import { aSubject, TestOpenIdProvider } from '../../server/support/openid-provider.ts'
import { identityProvidersPage } from '../pages/identity-providers.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: 'true' } })

test('an owner sets a provider up and tests it, and somebody new signs in with it', async ({
  page,
  browser,
  assay,
}) => {
  const idp = await TestIdentityProvider.start({ certificateDays: 9 })
  await idp.meet(assay.url)
  await signInDirectly(page)

  await test.step('[SSO-04] without a provider the page says what they are for', async () => {
    await page.goto('/settings/sso')
    await expect(page.getByRole('heading', { name: 'Single Sign-On', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'How SAML works' })).toBeVisible()
    await page.getByRole('link', { name: 'SAML identity provider' }).click()
  })

  const form = page.getByRole('form')
  await test.step('[SSO-01] [SSO-03] [SSO-10] [SSO-13] the form says what is missing, and saves the provider', async () => {
    await expect(page).toHaveURL(/\/settings\/sso\/new$/)
    await form.getByRole('button', { name: 'Add provider' }).click()
    await expect(form.getByText('Choose the metadata file of the provider, or enter its address')).toBeVisible()
    await form.getByLabel('Name', { exact: true }).fill('Larkspur directory')
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Choose metadata file' }).click()
    const buffer = Buffer.from(idp.metadata)
    await (await chooser).setFiles({ name: 'larkspur-idp.xml', mimeType: 'text/xml', buffer })
    await form.getByText('Create accounts').click()
    await form.getByRole('button', { name: /Choose a group/ }).click()
    await page.getByRole('option', { name: 'Engineers' }).click()
    await form.getByRole('button', { name: 'Add provider' }).click()
    await expect(page.getByText('Provider was successfully saved')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/sso\/\d+$/)
    await expect(page.getByRole('list', { name: 'Identity providers' }).getByText('expires in 9 days')).toBeVisible()
  })

  await test.step('a test shows what the provider says', async () => {
    const opened = page.waitForEvent('popup')
    await form.getByRole('button', { name: 'Test sign-in' }).click()
    const tab = await opened
    await expect(tab.getByRole('dialog').getByText('ada@directory.test').first()).toBeVisible()
    await tab.close()
  })

  await test.step('[SESSION-01] somebody new signs in, and comes to the page that they wanted', async () => {
    const context = await browser.newContext({ baseURL: assay.url })
    const visitor = await context.newPage()
    await visitor.goto('/profile')
    await visitor.getByRole('link', { name: 'Continue with Larkspur directory' }).click()
    await expect(visitor).toHaveURL(/\/profile$/)
    await expect(visitor.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
    await context.close()
  })

  await test.step('[SSO-12] a provider that could not be deleted is said in the dialog, without a toast', async () => {
    const calls = '**/api/iam/v1/identity-providers/*'
    await page.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'API-5000', message: 'Internal' } }))
    await form.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete provider' }).click()
    await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
    await expect(page.locator('li[role="alert"]')).toHaveCount(0)
    await page.unroute(calls)
  })

  await test.step('[SSO-05] [SSO-06] [SSO-11] a provider is deleted; an unknown one leads to the list', async () => {
    await page.getByRole('button', { name: 'Delete provider' }).click()
    await expect(page.getByText("Identity provider 'Larkspur directory' was successfully deleted")).toBeVisible()
    await page.goto('/settings/sso/4711')
    await expect(page.getByText("Selected provider doesn't exist")).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/sso$/)
  })

  await test.step('a token for a directory is shown once, and creates a user', async () => {
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Entra')
    await dialog.getByRole('button', { name: /Choose a group/ }).click()
    await page.getByRole('option', { name: 'Engineers' }).click()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    const shown = (await dialog.getByText(/^scim_/).textContent()) ?? ''
    const token = shown.replace(/[^\w-]/g, '')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const created = await page.request.post('/scim/v2/Users', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      data: { userName: 'scim.ada@directory.test' },
    })
    expect(created.status()).toBe(201)
    await expect(page.getByRole('list', { name: 'SCIM tokens' }).getByText('Entra')).toBeVisible()
  })

  await test.step('somebody signs in with OpenID Connect', async () => {
    const accounts = await TestOpenIdProvider.start(assay.url)
    accounts.account = aSubject({ given_name: 'Grace', family_name: 'Hopper' })
    await identityProvidersPage(page).addOpenId('Larkspur accounts', accounts.issuer)
    const settings = page.getByRole('navigation', { name: 'Workspace settings' })
    await expect(settings.getByRole('link', { name: 'Single sign-on' })).toHaveAttribute('aria-current', 'true')
    const context = await browser.newContext({ baseURL: assay.url })
    const visitor = await context.newPage()
    await visitor.goto('/profile')
    await visitor.getByRole('link', { name: 'Continue with Larkspur accounts' }).click()
    await expect(visitor.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
    await context.close()
    await accounts.close()
  })
  await idp.close()
})
