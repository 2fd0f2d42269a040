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
  await test.step('[TRASH-01] [TRASH-23] the empty trash bin', async () => {
    await page.goto('/projects/SHOP/test-cases/trash-bin')
    await expect(page.getByRole('heading', { name: 'Trash bin is empty' })).toBeVisible()
    await expect(page.getByText(TEXTS.trashEmpty[1])).toBeVisible()
    await expect(page).toHaveTitle(/^Trash bin/)
  })
  await fillRepository(page, authToken, {
    Returns: ['Send it back', { title: 'Swap it', draft: true }, 'Keep it', 'Burn it', 'Lose it'],
  })
  const cases = casesPage(page)
  await cases.open()
  await expect(cases.row('Send it back')).toBeVisible()
  await page.keyboard.press('Control+Shift+S')
  await cases.row('Send it back').getByRole('checkbox').click()
  await cases
    .row('Lose it')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await cases.toast('Test cases were deleted')

  await test.step('[TREE-18] the menu leads there', async () => {
    await cases.chooseMore('Trash bin')
    await expect(page).toHaveURL(/trash-bin$/)
  })
  const list = page.getByRole('list', { name: 'Test cases' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await test.step('[TRASH-32] a list that does not load says so', async () => {
    // The live channel asks again by itself once it stands.
    await page.route('**/websockets/**', (route) => route.abort())
    await page.route('**/test-case-trash?*', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Deleted test cases did not load')).toBeVisible()
    await page.unroute('**/test-case-trash?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(5)
    await page.unroute('**/websockets/**')
  })
  await test.step('[TRASH-16] all are selected', async () => {
    await page.getByRole('checkbox', { name: 'Select all test cases' }).click()
    await expect(page.getByText('5 test cases selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all test cases' }).click()
  })
  await test.step('[TRASH-38] authors to filter by', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Author' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' }).getByText('Emil Bauer')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('[TRASH-21] the address names the case of the preview', async () => {
    await list.getByRole('link', { name: 'Swap it' }).click()
    await expect(page).toHaveURL(/caseId=\d+/)
  })
  const preview = page.getByRole('article', { name: /^Preview of/ })
  await test.step('[TRASH-22] the preview only shows', async () => {
    await expect(preview).toContainText('Swap it')
    await expect(preview.getByRole('tab', { name: /^(General|Properties|Attachments|Executions)/ })).toHaveCount(4)
    await expect(preview.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  })
  const line = (title: string) => list.getByRole('listitem').filter({ hasText: title })
  await test.step('[TRASH-12] [TRASH-13] [TRASH-14] a row says what was deleted, when and by whom', async () => {
    const row = line('Swap it')
    await expect(row.getByRole('checkbox')).toBeVisible()
    await expect(row).toContainText(/SHOP-\d+/)
    await expect(row).toContainText('Draft')
    await expect(row).toContainText('Medium')
    await expect(row).toContainText('Not automated')
    await expect(row.locator('time')).toHaveAttribute('datetime', new RegExp(`^${new Date().getUTCFullYear()}-`))
    await expect(row).toContainText('by Emil Bauer')
    await expect(row.getByRole('button', { name: /^Purge/ })).toBeVisible()
    await expect(line('Keep it')).not.toContainText('Draft')
  })
  await test.step('[TRASH-14] [TRASH-25] [TRASH-29] [TRASH-30] one is restored', async () => {
    await line('Swap it')
      .getByRole('button', { name: /^Restore/ })
      .click()
    await page.getByRole('option', { name: 'Returns' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Test case was restored', { exact: true })).toBeVisible()
    await expect(preview).toHaveCount(0)
    await expect(list.getByRole('listitem')).toHaveCount(4)
  })

  await test.step('[TRASH-04] words are sought', async () => {
    await page.getByRole('searchbox', { name: 'Search cases' }).fill('keep')
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })
  await test.step('[TRASH-24] nothing matches', async () => {
    await page.getByRole('searchbox', { name: 'Search cases' }).fill('no such words')
    await expect(page.getByRole('heading', { name: 'No test cases match' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(list.getByRole('listitem')).toHaveCount(4)
  })
  await test.step('[TRASH-15] Shift selects a range', async () => {
    await list.getByRole('listitem').first().getByRole('checkbox').click()
    await list
      .getByRole('listitem')
      .nth(1)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('2 test cases selected')).toBeVisible()
  })
  await test.step('[TRASH-27] [TRASH-28] [TRASH-31] the selection is purged', async () => {
    await page.getByRole('button', { name: 'Purge', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('cannot be undone')
    await page.getByRole('button', { name: 'Purge 2 test cases' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await cases.toast('Test cases were deleted')
    await expect(page.getByRole('region', { name: 'Selection' })).toHaveText('2 test cases')
  })
  await test.step('[TRASH-14] [CPAGE-15] one is purged from its page', async () => {
    await list.getByRole('link').first().click()
    await preview.getByRole('link', { name: 'Open the page' }).click()
    await page.getByRole('button', { name: 'Purge', exact: true }).click()
    await page.getByRole('button', { name: 'Purge 1 test case' }).click()
    await expect(page).toHaveURL(/trash-bin$/)
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })
  await test.step('[TRASH-03] all others are restored, or purged', async () => {
    await page.getByRole('button', { name: 'Restore all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore all 1 test case into…' })
    await dialog.getByRole('option', { name: 'Returns' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'Trash bin is empty' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Purge all' }).click()
    await page.getByRole('button', { name: 'Purge all 1 test case' }).click()
    await expect(page.getByRole('heading', { name: 'Trash bin is empty' })).toBeVisible()
  })
})
