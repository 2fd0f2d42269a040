import { TEXTS } from '../../../contract/texts.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

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
    await expect(row).toContainText(/SHOP-\d+.*Draft.*Not automated.*Medium.*by Emil Bauer/s)
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
  await test.step('[TRASH-14] [TRASH-25] [TRASH-29] [TRASH-30] one case is restored into a suite', async () => {
    await row.getByRole('button', { name: /^Restore/ }).click()
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
