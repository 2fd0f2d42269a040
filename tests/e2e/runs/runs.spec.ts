/** Test runs: written, listed, changed, closed and deleted. */
import { randomUUID } from 'node:crypto'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { getResultStatuses } from '../../../contract/settings/result-statuses.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const RUNS = `/projects/${PROJECT_KEY}/test-runs`

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
