import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createTestPlan } from '../../../contract/plans/plans.ts'
import { listCaseResults } from '../../../contract/runs/results.ts'
import { closeTestRun, createTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expectToBeKept } from '../support/kept.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM, serviceWorkers: 'allow' })

const RUNS = `/projects/${PROJECT_KEY}/test-runs`
const step = (id: string, action: string, expectedResult: string) => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})

test('a run is executed by keys, also offline, and a guest sees each result', async ({
  page,
  context,
  browser,
  assay,
}) => {
  const call = await callsAs(assay, 'emil')
  const suite = await call<{ id: number }>(createSuite, {}, { title: 'Vouchers' })
  const testCases: { id: number }[] = []
  for (const title of ['Apply a voucher', 'Refuse an old voucher', 'Two vouchers together']) {
    const steps = [step('a', 'Open the basket.', 'Subtotal reads £21.99.'), step('b', 'Type `SPRING10`.', '')]
    const { data } = await call<{ data: { id: number } }>(createTestCase, {}, { title, testSuiteId: suite.id, steps })
    testCases.push({ id: data.id })
  }
  const { data: run } = await call<{ data: { id: number } }>(createTestRun, {}, { title: 'Before 2.41', testCases })
  await call(createTestCase, {}, { title: 'Late voucher', testSuiteId: suite.id })

  const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
  await signInDirectly(guest, { username: 'greta', password: MEMBERS_PASSWORD })
  await test.step('[RUNS-03] [RUNS-15] [RUNS-26] [RUNS-41] a guest finds runs, and neither creates nor selects any', async () => {
    await guest.goto(RUNS)
    await expect(guest.getByRole('button', { name: 'Copy ID of Before 2.41' })).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Test Run', exact: true })).toHaveCount(0)
    await expect(guest.getByRole('table').getByRole('checkbox')).toHaveCount(0)
    await guest.getByRole('searchbox', { name: 'Search for test runs' }).fill('nothing like it')
    await expect(guest.getByRole('heading', { name: 'No test runs match these filters' })).toBeVisible()
    await guest.getByRole('button', { name: 'Clear filters' }).last().click()
    await guest.getByRole('link', { name: 'Before 2.41' }).click()
    await expect(guest.getByText('0 of 3 done')).toBeVisible()
  })
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await page.goto(`${RUNS}/${run.id}`)
  await page.getByRole('button', { name: 'Open my next case' }).click()
  await expect(page.getByRole('heading', { name: 'Apply a voucher' })).toBeVisible()
  await test.step('a case is added to the run from its page, and removed by undo', async () => {
    await page.getByRole('button', { name: 'Add or remove cases' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test cases of this run' })
    await dialog.getByRole('checkbox', { name: 'Select SHOP-4' }).click()
    await dialog.getByRole('button', { name: 'Save: add 1' }).click()
    await expect(guest.getByText('0 of 4 done')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(guest.getByText('0 of 3 done')).toBeVisible()
  })
  await test.step('[RUNS-44] [RUNS-45] keys record results of steps and of the case, and the guest sees them', async () => {
    await page.keyboard.press('Shift+Digit1')
    await expect(page.getByRole('button', { name: 'Result of step 1: Passed' })).toBeVisible()
    await page.keyboard.press('Shift+Digit2')
    await expect(page.getByRole('button', { name: 'Result of step 2: Failed' })).toBeVisible()
    await page.keyboard.press('1')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Refuse an old voucher' })).toBeVisible()
    await expect(guest.getByText('1 of 3 done')).toBeVisible()
  })
  await test.step('a result recorded offline is sent once the network is back', async () => {
    await page.getByRole('button', { name: 'Make available offline' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Download/ })
      .click()
    await expect(page.getByRole('button', { name: 'Available offline' })).toBeVisible()
    // A device that goes offline while it stores the application does not have it.
    await expectToBeKept(page)
    await context.setOffline(true)
    await page.keyboard.press('2')
    await page.keyboard.press('c')
    await page.keyboard.type('It is accepted')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('2 of 3 done')).toBeVisible()
    await expect(page.getByLabel('Not sent yet')).toBeVisible()
  })
  await test.step('[RUNS-49] offline, the list leads to the runs on this device; attempts arrive with the network', async () => {
    await page.goto(RUNS)
    await page.getByRole('region', { name: 'Available offline' }).getByRole('link', { name: 'Before 2.41' }).click()
    await page.getByRole('link', { name: 'Refuse an old voucher' }).click()
    await context.setOffline(false)
    await expect(guest.getByText('2 of 3 done')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('It is accepted')
    await expect(page.getByLabel('Not sent yet')).toHaveCount(0)
    const { items } = await call<{ items: { comment: string }[] }>(listCaseResults, {
      runId: run.id,
      caseId: testCases[1]?.id,
    })
    expect(items.map(({ comment }) => comment)).toEqual(['It is accepted'])
  })
  await test.step('a result being written when another user closes the run can still be copied after a reload', async () => {
    await page.getByRole('link', { name: 'Two vouchers together' }).click()
    await expect(page.getByRole('heading', { name: 'Two vouchers together' })).toBeVisible()
    await page.keyboard.press('2')
    await page.keyboard.press('c')
    await page.keyboard.type('Half a thought')
    await call(closeTestRun, { runId: run.id })
    const unrecorded = page.getByRole('status').filter({ hasText: 'Your result was not recorded' })
    await expect(unrecorded).toContainText('Half a thought')
    await page.reload()
    await expect(unrecorded).toContainText('Half a thought')
  })
  await test.step('[PLANS-02] [PLANS-32] [PLANS-33] a guest copies the link of a plan, and changes none', async () => {
    const admin = await callsAs(assay, 'adam')
    const { id: groupId } = await admin<{ id: number }>(createConfigurationGroup, {}, { name: 'Browser' })
    const { id: optionId } = await admin<{ id: number }>(createConfigurationOption, { groupId }, { name: 'Firefox' })
    const option = { groupId, optionId, groupName: 'Browser', optionName: 'Firefox' }
    const configurations = [{ id: groupId, name: 'Browser', options: [{ id: optionId, name: 'Firefox' }] }]
    const plan = { title: 'Autumn', configurations, baseTestCaseIds: [testCases[0]?.id] }
    await call(createTestPlan, {}, { ...plan, testRuns: [{ title: 'Autumn', configurations: [option] }] })
    await guest.getByRole('navigation').getByRole('link', { name: 'Test plans' }).first().click()
    await guest.getByRole('button', { name: 'Actions for Autumn' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy link', 'Report'])
    await expect(guest.getByRole('link', { name: 'Test plan', exact: true })).toHaveCount(0)
    await guest.context().close()
  })
})
