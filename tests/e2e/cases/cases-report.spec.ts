import { pathOf } from '../../../contract/call.ts'
import { updateTestCase } from '../../../contract/cases/cases.ts'
import { selectTestCases } from '../../../contract/cases/operations.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { bulkWizard } from '../pages/bulk-wizard.ts'
import { casesPage } from '../pages/cases.ts'
import { casesReport } from '../pages/cases-report.ts'
import { drop } from '../support/dropping.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const REPORT = /\/test-cases\/export$/
const TITLE = new RegExp(`^Test cases - ${PROJECT_KEY} - [A-Z][a-z]{2} \\d{1,2}, \\d{4} \\d\\d:\\d\\d$`)

test('chosen cases are a report: looked at, arranged, chosen again and printed whole', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('assay.theme', 'dark')
    // The browser's own dialog is nobody's to press: what would be printed is counted instead.
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

  await test.step('[EXPORT-03] without chosen cases there is no report', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/test-cases/export`)
    await expect(page).toHaveURL(/\/test-cases$/)
  })
  await test.step('[BULK-06] [EXPORT-01] a bulk action leads to it', async () => {
    await cases.open('?q=pay')
    await cases.chooseMore('Bulk actions')
    await wizard.choose('Export PDF')
    await page.getByRole('button', { name: 'Select all 152' }).click()
    await wizard.counts('Export PDF: 152 test cases selected')
    await wizard.next.click()
    await expect(page).toHaveURL(REPORT)
  })
  await test.step('[EXPORT-05] [EXPORT-06] its title and its light theme', async () => {
    await expect(page).toHaveTitle(TITLE)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await report.expectSuites([/^Checkout2 test cases/, /^Checkout › Vouchers150 test cases/])
    await expect(report.about).toHaveText(/Project.*Total test suites2Total test cases152Creation date[A-Z][a-z]{2} \d/)
  })

  await test.step('[EXPORT-07] all of it is printed, and no more than what is in sight is drawn before and after', async () => {
    // All of it is printed, and no more than what is in sight is drawn before and after.
    const drawn = () => page.locator('th[scope=row]').count()
    expect(await drawn()).toBeLessThan(100)
    await report.press('Print or save as PDF')
    await expect(page.locator('body')).toHaveAttribute('data-printed', '152')
    await expect.poll(drawn).toBeLessThan(100)
  })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await test.step('[EXPORT-20] [EXPORT-21] other cases are chosen', async () => {
    await report.press('152 test cases')
    await report.choosing.getByRole('button', { name: 'Back' }).click()
    await expect(report.choosing).toHaveCount(0)
    await report.press('152 test cases')
    await report.choosing.getByRole('button', { name: 'Clear' }).click()
    await expect(report.choosing.getByRole('button', { name: 'Done' })).toBeDisabled()
    for (const title of ['Pay later', 'Pay by card']) await report.choosing.getByRole('link', { name: title }).click()
    await report.choosing.getByRole('searchbox', { name: 'Search cases' }).fill('slot')
    await report.choosing.getByRole('link', { name: 'Choose a slot' }).click()
    await report.choosing.getByRole('button', { name: 'Done' }).click()
    await report.expectCases(['Pay later', 'Pay by card Draft', 'Choose a slot'])
    await report.expectSuites(['Checkout2 test cases', 'Delivery1 test case'])
  })
  await test.step('[EXPORT-08] suites are hidden', async () => {
    await page.getByRole('switch', { name: 'Suites' }).click()
    await report.expectSuites([])
  })

  await test.step('[EXPORT-10] settings hide facts', async () => {
    await report.press('Settings')
    for (const fact of ['Project', 'Total test suites', 'Links'])
      await page.getByRole('dialog', { name: 'Settings' }).getByText(fact, { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(report.about).toHaveText(/^Total test cases3Creation date/)
    await expect(report.table.getByRole('link')).toHaveCount(0)
  })

  await test.step('[EXPORT-25] the columns at first', async () => {
    await report.expectHeads(['Title', 'Key', 'Priority', 'Automation state', 'Author', 'Updated'])
  })
  await report.openColumns()
  await test.step('[EXPORT-18] the width of the panel is limited', async () => {
    const edge = report.columns.getByRole('separator', { name: 'Width of Columns' })
    await expect(edge).toHaveAttribute('aria-valuenow', '300')
    await edge.focus()
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowLeft')
    await expect(edge).toHaveAttribute('aria-valuenow', '365')
    for (let times = 0; times < 9; times += 1) await page.keyboard.press('ArrowRight')
    await expect(edge).toHaveAttribute('aria-valuenow', '235')
  })
  await test.step('[EXPORT-11] the title stays first', async () => {
    await expect(report.columns.getByRole('checkbox', { name: 'Title' })).toBeDisabled()
    await expect(report.columns.getByRole('button', { name: 'Reorder Title' })).toHaveCount(0)
  })
  await test.step('[EXPORT-13] [EXPORT-14] columns come, go and change their width', async () => {
    await report.columns.getByRole('checkbox', { name: 'Author' }).uncheck()
    await report.columns.getByRole('checkbox', { name: 'Steps' }).check()
    await report.width('Key').fill('5')
    await report.width('Priority').press('ArrowUp')
    await expect(report.width('Priority')).toHaveValue('120')
    await expect(report.width('Key')).toHaveValue('60')
  })
  await test.step('[EXPORT-12] columns are moved by key and by mouse', async () => {
    // By the keyboard, and by hand.
    await report.columns.getByRole('button', { name: 'Reorder Priority' }).press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    const [from, to] = await Promise.all(
      ['Updated', 'Priority'].map((name) =>
        report.columns.getByRole('button', { name: `Reorder ${name}` }).boundingBox(),
      ),
    )
    if (!from || !to) throw new Error('the columns are not drawn')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 8, from.y - 8)
    await page.mouse.move(to.x + 8, to.y + 2, { steps: 5 })
    await drop(page)
    await expect(report.columns.getByRole('checkbox').nth(1)).toHaveAccessibleName('Updated')
  })
  await test.step('[EXPORT-16] [EXPORT-17] nothing changes before Apply', async () => {
    await report.expectHeads(['Title', 'Key', 'Priority', 'Automation state', 'Author', 'Updated'])
    await report.apply()
  })
  const arranged = ['Title', 'Updated', 'Priority', 'Key', 'Automation state', 'Steps']
  await test.step('[EXPORT-12] [EXPORT-13] [EXPORT-22] the table follows, with its dates', async () => {
    await report.expectHeads(arranged)
    await expect(report.table.getByRole('cell').first()).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
  })
  await test.step('[EXPORT-17] the choice is remembered', async () => {
    await page.reload()
    await report.expectHeads(arranged)
    await report.expectCases(['Pay later', 'Pay by card Draft', 'Choose a slot'])
  })
  await test.step('[EXPORT-16] Reset alone changes nothing', async () => {
    await report.openColumns()
    await report.columns.getByRole('button', { name: 'Reset' }).click()
    await expect(report.width('Key')).toHaveValue('90')
    await page.keyboard.press('Escape')
    await report.expectHeads(arranged)
  })

  await page.getByText('Case details').click()
  const details = page.getByRole('article').filter({ hasText: 'Pay by card' })
  await test.step('[EXPORT-09] a case in full', async () => {
    await expect(details.getByRole('cell', { name: 'The order is paid' })).toBeVisible()
  })
  const { ids } = (await (
    await page.request.get(pathOf(selectTestCases.path, { projectKey: PROJECT_KEY }), {
      headers,
      params: { q: 'card' },
    })
  ).json()) as { ids: number[] }
  await page.request.patch(pathOf(updateTestCase.path, { projectKey: PROJECT_KEY, caseId: ids[0] ?? 0 }), {
    headers,
    data: { version: 1, changes: { title: 'Pay by gift card' } },
  })
  await expect(details).toHaveCount(1)
  await test.step('[EXPORT-19] Refresh brings what has changed', async () => {
    await report.press('Refresh')
    await expect(page.getByRole('heading', { name: 'Pay by gift card' })).toBeVisible()
  })

  await test.step('[EXPORT-04] cases of another project are no report', async () => {
    await page.request.post(createProject.path, { headers, data: { name: 'Warehouse', key: 'WARE' } })
    await page.goto('/projects/WARE/test-cases/export')
    await expect(page).toHaveURL(/\/projects\/WARE\/test-cases$/)
  })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
