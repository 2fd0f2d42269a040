import { startSystem, SYSTEMS } from '../../server/support/systems.ts'
import { CHECK_TEXTS, INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' } })

test('an owner connects integrations, and the list of launches shows the access to testing platforms', async ({
  page,
  context,
  assay,
}) => {
  const github = SYSTEMS['GitHub'] as (typeof SYSTEMS)[string]
  const system = await startSystem(github.answers)
  await signInDirectly(page)
  const form = page.getByRole('form', { name: 'GitHub' })
  const token = form.getByLabel('Personal access token', { exact: true })

  await test.step('the list is searched, and leads to the integration', async () => {
    await page.goto('/settings/integrations')
    await page.getByLabel('Search integrations').fill('defect git')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    await page.getByRole('main').getByRole('link', { name: 'GitHub' }).click()
    await expect(page).toHaveURL(/\/settings\/integrations\/github$/)
  })
  await test.step('a draft is checked before it is saved, and survives a reload without its secret', async () => {
    await form.getByLabel('API address').fill(system.url)
    await token.fill('wr0ng')
    await form.getByRole('button', { name: 'Check connection' }).click()
    await expect(form.getByText(CHECK_TEXTS.credentials)).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('API address')).toHaveValue(system.url)
    await expect(token).toHaveValue('')
  })
  await test.step('a save checks the connection, and a switch turns the integration off', async () => {
    await token.fill('s3cret')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/^Connected .* as quality$/)).toBeVisible()
    await expect(token).toHaveValue('')
    await page.getByRole('switch').click()
    await expect(page.getByText(INTEGRATION_TEXTS.switched('GitHub', false))).toBeVisible()
  })
  await test.step('it is removed, and an unknown one leads to the list', async () => {
    await form.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove integration' }).click()
    await expect(page.getByText('Not set up')).toBeVisible()
    await openInPlace(page, '/settings/integrations/toaster')
    await expect(page).toHaveURL(/\/settings\/integrations$/)
    await expect(page.getByText(INTEGRATION_TEXTS.unknown)).toBeVisible()
  })

  const hub = page.getByRole('dialog', { name: 'Hub access' })
  const openHub = () => page.getByRole('button', { name: 'Hub access' }).click()
  await test.step('[HUB-02] [HUB-03] [HUB-04] [HUB-05] the list of launches has a tab for each platform, secrets masked', async () => {
    await openInPlace(page, 'automation-launches')
    await openHub()
    await expect(hub).toContainText('No configured integrations')
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    const connect = (integration: string, host: string, username: string) =>
      call(
        saveIntegration,
        { integration },
        { hubUrl: `https://${host}/wd/hub`, apiUrl: system.url, username, accessKey: `s3cret of ${username}` },
      )
    await connect('browserstack', 'hub.browserstack.test', 'ann')
    await connect('testingbot', 'hub.testingbot.test', 'k3y')
    await page.keyboard.press('Escape')
    await openHub()
    const tabs = hub.getByRole('tab')
    const values = hub.getByRole('tabpanel').locator('dl')
    await expect(tabs).toHaveText(['BrowserStack', 'TestingBot'])
    await expect(values).toHaveText(/^Hub URLhttps:\/\/hub\.browserstack\.test\/wd\/hubUsernameannAccess key•+$/)
    await tabs.getByText('TestingBot').click()
    await expect(values).toHaveText(/^Hub URLhttps:\/\/hub\.testingbot\.test\/wd\/hubKey•+Secret•+$/)
  })
  await test.step('[HUB-06] [HUB-07] [HUB-09] [HUB-13] each value is copied, and the address with the credentials', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [button, toast, value] of [
      ['Copy hub url', 'Hub URL was copied into your clipboard.', 'https://hub.testingbot.test/wd/hub'],
      ['Copy key', 'Key was copied into your clipboard.', 'k3y'],
      ['Copy secret', 'Secret was copied into your clipboard.', 's3cret of k3y'],
      ['Copy URL', 'URL was successfully copied', 'https://k3y:s3cret%20of%20k3y@hub.testingbot.test/wd/hub'],
    ] as const) {
      await hub.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByText(toast, { exact: true })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    }
  })
  await test.step('a key that changed after the dialog opened is copied as it is now', async () => {
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    const changed = {
      hubUrl: 'https://hub.testingbot.test/wd/hub',
      apiUrl: system.url,
      username: 'n3w',
      accessKey: 's3cret of n3w',
    }
    await call(saveIntegration, { integration: 'testingbot' }, changed)
    await hub.getByRole('button', { name: 'Copy key', exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('n3w')
  })
  await system.close()
})
