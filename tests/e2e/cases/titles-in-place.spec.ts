/** Editing the title of a case or suite in place: typed text survives a reload, and never overwrites another user's change. */
import type { Page } from '@playwright/test'
import { getTestCase, updateTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { updateSuite } from '../../../contract/cases/suites.ts'
import { casesPage } from '../pages/cases.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

let suiteId = 0
const notSaved = 'This title is not saved yet. Press Enter to save it.'

const rename = async (page: Page, title: string) => {
  const cases = casesPage(page)
  await cases.row(title).getByRole('link').click()
  await page.keyboard.press('F2')
  return page.getByRole('textbox', { name: 'Rename SHOP-1' })
}
const renameSuite = async (page: Page, title: string) => {
  await expect(casesPage(page).suite(title)).toBeVisible()
  await casesPage(page).grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  return page.getByRole('textbox', { name: `Rename suite ${title}` })
}
const titleOf = async (assay: { url: string }) => {
  const call = await callsAs(assay, 'lena')
  const { data } = await call<{ data: TestCase }>(getTestCase, { caseId: 1 })
  return data.title
}

test.beforeEach(async ({ page }) => {
  const { authToken } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  if (suiteId === 0) {
    const ids = await fillRepository(page, authToken, { Checkout: ['Pay by card', 'Pay later'] })
    suiteId = ids['Checkout'] ?? 0
  }
  await casesPage(page).open()
})

test('a title returns after a reload, and leaving its field does not save it', async ({ page, assay }) => {
  const field = await rename(page, 'Pay by card')
  await field.fill('Pay by debit card')
  await page.reload()
  await rename(page, 'Pay by card')
  await expect(field).toHaveValue('Pay by debit card')
  await casesPage(page).toast(notSaved)
  await casesPage(page).search.focus()
  await expect(field).toHaveValue('Pay by debit card')
  expect(await titleOf(assay)).toBe('Pay by card')
  await field.press('Enter')
  await expect(casesPage(page).row('Pay by debit card')).toBeVisible()
  await rename(page, 'Pay by debit card')
  await field.fill('Pay by card')
  await field.press('Enter')
  await expect(casesPage(page).row('Pay by card')).toBeVisible()
})

test('a title of the preview returns there, and can be discarded', async ({ page, assay }) => {
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const open = async () => {
    await casesPage(page).open('?caseId=1')
    await page.getByRole('button', { name: 'Edit title' }).click()
  }
  await open()
  await title.fill('Pay in coins')
  await open()
  await expect(title).toHaveValue('Pay in coins')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit title' }).click()
  await expect(title).toHaveValue('Pay by card')
  expect(await titleOf(assay)).toBe('Pay by card')
})

test('a case that somebody else renames meanwhile is renamed only once the author knows', async ({ page, assay }) => {
  const lena = await callsAs(assay, 'lena')
  const { data } = await lena<{ data: TestCase }>(getTestCase, { caseId: 1 })
  const field = await rename(page, 'Pay by card')
  await field.fill('Pay by debit card')
  await lena(updateTestCase, { caseId: 1 }, { version: data.version, changes: { title: 'Pay by credit card' } })
  await lena(updateTestCase, { caseId: 2 }, { version: 1, changes: { title: 'Pay next month' } })
  // The list shows live updates in order, so the first one has arrived too.
  await expect(casesPage(page).row('Pay next month')).toBeVisible()
  await field.press('Enter')
  await casesPage(page).toast('Somebody else renamed this to “Pay by credit card”. Press Enter to save your title.')
  expect(await titleOf(assay)).toBe('Pay by credit card')
  await field.press('Enter')
  await expect(casesPage(page).row('Pay by debit card')).toBeVisible()
  expect(await titleOf(assay)).toBe('Pay by debit card')
})

test('a recovered title of a suite collides with what it was renamed to since', async ({ page, assay }) => {
  const field = await renameSuite(page, 'Checkout')
  await field.fill('Paying')
  const lena = await callsAs(assay, 'lena')
  await page.goto('/projects/SHOP')
  await lena(updateSuite, { suiteId }, { title: 'Payment' })
  await casesPage(page).open()
  const again = await renameSuite(page, 'Payment')
  await expect(again).toHaveValue('Paying')
  await again.press('Enter')
  await casesPage(page).toast('Somebody else renamed this to “Payment”. Press Enter to save your title.')
  await again.press('Enter')
  await expect(casesPage(page).suite('Paying')).toBeVisible()
})
