import type { Page } from '@playwright/test'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createRequirementSystem, REQUIREMENT_SYSTEM_TEXTS } from '../../../contract/settings/requirement-systems.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { environmentsPage } from '../pages/settings-environments.ts'
import { requirementSystemsPage } from '../pages/settings-requirement-systems.ts'
import { callsAs } from '../support/calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

const { members } = TEAM
test.use({
  environment: unattended,
  people: TEAM,
  permissions: ['clipboard-read', 'clipboard-write'],
  // An element that fades out must still be removed.
  contextOptions: { reducedMotion: 'no-preference' },
})
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })
const MASK = '••••••••'

/** All data that this browser has stored for the product. */
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

test('environments and variables are created, changed, deleted and restored, and secrets are masked', async ({
  page,
  assay,
}) => {
  const environments = environmentsPage(page)
  const ofStaging = 'Variables of EU Staging'
  const secret = environments.row(ofStaging, 'API_TOKEN')
  await signInDirectly(page, as('adam'))

  await test.step('[ENVS-01] [ENVS-03] [ENVS-19] [ENVS-23] the first environment gets its key from its name, and is changed', async () => {
    await environments.open('environments')
    await expect(page).toHaveURL(/\/environments-variables$/)
    await expect(page.getByRole('heading', { name: 'There are no environments yet' })).toBeVisible()
    await environments.add().click()
    await page.getByLabel('Name').fill('EU Staging')
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('eu-staging')
    await page.getByRole('button', { name: 'Create environment' }).click()
    await environments.expectToast('Environment was successfully created')
    await environments.choose('EU Staging', 'Edit environment')
    await page.getByLabel('Description').fill('Before each release')
    await page.getByRole('button', { name: 'Save environment' }).click()
    await environments.expectToast('Environment was successfully updated')
  })

  await test.step('[ENVS-04] [ENVS-05] [ENVS-09] [ENVS-10] [ENVS-22] a variable of an environment overrides one of the project', async () => {
    await environments.addVariable('the project').click()
    await environments.save({ key: 'BASE_URL', value: 'https://shop.example' }, 'Create variable')
    await environments.expectToast('Variable was successfully created')
    await expect(environments.addVariable('the project')).toBeFocused()
    await environments.addVariable('EU Staging').click()
    await environments.save({ key: 'BASE_URL', value: 'https://staging.example' }, 'Create variable')
    await expect(environments.row(ofStaging, 'BASE_URL')).toContainText('Overrides the project')
    await expect(environments.row('Project variables', 'BASE_URL')).toContainText('Overridden in EU Staging')
    await environments.list(ofStaging).getByRole('button', { name: 'Edit variable BASE_URL' }).click()
    await environments.save({ key: 'HOST' }, 'Save variable')
    await environments.expectToast('Variable was successfully updated')
    await expect(environments.row('Project variables', 'BASE_URL')).not.toContainText('Overridden')
    await environments.button('Delete variable HOST').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete variable' }).click()
    await environments.expectToast('Variable was successfully deleted')
  })

  await test.step('a secret is in no draft: the typed key survives a reload, the value does not', async () => {
    await environments.addVariable('EU Staging').click()
    await environments.dialogField('Value').fill('not-for-the-disk')
    await environments.dialogField('Key').fill('API_TOKEN')
    await expect.poll(() => storedIn(page)).toContain('API_TOKEN')
    expect(await storedIn(page)).not.toContain('not-for-the-disk')
    await page.reload()
    await environments.addVariable('EU Staging').click()
    await expect(environments.dialogField('Key')).toHaveValue('API_TOKEN')
    await expect(environments.dialogField('Value')).toHaveValue('')
    await environments.save({ value: 'hunter2', secret: true }, 'Create variable')
    await expect(secret).toContainText(MASK)
  })

  await test.step('[ENVS-11] a secret is masked until the switch shows it, and is copied without being shown', async () => {
    await environments.button('Copy value of API_TOKEN').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('hunter2')
    await expect(secret).toContainText(MASK)
    await environments.showSecrets().check()
    await expect(secret).toContainText('hunter2')
    // Saved without a new value, it stays unchanged.
    await environments.button('Edit variable API_TOKEN').click()
    await environments.save({ key: 'TOKEN' }, 'Save variable')
    await expect(environments.row(ofStaging, 'TOKEN')).toContainText('hunter2')
    await environments.showSecrets().uncheck()
    await expect(environments.row(ofStaging, 'TOKEN')).toContainText(MASK)
    await expect(page.getByText('hunter2')).toHaveCount(0)
    // As if stored by a server with another key.
    await page.route('**/secrets/reveal', async (route) => {
      const answer = (await (await route.fetch()).json()) as { items: object[] }
      await route.fulfill({ json: { ...answer, items: answer.items.map((item) => ({ ...item, rawValue: null })) } })
    })
    await environments.showSecrets().check()
    await expect(environments.row(ofStaging, 'TOKEN')).toContainText('Cannot be read: encrypted with another key')
    await environments.showSecrets().uncheck()
  })

  await test.step('[ENVS-23] [ENVS-25] a deleted environment is listed apart and restored with its variables', async () => {
    await environments.choose('EU Staging', 'Delete environment')
    await expect(page.getByRole('alertdialog')).toContainText('Its variable is deleted too')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete environment' }).click()
    await environments.expectToast('Environment was successfully deleted')
    await page.getByText('Deleted environments').click()
    await environments.button('Restore EU Staging').click()
    await environments.expectToast('Environment was successfully restored')
    await expect(environments.row(ofStaging, 'TOKEN')).toContainText(MASK)
  })

  await test.step('[ENVS-02] [ENVS-06] the open page follows the feature of variables', async () => {
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    await call(switchFeature, { feature: 'test-case-variables' }, { on: false })
    await expect(page).toHaveURL(/\/environments$/)
    await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
    await expect(environments.row(ofStaging, 'TOKEN')).toBeVisible()
    await expect(environments.panel('Project variables')).toBeHidden()
  })
})

test('[TREE-58] a manager adds requirement systems, and keys of requirements lead there', async ({ page, assay }) => {
  const systems = requirementSystemsPage(page)
  const call = await callsAs(assay, 'mara')
  await call(
    createRequirementSystem,
    {},
    { name: 'Wiki', keyPrefix: 'DOC-', address: 'https://wiki.larkspur.test/{key}' },
  )
  const { data } = await call<{ data: { id: string } }>(
    createExploratorySession,
    {},
    { title: 'Refunds', requirements: ['PRD-7', 'ELSE-3'] },
  )
  await signInDirectly(page, as('mara'))
  await systems.open()
  await systems.delete('Wiki').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete requirement system' }).click()
  await expect(page.getByRole('heading', { name: REQUIREMENT_SYSTEM_TEXTS.none })).toBeVisible()
  await systems.add().click()
  await systems.write({ name: 'Jira', keyPrefix: 'PRD-', address: 'https://jira.larkspur.test/browse/{key}' })
  await expect(systems.dialog()).toContainText('PRD-12 opens https://jira.larkspur.test/browse/PRD-12')
  await systems.save()
  await systems.expectRow('Jira', ['PRD-', 'https://jira.larkspur.test/browse/{key}'])

  const session = exploratoryPage(page)
  await session.open(`/${data.id}`)
  await session.showSummary()
  const shown = session.fact('Requirements')
  await expect(shown.getByRole('link')).toHaveCount(1)
  await expect(shown.getByRole('link', { name: 'PRD-7' })).toHaveAttribute(
    'href',
    'https://jira.larkspur.test/browse/PRD-7',
  )
  await expect(shown.getByText('ELSE-3')).toBeVisible()
})
