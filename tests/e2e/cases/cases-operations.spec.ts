/** Bulk operations on test cases: import, edit, export, delete, restore and purge. */
import { readFile } from 'node:fs/promises'
import { pathOf } from '../../../contract/call.ts'
import { cloneTestCases, selectTestCases } from '../../../contract/cases/operations.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { caseImport } from '../pages/case-import.ts'
import { casesPage } from '../pages/cases.ts'
import { choose } from '../support/choose.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { emptyRepository, fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const FILE = [
  'Ref,Headline,Where it belongs,How bad,What to do,What you see',
  'TC-1,Pay by card,Checkout / Cards,Must have,Open the basket,The basket is open',
  ',,,,Press Pay,A receipt is shown',
  'TC-2,Pay later,Checkout,Low,,',
  'TC-3,,Checkout,Odd,,',
].join('\n')

test('deleted cases are shown in the trash bin, restored into a suite, and purged', async ({ page }) => {
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await fillRepository(page, authToken, {
    Returns: ['Send it back', { title: 'Swap it', draft: true }, 'Keep it', 'Burn it', 'Lose it'],
  })
  const cases = casesPage(page)
  const list = page.getByRole('list', { name: 'Test cases' })
  const rows = list.getByRole('listitem')
  await cases.open()
  await expect(cases.row('Send it back')).toBeVisible()
  await cases.grid.focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await cases.toast('Test cases were deleted')

  await test.step('[TREE-18] [TRASH-32] the menu leads to the trash bin, which offers a retry when it did not load', async () => {
    await page.route('**/test-case-trash?*', (route) => route.abort())
    await cases.chooseMore('Trash bin')
    await expect(page.getByText('Deleted test cases did not load')).toBeVisible()
    await page.unroute('**/test-case-trash?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveCount(5)
    await expect(page).toHaveURL(/trash-bin$/)
  })
  await test.step('[TRASH-38] [TRASH-04] [TRASH-24] a filter offers authors; a search narrows the list', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Author' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' }).getByText('Emil Bauer')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search cases' }).fill('no such words')
    await expect(page.getByRole('heading', { name: 'No test cases match' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(rows).toHaveCount(5)
  })
  const row = rows.filter({ hasText: 'Swap it' })
  await test.step('[TRASH-12] [TRASH-13] [TRASH-14] a row names the case, its properties, and who deleted it when', async () => {
    for (const part of ['SHOP-', 'Draft', 'Not automated', 'Medium', 'by Emil Bauer'])
      await expect(row).toContainText(part)
    await expect(row.locator('time')).toHaveAttribute('datetime', new RegExp(`^${new Date().getUTCFullYear()}-`))
    await expect(row.getByRole('button', { name: /^Purge/ })).toBeVisible()
  })
  const preview = page.getByRole('article', { name: /^Preview of/ })
  await test.step('[TRASH-21] [TRASH-22] the address names the case of the preview, which is read-only', async () => {
    await list.getByRole('link', { name: 'Swap it' }).click()
    await expect(page).toHaveURL(/caseId=\d+/)
    await expect(preview.getByRole('tab', { name: /^(General|Properties|Attachments|Executions)/ })).toHaveCount(4)
    await expect(preview.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  })
  await test.step('[TRASH-14] [TRASH-25] [TRASH-29] [TRASH-30] one case is restored into a suite; its own is proposed', async () => {
    await row.getByRole('button', { name: /^Restore/ }).click()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    await page.getByRole('option', { name: 'Returns' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Test case was restored', { exact: true })).toBeVisible()
    await expect(preview).toHaveCount(0)
    await expect(rows).toHaveCount(4)
  })
  await test.step('[TRASH-15] [TRASH-16] a range or all are selected', async () => {
    await page.getByRole('checkbox', { name: 'Select all test cases' }).click()
    await expect(page.getByText('4 test cases selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all test cases' }).click()
    await rows.first().getByRole('checkbox').click()
    await rows
      .nth(1)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
  })
  await test.step('[TRASH-27] [TRASH-28] [TRASH-31] the selection is purged', async () => {
    await page.getByRole('button', { name: 'Purge', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('cannot be undone')
    await page.getByRole('button', { name: 'Purge 2 test cases' }).click()
    await cases.toast('Test cases were deleted')
    await expect(page.getByRole('region', { name: 'Selection' })).toHaveText('2 test cases')
  })
  await test.step('[TRASH-01] [TRASH-03] [TRASH-23] all others are restored, or purged', async () => {
    await page.getByRole('button', { name: 'Restore all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore all 2 test cases into…' })
    await dialog.getByRole('option', { name: 'Returns' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText(TEXTS.trashEmpty[1])).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('button', { name: 'Purge all' }).click()
    await page.getByRole('button', { name: 'Purge all 2 test cases' }).click()
    await expect(page.getByRole('heading', { name: 'Trash bin is empty' })).toBeVisible()
    await expect(page).toHaveTitle(/^Trash bin/)
  })
})

test('test cases are imported from the file of another tool, undone, and imported again by keyboard', async ({
  page,
}) => {
  const { authToken } = await signInDirectly(page)
  await emptyRepository(page, authToken)
  const cases = casesPage(page)
  const wizard = caseImport(page)
  await cases.open()
  await test.step('[IMPT-01] [IMPT-02] [IMPT-03] a dropped file is mapped, checked and imported', async () => {
    await page.getByRole('button', { name: 'Import' }).click()
    await wizard.drop('cases.csv', FILE)
    await wizard.choose('Headline', 'Title')
    await wizard.choose('Ref', 'Key')
    await wizard.choose('Where it belongs', 'Suite')
    await wizard.choose('What to do', 'Steps')
    await wizard.choose('What you see', 'Expected results')
    await choose(wizard.dialog.getByLabel('Steps of a test case'), 'One in each row')
    await wizard.choose('How bad', 'Priority')
    await wizard.choose('Must have', 'Critical')
    await wizard.button('Check').click()
    await wizard.expectCounts(['2 new test cases', '2 new suites', '1 test case skipped'])
    await wizard.expectProblems([
      '5HeadlineThe title is missingThe test case is skipped',
      '5How bad"Odd" is not in this projectThis value is skipped',
    ])
    await wizard.button('Import 2 test cases').click()
    await expect(wizard.dialog.getByText('2 test cases were imported')).toBeVisible()
    await wizard.button('Undo').click()
    await expect(wizard.dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Test case repository is empty' })).toBeVisible()
  })
  await test.step('[TREE-17] the same mapping is offered again; keys alone are enough', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.keyboard.type('Imp')
    await page.keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    await wizard.press('Choose a file')
    await (await choosing).setFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await expect(wizard.dialog.getByText(/^Same mapping/)).toBeVisible()
    await wizard.press('Check')
    await wizard.press('Import 2 test cases')
    await wizard.press('Show test cases')
    await cases.expectSuites(['Checkout', 'Cards'])
    await cases.expectCases(['Pay later', 'Pay by card'])
  })
})

test('cases found by a search are edited, deleted and exported by the bulk wizard', async ({ page }) => {
  const { authToken } = await signInDirectly(page)
  await emptyRepository(page, authToken)
  const cards = Array.from({ length: 23 }, (_, i) => `Card ${i + 1}`)
  const suites = await fillRepository(page, authToken, {
    Checkout: ['Pay later', ...cards],
    Delivery: ['Choose a slot', 'Courier is late'],
  })
  const headers = { authorization: `Bearer ${authToken}` }
  const addressOf = ({ path }: { path: string }) => pathOf(path, { projectKey: PROJECT_KEY })
  // More cases than one part of an operation, created without a call for each.
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
