import { startSystem, SYSTEMS } from '../../server/support/systems.ts'
import { CHECK_TEXTS, INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { launchesPage } from '../pages/launches.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' } })

test('an owner connects GitHub: what is wrong is said, and the status is in the list', async ({
  page,
  context,
  assay,
}) => {
  const github = SYSTEMS['GitHub'] as (typeof SYSTEMS)[string]
  const system = await startSystem(github.answers)
  await signInDirectly(page)
  const form = page.getByRole('form', { name: 'GitHub' })
  const token = form.getByLabel('Personal access token', { exact: true })
  const check = form.getByRole('button', { name: 'Check connection' })

  await test.step('[WNAV-06] [ROUTES-09] [ROUTES-10] the list is searched, and leads to the integration', async () => {
    await page.goto('/settings')
    await page.getByRole('main').getByRole('link', { name: 'Integrations' }).last().click()
    await page.getByLabel('Search integrations').fill('defect git')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    await page.getByRole('main').getByRole('link', { name: 'GitHub' }).click()
    await expect(page).toHaveURL(/\/settings\/integrations\/github$/)
  })

  await test.step('a draft is checked before it is saved, and survives a reload without its secret', async () => {
    await form.getByLabel('API address').fill(system.url)
    await token.fill('wr0ng')
    await check.click()
    await expect(form.getByText(CHECK_TEXTS.credentials)).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('API address')).toHaveValue(system.url)
    await expect(token).toHaveValue('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('This field is required')).toBeVisible()
  })

  await test.step('a save checks the connection, and an edit of the address asks for the secret again', async () => {
    await token.fill('s3cret')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/^Connected .* as quality$/)).toBeVisible()
    await expect(token).toHaveValue('')
    await form.getByLabel('API address').fill('https://api.github.com')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(INTEGRATION_TEXTS.enterAgain)).toBeVisible()
    await page.getByRole('switch').click()
    await expect(page.getByText(INTEGRATION_TEXTS.switched('GitHub', false))).toBeVisible()
    await page.goto('/settings/integrations')
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'GitHub' }) })
    await expect(card.getByText('Off', { exact: true })).toBeVisible()
  })

  await test.step('it is removed, and an unknown one leads back to the list', async () => {
    await page.goto('/settings/integrations/github')
    await form.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove integration' }).click()
    await expect(page.getByText('Not set up')).toBeVisible()
    await page.goto('/settings/integrations/toaster')
    await expect(page).toHaveURL(/\/settings\/integrations$/)
    await expect(page.getByText(INTEGRATION_TEXTS.unknown)).toBeVisible()
  })
  await test.step('[HUB-11] the list of launches says that no testing platform is connected', async () => {
    await launchesPage(page).open()
    await page.getByRole('button', { name: 'Hub access' }).click()
    await expect(page.getByRole('dialog', { name: 'Hub access' })).toContainText('No configured integrations')
  })
  await test.step('[HUB-02] [HUB-03] [HUB-04] [HUB-05] a tab for each platform shows what it has, secrets masked', async () => {
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    const connect = (integration: string, hub: string, username: string) =>
      call(
        saveIntegration,
        { integration },
        { hubUrl: `https://${hub}/wd/hub`, apiUrl: system.url, username, accessKey: `s3cret of ${username}` },
      )
    await connect('browserstack', 'hub.browserstack.test', 'ann')
    await connect('testingbot', 'hub.testingbot.test', 'k3y')
    await page.reload()
    await page.getByRole('button', { name: 'Hub access' }).click()
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveText(['BrowserStack', 'TestingBot'])
    const values = page.getByRole('tabpanel').locator('dl')
    await expect(values).toHaveText(/^Hub URLhttps:\/\/hub\.browserstack\.test\/wd\/hubUsernameannAccess key•+$/)
    await tabs.getByText('TestingBot').click()
    await expect(values).toHaveText(/^Hub URLhttps:\/\/hub\.testingbot\.test\/wd\/hubKey•+Secret•+$/)
  })
  await test.step('[HUB-06] [HUB-07] [HUB-08] [HUB-09] [HUB-13] each value is copied, and the address with the credentials', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const panel = page.getByRole('tabpanel')
    for (const [label, value] of [
      ['Hub URL', 'https://hub.testingbot.test/wd/hub'],
      ['Key', 'k3y'],
      ['Secret', 's3cret of k3y'],
    ] as const) {
      await panel.getByRole('button', { name: `Copy ${label.toLowerCase()}`, exact: true }).click()
      await expect(page.getByText(`${label} was copied into your clipboard.`, { exact: true })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    }
    await panel.getByRole('button', { name: 'Copy URL', exact: true }).click()
    await expect(page.getByText('URL was successfully copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://k3y:s3cret%20of%20k3y@hub.testingbot.test/wd/hub',
    )
  })
  await system.close()
})
