import { FEATURES } from '../../../contract/access.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { FEATURE_LABELS } from '../../../contract/workspace/feature-labels.ts'
import { errorPages } from '../pages/error-pages.ts'
import { planPage } from '../pages/plan.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('the owner switches a feature off and on, and open pages of other users follow without a reload', async ({
  page,
  browser,
}) => {
  const plan = planPage(page)
  const theirs = await (await browser.newContext()).newPage()
  await signInDirectly(page)
  await signInDirectly(theirs, { username: 'emil', password: MEMBERS_PASSWORD })
  await theirs.goto('/projects/SHOP/automation-launches')
  await expect(theirs.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()

  await test.step('[PRODUCT-07] [PRODUCT-13] [ROUTES-13] [ROUTES-14] the settings of the workspace lead to a switch for each feature', async () => {
    await page.goto('/settings')
    await page
      .getByRole('navigation', { name: 'Workspace settings' })
      .getByRole('link', { name: 'Plan and features' })
      .click()
    await expect(page).toHaveURL(/\/settings\/billing\/plan$/)
    for (const feature of FEATURES) await expect(plan.toggle(FEATURE_LABELS[feature].name)).toBeChecked()
  })

  await test.step('a feature is switched off after a question', async () => {
    await plan.toggle('Test automation').click()
    await expect(plan.question()).toContainText('Switch Test automation off?')
    await plan.question().getByRole('button', { name: 'Cancel' }).click()
    await expect(plan.toggle('Test automation')).toBeChecked()
    await plan.switchOff('Test automation')
    await expect(page.getByText(TEXTS.featureSwitched('Test automation', false))).toBeVisible()
    await expect(plan.toggle('Test automation')).not.toBeChecked()
  })

  await test.step('[PRODUCT-06] [ROUTES-31] its open page becomes an unknown address, which leads to the projects', async () => {
    await errorPages(theirs).expectNotFound()
    await expect(theirs).toHaveURL(/\/projects\/SHOP\/automation-launches$/)
    await theirs.getByRole('main').getByRole('link', { name: 'All projects' }).click()
    await expect(theirs).toHaveURL(/\/projects$/)
    await theirs.goBack()
    await plan.toggle('Test automation').click()
    await expect(page.getByText(TEXTS.featureSwitched('Test automation', true))).toBeVisible()
    await expect(theirs.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  })
  await theirs.context().close()
})
