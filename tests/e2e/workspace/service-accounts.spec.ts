import { SERVICE_ACCOUNT_TEXTS } from '../../../contract/workspace/service-accounts.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('a service account is created with a token that reports, is disabled and deleted', async ({ page, assay }) => {
  await signInDirectly(page)
  let value = ''

  await test.step('its form needs a name, and gives a role in a project', async () => {
    await page.goto('/settings/service-accounts')
    await expect(page.getByRole('heading', { name: 'No service accounts yet' })).toBeVisible()
    await page.getByRole('button', { name: 'New service account' }).click()
    const form = page.getByRole('dialog', { name: 'New service account' })
    await form.getByRole('button', { name: 'Project', exact: true }).click()
    await form.getByRole('button', { name: /^Project 1:/ }).click()
    await page.getByRole('option', { name: PROJECT_KEY }).click()
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('This field is required')).toBeVisible()
    await form.getByLabel('Name').fill('shop pipeline')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'shop pipeline' })).toBeVisible()
  })

  await test.step('its token is shown once and reports as the service account', async () => {
    await page.getByRole('button', { name: 'Create token' }).click()
    const form = page.getByRole('dialog', { name: 'New access token' })
    await form.getByLabel('Name').fill('nightly')
    await form.getByRole('button', { name: 'Create token' }).click()
    value = (await page.getByRole('region', { name: 'Token', exact: true }).innerText()).trim()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: 'nightly' })).toContainText('Report results')
    const launch = await (await anAgent(assay.url, value, PROJECT_KEY)).startLaunch('Nightly')
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${launch.id}`)
    await expect(page.getByText('Started by service account shop pipeline')).toBeVisible()
    await page.goBack()
  })

  await test.step('its tokens are rejected while it is disabled', async () => {
    const status = async () =>
      (
        await fetch(`${assay.url}/api/iam/v1/auth/refresh`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ refreshToken: value }),
        })
      ).status
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(page.getByText(SERVICE_ACCOUNT_TEXTS.disabled('shop pipeline'))).toBeVisible()
    expect(await status()).toBe(401)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await expect(page.getByText(SERVICE_ACCOUNT_TEXTS.enabled('shop pipeline'))).toBeVisible()
    expect(await status()).toBe(200)
  })

  await test.step('deleting it leads back to the list', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Its access token is revoked.')
    await page.getByRole('button', { name: 'Delete service account' }).click()
    await expect(page.getByRole('heading', { name: 'No service accounts yet' })).toBeVisible()
  })
})
