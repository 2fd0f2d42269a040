/** Test plans: written with pairwise runs, listed, changed, closed and deleted. */
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { createTestPlan } from '../../../contract/plans/plans.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  listConfigurationGroups,
  type ConfigurationGroup,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
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

test('an engineer plans pairwise runs, takes one out again, and closes the plan', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = await callsAs(assay, 'adam')
  for (const [name, options] of Object.entries(GROUPS)) {
    const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name })
    for (const option of options) await call(createConfigurationOption, { groupId }, { name: option })
  }
  await call(createMilestone, {}, { name: '2.41 Autumn', description: '', startDate: null, dueDate: null })
  const staging = await call<{ id: number }>(createEnvironment, {}, { name: 'Stage', key: 'stg', description: '' })
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await fillRepository(page, authToken, { Checkout: ['Card', 'Voucher'] })
  const pick = async (label: string, value: string) => {
    await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
    await page.getByRole('dialog', { name: label }).getByRole('option', { name: value }).click()
  }
  const confirmation = page.getByRole('alertdialog')
  const toast = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

  await test.step('[PLANS-01] [PLANS-14] the empty list leads to the editor', async () => {
    await page.goto(LIST)
    await expect(page.getByRole('heading', { name: 'There are no test plans yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Test plan', exact: true }).click()
    await expect(page).toHaveURL(`${LIST}/create`)
  })
  await test.step('[PLANED-01] [PLANED-02] a plan of pairwise combinations is written', async () => {
    await page.getByLabel('Title').fill('Autumn')
    await page.getByLabel('Description').fill('Before the **release**')
    await pick('Milestone', '2.41 Autumn')
    await pick('Environment', 'Stage')
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
  await test.step('[PLANED-03] [PLANED-06] each run is in or out, and has the base selection', async () => {
    const first = page.getByRole('group', { name: 'Runs and their options' }).locator('tbody tr').first()
    const include = first.getByRole('checkbox', { name: 'Include Autumn: Chrome' })
    await expect(first).toContainText('Base selection inherited')
    await include.click()
    await expect(first).toContainText('left out')
    await include.click()
    await expect(include).toBeChecked()
  })
  await test.step('[PLANED-22] narrow windows scroll only the table of runs sideways, and close the confirmation', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(confirmation).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(confirmation).toBeHidden()
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#content, #content *')]
          .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => one.getAttribute('aria-label')),
      )
    await expect.poll(wide).toEqual(['Runs and their options'])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('[PLANED-19] [PLANED-20] [PLANED-29] it is confirmed at the end of the list of its runs', async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const confirm = confirmation.getByRole('button', { name: /^Create \d+ runs$/ })
    await expect(confirm).toBeDisabled()
    await confirmation.getByRole('group', { name: 'Runs that saving creates and deletes' }).press('End')
    await confirm.click()
    await toast('Test plan was successfully created')
  })
  const runs = page
    .getByRole('table', { name: 'Test runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await test.step('[PLANS-13] [PLANS-19] [PLANS-21] [PLANS-22] [PLANS-25] its page describes it, and leads to its runs', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('stg')
    const card = page.getByRole('region', { name: 'About the test plan' })
    await expect(card).toContainText(/release.*Emil Bauer.*2\.41 Autumn.*0% *0 of \d+ cases in \d+ runs/s)
    await expect(runs.first().getByRole('link')).toHaveAttribute('href', /\/test-runs\/\d+$/)
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report', 'Edit', 'Delete'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await toast('Link to plan copied to clipboard')
  })
  const plan = new URL(page.url()).pathname
  await test.step('[PLANED-21] [PLANED-30] an edit deletes a run, confirmed without scrolling where the list is short', async () => {
    const before = await runs.count()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: 'Include Autumn: Chrome, Windows', exact: false }).first().click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(confirmation.getByRole('heading', { name: '1 run to be removed and deleted' })).toBeVisible()
    await confirmation.getByRole('button', { name: 'Save and delete 1 run' }).click()
    await toast(PLAN_TEXTS.updated)
    await expect(runs).toHaveCount(before - 1)
  })
  await test.step('[PLANS-20] [PLANS-28] [PLANED-24] a closed plan is not edited any more', async () => {
    await page.getByRole('button', { name: 'Close' }).click()
    await confirmation.getByRole('button', { name: 'Close 1 test plan' }).click()
    await toast(PLAN_TEXTS.closedToast(1))
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report', 'Delete'])
    await page.goto(`${plan}/edit`)
    await expect(page).toHaveURL(plan)
  })

  const groups = (await call<{ items: ConfigurationGroup[] }>(listConfigurationGroups)).items
  const [group, [option] = []] = [groups[0], groups[0]?.options]
  const configurations = [{ groupId: group?.id, optionId: option?.id, groupName: '', optionName: '' }]
  const callEmil = await callsAs(assay, 'emil')
  for (const title of ['Winter', 'Spring']) {
    const written = { title, configurations: [{ ...group, options: [option] }], baseTestCaseIds: [1] }
    await callEmil(createTestPlan, {}, { ...written, testRuns: [{ title, configurations }] })
  }
  await test.step('[PLANS-03] [PLANS-08] filters of an address apply from the first call; a search narrows the list', async () => {
    const searches: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/test-plans') && pathname.startsWith('/api/')) searches.push(search)
    })
    await page.goto(`${LIST}?environment=${staging.id}`)
    await expect(page.getByRole('heading', { name: 'No test plans match these filters' })).toBeVisible()
    expect(searches.filter((search) => !search.includes(`environmentId=${staging.id}`))).toEqual([])
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await page.getByRole('searchbox', { name: 'Search for test plans' }).fill('winter')
    await expect(page.getByRole('checkbox', { name: 'Select Spring' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search for test plans' }).fill('')
  })
  const all = page.getByRole('checkbox', { name: 'Select all test plans on this page' })
  const selection = page.getByRole('region', { name: 'Selection' })
  await test.step('[PLANS-36] [PLANS-37] several are closed; the question names what becomes of their runs', async () => {
    await expect(page.getByRole('checkbox', { name: 'Select Spring' })).toBeVisible()
    await all.click()
    await selection.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(confirmation).toContainText('Their 2 test runs will be closed too.')
    await confirmation.getByRole('button', { name: 'Close 2 test plans' }).click()
    await toast('Test plans were successfully closed')
  })
  await test.step('[PLANS-05] [PLANS-12] [PLANS-29] [PLANS-35] a closed plan is deleted from the list of closed plans', async () => {
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Closed').click()
    await page.getByRole('button', { name: 'Actions for Autumn' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirmation.getByRole('button', { name: /^Delete/ }).click()
    await toast(PLAN_TEXTS.deletedToast(1))
  })
  await test.step('[PLANS-15] [PLANS-36] [PLANS-37] several are deleted, and the list of closed plans is empty', async () => {
    await all.click()
    await selection.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(confirmation).toContainText(
      'Their 2 test runs and all results will be deleted too. This cannot be undone.',
    )
    await confirmation.getByRole('button', { name: 'Delete 2 test plans' }).click()
    await toast('Test plans were successfully deleted')
    await expect(page.getByRole('heading', { name: 'There are no closed test plans' })).toBeVisible()
  })
})
