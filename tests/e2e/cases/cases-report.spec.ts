/** The printed report of test cases, and cases that an assistant suggests. */
import { startLanguageModel } from '../../server/support/language-model.ts'
import { pathOf } from '../../../contract/call.ts'
import { updateTestCase } from '../../../contract/cases/cases.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { casesReport } from '../pages/cases-report.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { emptyRepository, fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })
test.describe.configure({ mode: 'serial' })

const TITLE = new RegExp(`^Test cases - ${PROJECT_KEY} - [A-Z][a-z]{2} \\d{1,2}, \\d{4} \\d\\d:\\d\\d$`)

const written = (title: string) =>
  `${JSON.stringify({ title, preConditions: 'A full basket', steps: [{ action: `Do ${title}`, expectedResult: 'Done' }] })}\n`

test('chosen cases are reported, arranged, chosen again and printed', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('assay.theme', 'dark')
    // No test can answer the browser's print dialog: the rows that would be printed are counted instead.
    window.print = () => {
      document.body.dataset['printed'] = String(document.querySelectorAll('th[scope=row]').length)
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  const { authToken } = await signInDirectly(page)
  const headers = { authorization: `Bearer ${authToken}` }
  const step = { kind: 'step', id: 'a', action: 'Press Pay', expectedResult: 'The order is paid', attachments: [] }
  await fillRepository(page, authToken, {
    Checkout: ['Pay later', { title: 'Pay by card', steps: [step], draft: true }],
    'Checkout / Vouchers': Array.from({ length: 150 }, (_, i) => `Pay with voucher ${i + 1}`),
    Delivery: ['Choose a slot'],
  })
  const cases = casesPage(page)
  const wizard = bulkWizard(page)
  const report = casesReport(page)

  await test.step('[EXPORT-03] without chosen cases the report leads back to the repository', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/test-cases/export`)
    await expect(page).toHaveURL(/\/test-cases$/)
  })
  await test.step('[BULK-06] [EXPORT-01] [EXPORT-05] [EXPORT-06] a bulk action opens the report, always in the light theme', async () => {
    await cases.search.fill('pay')
    await cases.counts('2 suites and 152 test cases')
    await cases.chooseMore('Bulk actions')
    await wizard.choose('Export PDF')
    await page.getByRole('button', { name: 'Select all 152' }).click()
    await wizard.next.click()
    await expect(page).toHaveURL(/\/test-cases\/export$/)
    await expect(page).toHaveTitle(TITLE)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(report.about).toHaveText(/Project.*Total test suites2Total test cases152Creation date[A-Z][a-z]{2} \d/)
  })
  await test.step('[EXPORT-07] all rows are printed; before and after only those in sight are rendered', async () => {
    const rendered = () => page.locator('th[scope=row]').count()
    expect(await rendered()).toBeLessThan(100)
    await report.press('Print & pdf')
    await expect(page.locator('body')).toHaveAttribute('data-printed', '152')
    await expect.poll(rendered).toBeLessThan(100)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print & pdf' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('[EXPORT-20] other cases are chosen', async () => {
    await report.press('152 test cases')
    await report.choosing.getByRole('button', { name: 'Clear' }).click()
    for (const title of ['Pay later', 'Pay by card']) await report.choosing.getByRole('link', { name: title }).click()
    await report.choosing.getByRole('button', { name: 'Done' }).click()
    await report.expectCases(['Pay later', 'Pay by card Draft'])
  })
  await test.step('[EXPORT-08] [EXPORT-10] suites and facts are hidden', async () => {
    await page.getByRole('switch', { name: 'Suites' }).click()
    await report.expectSuites([])
    await report.press('Settings')
    for (const fact of ['Project', 'Total test suites', 'Links'])
      await page.getByRole('dialog', { name: 'Settings' }).getByText(fact, { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(report.about).toHaveText(/^Total test cases2Creation date/)
    await expect(report.table.getByRole('link')).toHaveCount(0)
  })

  await test.step('[EXPORT-11] [EXPORT-18] [EXPORT-25] the panel of columns has a limited width; the title stays first', async () => {
    await report.expectHeads(['Title', 'Key', 'Priority', 'Automation state', 'Author', 'Updated'])
    await report.openColumns()
    const edge = report.columns.getByRole('separator', { name: 'Width of Columns' })
    const limits = await edge.evaluate((one) => ['min', 'now', 'max'].map((of) => one.getAttribute(`aria-value${of}`)))
    expect(limits).toEqual(['235', '300', '365'])
    await expect(report.columns.getByRole('checkbox', { name: 'Title' })).toBeDisabled()
    await expect(report.columns.getByRole('button', { name: 'Reorder Title' })).toHaveCount(0)
  })
  await test.step('[EXPORT-12] [EXPORT-13] [EXPORT-16] [EXPORT-17] columns come, go and move, and a reload keeps them', async () => {
    await report.columns.getByRole('checkbox', { name: 'Author' }).uncheck()
    await report.columns.getByRole('checkbox', { name: 'Steps' }).check()
    await report.columns.getByRole('button', { name: 'Reorder Priority' }).press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await report.apply()
    await page.reload()
    await report.expectHeads(['Title', 'Priority', 'Key', 'Automation state', 'Steps', 'Updated'])
    await report.expectCases(['Pay later', 'Pay by card Draft'])
  })
  await test.step('[EXPORT-09] [EXPORT-19] a case is shown in full; Refresh loads what has changed', async () => {
    await page.getByText('Case details').click()
    const details = page.getByRole('article').filter({ hasText: 'Pay by card' })
    await expect(details.getByRole('cell', { name: 'The order is paid' })).toBeVisible()
    await page.request.patch(pathOf(updateTestCase.path, { projectKey: PROJECT_KEY, caseId: 2 }), {
      headers,
      data: { version: 1, changes: { title: 'Pay by gift card' } },
    })
    await report.press('Refresh')
    await expect(page.getByRole('heading', { name: 'Pay by gift card' })).toBeVisible()
  })
  await test.step('[EXPORT-04] cases of another project are not reported', async () => {
    await page.request.post(createProject.path, { headers, data: { name: 'Warehouse', key: 'WARE' } })
    await page.goto('/projects/WARE/test-cases/export')
    await expect(page).toHaveURL(/\/projects\/WARE\/test-cases$/)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('an assistant suggests cases one by one until its credits are used up', async ({ page, assay }) => {
  const { authToken } = await signInDirectly(page)
  await emptyRepository(page, authToken)
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const cases = casesPage(page)
  const ask = page.getByRole('button', { name: 'Suggest test cases' })
  const dialog = page.getByRole('dialog')
  await test.step('[AISG-01] the button of a suite reports that no assistant is connected', async () => {
    await cases.open()
    await ask.click()
    await expect(dialog).toContainText(TEXTS.assistantNotConnected)
  })

  const model = await startLanguageModel()
  let goOn = () => undefined as void
  model.behaves(async ({ say, done }) => {
    say(written('Pay twice'))
    await new Promise<void>((resolve) => (goOn = resolve))
    say(written('Pay with nothing') + written('Pay abroad'))
    done()
  })
  try {
    await assay.restart({ AI_URL: model.url, AI_MODEL: 'tester-1', AI_CREDITS: '4' })
    await cases.open()
    const suiteView = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: /^Suite view: / })
    await test.step('[AISG-04] [AISG-09] [TREE-12] a first case shows while others are written; the view is locked', async () => {
      await ask.click()
      await expect(dialog).toContainText('4 credits are left this month')
      await dialog.getByRole('textbox', { name: 'Requirements' }).fill('Cards of other countries')
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(cases.row('Pay twice')).toBeVisible()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
      await expect(suiteView).toBeDisabled()
      await page.getByRole('radiogroup', { name: 'View' }).hover()
      await expect(page.getByText(TEXTS.viewLocked)).toBeVisible()
      goOn()
      await expect(page.getByText('3 suggestions', { exact: true })).toBeVisible()
      expect(model.asked[0]?.body.messages.at(-1)?.content).toContain('Cards of other countries')
    })
    await test.step('[AISG-05] [AISG-06] [AISG-07] suggestions are rejected, survive a reload, and are accepted', async () => {
      await page.getByRole('button', { name: 'Pay with nothing', exact: true }).click()
      await expect(dialog).toContainText('Do Pay with nothing')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      await page.reload()
      await expect(page.getByText('2 suggestions', { exact: true })).toBeVisible()
      await cases.row('Pay twice').getByRole('button', { name: 'Accept' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice'])
      await page.getByRole('button', { name: 'Accept all' }).click()
      await cases.expectCases(['Pay by card', 'Pay twice', 'Pay abroad'])
      await expect(suiteView).toBeEnabled()
    })
    await test.step('[AISG-19] one credit is left, and a request that needs three ends with it', async () => {
      await ask.click()
      await dialog.getByRole('button', { name: 'Suggest' }).click()
      await expect(page.getByText('1 suggestion, still writing…')).toBeVisible()
      goOn()
      await expect(page.getByText(TEXTS.outOfCredits)).toBeVisible()
    })
  } finally {
    await model.close()
  }
})
