/** Test runs: written, listed, changed, closed and deleted, and executed by keys, also offline. */
import { randomUUID } from 'node:crypto'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createTestPlan } from '../../../contract/plans/plans.ts'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { listCaseResults } from '../../../contract/runs/results.ts'
import { closeTestRun, createTestRun, updateTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { listMembers, updateMember } from '../../../contract/settings/members.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expectToBeKept } from '../support/kept.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { anotherDevice, changing } from '../support/result-statuses.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM, serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

const RUNS = `/projects/${PROJECT_KEY}/test-runs`
const step = (id: string, action: string, expectedResult: string) => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})

test('an engineer writes a run, changes it, closes several and deletes them', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const call = await callsAs(assay, 'adam')
  await call(createEnvironment, {}, { name: 'Staging', key: 'staging', description: '' })
  await call(createMilestone, {}, { name: '2.41 Autumn', description: '', startDate: null, dueDate: null })
  const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name: 'Browser' })
  for (const name of ['Chrome', 'Firefox']) await call(createConfigurationOption, { groupId }, { name })
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await fillRepository(page, authToken, {
    Checkout: ['Pay by card', 'Pay by invoice'],
    'Checkout / Vouchers': ['Redeem a voucher'],
    Search: ['Find by name'],
  })
  const pick = async (label: string, value: string) => {
    await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
    await page.getByRole('dialog', { name: label }).getByRole('option', { name: value }).click()
  }
  const table = page.getByRole('table', { name: 'Test runs' })
  const rowOf = (title: string) => table.getByRole('row').filter({ hasText: title })
  const summary = page.getByRole('region', { name: 'Test cases' }).getByRole('status')
  const items = page.getByRole('menuitem')
  const question = page.getByRole('alertdialog')
  const all = page.getByRole('checkbox', { name: 'Select all test runs on this page' })
  const toast = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  const choose = async (title: string, action: string) => {
    await rowOf(title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const ofSelection = (name: string) =>
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name, exact: true }).click()

  await test.step('[RUNS-01] [RUNS-13] the empty list leads to the editor', async () => {
    await page.goto(RUNS)
    await expect(page.getByRole('heading', { name: 'There are no test runs yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Create test run' }).click()
    await expect(page).toHaveURL(/test-runs\/create$/)
  })
  await test.step('[RUNED-01] [RUNED-02] [RUNED-04] fields, and a suite with its sub-suites', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Checkout before 2.41')
    await pick('Milestone', '2.41 Autumn')
    await pick('Environment', 'Staging')
    await expect(page.getByRole('button', { name: 'Browser: Not applicable' })).toBeVisible()
    await pick('Browser', 'Firefox')
    await page.getByRole('checkbox', { name: 'Select suite Checkout' }).click()
    await expect(summary).toHaveText('3 of 4 in 2 suites')
    await page.getByRole('checkbox', { name: 'Select SHOP-2' }).click()
  })
  await test.step('[RUNED-20] [RUNED-22] the form survives a reload, and opens the new run', async () => {
    await page.reload()
    await expect(page.getByRole('note', { name: 'Recovered draft' })).toBeVisible()
    await expect(summary).toHaveText('2 of 4 in 2 suites')
    await page.getByRole('button', { name: 'Create test run' }).click()
    await toast('Test run was successfully created')
    await expect(page).toHaveURL(/test-runs\/\d+$/)
  })
  await test.step('[RUNS-08] [RUNS-10] [RUNS-11] its row counts a result that another user records', async () => {
    const runId = Number(page.url().split('/').at(-1))
    await page.getByRole('navigation').getByRole('link', { name: 'Test runs' }).first().click()
    const row = rowOf('Checkout before 2.41')
    await expect(row).toContainText(/staging.*Firefox.*2\.41 Autumn.*0%.*0 \/ 2/)
    const { data } = await call<{ data: { resultStatuses: { id: number; name: string }[] } }>(getResultStatuses)
    const statusId = data.resultStatuses.find(({ name }) => name === 'Passed')?.id
    const entries = [{ resultId: randomUUID(), caseId: 1 }]
    const command = { type: 'results/record', runId, entries, values: { statusId } }
    await call(sendRunCommands, {}, { commands: [{ key: randomUUID(), at: new Date().toISOString(), command }] })
    await expect(row).toContainText(/50%.*1 \/ 2/)
  })
  for (const title of ['Second', 'Third']) await call(createTestRun, {}, { title, testCases: [{ id: 1 }] })
  await test.step('[RUNS-02] [RUNS-04] a search is in the address', async () => {
    await page.getByRole('searchbox', { name: 'Search for test runs' }).fill('before')
    await expect(table.getByRole('link')).toHaveText(['Checkout before 2.41'])
    await expect(page).toHaveURL(/test-runs\?q=before$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table.getByRole('link')).toHaveText(['Third', 'Second', 'Checkout before 2.41'])
  })
  await test.step('[RUNS-12] [RUNS-27] the menu of a run copies its ID', async () => {
    await choose('Checkout before 2.41', 'Copy ID')
    await toast('Test run ID was copied to clipboard')
  })
  await test.step('[RUNS-21] [RUNS-36] [RUNS-37] a run leaves its milestone and joins it again', async () => {
    const dialog = page.getByRole('dialog', { name: /^Milestone of/ })
    await choose('Checkout before 2.41', 'Change milestone')
    await dialog.getByRole('button', { name: 'Unassign' }).click()
    await toast('Test run has been unassigned from milestone')
    await choose('Checkout before 2.41', 'Assign to milestone')
    await dialog.getByRole('option', { name: '2.41 Autumn' }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await toast('Test run has been assigned to milestone')
  })
  await test.step('[RUNS-16] [RUNS-17] [RUNED-16] a narrow window shows a notice instead of the list, and closes its dialog', async () => {
    await choose('Checkout before 2.41', 'Change milestone')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.setViewportSize({ width: 600, height: 900 })
    await expect(page.getByRole('heading', { name: 'Test runs need a wider screen' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(table).toBeVisible()
  })
  await test.step('[RUNED-21] [RUNS-23] an edit is saved', async () => {
    await choose('Checkout before 2.41', 'Edit')
    await page.getByLabel('Description').fill('Second round')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast('Test run was successfully updated')
    await page.getByRole('navigation').getByRole('link', { name: 'Test runs' }).first().click()
  })
  await test.step('[RUNS-22] [RUNS-28] [RUNS-32] [RUNS-33] one run is closed, then all others by one question', async () => {
    await choose('Third', 'Close')
    await question.getByRole('button', { name: 'Close test run' }).click()
    await toast('Test run has been successfully closed')
    await all.click()
    await ofSelection('Close')
    await question.getByRole('button', { name: 'Close 2 test runs' }).click()
    await toast('Test runs have been successfully closed')
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Closed').click()
    await expect(table.getByRole('link')).toHaveText(['Third', 'Second', 'Checkout before 2.41'])
  })
  await test.step('[RUNS-24] [RUNS-25] [RUNS-31] [RUNS-34] a closed run is run again or deleted; the question names it', async () => {
    await rowOf('Third').getByRole('button', { name: 'Actions for Third' }).click()
    await expect(items).toHaveText(['Rerun', 'Copy ID', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question).toContainText(/Delete “Third”\?.*This cannot be undone/s)
    await question.getByRole('button', { name: 'Delete test run' }).click()
    await toast('Test run has been successfully deleted')
  })
  await test.step('[RUNS-14] [RUNS-35] several are deleted, and the list of closed runs is empty', async () => {
    await all.click()
    await ofSelection('Delete')
    await question.getByRole('button', { name: 'Delete 2 test runs' }).click()
    await toast('Test runs have been successfully deleted')
    await expect(page.getByRole('heading', { name: 'There are no closed test runs' })).toBeVisible()
  })
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
  const late = await call<{ data: { key: string } }>(
    createTestCase,
    {},
    { title: 'Late voucher', testSuiteId: suite.id },
  )

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
    await dialog.getByRole('checkbox', { name: `Select ${late.data.key}` }).click()
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
    // A device that goes offline while it caches the application does not have it completely.
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
  const admin = await callsAs(assay, 'adam')
  const attempts = page.getByRole('region', { name: 'Attempts' })
  /** Records a result with keys, without waiting in between. */
  const recordOffline = async (status: string) => {
    await context.setOffline(true)
    await page.keyboard.press(status)
    await page.keyboard.press('Control+Enter')
    await expect(attempts).toContainText('Not sent yet')
  }
  await test.step('a result that a lost role denies says what it waits for, and is sent with the role', async () => {
    await page.getByRole('link', { name: 'Two vouchers together' }).click()
    await expect(page.getByRole('heading', { name: 'Two vouchers together' })).toBeVisible()
    const { items } = await admin<{ items: { userId: number; username: string }[] }>(listMembers)
    const userId = items.find(({ username }) => username === 'emil')?.userId
    await recordOffline('2')
    await admin(updateMember, { userId }, { role: 'GUEST' })
    await context.setOffline(false)
    await expect(page.getByText('Waiting until your role in SHOP allows it.')).toBeVisible()
    await admin(updateMember, { userId }, { role: 'ENGINEER' })
    await expect(guest.getByText('3 of 3 done')).toBeVisible()
    await expect(page.getByText('1 change not sent yet.')).toBeHidden()
  })
  await test.step('a result that arrives after the run was closed is discarded at its case', async () => {
    await recordOffline('1')
    await page.keyboard.press('2')
    await page.keyboard.press('c')
    await page.keyboard.type('Half a thought')
    await call(closeTestRun, { runId: run.id })
    await context.setOffline(false)
    await expect(page.getByText('1 change could not be saved.')).toBeVisible()
    await expect(attempts).toContainText('Not accepted: The test run is closed')
    await attempts.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('1 change could not be saved.')).toBeHidden()
    await expect(attempts).not.toContainText('Not accepted')
  })
  await test.step('a result being written when another user closes the run can still be copied after a reload', async () => {
    const unrecorded = page.getByRole('status').filter({ hasText: 'Your result was not recorded' })
    await expect(unrecorded).toContainText('Half a thought')
    await page.reload()
    await expect(unrecorded).toContainText('Half a thought')
  })
  await test.step('[PLANS-02] [PLANS-32] [PLANS-33] a guest copies the link of a plan, and changes none', async () => {
    const { id: groupId } = await admin<{ id: number }>(createConfigurationGroup, {}, { name: 'Device' })
    const { id: optionId } = await admin<{ id: number }>(createConfigurationOption, { groupId }, { name: 'Firefox' })
    const option = { groupId, optionId, groupName: 'Device', optionName: 'Firefox' }
    const configurations = [{ id: groupId, name: 'Device', options: [{ id: optionId, name: 'Firefox' }] }]
    const plan = { title: 'Autumn', configurations, baseTestCaseIds: [testCases[0]?.id] }
    await call(createTestPlan, {}, { ...plan, testRuns: [{ title: 'Autumn', configurations: [option] }] })
    await guest.getByRole('navigation').getByRole('link', { name: 'Test plans' }).first().click()
    await guest.getByRole('button', { name: 'Actions for Autumn' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy link', 'Report'])
    await expect(guest.getByRole('link', { name: 'Test plan', exact: true })).toHaveCount(0)
    await guest.context().close()
  })
})

test('what the server rejects of a run is decided on its page: another status for one result, another try for a removed case', async ({
  page,
  context,
  assay,
}) => {
  const call = await callsAs(assay, 'emil')
  const suite = await call<{ id: number }>(createSuite, {}, { title: 'Gift cards' })
  const testCases: { id: number }[] = []
  for (const title of ['Pay with a gift card', 'Refund a gift card', 'Expired gift card']) {
    const { data } = await call<{ data: { id: number } }>(createTestCase, {}, { title, testSuiteId: suite.id })
    testCases.push({ id: data.id })
  }
  const { data: run } = await call<{ data: { id: number } }>(createTestRun, {}, { title: 'Gift cards', testCases })
  const [, removed] = testCases.map(({ id }) => id)
  const resultsOf = async (caseId: number | undefined) =>
    (await call<{ items: { comment: string }[] }>(listCaseResults, { runId: run.id, caseId })).items.length
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await page.goto(`${RUNS}/${run.id}`)
  await page.getByRole('button', { name: 'Open my next case' }).click()
  await expect(page.getByRole('heading', { name: 'Pay with a gift card' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Blocked' })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Refund a gift card' })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  const other = await anotherDevice(assay, 'adam')
  await other.save(changing('Blocked', { enabled: false }))
  await other.end()
  await call(updateTestRun, { runId: run.id }, { removeCaseIds: [removed] })
  await context.setOffline(false)
  await expect(page.getByText('2 changes could not be saved.')).toBeVisible()
  await expect(page.getByText('0 of 2 done')).toBeVisible()
  await test.step('a result with a status that was switched off is recorded with another one', async () => {
    await page.getByRole('link', { name: 'Pay with a gift card' }).click()
    const attempts = page.getByRole('region', { name: 'Attempts' })
    await attempts.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await attempts.getByRole('button', { name: 'Record' }).click()
    await expect.poll(() => resultsOf(testCases[0]?.id)).toBe(1)
    await expect(page.getByText('1 of 2 done')).toBeVisible()
  })
  await test.step('a result of a case that was removed from the run is recorded once the case is back', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'Refund a gift card' })
    await expect(notice).toContainText('Not accepted')
    await call(updateTestRun, { runId: run.id }, { addCases: [{ id: removed }] })
    await page.getByRole('link', { name: 'Refund a gift card' }).click()
    await page.getByRole('region', { name: 'Attempts' }).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('2 of 3 done')).toBeVisible()
    await expect(page.getByText('could not be saved.')).toBeHidden()
  })
})
