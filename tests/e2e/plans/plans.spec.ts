import type { Page } from '@playwright/test'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const GROUPS = {
  Browser: ['Chrome', 'Firefox', 'Safari', 'Edge'],
  System: ['Windows', 'macOS', 'Ubuntu'],
  Language: ['English', 'German', 'French'],
}
const LIST = `/projects/${PROJECT_KEY}/test-plans`

const signInAs = (page: Page, username: string) => signInDirectly(page, { username, password: MEMBERS_PASSWORD })
const runRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Test runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })

test('an engineer plans pairwise runs, takes one out again, and closes the plan', async ({ page, assay }) => {
  const call = await callsAs(assay, 'adam')
  for (const [name, options] of Object.entries(GROUPS)) {
    const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name })
    for (const option of options) await call(createConfigurationOption, { groupId }, { name: option })
  }
  const { authToken } = await signInAs(page, 'emil')
  await fillRepository(page, authToken, { Checkout: ['Card', 'Voucher'] })

  await test.step('[PLANED-01] [PLANED-02] a plan of pairwise combinations is written', async () => {
    await page.goto(LIST)
    await page.getByRole('link', { name: 'Test plan', exact: true }).click()
    await expect(page).toHaveURL(`${LIST}/create`)
    await page.getByLabel('Title').fill('Autumn')
    for (const name of Object.keys(GROUPS)) {
      await page.getByRole('button', { name: 'Configuration group' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await page.getByRole('radio', { name: 'Pairwise' }).press('Space')
    await expect(page.getByText('33 of 33 pairs covered')).toBeVisible()
    await page.getByRole('button', { name: 'Choose test cases' }).click()
    await expect(page.getByRole('checkbox', { name: 'All test cases' })).toBeEnabled()
    await page.getByRole('checkbox', { name: 'All test cases' }).press('Space')
    await page.getByRole('button', { name: 'Choose 2 cases' }).click()
  })

  const confirmation = page.getByRole('alertdialog')
  await test.step('[PLANED-19] [PLANED-20] it is confirmed at the end of the list of its runs', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const confirm = confirmation.getByRole('button', { name: /^Create \d+ runs$/ })
    await expect(confirm).toBeDisabled()
    await test.step('[PLANED-22] it closes where the window becomes too narrow', async () => {
      const size = page.viewportSize() ?? { width: 1440, height: 900 }
      await page.setViewportSize({ width: 599, height: 900 })
      await expect(confirmation).toBeHidden()
      await page.setViewportSize(size)
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(confirm).toBeDisabled()
    })
    await confirmation.getByRole('group', { name: 'Runs that saving creates and deletes' }).press('End')
    await confirm.click()
    await expect(page.getByText(PLAN_TEXTS.created)).toBeVisible()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
  const before = await runRows(page).count()
  expect(before).toBeGreaterThanOrEqual(12)
  const plan = new URL(page.url()).pathname

  await test.step('[RUNS-09] [RUNS-39] [RUNS-40] [RUNED-11] its runs name the plan, and are neither chosen nor edited on their own', async () => {
    await page.goto(LIST.replace('test-plans', 'test-runs'))
    const row = page.getByRole('row').filter({ hasText: 'Autumn: Chrome, Windows' }).first()
    await expect(row.getByRole('link', { name: 'Autumn', exact: true })).toHaveAttribute('href', plan)
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await expect(row.getByRole('cell').first()).toHaveAttribute('data-tip', RUN_TEXTS.bulkOfPlan)
    const href = (await row.getByRole('link').first().getAttribute('href')) ?? ''
    await page.goto(`${href}/edit`)
    await expect(page).toHaveURL(href)
  })

  await test.step('[PLANED-21] [PLANED-30] an edit deletes a run, confirmed at once where the list is short', async () => {
    await page.goto(`${plan}/edit`)
    await page.getByRole('checkbox', { name: 'Include Autumn: Chrome, Windows', exact: false }).first().click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(confirmation.getByRole('heading', { name: '1 run to be removed and deleted' })).toBeVisible()
    await confirmation.getByRole('button', { name: 'Save and delete 1 run' }).click()
    await expect(page.getByText(PLAN_TEXTS.updated)).toBeVisible()
    await expect(runRows(page)).toHaveCount(before - 1)
  })

  await test.step('[ROLE-05] [PLANED-25] [PLANS-30] another engineer reads it, and changes nothing', async () => {
    await signInAs(page, 'rita')
    await page.goto(`${plan}/edit`)
    await expect(page).toHaveURL(plan)
    await expect(page.getByRole('button', { name: 'Close' })).toBeHidden()
    await page.goto(LIST)
    await expect(page.getByRole('checkbox', { name: `Select Autumn. ${PLAN_TEXTS.notYours}` })).toBeDisabled()
  })

  await test.step('[PLANS-20] [PLANS-28] [PLANED-24] closed, it is not edited any more', async () => {
    await signInAs(page, 'emil')
    await page.goto(plan)
    await page.getByRole('button', { name: 'Close' }).click()
    await confirmation.getByRole('button', { name: 'Close 1 test plan' }).click()
    await expect(page.getByText(PLAN_TEXTS.closedToast(1))).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeHidden()
    await page.goto(`${plan}/edit`)
    await expect(page).toHaveURL(plan)
  })

  await test.step('[PLANS-05] [PLANS-12] [PLANS-15] [PLANS-29] [PLANS-35] the list of closed plans, and the end of one', async () => {
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: 'There are no test plans yet' })).toBeVisible()
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Closed').click()
    const row = page.getByRole('row').filter({ hasText: 'Autumn' })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirmation.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText(PLAN_TEXTS.deletedToast(1))).toBeVisible()
    await expect(page.getByRole('heading', { name: 'There are no closed test plans' })).toBeVisible()
  })

  await test.step('[PLANS-02] [PLANS-26] [PLANS-32] [PLANED-27] a guest creates none, and an unknown plan leads to the list', async () => {
    await signInAs(page, 'greta')
    await page.goto(`${LIST}/create`)
    await expect(page).toHaveURL(LIST)
    await page.goto(`${LIST}/999999`)
    await expect(page.getByText(PLAN_TEXTS.notFound)).toBeVisible()
    await expect(page).toHaveURL(LIST)
  })
})
