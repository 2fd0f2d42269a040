/** Unsaved edits of test cases: the page, the preview or the title field closes before the server confirms them. */
import type { Page } from '@playwright/test'
import { createTestCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { holdCalls } from '../support/held-calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const emil = { username: 'emil', password: MEMBERS_PASSWORD }

const opened = async (page: Page) => {
  await page.goto('/projects/SHOP/test-cases?caseId=1')
  await expect(previewOf(page)).toBeVisible()
}
const previewOf = (page: Page) => casesPage(page).preview('SHOP-1')
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const save = (page: Page) => previewOf(page).getByRole('button', { name: 'Save' }).click()
const edit = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Edit description' }).click()
  await description(page).fill(text)
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed this test case' })
const isUpdate = (url: URL) => url.pathname === '/api/projects/SHOP/test-cases/1'

/** Opens it in the suite. */
const quickField = async (page: Page) => {
  await casesPage(page).suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
  return page.getByRole('textbox', { name: 'Title of a new test case in Checkout' })
}

/** As somebody else, in a browser of their own. */
const changedByLena = async (page: Page, text: string) => {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  const lenas = await context?.newPage()
  if (context === undefined || lenas === undefined) throw new Error('no second browser')
  await signInDirectly(lenas, { username: 'lena', password: MEMBERS_PASSWORD })
  await opened(lenas)
  await edit(lenas, text)
  await save(lenas)
  await expect(previewOf(lenas).getByText(text, { exact: true })).toBeVisible()
  await context.close()
}

test.beforeEach(async ({ page }) => {
  const { authToken } = await signInDirectly(page, emil)
  const { items } = (await (
    await page.request.get('/api/projects/SHOP/test-suites', { headers: { authorization: `Bearer ${authToken}` } })
  ).json()) as { items: readonly unknown[] }
  if (items.length === 0) await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  await opened(page)
})

test('[TCASE-17] the question about a collision stays through a reload and another width of the window', async ({
  page,
}) => {
  await edit(page, 'Mine')
  await changedByLena(page, 'Theirs')
  await save(page)
  await expect(question(page)).toContainText('Theirs')
  await page.reload()
  await expect(question(page)).toContainText('Theirs')
  await expect(question(page)).toContainText('Mine')
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(question(page)).toContainText('Mine')
  await question(page).getByRole('button', { name: 'Save' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(previewOf(page).getByText('Mine', { exact: true })).toBeVisible()
  await page.reload()
  await expect(previewOf(page).getByText('Mine', { exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})

test('[TCASE-17] recovered text collides with a newer save by somebody else; Escape postpones the choice', async ({
  page,
}) => {
  await edit(page, 'Half a sentence')
  await changedByLena(page, 'A whole sentence')
  await page.reload()
  await expect(previewOf(page).getByText('A whole sentence', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit description' }).click()
  await expect(description(page)).toHaveValue('Half a sentence')
  await save(page)
  await expect(question(page)).toContainText('A whole sentence')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByText('Not saved: Somebody else changed this test case')).toBeVisible()
  await expect(previewOf(page).getByText('Half a sentence', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await question(page).getByRole('button', { name: 'Discard mine' }).click()
  await expect(previewOf(page).getByText('A whole sentence', { exact: true })).toBeVisible()
})

test('an edit that the server did not take is saved when the case is opened again', async ({ page }) => {
  await page.route(isUpdate, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await edit(page, 'Written while the server was away')
  await save(page)
  await expect(page.getByText(/^Not saved:/)).toBeVisible()
  await page.goto('/projects/SHOP')
  await page.unroute(isUpdate)
  const saved = page.waitForResponse(
    (answer) => isUpdate(new URL(answer.url())) && answer.request().method() === 'PATCH',
  )
  await opened(page)
  expect((await saved).status()).toBe(200)
  await expect(previewOf(page).getByText('Written while the server was away', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Not saved:/)).toHaveCount(0)
})

test('an edit that was saved, though its answer was lost, is not reported as unsaved', async ({ page }) => {
  await page.route(isUpdate, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const reloaded = page.waitForResponse((one) => isUpdate(new URL(one.url())) && one.request().method() === 'GET')
    await route.fetch()
    await reloaded
    return route.abort()
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await edit(page, 'Saved without an answer')
  await save(page)
  await lost
  await page.unroute(isUpdate)
  // The next edit does not wait for a decision.
  const saved = page.waitForResponse((one) => isUpdate(new URL(one.url())) && one.request().method() === 'PATCH')
  await edit(page, 'Saved with an answer')
  await save(page)
  expect((await saved).status()).toBe(200)
  await expect(page.getByText(/^Not saved:/)).toHaveCount(0)
})

test('an edit that is saved after the case was closed is not sent again', async ({ page }) => {
  let updates = 0
  page.on('request', (request) => {
    if (isUpdate(new URL(request.url())) && request.method() === 'PATCH') updates += 1
  })
  const calls = await holdCalls(page)
  calls.hold(updateTestCase)
  await edit(page, 'Saved on leaving')
  await save(page)
  await calls.expectHeld()
  await previewOf(page).getByRole('button', { name: 'Close the preview' }).click()
  await expect(previewOf(page)).toHaveCount(0)
  const saved = page.waitForResponse((one) => isUpdate(new URL(one.url())))
  await calls.answer()
  await saved
  await changedByLena(page, 'Changed afterwards')
  await opened(page)
  await expect(previewOf(page).getByText('Changed afterwards', { exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(updates).toBe(1)
})

test('titles of new cases that the server did not take return to their field after a reload', async ({ page }) => {
  const title = await quickField(page)
  const calls = await holdCalls(page)
  calls.hold(createTestCase)
  for (const one of ['Pay by invoice', 'Pay by voucher']) {
    await title.fill(one)
    await title.press('Enter')
  }
  await title.fill('Pay by')
  await calls.expectHeld()
  await page.reload()
  await quickField(page)
  for (const one of ['Pay by invoice', 'Pay by voucher']) {
    await expect(title).toHaveValue(one)
    await title.press('Enter')
    await expect(casesPage(page).row(one)).toHaveCount(1)
  }
  await expect(title).toHaveValue('Pay by')
  await title.fill('')
})

test('a title does not return to the field when its case was created after the field was closed', async ({ page }) => {
  const title = await quickField(page)
  const calls = await holdCalls(page)
  calls.hold(createTestCase)
  await title.fill('Pay in cash')
  await title.press('Enter')
  await calls.expectHeld()
  await title.press('Escape')
  await expect(title).toHaveCount(0)
  await calls.answer()
  await expect(casesPage(page).row('Pay in cash')).toHaveCount(1)
  await quickField(page)
  await expect(title).toHaveValue('')
})
