import { caseImport } from '../pages/case-import.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended })

const FILE = [
  'Ref,Headline,Where it belongs,How bad,What to do,What you see',
  'TC-1,Pay by card,Checkout / Cards,Must have,Open the basket,The basket is open',
  ',,,,Press Pay,A receipt is shown',
  'TC-2,Pay later,Checkout,Low,,',
  'TC-3,,Checkout,Odd,,',
].join('\n')

test('test cases are imported from the file of another tool, undone, and imported again by keyboard', async ({
  page,
}) => {
  await signInDirectly(page)
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
