import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { pathOf } from '../../../contract/call.ts'
import { configurationsPage } from '../pages/settings-configurations.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const { members } = TEAM
test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

test('an administrator keeps configurations', async ({ page }) => {
  await test.step('[CONFIGS-04] [CONFIGS-02] [ERRORS-07] an administrator fills the empty page from the keyboard', async () => {
    await signInDirectly(page, as('adam'))
    const configurations = configurationsPage(page)
    await configurations.open()
    await expect(page.getByRole('heading', { name: 'There are no test configurations yet' })).toBeVisible()
    await configurations.addGroup().press('Enter')
    await expect(configurations.newGroup()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(configurations.addGroup()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Browsers')
    await page.keyboard.press('Enter')
    await expect(configurations.group('Browsers')).toBeVisible()
    await expect(configurations.addOption('Browsers')).toBeFocused()
    await page.keyboard.press('Enter')
    for (const name of ['Chrome', 'Firefox']) {
      await expect(configurations.newOption('Browsers')).toHaveValue('')
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(configurations.options('Browsers').filter({ hasText: name })).toBeVisible()
    }
    await expect(configurations.newOption('Browsers')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(configurations.addOption('Browsers')).toBeFocused()
    await page.reload()
    await configurations.expectOptions('Browsers', ['Chrome', 'Firefox'])
  })

  await test.step('[CONFIGS-07] [CONFIGS-08] names are changed in place, and wrong ones are said beside them', async () => {
    const configurations = configurationsPage(page)
    await configurations.open()
    await configurations.rename('option Firefox').click()
    await configurations.nameOf('option Firefox').fill('chrome')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This name is already in use')).toBeVisible()
    await expect(configurations.nameOf('option Firefox')).toHaveValue('chrome')
    await configurations.nameOf('option Firefox').fill(' ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This field is required')).toBeVisible()
    await page.keyboard.press('Escape')
    await configurations.expectOptions('Browsers', ['Chrome', 'Firefox'])
    await expect(configurations.rename('option Firefox')).toBeFocused()

    // Leaving the field saves it.
    await page.keyboard.press('Enter')
    await configurations.nameOf('option Firefox').fill('Safari')
    await page.getByRole('heading', { name: 'Configurations' }).click()
    await configurations.expectOptions('Browsers', ['Chrome', 'Safari'])
    await configurations.rename('group Browsers').click()
    await configurations.nameOf('group Browsers').fill('Engines')
    await page.keyboard.press('Enter')
    await expect(configurations.group('Engines')).toBeVisible()
    await expect(configurations.rename('group Engines')).toBeFocused()
  })

  await test.step('what is typed survives a reload, and a refused call keeps it in sight', async () => {
    const configurations = configurationsPage(page)
    await configurations.open()
    await configurations.addGroup().click()
    await configurations.newGroup().fill('Half a name')
    await page.reload()
    await configurations.addGroup().click()
    await expect(configurations.newGroup()).toHaveValue('Half a name')
    await page.route('**/configuration-groups', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The disk is full' } }),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByText('The disk is full')).toBeVisible()
    await expect(configurations.newGroup()).toHaveValue('Half a name')
    await page.keyboard.press('Escape')
    await expect(configurations.newGroup()).toBeHidden()
    await page.unrouteAll()
  })

  await test.step('[CONFIGS-07] groups and options are deleted after a question that says what goes', async () => {
    const configurations = configurationsPage(page)
    await configurations.open()
    await configurations.delete('option Chrome').click()
    await configurations.question('Delete option Chrome?').getByRole('button', { name: 'Cancel' }).click()
    await expect(configurations.delete('option Chrome')).toBeFocused()
    await page.keyboard.press('Enter')
    await configurations.question('Delete option Chrome?').getByRole('button', { name: 'Delete option' }).click()
    await expect(page.getByText('Configuration option was successfully deleted')).toBeVisible()
    await configurations.expectOptions('Engines', ['Safari'])
    await configurations.delete('group Engines').click()
    await expect(configurations.question('Delete group Engines?')).toContainText('Its option is deleted too.')
    await page.getByRole('button', { name: 'Delete group', exact: true }).click()
    await expect(page.getByText('Configuration group was successfully deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'There are no test configurations yet' })).toBeVisible()
    await expect(configurations.addGroup()).toBeFocused()
  })
})

test('a failure, and people who only read', async ({ page }) => {
  await test.step('a page that did not load says so and tries again', async () => {
    await signInDirectly(page, as('adam'))
    await page.route('**/configuration-groups', (route) =>
      route.fulfill({ status: 503, json: { code: 'API-5000', message: 'The server is resting' } }),
    )
    await configurationsPage(page).open()
    await expect(page.getByText('The server is resting')).toBeVisible()
    await page.unroute('**/configuration-groups')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'There are no test configurations yet' })).toBeVisible()
  })

  await test.step('[CONFIGS-01] [CONFIGS-05] engineers, guests and read-only people see them and no way to change them', async () => {
    const { authToken } = await signInDirectly(page)
    const post = async <T>(path: string, name: string) =>
      (await (
        await page.request.post(path, { headers: { authorization: `Bearer ${authToken}` }, data: { name } })
      ).json()) as T
    const params = { projectKey: PROJECT_KEY }
    const { id } = await post<{ id: number }>(pathOf(createConfigurationGroup.path, params), 'Systems')
    await post(pathOf(createConfigurationOption.path, { ...params, groupId: id }), 'Linux')
    for (const username of ['emil', 'greta', 'rolf'] as const) {
      await signInDirectly(page, as(username))
      const configurations = configurationsPage(page)
      await configurations.open()
      await configurations.expectOptions('Systems', ['Linux'])
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    }
  })
})
