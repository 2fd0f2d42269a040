/** In-place edits of a case that are typed, sent or asked about while the page closes. */
import type { Page } from '@playwright/test'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
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

test('[TCASE-17] text that was typed before a reload collides with what was saved since', async ({ page }) => {
  await edit(page, 'Half a sentence')
  await changedByLena(page, 'A whole sentence')
  await page.reload()
  await expect(previewOf(page).getByText('A whole sentence', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit description' }).click()
  await expect(description(page)).toHaveValue('Half a sentence')
  await save(page)
  await expect(question(page)).toContainText('A whole sentence')
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

test('an edit that is saved after the case was closed is not sent again', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (isUpdate(new URL(request.url())) && request.method() === 'PATCH') sent.push(request.postData() ?? '')
  })
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(isUpdate, async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await edit(page, 'Saved on leaving')
  await save(page)
  await expect.poll(() => sent.length).toBe(1)
  await previewOf(page).getByRole('button', { name: 'Close the preview' }).click()
  await expect(previewOf(page)).toHaveCount(0)
  const saved = page.waitForResponse((one) => isUpdate(new URL(one.url())) && one.request().method() === 'PATCH')
  answer()
  await saved
  await changedByLena(page, 'Changed afterwards')
  await page.reload()
  await page.goto('/projects/SHOP/test-cases?caseId=1')
  await expect(previewOf(page).getByText('Changed afterwards', { exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
})
