import { TestIdentityProvider } from '../../server/support/identity-provider.ts'
import { TestOpenIdProvider } from '../../server/support/openid-provider.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { identityProvidersPage } from '../pages/identity-providers.ts'
import { projectsPage } from '../pages/projects.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { openInPlace } from '../support/in-place.ts'
import { endSessionsDuring, signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: 'true' } })

test('two tabs share a session, and a sign-out without a network reaches the server with the next visit', async ({
  context,
  page,
}) => {
  const endings = '**/api/session/sign-out'
  const cookies = async () => (await context.cookies()).filter(({ name }) => name === 'assay_refresh')
  const other = await context.newPage()
  await test.step('a sign-in in one tab signs the other one in', async () => {
    for (const tab of [page, other]) await tab.goto('/projects')
    await signInPage(page).signIn(OWNER.username, OWNER.password)
    for (const tab of [page, other]) await expect.poll(projectsPage(tab).names).toEqual([PROJECT_KEY])
  })
  await test.step('a sign-out without an answer signs both tabs out, and the cookie that is left opens nothing', async () => {
    await context.route(endings, (route) => route.abort())
    await userMenu(page).signOut()
    for (const tab of [page, other]) await signInPage(tab).expectShown()
    await page.reload()
    await signInPage(page).expectShown()
    expect(await cookies()).toHaveLength(1)
  })
  await test.step('the next visit ends the session on the server', async () => {
    await context.unroute(endings)
    await page.reload()
    await signInPage(page).expectShown()
    await expect.poll(cookies).toHaveLength(0)
  })
})

test('a session that ends while a form is saved keeps what was typed', async ({ page, assay }) => {
  await signInDirectly(page)
  await page.goto('/projects?create')
  await page.getByLabel('Project name').fill('Half an idea')
  await page.getByLabel('Key', { exact: true }).fill('HALF')
  await endSessionsDuring(page, createProject, assay)
  await page.getByRole('button', { name: 'Create project' }).click()
  await signInPage(page).expectShown()
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('HALF')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/HALF\/automation-launches$/)
})

test('an owner sets up a provider, and a new user signs in with it', async ({ page, browser, assay }) => {
  const idp = await TestIdentityProvider.start({ certificateDays: 9 })
  await idp.meet(assay.url)
  await signInDirectly(page)
  const form = page.getByRole('form')
  const providers = page.getByRole('list', { name: 'Identity providers' })
  await test.step('[SSO-01] [SSO-03] [SSO-04] [SSO-10] the empty list leads to the form, which saves the provider', async () => {
    await page.goto('/settings/sso')
    await expect(page.getByRole('heading', { name: 'Single Sign-On', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'How SAML works' })).toBeVisible()
    await page.getByRole('link', { name: 'SAML identity provider' }).click()
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
    await expect(providers.getByText('expires in 9 days')).toBeVisible()
  })
  await test.step('a test shows what the provider says', async () => {
    const opened = page.waitForEvent('popup')
    await form.getByRole('button', { name: 'Test sign-in' }).click()
    const tab = await opened
    await expect(tab.getByRole('dialog').getByText('ada@directory.test').first()).toBeVisible()
    await tab.close()
  })
  await test.step('a new user signs in, and returns to the requested page', async () => {
    const visitor = await (await browser.newContext({ baseURL: assay.url })).newPage()
    await visitor.goto('/profile')
    await visitor.getByRole('link', { name: 'Continue with Larkspur directory' }).click()
    await expect(visitor).toHaveURL(/\/profile$/)
    await expect(visitor.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
    await visitor.context().close()
  })
  await test.step('[SSO-11] [SSO-12] a failed deletion is reported in the dialog, without a toast, and repeated', async () => {
    await page.route('**/api/iam/v1/identity-providers/*', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'Internal' } }),
    )
    await form.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete provider' }).click()
    await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
    await expect(page.locator('li[role="alert"]')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Delete provider' }).click()
    await expect(page.getByText("Identity provider 'Larkspur directory' was successfully deleted")).toBeVisible()
  })
  await test.step('[SSO-05] [SSO-06] an unknown provider leads to the list', async () => {
    await openInPlace(page, '/settings/sso/4711')
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
    const token = ((await dialog.getByText(/^scim_/).textContent()) ?? '').replace(/[^\w-]/g, '')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const created = await page.request.post('/scim/v2/Users', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      data: { userName: 'scim.ada@directory.test' },
    })
    expect(created.status()).toBe(201)
    await expect(page.getByRole('table', { name: 'SCIM tokens' }).getByText('Entra')).toBeVisible()
  })
  await test.step('a provider of OpenID Connect is added beside those of SAML', async () => {
    const accounts = await TestOpenIdProvider.start(assay.url)
    await identityProvidersPage(page).addOpenId('Larkspur accounts', accounts.issuer)
    await accounts.close()
  })
  await idp.close()
})
