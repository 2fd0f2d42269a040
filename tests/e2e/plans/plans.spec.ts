import type { Page } from '@playwright/test'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import { createTestPlan, updateTestPlan } from '../../../contract/plans/plans.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  listConfigurationGroups,
  type ConfigurationGroup,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
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

const signInAs = (page: Page, username: string) => signInDirectly(page, { username, password: MEMBERS_PASSWORD })
const runRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Test runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') })

test('an engineer plans pairwise runs, takes one out again, and closes the plan', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = await callsAs(assay, 'adam')
  for (const [name, options] of Object.entries(GROUPS)) {
    const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name })
    for (const option of options) await call(createConfigurationOption, { groupId }, { name: option })
  }
  await call(createMilestone, {}, { name: '2.41 Autumn', description: '', startDate: null, dueDate: null })
  const staging = await call<{ id: number }>(createEnvironment, {}, { name: 'Stage', key: 'stg', description: '' })
  const { authToken } = await signInAs(page, 'emil')
  await fillRepository(page, authToken, { Checkout: ['Card', 'Voucher'] })
  const pick = async (label: string, value: string) => {
    await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
    await page.getByRole('dialog', { name: label }).getByRole('option', { name: value }).click()
  }

  await test.step('[PLANS-01] [PLANS-14] a project without plans says so', async () => {
    await page.goto(LIST)
    await expect(page.getByRole('heading', { level: 1, name: 'Test plans' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'There are no test plans yet' })).toBeVisible()
  })

  await test.step('[PLANED-01] [PLANED-02] a plan of pairwise combinations is written', async () => {
    await page.getByRole('link', { name: 'Test plan', exact: true }).click()
    await expect(page).toHaveURL(`${LIST}/create`)
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

  await test.step('on a phone only the table of runs scrolls sideways', async () => {
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    const wide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#content, #content *')]
          .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => one.getAttribute('aria-label')),
      )
    await expect.poll(wide).toEqual(['Runs and their options'])
    await page.setViewportSize(size)
  })

  await test.step('[PLANED-03] [PLANED-06] each run is in or out, and has the base selection', async () => {
    const first = page.getByRole('group', { name: 'Runs and their options' }).locator('tbody tr').first()
    await expect(first).toContainText('Base selection inherited')
    const include = first.getByRole('checkbox', { name: 'Include Autumn: Chrome' })
    await expect(include).toBeChecked()
    await include.click()
    await expect(include).not.toBeChecked()
    await expect(first).toContainText('left out')
    await include.click()
    await expect(include).toBeChecked()
  })

  const confirmation = page.getByRole('alertdialog')
  await test.step('[PLANED-19] [PLANED-20] [PLANED-29] it is confirmed at the end of the list of its runs', async () => {
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
    await expect(page.getByText('Test plan was successfully created', { exact: true })).toBeVisible()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible()
  const before = await runRows(page).count()
  expect(before).toBeGreaterThanOrEqual(12)
  const plan = new URL(page.url()).pathname

  await test.step('[PLANS-19] [PLANS-21] [PLANS-22] [PLANS-25] its page says what it is about, and leads to its runs', async () => {
    const head = page.getByRole('main')
    await expect(head).toContainText('stg')
    const card = page.getByRole('region', { name: 'About the test plan' })
    await expect(card.locator('strong')).toHaveText('release')
    await expect(card).toContainText(/Emil Bauer.*2\.41 Autumn.*0% *0 of \d+ cases in \d+ runs/s)
    await expect(card.getByRole('img', { name: /^\d+ Untested$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report', 'Edit', 'Delete'])
    await page.keyboard.press('Escape')
    await expect(runRows(page).first().getByRole('link')).toHaveAttribute('href', /\/test-runs\/\d+$/)
  })

  await test.step('[PLANS-03] [PLANS-10] [PLANS-11] [PLANS-16] its row, found by search, also past the last page', async () => {
    await page.goto(`${LIST}?page=9`)
    await expect(page).toHaveURL(LIST)
    const row = page.getByRole('row').filter({ hasText: 'Autumn' })
    await expect(row).toContainText(new RegExp(`Autumn.*stg.*2\\.41 Autumn.*${before}.*0%`))
    await expect(row.getByRole('img', { name: /^\d+ Untested$/ })).toBeVisible()
    await expect(row.getByRole('img', { name: 'Emil Bauer' })).toBeVisible()
    await expect(row.locator('time')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search for test plans' }).fill('winter')
    await expect(page.getByRole('heading', { name: 'No test plans match these filters' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search for test plans' }).fill('autumn')
    await expect(row).toBeVisible()
  })

  await test.step('[PLANS-08] filters of an address are in force from the first call', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/test-plans') && pathname.startsWith('/api/')) asked.push(search)
    })
    await page.goto(`${LIST}?environment=${staging.id}&milestone=999999`)
    await expect(page.getByRole('heading', { name: 'No test plans match these filters' })).toBeVisible()
    expect(asked.length).toBeGreaterThan(0)
    for (const search of asked)
      expect(search).toMatch(/milestoneId=999999.*environmentId=\d|environmentId=\d.*milestoneId=999999/)
    page.removeAllListeners('request')
  })

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
    const saveAndDelete = async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(confirmation.getByRole('heading', { name: '1 run to be removed and deleted' })).toBeVisible()
      await confirmation.getByRole('button', { name: 'Save and delete 1 run' }).click()
    }
    await page.goto(`${plan}/edit`)
    await page.getByRole('checkbox', { name: 'Include Autumn: Chrome, Windows', exact: false }).first().click()
    await test.step('somebody else changes the same field meanwhile: one side is chosen, and the rest stays', async () => {
      await page.getByLabel('Description').fill('After the release')
      await call(updateTestPlan, { testPlanId: plan.split('/').at(-1) }, { description: 'During the release' })
      await saveAndDelete()
      const collision = page.getByRole('region', { name: 'Changed meanwhile' })
      await expect(collision).toContainText(/Description.*During the release.*After the release/s)
      await collision.getByText('Mine', { exact: true }).first().click()
    })
    await saveAndDelete()
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

  await test.step('[PLANED-31] an environment that was deleted is still shown', async () => {
    await call(deleteEnvironment, { environmentId: staging.id })
    await page.goto(plan)
    await expect(page.getByText('stg (deleted)', { exact: true })).toBeVisible()
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

  const callEmil = await callsAs(assay, 'emil')
  const { items: groups } = await call<{ items: ConfigurationGroup[] }>(listConfigurationGroups)
  const [group] = groups
  const [option] = group?.options ?? []
  const write = (title: string) =>
    callEmil<{ data: { id: number } }>(
      createTestPlan,
      {},
      {
        title,
        configurations: [{ ...group, options: [option] }],
        baseTestCaseIds: [1],
        testRuns: [
          { title, configurations: [{ groupId: group?.id, optionId: option?.id, groupName: '', optionName: '' }] },
        ],
      },
    )
  await test.step('[PLANS-36] [PLANS-37] several are closed, then deleted, each asked about with what becomes of the runs', async () => {
    for (const title of ['Winter', 'Spring']) await write(title)
    const selection = page.getByRole('region', { name: 'Selection' })
    const all = page.getByRole('checkbox', { name: 'Select all test plans on this page' })
    await page.goto(LIST)
    await all.click()
    await selection.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(confirmation).toContainText('Their 2 test runs will be closed too.')
    await confirmation.getByRole('button', { name: 'Close 2 test plans' }).click()
    await expect(page.getByText('Test plans were successfully closed', { exact: true })).toBeVisible()
    await page.goto(`${LIST}?closed=true`)
    await all.click()
    await selection.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(confirmation).toContainText(
      'Their 2 test runs and all results will be deleted too. This cannot be undone.',
    )
    await confirmation.getByRole('button', { name: 'Delete 2 test plans' }).click()
    await expect(page.getByText('Test plans were successfully deleted', { exact: true })).toBeVisible()
  })

  await test.step('[PLANS-27] a plan that does not load leads to the list, with the reason', async () => {
    const { data: late } = await write('Late')
    await page.route(`**/test-plans/${late.id}?*`, (route) => route.abort('connectionfailed'))
    await page.route(`**/test-plans/${late.id}`, (route) =>
      route.request().url().includes('/api/') ? route.abort('connectionfailed') : route.continue(),
    )
    await page.goto(`${LIST}/${late.id}`)
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(LIST)
    await page.unrouteAll()
  })

  await test.step('[PLANS-13] [PLANS-33] a guest copies the link of a plan, and has nothing else to do with it', async () => {
    await signInAs(page, 'greta')
    await page.goto(LIST)
    await page.getByRole('button', { name: 'Actions for Late' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Report'])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Link to plan copied to clipboard', { exact: true })).toBeVisible()
  })

  await test.step('[PLANS-02] [PLANS-26] [PLANS-32] [PLANED-27] a guest creates none, and an unknown plan leads to the list', async () => {
    await page.goto(`${LIST}/create`)
    await expect(page).toHaveURL(LIST)
    await page.goto(`${LIST}/999999`)
    await expect(page.getByText(PLAN_TEXTS.notFound)).toBeVisible()
    await expect(page).toHaveURL(LIST)
  })
})
