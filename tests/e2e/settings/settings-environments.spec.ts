import type { Page } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { environmentsPage } from '../pages/settings-environments.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const { members } = TEAM
test.use({
  environment: unattended,
  people: TEAM,
  permissions: ['clipboard-read', 'clipboard-write'],
  // What leaves with a movement still has to leave.
  contextOptions: { reducedMotion: 'no-preference' },
})
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })
const MASK = '••••••••'

/** Everything that this browser has written down of the product. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const records = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.addEventListener('error', () => reject(new Error('the local log did not open')))
            opening.addEventListener('success', () => {
              const stores = [...opening.result.objectStoreNames]
              if (stores.length === 0) return resolve('')
              const reading = opening.result.transaction(stores)
              const found: string[] = []
              for (const store of stores) {
                const all = reading.objectStore(store).getAll()
                all.addEventListener('success', () => found.push(JSON.stringify(all.result)))
              }
              reading.addEventListener('complete', () => resolve(found.join()))
            })
          }),
      ),
    )
    return records.join() + JSON.stringify([sessionStorage, localStorage])
  })

test('an administrator keeps environments and variables', async ({ page }) => {
  await test.step('[ENVS-19] [ENVS-23] an administrator creates environments; a wrong or taken key is said at the field', async () => {
    await signInDirectly(page, as('adam'))
    const environments = environmentsPage(page)
    await environments.open()
    await expect(page.getByRole('heading', { name: 'There are no environments yet' })).toBeVisible()
    await environments.add().click()
    await page.getByLabel('Name').fill('EU Staging')
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('eu-staging')
    await page.getByLabel('Description').fill('Before each release')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await environments.expectToast('Environment was successfully created')
    await expect(environments.panel('EU Staging')).toBeVisible()
    await expect(page.getByText('eu-staging', { exact: true })).toBeVisible()

    await environments.add().click()
    await page.getByLabel('Name').fill('Production')
    await page.getByLabel('Key', { exact: true }).fill('not a key')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await expect(
      page.getByText('Key must have only latin letters, numbers, dots, hyphens or underscores'),
    ).toBeVisible()
    await page.getByLabel('Key', { exact: true }).fill('EU-staging')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await expect(page.getByText('This key is already in use')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Production')
    await page.getByLabel('Key', { exact: true }).fill('prod')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await expect(environments.panel('Production')).toBeVisible()

    await environments.choose('Production', 'Edit environment')
    await page.getByLabel('Name').fill('Live')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await environments.expectToast('Environment was successfully updated')
    await expect(environments.panel('Live')).toBeVisible()
  })

  await test.step('[ENVS-04] [ENVS-05] [ENVS-09] [ENVS-10] [ENVS-22] variables of the project and of an environment that overrides one', async () => {
    const environments = environmentsPage(page)
    await environments.open()
    await environments.addVariable('the project').click()
    await environments.save({ key: '1ST', value: 'https://shop.example' }, 'Create variable')
    await expect(
      page.getByText('Key must have only latin letters, numbers or underscores, and must not begin with a number'),
    ).toBeVisible()
    await environments.save({ key: 'BASE_URL' }, 'Create variable')
    await environments.expectToast('Variable was successfully created')
    await expect(environments.row('Project variables', 'BASE_URL')).toContainText('https://shop.example')
    await expect(environments.addVariable('the project')).toBeFocused()

    await environments.addVariable('EU Staging').click()
    await environments.save({ key: 'BASE_URL', value: 'https://staging.example' }, 'Create variable')
    await expect(environments.row('Variables of EU Staging', 'BASE_URL')).toContainText('Overrides the project')
    await expect(environments.row('Project variables', 'BASE_URL')).toContainText('Overridden in EU Staging')

    await environments.list('Variables of EU Staging').getByRole('button', { name: 'Edit variable BASE_URL' }).click()
    await environments.save({ key: 'HOST' }, 'Save variable')
    await environments.expectToast('Variable was successfully updated')
    await expect(environments.row('Project variables', 'BASE_URL')).not.toContainText('Overridden')
    await environments.button('Delete variable HOST').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete variable' }).click()
    await environments.expectToast('Variable was successfully deleted')
    await expect(environments.list('Variables of EU Staging')).toBeHidden()
  })

  await test.step('[ENVS-11] secrets are masked until the switch shows them, and again when it is off', async () => {
    const environments = environmentsPage(page)
    await environments.open()
    await environments.addVariable('EU Staging').click()
    await environments.save({ key: 'API_TOKEN', value: 'hunter2', secret: true }, 'Create variable')
    const row = environments.row('Variables of EU Staging', 'API_TOKEN')
    await expect(row).toContainText(MASK)
    await environments.showSecrets().check()
    await expect(row).toContainText('hunter2')
    await environments.showSecrets().uncheck()
    await expect(row).toContainText(MASK)
    await expect(page.getByText('hunter2')).toHaveCount(0)

    // Edited without being typed again it stays; typed again while shown it is shown anew.
    await environments.button('Edit variable API_TOKEN').click()
    await expect(page.getByLabel('Value', { exact: true })).toHaveValue('')
    await environments.save({ key: 'TOKEN' }, 'Save variable')
    await environments.showSecrets().check()
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText('hunter2')
    await environments.button('Edit variable TOKEN').click()
    await environments.save({ value: 'hunter3' }, 'Save variable')
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText('hunter3')
  })

  await test.step('a secret is in no draft: the key that was typed survives a reload, the value does not', async () => {
    const environments = environmentsPage(page)
    await environments.open()
    await environments.addVariable('the project').click()
    await page.getByLabel('Value', { exact: true }).fill('not-for-the-disk')
    await page.getByLabel('Key', { exact: true }).fill('HALF_DONE')
    await page.reload()
    await environments.addVariable('the project').click()
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('HALF_DONE')
    await expect(page.getByLabel('Value', { exact: true })).toHaveValue('')
    await expect.poll(() => storedIn(page)).toContain('HALF_DONE')
    expect(await storedIn(page)).not.toContain('not-for-the-disk')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('[ENVS-25] [ENVS-23] a deleted environment is kept out of sight and can be restored', async () => {
    const environments = environmentsPage(page)
    await environments.open()
    await environments.choose('EU Staging', 'Delete environment')
    await expect(page.getByRole('alertdialog')).toContainText('Its variable is deleted too')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete environment' }).click()
    await environments.expectToast('Environment was successfully deleted')
    await expect(environments.panel('EU Staging')).toBeHidden()
    await page.getByText('Deleted environments').click()
    await environments.button('Restore EU Staging').click()
    await environments.expectToast('Environment was successfully restored')
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText(MASK)
    await expect(page.getByText('Deleted environments')).toBeHidden()
  })
})

test('others read them', async ({ page }) => {
  await test.step('[ENVS-15] [ENVS-16] an engineer shows and copies secrets and changes nothing', async () => {
    await signInDirectly(page, as('emil'))
    const environments = environmentsPage(page)
    await environments.open()
    const row = environments.row('Variables of EU Staging', 'TOKEN')
    await expect(row).toContainText(MASK)
    await environments.button('Copy value of TOKEN').click()
    await environments.expectToast('TOKEN was copied into your clipboard.')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('hunter3')
    await expect(row).toContainText(MASK)
    await environments.showSecrets().check()
    await expect(row).toContainText('hunter3')
    await expect(
      page.getByRole('main').getByRole('button', { name: /^(Add|Edit|Delete|Actions|Restore)/ }),
    ).toHaveCount(0)
  })

  await test.step('[ENVS-12] [ENVS-13] [ENVS-14] [ENVS-15] guests and read-only people see no way to a secret', async () => {
    for (const username of ['greta', 'rolf'] as const) {
      await signInDirectly(page, as(username))
      const environments = environmentsPage(page)
      await environments.open()
      await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText(MASK)
      await expect(environments.showSecrets()).toHaveCount(0)
      await expect(environments.button('Copy value of TOKEN')).toHaveCount(0)
      await expect(environments.button('Copy value of BASE_URL')).toBeVisible()
      await expect(
        page.getByRole('main').getByRole('button', { name: /^(Add|Edit|Delete|Actions|Restore)/ }),
      ).toHaveCount(0)
    }
  })
})

test('what fails is reported, and the address follows the feature', async ({ page, assay }) => {
  await test.step('a refused reveal leaves the switch off and says why; a list that did not load tries again', async () => {
    await signInDirectly(page, as('adam'))
    const environments = environmentsPage(page)
    await page.route('**/environments?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'API-5000', message: 'The server is resting' } }),
    )
    await page.route('**/secrets/reveal', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The key is lost' } }),
    )
    await environments.open()
    await expect(page.getByText('The server is resting')).toBeVisible()
    await page.unroute('**/environments?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(environments.panel('EU Staging')).toBeVisible()
    await environments.showSecrets().click()
    await environments.expectToast('The key is lost')
    await expect(environments.showSecrets()).not.toBeChecked()
    await page.unrouteAll()
  })

  await test.step('a server with another key says which secrets it cannot read, and keeps running', async () => {
    await assay.restart({ SECRET_KEY: 'c3'.repeat(32) })
    await signInDirectly(page, as('adam'))
    const environments = environmentsPage(page)
    await environments.open()
    await environments.showSecrets().check()
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText(
      'Cannot be read: encrypted with another key',
    )
    await environments.button('Edit variable TOKEN').click()
    await environments.save({ value: 'hunter4' }, 'Save variable')
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toContainText('hunter4')
  })

  await test.step('[ENVS-01] [ENVS-02] [ENVS-03] [ENVS-06] the address follows the feature, and the other one leads there', async () => {
    await signInDirectly(page, as('adam'))
    const environments = environmentsPage(page)
    await environments.open('environments')
    await expect(page).toHaveURL(/\/environments-variables$/)
    await expect(page.getByRole('heading', { name: 'Environments and variables', level: 1 })).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Project settings' })
    await expect(pages.getByRole('link', { name: /^Environments/ })).toHaveText(['Environments and variables'])

    const { authToken } = await signInDirectly(page)
    const off = await page.request.put(pathOf(switchFeature.path, { feature: 'test-case-variables' }), {
      headers: { authorization: `Bearer ${authToken}` },
      data: { on: false },
    })
    expect(off.ok()).toBe(true)
    await signInDirectly(page, as('adam'))
    await environments.open('environments-variables')
    await expect(page).toHaveURL(/\/environments$/)
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
    await expect(pages.getByRole('link', { name: /^Environments/ })).toHaveText(['Environments'])
    await expect(environments.row('Variables of EU Staging', 'TOKEN')).toBeVisible()
    await expect(environments.panel('Project variables')).toBeHidden()
  })
})
