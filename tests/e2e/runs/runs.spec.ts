import { randomUUID } from 'node:crypto'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { listRunCases } from '../../../contract/runs/run-cases.ts'
import { createTestRun, listTestRuns } from '../../../contract/runs/runs.ts'
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

test('an engineer picks cases for a run, runs it again, and closes both', async ({ page, assay, context, browser }) => {
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
    await test.step('[RUNED-16] a dialog of the editor closes where the window becomes too narrow', async () => {
      const size = page.viewportSize() ?? { width: 1440, height: 900 }
      await page.getByRole('button', { name: 'Assign', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Assign 2 test cases' })).toBeVisible()
      await page.setViewportSize({ width: 599, height: 900 })
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.setViewportSize(size)
      await expect(page.getByRole('button', { name: 'Assign', exact: true })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
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
  await test.step('[RUNS-08] [RUNS-10] [RUNS-11] [RUNS-24] its row shows its progress, and runs it again', async () => {
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
  await test.step('[RUNS-02] [RUNS-04] search and filters are in the address', async () => {
    await page.goto(RUNS)
    await page.getByRole('searchbox', { name: 'Search for test runs' }).fill('again')
    await expect(table.getByRole('link')).toHaveText(['Checkout again'])
    await expect(page).toHaveURL(/test-runs\?q=again$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table.getByRole('link')).toHaveText(['Checkout again', 'Checkout before 2.41'])
  })
  const menuOf = (title: string) =>
    table
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('button', { name: `Actions for ${title}` })
  const items = page.getByRole('menuitem')
  const received = (words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  await test.step('[RUNS-12] [RUNS-22] [RUNS-23] [RUNS-26] [RUNS-27] the menu of an open run, and its ID in the clipboard', async () => {
    await menuOf('Checkout again').click()
    await expect(items).toHaveText(['Edit', 'Rerun', 'Change milestone', 'Copy ID', 'Close', 'Delete'])
    await page.getByRole('menuitem', { name: 'Copy ID' }).click()
    await received('Test run ID was copied to clipboard')
  })
  await test.step('[RUNS-21] [RUNS-36] [RUNS-37] a run leaves its milestone and joins it again', async () => {
    const dialog = page.getByRole('dialog', { name: /^Milestone of/ })
    await menuOf('Checkout again').click()
    await page.getByRole('menuitem', { name: 'Change milestone' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await menuOf('Checkout again').click()
    await page.getByRole('menuitem', { name: 'Change milestone' }).click()
    await dialog.getByRole('button', { name: 'Unassign' }).click()
    await received('Test run has been unassigned from milestone')
    await menuOf('Checkout again').click()
    await page.getByRole('menuitem', { name: 'Assign to milestone' }).click()
    await dialog.getByRole('option', { name: '2.41 Autumn' }).click()
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await received('Test run has been assigned to milestone')
  })
  await test.step('[RUNED-21] an edit is saved', async () => {
    await menuOf('Checkout again').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Second round')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await received('Test run was successfully updated')
  })
  await test.step('[RUNS-42] a page past the end becomes the last one', async () => {
    await page.goto(`${RUNS}?page=9`)
    await expect(table.getByRole('link', { name: 'Checkout again' })).toBeVisible()
    await expect(page).toHaveURL(RUNS)
  })
  await test.step('[RUNS-16] [RUNS-17] a narrow window shows a notice instead', async () => {
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 600, height: 900 })
    await expect(page.getByRole('heading', { name: 'Test runs need a wider screen' })).toBeVisible()
    await expect(table).toBeHidden()
    await page.setViewportSize(size)
    await expect(table).toBeVisible()
  })
  await test.step('its report is shared with somebody who has no account', async () => {
    const href = (await table.getByRole('link', { name: 'Checkout again' }).getAttribute('href')) ?? ''
    await page.goto(`${href}/report`)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    // The buttons move as the list comes.
    await expect(dialog.getByText('No public links')).toBeVisible()
    await dialog.getByRole('button', { name: 'New link' }).click()
    await dialog.getByText('Type a passcode').click()
    await dialog.getByLabel('Passcode', { exact: true }).fill('olive-tree-60')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue()).pathname
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(assay.url + link)
    await visitor.getByLabel('Passcode', { exact: true }).fill('olive-tree-60')
    await visitor.getByRole('button', { name: 'Submit' }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Checkout again In progress')
    await expect(visitor.getByRole('heading', { name: 'By suite' })).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'By tester' })).toBeHidden()
    await visitor.context().close()
    await page.goto(RUNS)
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
  await test.step('[RUNED-12] [RUNS-24] [RUNS-25] a closed run is not edited, but run again or deleted', async () => {
    await menuOf('Checkout again').click()
    await expect(items).toHaveText(['Rerun', 'Copy ID', 'Delete'])
    await page.keyboard.press('Escape')
    const href = (await table.getByRole('link', { name: 'Checkout again' }).getAttribute('href')) ?? ''
    await page.goto(`${href}/edit`)
    await expect(page).toHaveURL(href)
    await expect(page.getByText('This test run is closed.', { exact: false })).toBeVisible()
  })
  await test.step('[RUNS-31] [RUNS-34] [RUNS-14] deleting names what goes, and an empty closed list says so', async () => {
    const question = page.getByRole('alertdialog')
    for (const title of ['Checkout again', 'Checkout before 2.41']) {
      await page.goto(`${RUNS}?closed=true`)
      await menuOf(title).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(question).toContainText(`Delete “${title}”?`)
      await expect(question).toContainText('This cannot be undone')
      await question.getByRole('button', { name: 'Delete test run' }).click()
      await received('Test run has been successfully deleted')
    }
    await expect(page.getByRole('heading', { name: 'There are no closed test runs' })).toBeVisible()
  })
  await test.step('[RUNS-32] [RUNS-35] one run is closed, and several are deleted', async () => {
    for (const title of ['First', 'Second', 'Third']) await call(createTestRun, {}, { title, testCases: [{ id: 1 }] })
    await page.goto(RUNS)
    await menuOf('Third').click()
    await page.getByRole('menuitem', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close test run' }).click()
    await received('Test run has been successfully closed')
    await expect(table.getByRole('link')).toHaveText(['Second', 'First'])
    await page.getByRole('checkbox', { name: 'Select all test runs on this page' }).click()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 test runs' }).click()
    await received('Test runs have been successfully deleted')
    await expect(page.getByRole('heading', { name: 'There are no test runs yet' })).toBeVisible()
  })
  await test.step('[RUNS-03] [RUNS-15] [RUNS-41] [RUNED-09] [RUNED-10] a guest sees runs, and makes, chooses and edits none', async () => {
    const { data } = await call<{ data: { id: number } }>(
      createTestRun,
      {},
      { title: 'To read', testCases: [{ id: 1 }] },
    )
    await signInDirectly(page, { username: 'greta', password: MEMBERS_PASSWORD })
    await page.goto(RUNS)
    await expect(table.getByRole('link', { name: 'To read' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Test Run', exact: true })).toBeHidden()
    await expect(table.getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search for test runs' }).fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No test runs match these filters' })).toBeVisible()
    for (const address of [`${RUNS}/create`, `${RUNS}/${data.id}/edit`]) {
      await page.goto(address)
      await expect(page).toHaveURL(RUNS)
    }
  })
})
