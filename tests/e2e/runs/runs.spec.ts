import { randomUUID } from 'node:crypto'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { listRunCases } from '../../../contract/runs/run-cases.ts'
import { listTestRuns } from '../../../contract/runs/runs.ts'
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

test('an engineer picks cases for a run, runs it again, and closes both', async ({ page, assay }) => {
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
  const summary = page.getByRole('region', { name: 'Test cases' }).getByRole('status')

  await test.step('[RUNS-01] [RUNS-13] the list begins empty, and leads to the editor', async () => {
    await page.goto(RUNS)
    await expect(page.getByRole('heading', { name: 'There are no test runs yet' })).toBeVisible()
    await page.getByRole('link', { name: 'Create test run' }).click()
    await expect(page).toHaveURL(/test-runs\/create$/)
  })
  await test.step('[RUNED-01] [RUNED-02] [RUNED-04] fields, a whole suite with its sub-suites, and assignees', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Checkout before 2.41')
    await pick('Milestone', '2.41 Autumn')
    await pick('Environment', 'Staging')
    await expect(page.getByRole('button', { name: 'Browser: Not applicable' })).toBeVisible()
    await pick('Browser', 'Firefox')
    await page.getByRole('checkbox', { name: 'Select suite Checkout' }).click()
    await expect(summary).toHaveText('3 of 4 in 2 suites')
    await page.getByRole('checkbox', { name: 'Select SHOP-2' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select suite Checkout' })).toHaveAttribute('aria-checked', 'mixed')
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const people = page.getByRole('dialog', { name: 'Assign 2 test cases' })
    for (const name of ['Emil Bauer', 'Rita Sand']) await people.getByRole('option', { name }).click()
    await people.getByRole('button', { name: 'Spread evenly among 2' }).click()
    await expect(page.getByRole('button', { name: 'Assignee of SHOP-3: Rita Sand' })).toBeVisible()
  })
  await test.step('what was typed and picked survives a reload', async () => {
    await page.reload()
    await expect(page.getByRole('note', { name: 'Recovered draft' })).toBeVisible()
    await expect(summary).toHaveText('2 of 4 in 2 suites')
  })
  await test.step('[RUNED-20] [RUNED-22] the new run opens', async () => {
    await page.getByRole('button', { name: 'Create test run' }).click()
    await expect(page.getByText('Test run was successfully created', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/test-runs\/\d+$/)
  })
  await test.step('[RUNS-08] [RUNS-10] [RUNS-11] [RUNS-24] its row shows where it stands, and runs it again', async () => {
    await page.goto(RUNS)
    const row = table.getByRole('row').filter({ hasText: 'Checkout before 2.41' })
    await expect(row).toContainText(/staging.*Firefox.*2\.41 Autumn.*0%.*0 \/ 2/)
    await row.getByRole('button', { name: 'Actions for Checkout before 2.41' }).click()
    await page.getByRole('menuitem', { name: 'Rerun' }).click()
    await expect(page.getByRole('button', { name: 'Browser: Firefox' })).toBeVisible()
    await expect(summary).toHaveText('2 of 4 in 2 suites')
    await page.getByLabel('Title', { exact: true }).fill('Checkout again')
    await page.getByRole('button', { name: 'Create test run' }).click()
    await expect(page).toHaveURL(/test-runs\/\d+$/)
  })
  await test.step('a result that somebody else records moves the counters in place', async () => {
    await page.goto(RUNS)
    const row = table.getByRole('row').filter({ hasText: 'Checkout before 2.41' })
    await expect(row).toContainText('0 / 2')
    const { items: runs } = await call<{ items: { id: number; title: string }[] }>(listTestRuns)
    const runId = runs.find(({ title }) => title === 'Checkout before 2.41')?.id
    const { items } = await call<{ items: { caseId: number }[] }>(listRunCases, { runId })
    const statuses = await call<{ data: { resultStatuses: { id: number; name: string }[] } }>(getResultStatuses)
    const command = {
      type: 'results/record',
      runId,
      entries: [{ resultId: randomUUID(), caseId: items[0]?.caseId }],
      values: { statusId: statuses.data.resultStatuses.find(({ name }) => name === 'Passed')?.id },
    }
    const sent = { key: randomUUID(), at: new Date().toISOString(), command }
    await call(sendRunCommands, {}, { commands: [sent] })
    await expect(row).toContainText(/50%.*1 \/ 2/)
  })
  await test.step('[RUNS-02] [RUNS-04] search and filters stand in the address', async () => {
    await page.goto(RUNS)
    await page.getByRole('searchbox', { name: 'Search for test runs' }).fill('again')
    await expect(table.getByRole('link')).toHaveText(['Checkout again'])
    await expect(page).toHaveURL(/test-runs\?q=again$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table.getByRole('link')).toHaveText(['Checkout again', 'Checkout before 2.41'])
  })
  await test.step('[RUNS-05] [RUNS-28] [RUNS-33] [RUNS-38] both are closed by one question', async () => {
    await page.getByRole('checkbox', { name: 'Select all test runs on this page' }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close 2 test runs' }).click()
    await expect(page.getByText('Test runs have been successfully closed', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'There are no test runs yet' })).toBeVisible()
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Closed').click()
    await expect(table.getByRole('link')).toHaveText(['Checkout again', 'Checkout before 2.41'])
  })
})
