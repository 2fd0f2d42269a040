import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { cloneTestCases, deleteTestCases, selectTestCases } from '../../../contract/cases/operations.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const askerOf = (page: Page, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: async (call: AnyCall, params: Record<string, string>): Promise<{ ids: number[] }> =>
      (await page.request.get(pathOf(call.path, { projectKey: PROJECT_KEY }), { headers, params })).json(),
    post: async (call: AnyCall, data: object, projectKey = PROJECT_KEY) => {
      const answer = await page.request.post(pathOf(call.path, { projectKey }), { headers, data })
      if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    },
  }
}

const outlineOf = (page: Page) => page.getByRole('treegrid', { name: 'Test cases' }).getByRole('row').getByRole('link')

test('[TREE-16] [BULK-01] [BULK-02] [BULK-03] [BULK-08] all that a search finds is edited as one step, and undone as one', async ({
  page,
}) => {
  const { authToken } = await signInDirectly(page)
  const cards = Array.from({ length: 23 }, (_, i) => `Card ${i + 1}`)
  const suites = await fillRepository(page, authToken, {
    Checkout: ['Pay later', ...cards],
    Delivery: ['Choose a slot', 'Courier is late'],
  })
  // More than one part of an action, without a call for each case.
  const ask = askerOf(page, authToken)
  const { ids } = await ask.get(selectTestCases, { q: 'card' })
  for (let times = 1; times < 10; times += 1)
    await ask.post(cloneTestCases, {
      operationId: crypto.randomUUID(),
      ids,
      targetTestSuiteId: suites['Checkout'],
      placementMode: 'AT_TEST_SUITE_END',
    })
  const cases = casesPage(page)
  const wizard = bulkWizard(page)
  await cases.open('?q=card')
  await cases.counts('1 suite and 230 test cases')
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Edit')
  await expect(wizard.next).toBeDisabled()
  await cases.grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await wizard.counts('Edit: 1 test case selected')
  await wizard.bar.getByRole('button', { name: 'Select all 230' }).click()
  await wizard.counts('Edit: 230 test cases selected')
  await wizard.next.click()
  const settings = wizard.dialog('Edit 230 test cases')
  await expect(settings.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true')
  await choose(settings.getByLabel('Draft', { exact: true }), 'Yes')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await settings.getByRole('button', { name: 'Apply' }).click()
  await cases.toast('230 test cases were edited')
  await expect(wizard.bar).toHaveCount(0)

  await cases.open('?draft=true')
  await cases.counts('1 suite and 230 test cases')
  await cases.open()
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Edit')
  await page.getByRole('button', { name: 'Select all 233' }).click()
  await wizard.next.click()
  await choose(wizard.dialog('Edit 233 test cases').getByLabel('Deprecated', { exact: true }), 'Yes')
  await wizard.dialog('Edit 233 test cases').getByRole('button', { name: 'Apply' }).click()
  await cases.toast('233 test cases were edited')
  await cases.undo()
  await cases.toast('Undone: 233 test cases were edited')
  await cases.open('?draft=true')
  await cases.counts('1 suite and 230 test cases')
  await cases.open('?deprecated=true')
  await expect(page.getByRole('heading', { name: 'No test cases match' })).toBeVisible()
})

test('[BULK-01] [BULK-02] [BULK-04] cases are cloned into another project, moved, and deleted; each case that somebody else deleted first is reported', async ({
  page,
}) => {
  const { authToken } = await signInDirectly(page)
  const ask = askerOf(page, authToken)
  await ask.post(createProject, { name: 'Warehouse', key: 'WARE' })
  await ask.post(createSuite, { title: 'Shelves' }, 'WARE')
  const cases = casesPage(page)
  const wizard = bulkWizard(page)
  await cases.open('?q=slot')
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Clone')
  await wizard.bar.getByRole('checkbox', { name: 'Select all test cases' }).click()
  await wizard.next.click()
  const target = wizard.dialog('Clone 1 test case')
  await choose(target.getByLabel('Project', { exact: true }), 'Warehouse (WARE)')
  await target.getByRole('option', { name: 'Shelves' }).click()
  await target.getByRole('button', { name: 'Clone', exact: true }).click()
  await cases.toast('1 test case was cloned')
  await page.goto('/projects/WARE/test-cases')
  await expect(outlineOf(page)).toHaveText(['Choose a slot'])

  await cases.open('?q=later')
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Move')
  await wizard.bar.getByRole('checkbox', { name: 'Select all test cases' }).click()
  await wizard.next.click()
  await wizard.dialog('Move 1 test case').getByRole('option', { name: 'Delivery' }).click()
  await wizard.dialog('Move 1 test case').getByRole('button', { name: 'Move', exact: true }).click()
  await cases.toast('1 test case was moved')
  await cases.expectSuites(['Delivery'])
  await cases.undo()
  await cases.expectSuites(['Checkout'])

  await cases.open('?q=slot')
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Delete')
  await expect(wizard.bar.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await wizard.bar.getByRole('checkbox', { name: 'Select all test cases' }).click()
  await wizard.bar.getByRole('button', { name: 'Delete' }).click()
  await cases.toast('Test case was deleted')
  await expect(page.getByRole('heading', { name: 'No test cases match' })).toBeVisible()
  await cases.undo()
  await expect(outlineOf(page)).toHaveText(['Choose a slot'])

  await cases.open('?q=courier')
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Edit')
  await wizard.bar.getByRole('checkbox', { name: 'Select all test cases' }).click()
  await wizard.next.click()
  const { ids } = await ask.get(selectTestCases, { q: 'courier' })
  await ask.post(deleteTestCases, { operationId: crypto.randomUUID(), ids })
  await choose(wizard.dialog('Edit 1 test case').getByLabel('Draft', { exact: true }), 'Yes')
  await wizard.dialog('Edit 1 test case').getByRole('button', { name: 'Apply' }).click()
  const failures = wizard.dialog('1 test case could not be edited')
  await expect(failures.getByRole('listitem')).toHaveText('Courier is lateTest case not found')
  await failures.getByRole('button', { name: 'Close' }).last().click()
  await expect(failures).toHaveCount(0)
})

test('[BULK-05] [BULK-09] [ROLE-02] [ROLE-03] the chosen cases are saved as CSV in the order of the list; a guest is not offered it', async ({
  page,
}) => {
  await signInDirectly(page)
  const cases = casesPage(page)
  const wizard = bulkWizard(page)
  await cases.open()
  await cases.chooseMore('Bulk actions')
  await wizard.choose('Export CSV')
  await page.getByRole('button', { name: 'Select all 232' }).click()
  const downloading = page.waitForEvent('download')
  await wizard.next.click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('SHOP-test-cases.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(233)
  expect(lines[0]).toMatch(/^\u{feff}Key,Title,Suite,/u)
  expect(lines.filter((line) => line.includes('Key,Title'))).toHaveLength(1)
  expect(lines[1]).toMatch(/^SHOP-\d+,Pay later,Checkout,/)
  expect(lines[232]).toMatch(/^SHOP-\d+,Choose a slot,Delivery,/)
  await cases.toast('232 test cases were exported')

  await signInDirectly(page, { username: 'greta', password: MEMBERS_PASSWORD })
  await cases.open()
  await expect(cases.suite('Checkout')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
})
