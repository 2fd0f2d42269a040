/** Unsaved edits of test cases and of forms: the page, preview or form closes before the server confirms them, or another user saves first. */
import type { Page } from '@playwright/test'
import { createTestCase, getTestCase, updateTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { casesPage } from '../pages/cases.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { holdCalls } from '../support/held-calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const isUpdate = (url: URL) => url.pathname === '/api/projects/SHOP/test-cases/1'

test('edits of a case survive a reload, a lost connection and a closed preview, and collide instead of overwriting', async ({
  page,
  assay,
}) => {
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  await fillRepository(page, authToken, { Checkout: ['Pay by card', 'Pay later'] })
  const lena = await callsAs(assay, 'lena')
  const changeAsLena = async (changes: Partial<TestCase>, caseId = 1) => {
    const { data } = await lena<{ data: TestCase }>(getTestCase, { caseId })
    await lena(updateTestCase, { caseId }, { version: data.version, changes })
  }
  const cases = casesPage(page)
  const preview = cases.preview('SHOP-1')
  const description = page.getByRole('textbox', { name: 'Description' })
  const save = () => preview.getByRole('button', { name: 'Save' }).click()
  const edit = async (text: string) => {
    await page.getByRole('button', { name: 'Edit description' }).click()
    await description.fill(text)
  }
  const shown = (text: string) => expect(preview.getByText(text, { exact: true })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Somebody else changed this test case' })
  await cases.open('?caseId=1')

  await test.step('[TCASE-17] typed text stays while a live update arrives and the window changes its width', async () => {
    await edit('Mine')
    await changeAsLena({ title: 'Pay by debit card', description: 'Theirs' })
    await expect(preview).toContainText('Pay by debit card')
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect(page.getByRole('separator', { name: 'Width of Preview' })).toHaveAttribute('aria-valuemax', '480')
    await expect(description).toHaveValue('Mine')
  })
  await test.step('[TCASE-17] the question about a collision stays through a reload and can be postponed', async () => {
    await save()
    await expect(question).toContainText('Theirs')
    await page.reload()
    await expect(question).toContainText(/Mine.*Theirs|Theirs.*Mine/s)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Not saved: Somebody else changed this test case')).toBeVisible()
    await page.getByRole('button', { name: 'Compare' }).click()
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(question).toHaveCount(0)
    await shown('Mine')
  })
  await test.step('an edit that did not reach the server is saved when the case is opened again', async () => {
    await page.route(isUpdate, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
    await edit('Written while the server was away')
    await save()
    await expect(page.getByText(/^Not saved:/)).toBeVisible()
    await page.unroute(isUpdate)
    const saved = page.waitForResponse((one) => isUpdate(new URL(one.url())) && one.request().method() === 'PATCH')
    await page.reload()
    expect((await saved).status()).toBe(200)
    await shown('Written while the server was away')
  })
  const calls = await holdCalls(page)
  await test.step('an edit that is saved after its preview was closed is not sent again', async () => {
    let updates = 0
    page.on('request', (request) => {
      if (isUpdate(new URL(request.url())) && request.method() === 'PATCH') updates += 1
    })
    calls.hold(updateTestCase)
    await edit('Saved on leaving')
    await save()
    await calls.expectHeld()
    await preview.getByRole('button', { name: 'Close the preview' }).click()
    await expect(preview).toHaveCount(0)
    const saved = page.waitForResponse((one) => isUpdate(new URL(one.url())))
    await calls.answer()
    await saved
    await cases.row('Pay by debit card').getByRole('link').click()
    await shown('Saved on leaving')
    await edit('Saved after it')
    const savedAgain = page.waitForResponse((one) => isUpdate(new URL(one.url())) && one.request().method() === 'PATCH')
    await save()
    await savedAgain
    await shown('Saved after it')
    expect(updates).toBe(2)
  })

  const field = page.getByRole('textbox', { name: 'Rename SHOP-1' })
  const rename = async (from: string) => {
    await cases.row(from).getByRole('link').click()
    await page.keyboard.press('F2')
  }
  await test.step('a typed title returns after a reload, and leaving its field does not save it', async () => {
    await rename('Pay by debit card')
    await field.fill('Pay in coins')
    await page.reload()
    await rename('Pay by debit card')
    await expect(field).toHaveValue('Pay in coins')
    await cases.search.focus()
    await expect(field).toHaveValue('Pay in coins')
    await field.press('Enter')
    await expect(cases.row('Pay in coins')).toBeVisible()
  })
  await test.step('a title that another user changed meanwhile is saved only once its author knows', async () => {
    await rename('Pay in coins')
    await field.fill('Pay in cash')
    await changeAsLena({ title: 'Pay by credit card' })
    await changeAsLena({ title: 'Pay next month' }, 2)
    // The list shows live updates in order, so the first one has arrived too.
    await expect(cases.row('Pay next month')).toBeVisible()
    await field.press('Enter')
    await cases.toast('Somebody else renamed this to “Pay by credit card”. Press Enter to save your title.')
    await field.press('Enter')
    await expect(cases.row('Pay in cash')).toBeVisible()
  })
  await test.step('text that is typed into a case stays to be copied when another user deletes the case', async () => {
    await cases.open('?caseId=2')
    const second = cases.preview('SHOP-2')
    await second.getByRole('button', { name: 'Edit description' }).click()
    await description.fill('Typed too late')
    await second.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit test case' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Pay never')
    await lena(deleteTestCases, {}, { operationId: crypto.randomUUID(), ids: [2] })
    await expect(dialog.getByRole('note', { name: 'Cannot be saved' })).toContainText('This test case was deleted.')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Title: Pay never')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(description).toHaveValue('Typed too late')
    await cases.open('')
  })
  await test.step('titles of new cases that the server did not confirm return to their field after a reload', async () => {
    const title = page.getByRole('textbox', { name: 'Title of a new test case in Checkout' })
    const add = () => cases.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
    await add()
    calls.hold(createTestCase)
    await title.fill('Pay by invoice')
    await title.press('Enter')
    await title.fill('Pay by')
    await calls.expectHeld()
    await page.reload()
    await add()
    await expect(title).toHaveValue('Pay by invoice')
    await title.press('Enter')
    await expect(cases.row('Pay by invoice')).toHaveCount(1)
    await expect(title).toHaveValue('Pay by')
  })
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })

test('edits of a milestone by two users are merged or chosen; typed text survives Escape and a reload', async ({
  page,
  browser,
  assay,
}) => {
  await signInDirectly(page, { username: 'adam', password: MEMBERS_PASSWORD })
  const mine = milestonesPage(page)
  await mine.open()
  await mine.add().click()
  await mine.type({ name: 'Spring', description: 'First words' })
  await mine.submit('Create milestone')
  await expect(mine.row('Spring')).toBeVisible()
  const other = await browser.newContext({ baseURL: assay.url })
  const theirPage = await other.newPage()
  await signInDirectly(theirPage, { username: 'mara', password: MEMBERS_PASSWORD })
  const theirs = milestonesPage(theirPage)
  await theirs.open()
  const description = dialogOf(page).getByRole('textbox', { name: 'Description' })

  await test.step('other fields merge; of the same field one value is chosen before it is saved', async () => {
    await mine.choose('Spring', 'Edit milestone')
    await theirs.choose('Spring', 'Edit milestone')
    await mine.type({ name: 'Autumn', description: 'My words' })
    await theirs.type({ due: '2999-12-31', description: 'Their words' })
    await theirs.submit('Save milestone')
    await expect(theirs.row('Spring')).toContainText('Their words')
    await other.close()
    await mine.submit('Save milestone')
    const merge = page.getByRole('region', { name: 'Changed meanwhile' })
    await expect(merge).toContainText('Somebody else saved these values. Review and merge')
    await expect(merge).toContainText(/Their words.*My words|My words.*Their words/s)
    await expect(description).toHaveValue('My words')
    await mine.submit('Save milestone')
    await expect(merge).toBeVisible()
    await merge.getByText('Theirs', { exact: true }).first().click()
    await expect(description).toHaveValue('Their words')
    await mine.submit('Save milestone')
    await expect(mine.row('Autumn')).toContainText(/Their words.*Dec 31, 2999|Dec 31, 2999.*Their words/s)
  })
  const title = dialogOf(page).getByRole('textbox', { name: 'Name' })
  const note = page.getByRole('note', { name: 'Recovered draft' })
  await test.step('Escape and a press beside the dialog ask before typed text is discarded', async () => {
    await mine.add().click()
    await expect(title).toBeFocused()
    await title.fill('A long title')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeVisible()
    // A second Escape without input in between: browsers then close the dialog without an event to cancel.
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(title).toHaveValue('A long title')
    await page.mouse.click(5, 5)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
  })
  await test.step('a reload recovers a draft, which can be discarded', async () => {
    await page.reload()
    await mine.add().click()
    await expect(note).toContainText(/Recovered unsaved changes from/)
    await expect(title).toHaveValue('A long title')
    await note.getByRole('button', { name: 'Discard' }).click()
    await expect(title).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
  await test.step('closing a form during its save leaves no draft once the save succeeds', async () => {
    const calls = await holdCalls(page)
    calls.hold(createMilestone)
    await title.fill('Saved on leaving')
    await mine.submit('Create milestone')
    await calls.expectHeld()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await calls.answer()
    await expect(mine.row('Saved on leaving')).toBeVisible()
    await mine.add().click()
    await expect(title).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
})
