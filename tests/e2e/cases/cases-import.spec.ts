import { readFile } from 'node:fs/promises'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { caseImport } from '../pages/case-import.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended, people: TEAM })

const FILE = [
  'Ref,Headline,Where it belongs,How bad,What to do,What you see',
  'TC-1,Pay by card,Checkout / Cards,Must have,Open the basket,The basket is open',
  ',,,,Press Pay,A receipt is shown',
  'TC-2,Pay later,Checkout,Low,,',
  'TC-3,,Checkout,Odd,,',
].join('\n')

test('[TREE-17] [IMPT-01] [IMPT-02] [IMPT-03] test cases come from a file of somebody else, are taken back, and come again', async ({
  page,
}) => {
  const { authToken } = await signInDirectly(page)
  const cases = casesPage(page)
  const wizard = caseImport(page)
  await cases.open()
  await page.getByRole('button', { name: 'Import' }).click()
  await wizard.give('empty.csv', '')
  await expect(wizard.dialog.getByRole('alert')).toHaveText('The file is empty')
  await wizard.give('cases.csv', FILE)
  await expect(wizard.dialog.getByText('CSV, 4 rows')).toBeVisible()
  await wizard.becomes('Headline', 'Skip')
  await wizard.choose('Headline', 'Title')
  await wizard.choose('Ref', 'Key')
  await wizard.choose('Where it belongs', 'Suite')
  await expect(wizard.dialog.getByLabel('Suite path separator')).toHaveValue(' / ')
  await wizard.choose('What to do', 'Steps')
  await wizard.choose('What you see', 'Expected results')
  await choose(wizard.dialog.getByLabel('Steps of a test case'), 'One in each row')
  await wizard.choose('How bad', 'Priority')
  await expect(wizard.dialog.getByText('2 not in this project')).toBeVisible()
  await wizard.choose('Must have', 'Critical')
  await wizard.button('Check').click()
  await wizard.expectCounts(['2 new test cases', '2 new suites', '1 test case skipped'])
  await wizard.expectProblems([
    '5HeadlineThe title is missingThe test case is skipped',
    '5How bad"Odd" is not in this projectThis value is skipped',
  ])
  await wizard.button('Back').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await wizard.becomes('Must have', 'Critical')
  await wizard.button('Check').click()
  await wizard.button('Import 2 test cases').click()
  await expect(wizard.dialog.getByText('2 test cases were imported')).toBeVisible()
  await wizard.button('Undo').click()
  await expect(wizard.dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Test case repository is empty' })).toBeVisible()

  // Once more, with nothing but the keyboard; what columns mean is remembered.
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

  // What is exported here comes in again as it is.
  await cases.chooseMore('Bulk actions')
  await bulkWizard(page).choose('Export XLSX')
  await page.getByRole('button', { name: 'Select all 2' }).click()
  const downloading = page.waitForEvent('download')
  await bulkWizard(page).next.click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('SHOP-test-cases.xlsx')
  await cases.chooseMore('Import')
  await wizard.give('again.xlsx', await readFile(await file.path()))
  await expect(wizard.dialog.getByText('Excel workbook, exported from Assay, 2 rows')).toBeVisible()
  await wizard.button('Check').click()
  await wizard.expectCounts(['2 test cases unchanged'])
  await expect(wizard.button('Nothing to import')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(wizard.dialog).toHaveCount(0)
  await cases.chooseMore('Import')
  await wizard.drop('cases.csv', FILE)
  await wizard.button('Check').click()
  await wizard.expectCounts(['2 test cases unchanged', '1 test case skipped'])
  await page.keyboard.press('Escape')
  await expect(wizard.dialog).toHaveCount(0)

  const answer = await page.request.put('/api/workspace/features/test-repository-import', {
    headers: { authorization: `Bearer ${authToken}` },
    data: { on: false },
  })
  expect(answer.ok()).toBe(true)
  await cases.open()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Bulk actions' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Import' })).toHaveCount(0)

  await signInDirectly(page, { username: 'greta', password: MEMBERS_PASSWORD })
  await cases.open()
  await expect(cases.suite('Checkout')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
})
