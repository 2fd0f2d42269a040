import { FEATURES } from '../../../contract/access.ts'
import { FEATURE_WORDS } from '../../../contract/workspace/feature-words.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { errorPages } from '../pages/error-pages.ts'
import { planPage } from '../pages/plan.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'lea', role: 'ADMINISTRATOR' },
      { username: 'emil', role: 'ENGINEER' },
      { username: 'bela', role: 'GUEST', permissions: ['billing:manage'] },
      { username: 'rolf', role: 'GUEST', readOnly: true },
    ],
  },
})
test.describe.configure({ mode: 'serial' })

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('the owner switches features, for every open browser', async ({ page, browser }) => {
  await test.step('[PRODUCT-07] [PRODUCT-13] [ROUTES-13] [ROUTES-14] the owner finds every feature with its switch', async () => {
    await signInDirectly(page)
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Workspace settings' })
      .getByRole('link', { name: 'Plan and features' })
      .click()
    await expect(page).toHaveURL(/\/settings\/billing\/plan$/)
    const plan = planPage(page)
    for (const feature of FEATURES) await expect(plan.toggle(FEATURE_WORDS[feature].name)).toBeChecked()
    await page.goto('/settings/billing')
    await expect(page).toHaveURL(/\/settings\/billing\/plan$/)
  })

  await test.step('[PRODUCT-06] a feature that is switched off disappears at once from an open browser, and comes back', async () => {
    const other = await browser.newContext()
    const theirs = await other.newPage()
    const { authToken } = await signInDirectly(theirs, credentials('emil'))
    await theirs.goto('/projects/SHOP/automation-launches')
    await expect(theirs.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
    const inSettings = await other.newPage()
    await inSettings.goto('/projects/SHOP/settings')
    await expect(inSettings.getByRole('link', { name: 'Launches' })).toBeVisible()

    const plan = planPage(page)
    await plan.open()
    await plan.toggle('Test automation').click()
    await expect(plan.question()).toContainText('Switch Test automation off?')
    await plan.question().getByRole('button', { name: 'Cancel' }).click()
    await expect(plan.toggle('Test automation')).toBeChecked()
    await plan.switchOff('Test automation')
    await expect(page.getByText(TEXTS.featureSwitched('Test automation', false))).toBeVisible()
    await expect(plan.toggle('Test automation')).not.toBeChecked()

    await expect(theirs.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
    await expect(inSettings.getByRole('link', { name: 'Launches' })).toHaveCount(0)
    const refused = await theirs.request.get(listLaunches.path.replace(':projectKey', 'SHOP'), {
      headers: { authorization: `Bearer ${authToken}` },
    })
    expect(refused.status()).toBe(403)

    await plan.toggle('Test automation').click()
    await expect(page.getByText(TEXTS.featureSwitched('Test automation', true))).toBeVisible()
    await expect(theirs.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
    await expect(inSettings.getByRole('link', { name: 'Launches' })).toBeVisible()
    await other.close()
  })
})

test('[PRODUCT-06] a switch that happened while a browser was cut off is learnt when it is back', async ({
  page,
  browser,
  assay,
}) => {
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signInDirectly(theirs, credentials('emil'))
  await theirs.goto('/projects/SHOP/settings')
  await expect(theirs.getByRole('link', { name: 'Launches' })).toBeVisible()
  const { authToken } = await signInDirectly(page)
  await other.setOffline(true)
  const turn = (on: boolean) =>
    page.request.put('/api/workspace/features/test-automation', {
      headers: { authorization: `Bearer ${authToken}` },
      data: { on },
    })
  expect((await turn(false)).ok()).toBe(true)
  // Connections end with the server's process; the browser's own comes back when it is online again.
  await assay.restart()
  await other.setOffline(false)
  await expect(theirs.getByRole('link', { name: 'Launches' })).toHaveCount(0, { timeout: 30_000 })
  expect((await turn(true)).ok()).toBe(true)
  // A renewal may have told the first switch before the channel is back, which is tried for every ten seconds.
  await expect(theirs.getByRole('link', { name: 'Launches' })).toBeVisible({ timeout: 30_000 })
  await other.close()
})

test('what cannot be switched or opened is reported', async ({ page, browser }) => {
  await test.step('a switch that fails stays as it was, and says why', async () => {
    await signInDirectly(page)
    const plan = planPage(page)
    await plan.open()
    await page.route('**/api/workspace/features/*', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'Not now' } }),
    )
    await plan.switchOff('Test plans')
    await expect(plan.question()).toContainText('Not now')
    await page.unrouteAll()
    await plan.question().getByRole('button', { name: 'Switch off' }).click()
    await expect(plan.toggle('Test plans')).not.toBeChecked()
    await plan.toggle('Test plans').click()
    await expect(plan.toggle('Test plans')).toBeChecked()
  })

  await test.step('[PRODUCT-05] [ROUTES-13] who holds the billing permission may switch; nobody else finds the page', async () => {
    await signInDirectly(page, credentials('bela'))
    await planPage(page).open()
    await expect(planPage(page).toggle('Test plans')).toBeChecked()
    for (const username of ['lea', 'emil', 'rolf']) {
      const other = await browser.newContext()
      const theirs = await other.newPage()
      await signInDirectly(theirs, credentials(username))
      await theirs.goto('/projects')
      await expect(theirs.getByRole('heading', { name: 'Projects' })).toBeVisible()
      await expect(theirs.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)
      await planPage(theirs).open()
      await expect(theirs.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
      await other.close()
    }
  })

  await test.step('[ROUTES-31] where a permission, a role or a feature keeps an address shut, it says that there is nothing to see, and leads on', async () => {
    const { authToken } = await signInDirectly(page)
    const turn = async (on: boolean) => {
      const answer = await page.request.put('/api/workspace/features/test-automation', {
        headers: { authorization: `Bearer ${authToken}` },
        data: { on },
      })
      expect(answer.ok()).toBe(true)
    }
    await turn(false)
    const other = await browser.newContext()
    const theirs = await other.newPage()
    await signInDirectly(theirs, credentials('emil'))
    for (const address of [
      '/settings/billing/plan',
      '/projects/SHOP/test-case-fields',
      '/projects/SHOP/automation-launches',
      '/projects/NONE',
    ]) {
      await theirs.goto(address)
      await errorPages(theirs).expectNotFound()
      expect(new URL(theirs.url()).pathname).toBe(address)
    }
    await theirs.getByRole('link', { name: 'All projects' }).click()
    await expect(theirs).toHaveURL(/\/projects$/)
    await expect(theirs.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await turn(true)
    await theirs.goto('/projects/SHOP/automation-launches')
    await expect(theirs.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
    await other.close()
  })
})
