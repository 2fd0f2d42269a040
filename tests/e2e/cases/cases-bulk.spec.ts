import { readFile } from 'node:fs/promises'
import { pathOf } from '../../../contract/call.ts'
import { cloneTestCases, selectTestCases } from '../../../contract/cases/operations.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended })

test('cases found by a search are edited, deleted and exported by the bulk wizard', async ({ page }) => {
  const { authToken } = await signInDirectly(page)
  const cards = Array.from({ length: 23 }, (_, i) => `Card ${i + 1}`)
  const suites = await fillRepository(page, authToken, {
    Checkout: ['Pay later', ...cards],
    Delivery: ['Choose a slot', 'Courier is late'],
  })
  const headers = { authorization: `Bearer ${authToken}` }
  const addressOf = ({ path }: { path: string }) => pathOf(path, { projectKey: PROJECT_KEY })
  // More cases than one part of an operation, without a call for each.
  const selected = await page.request.get(addressOf(selectTestCases), { headers, params: { q: 'card' } })
  const { ids } = (await selected.json()) as { ids: number[] }
  const placed = { targetTestSuiteId: suites['Checkout'], placementMode: 'AT_TEST_SUITE_END' }
  for (let times = 1; times < 10; times += 1)
    await page.request.post(addressOf(cloneTestCases), {
      headers,
      data: { operationId: crypto.randomUUID(), ids, ...placed },
    })
  const cases = casesPage(page)
  const wizard = bulkWizard(page)

  await test.step('[TREE-16] [BULK-01] [BULK-02] [BULK-03] [BULK-08] all matches are edited as one step', async () => {
    await cases.open('?q=card')
    await cases.chooseMore('Bulk actions')
    await wizard.choose('Edit')
    await expect(wizard.next).toBeDisabled()
    await cases.grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await wizard.counts('Edit: 1 test case selected')
    await wizard.bar.getByRole('button', { name: 'Select all 230' }).click()
    await wizard.next.click()
    const settings = wizard.dialog('Edit 230 test cases')
    await choose(settings.getByLabel('Draft', { exact: true }), 'Yes')
    await settings.getByRole('button', { name: 'Apply' }).click()
    await cases.toast('230 test cases were edited')
  })
  await test.step('[BULK-02] cases are deleted by the button of the bar', async () => {
    await cases.search.fill('slot')
    await cases.expectCases(['Choose a slot'])
    await cases.chooseMore('Bulk actions')
    await wizard.choose('Delete')
    await wizard.bar.getByRole('checkbox', { name: 'Select all test cases' }).click()
    await wizard.bar.getByRole('button', { name: 'Delete' }).click()
    await cases.toast('Test case was deleted')
  })
  await test.step('[BULK-05] chosen cases are downloaded as CSV in the order of the list', async () => {
    await cases.search.fill('')
    await cases.counts('2 suites and 232 test cases')
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
    expect(lines[232]).toMatch(/^SHOP-\d+,Courier is late,Delivery,/)
  })
})
