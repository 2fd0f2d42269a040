import type { Browser, Page } from '@playwright/test'
import { casesPage } from '../pages/cases.ts'
import { caseEditor } from '../pages/case-editor.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({
  environment: unattended,
  people: TEAM,
})
test.describe.configure({ mode: 'serial' })

const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })

const elsewhere = async (browser: Browser, baseURL: string, who: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInDirectly(page, as(who))
  return page
}

test('a case is written with its steps and files, found again after a reload, changed and cloned', async ({ page }) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const [cases, editor] = [casesPage(page), caseEditor(page)]
  await cases.open()
  await page.getByRole('button', { name: 'Test case', exact: true }).click()
  const create = editor.dialog('Create test case')
  await test.step('[TCASE-05] [TCASE-11] the form and its hint', async () => {
    await create.getByPlaceholder('Enter test case title...').fill('Apply a voucher')
    await create.getByRole('textbox', { name: 'Preconditions' }).fill('A basket with *two* pots')
    await create.getByRole('button', { name: 'Add step' }).click()
  })
  await editor.paste(
    editor.action(1),
    '1. Open the basket\tSubtotal is shown\n2. Type the code | A line says what goes off',
  )
  await expect(editor.action(2)).toHaveValue('Type the code')
  await expect(editor.action(2)).toBeFocused()
  await editor.expected(2).press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Look at the **total**')
  await editor.chooseOfStep(1, 'Move down')
  await expect(editor.action(1)).toHaveValue('Type the code')
  await editor.chooseOfStep(1, 'Move down')
  await choose(create.getByRole('button', { name: 'Priority' }), 'High')
  await editor.attach(create, 'notes.txt')
  await expect(create.getByRole('link', { name: /notes\.txt/ })).toBeVisible()
  await editor.attach(create, 'dot.png', 'image/png')
  await expect(create.getByRole('link', { name: /dot\.png/ })).toBeVisible()
  await editor.pastePicture(create.getByRole('textbox', { name: 'Preconditions' }))
  await expect(create.getByRole('link', { name: /Screenshot \d/ })).toBeVisible()

  // A closed tab loses nothing of it.
  await page.reload()
  await page.getByRole('button', { name: 'Test case', exact: true }).click()
  await expect(create.getByRole('textbox', { name: 'Title' })).toHaveValue('Apply a voucher')
  await expect(editor.action(3)).toHaveValue('Look at the **total**')
  await create.getByRole('button', { name: 'Create test case' }).click()
  const preview = cases.preview('SHOP-2')
  await expect(preview).toContainText('Apply a voucher')
  await editor.expectSteps([/Open the basket.*Subtotal is shown/, /Type the code/, /Look at the total/])
  await expect(preview.locator('strong', { hasText: 'total' })).toBeVisible()
  await preview.getByRole('tab', { name: /Attachments/ }).click()
  await expect(preview.getByRole('link', { name: /notes\.txt/ })).toBeVisible()
  await expect(preview.getByRole('link', { name: /Screenshot \d/ })).toBeVisible()
  await test.step('[TREE-31] a picture is shown as large as it is where there is room', async () => {
    // A picture fills its card, until the preview is wide enough to show it as large as it is.
    const width = () =>
      preview
        .locator('img')
        .first()
        .evaluate(({ clientWidth }) => clientWidth)
    await expect.poll(width).toBeGreaterThan(50)
    const edge = page.getByRole('separator', { name: 'Width of Preview' })
    for (let step = 0; step < 7; step += 1) await edge.press('ArrowLeft')
    await expect(edge).toHaveAttribute('aria-valuenow', '512')
    await expect.poll(width).toBe(1)
  })

  await test.step('[TCASE-07] steps are edited', async () => {
    await preview.getByRole('tab', { name: 'General' }).click()
    await preview.getByRole('button', { name: 'Edit steps' }).click()
    await editor.chooseOfStep(2, 'Delete')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await editor.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
    await editor.expectSteps([/Open the basket/, /Look at the total/])
  })

  await test.step('[TCASE-08] the case is cloned', async () => {
    await editor.chooseMore('Clone', preview)
    const clone = editor.dialog('Clone test case')
    await expect(clone.getByRole('textbox', { name: 'Title' })).toHaveValue('Apply a voucher (copy)')
    await clone.getByRole('button', { name: 'Clone test case' }).click()
    await cases.expectCases(['Pay by card', 'Apply a voucher', 'Apply a voucher (copy)'])
  })
  await test.step('[TCASE-06] the case is edited', async () => {
    await editor.chooseMore('Edit', preview)
    await editor.dialog('Edit test case').getByRole('textbox', { name: 'Title' }).fill('')
    await editor.dialog('Edit test case').getByRole('button', { name: 'Save' }).click()
    await expect(preview).toContainText('Untitled test case')
  })
})

test('[TCASE-17] what two people write of one case is kept, and where it is the same field one of them chooses', async ({
  page,
  browser,
  assay,
}) => {
  await signInDirectly(page, as('emil'))
  const other = await elsewhere(browser, assay.url, 'lena')
  for (const one of [page, other]) {
    await casesPage(one).open()
    await casesPage(one).row('Pay by card').getByRole('link').click()
    await expect(casesPage(one).preview('SHOP-1')).toBeVisible()
  }
  const [here, there] = [casesPage(page).preview('SHOP-1'), casesPage(other).preview('SHOP-1')]
  await here.getByRole('button', { name: 'Edit description' }).click()
  await here.getByRole('textbox', { name: 'Description' }).fill('Mine')
  await there.getByRole('button', { name: 'Edit description' }).click()
  await there.getByRole('textbox', { name: 'Description' }).fill('Theirs')
  await there.getByRole('button', { name: 'Save' }).click()
  await expect(there.getByText('Theirs', { exact: true })).toBeVisible()
  await there.getByRole('button', { name: 'Edit title' }).click()
  await there.getByRole('textbox', { name: 'Title' }).fill('Pay by debit card')
  await other.keyboard.press('Enter')
  // What is not being typed follows; what is being typed stays.
  await expect(here).toContainText('Pay by debit card')
  await expect(here.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine')
  await here.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog', { name: 'Somebody else changed this test case' })
  await expect(asked).toContainText('Theirs')
  await expect(asked.getByRole('radio', { name: 'Mine' })).toBeFocused()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(here.getByText('Mine', { exact: true })).toBeVisible()
  await expect(there.getByText('Mine', { exact: true })).toBeVisible()

  // Different steps do not collide; of the same step, both texts are shown.
  const [mine, theirs] = [caseEditor(page), caseEditor(other)]
  await here.getByRole('button', { name: 'Edit steps' }).click()
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  await mine.action(1).fill('Open the basket')
  await mine.action(1).press('End')
  await mine.action(1).press('Enter')
  await mine.action(2).fill('Pay')
  await mine.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  await expect(there.getByText('Open the basket')).toBeVisible()
  for (const preview of [here, there]) await preview.getByRole('button', { name: 'Edit steps' }).click()
  await mine.action(1).fill('Open the full basket')
  await theirs.action(2).fill('Pay by card')
  for (const editor of [theirs, mine]) await editor.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  await mine.expectSteps([/Open the full basket/, /Pay by card/])
  await expect(there.getByText('Open the full basket')).toBeVisible()
  for (const preview of [here, there]) await preview.getByRole('button', { name: 'Edit steps' }).click()
  await mine.action(1).fill('My basket')
  await theirs.action(1).fill('Their basket')
  await theirs.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  await expect(there.getByText('Their basket')).toBeVisible()
  await mine.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  const merge = page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(merge).toContainText('Their basket')
  await expect(merge).toContainText('My basket')
  await merge.getByText('Mine', { exact: true }).first().click()
  await mine.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  await mine.expectSteps([/My basket/, /Pay by card/])
  await other.context().close()
})

test('typed text stays in the preview while the window changes its width', async ({ page }) => {
  await signInDirectly(page, as('emil'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/projects/SHOP/test-cases?caseId=1')
  const field = page.getByRole('textbox', { name: 'Description' })
  await page.getByRole('button', { name: 'Edit description' }).click()
  await field.fill('Half a sentence')
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(page.getByRole('separator', { name: 'Width of Preview' })).toHaveAttribute('aria-valuemax', '480')
  await expect(field).toHaveValue('Half a sentence')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a case has a page: renamed, moved, reverted to a version, deleted and restored', async ({
  page,
  browser,
  assay,
}) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, { Delivery: [] })
  const editor = caseEditor(page)
  await editor.open(1)
  await test.step('[CPAGE-01] the header names the case', async () => {
    await expect(page.getByRole('heading', { name: 'Pay by debit card', level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^Pay by debit card · SHOP-1/)
    for (const fact of [/^Priority\w+/, /^Automation\w+/, 'Last resultNone yet'])
      await expect(page.locator('header dl > div').filter({ hasText: fact })).toBeVisible()
  })
  const parts = page.getByRole('navigation', { name: 'Parts of the test case' }).getByRole('link')
  await test.step('[CPAGE-06] [CPAGE-07] [CPAGE-14] narrow pages have more tabs', async () => {
    await expect(parts).toHaveText(['General', 'Executions', 'Change log'])
    await expect(page.getByRole('complementary', { name: 'Properties' })).toContainText('Priority')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(parts).toHaveText(['General', 'Properties', /^Attachments/, 'Executions', 'Change log'])
    await expect(page.getByRole('complementary', { name: 'Properties' })).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('[CPAGE-02] the title is edited', async () => {
    await page.getByRole('button', { name: 'Edit title' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Pay in cash')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Pay in cash' })).toBeVisible()
  })
  await test.step('[CPAGE-05] the case moves to another suite', async () => {
    await page.getByRole('button', { name: 'Suite: Checkout' }).click()
    await page.getByRole('option', { name: 'Delivery' }).click()
    await expect(page.getByRole('button', { name: 'Suite: Delivery' })).toBeVisible()
  })
  await test.step('[CPAGE-08] executions', async () => {
    await page.getByRole('link', { name: 'Executions' }).click()
    await expect(page.getByText('This test case has no results yet.')).toBeVisible()
  })
  await test.step('[CPAGE-09] the change log restores a version', async () => {
    await page.getByRole('link', { name: 'Change log' }).click()
    const log = page.getByRole('list', { name: 'Change log' })
    await expect(log.locator('ins', { hasText: 'Pay in cash' })).toBeVisible()
    await expect(log.locator('del', { hasText: 'Pay by debit card' })).toBeVisible()
    await log.getByRole('button', { name: 'Restore this version' }).last().click()
    await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  })

  const guest = await elsewhere(browser, assay.url, 'greta')
  await caseEditor(guest).open(1)
  await test.step('[CPAGE-13] guests only read', async () => {
    await expect(guest.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(guest.getByRole('button', { name: 'Edit title' })).toHaveCount(0)
    await guest.getByRole('button', { name: 'More actions' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy link'])
    await guest.keyboard.press('Escape')
  })
  await test.step('[CPAGE-03] [CPAGE-15] the menu deletes it, and leads to the suite', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Clone', 'Copy link', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/test-cases\?suiteId=/)
  })
  await test.step('[CPAGE-12] guests do not find a deleted case', async () => {
    await expect(guest.getByRole('heading', { name: 'Test case not found' })).toBeVisible()
  })
  await guest.context().close()
  await test.step('[CPAGE-04] [CPAGE-10] [CPAGE-11] a deleted case is only restored', async () => {
    await editor.open(1)
    await expect(page.getByText('This test case is in the trash bin and cannot be edited.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit title' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('option', { name: 'Delivery' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Test case was restored')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit title' })).toBeAttached()
  })
})

test('shared steps are written once, are used in cases, and leave a copy when they are deleted; guests create none', async ({
  page,
  browser,
  assay,
}) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  const editor = caseEditor(page)
  const guest = await elsewhere(browser, assay.url, 'greta')
  await test.step('[ROLE-04] [STEPS-09] guests see that there are none', async () => {
    await guest.goto('/projects/SHOP/shared-steps')
    await expect(guest.getByRole('heading', { name: 'There are no shared steps yet' })).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Create shared steps' })).toHaveCount(0)
  })
  await test.step('[STEPS-01] [STEPS-08] the empty page offers to create some', async () => {
    await page.goto('/projects/SHOP/shared-steps')
    await expect(page.getByRole('heading', { name: 'There are no shared steps yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Create shared steps' }).click()
  })
  const create = editor.dialog('Create shared steps')
  await create.getByRole('textbox', { name: 'Name' }).fill('Sign in')
  await create.getByRole('button', { name: 'Create shared steps' }).click()
  await expect(create.getByText('There must be at least one step')).toBeVisible()
  await editor.action(1).fill('Open the sign-in page')
  await editor.expected(1).fill('Two fields are shown')
  await create.getByRole('button', { name: 'Create shared steps' }).click()
  const list = page.getByRole('list', { name: 'Shared steps' })
  await test.step('[STEPS-03] [STEPS-05] a row names them and counts', async () => {
    await expect(list).toContainText('1 step')
    await expect(list).toContainText('Attached to 0 test cases')
    await expect(page.getByRole('button', { name: 'Step', exact: true })).toBeVisible()
  })
  await test.step('[STEPS-04] [STEPS-07] a row unfolds', async () => {
    await list.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(list.getByRole('row').last()).toContainText('Open the sign-in pageTwo fields are shown')
  })

  // Saved elsewhere while they are being edited: a new step merges, and of the same step both sides are shown.
  await test.step('[STEPS-06] they are edited', async () => {
    await page.getByRole('button', { name: 'Edit Sign in' }).click()
    await editor.action(1).fill('Open the sign-in page again')
  })
  const headers = { authorization: `Bearer ${authToken}` }
  const { items } = await (await page.request.get('/api/projects/SHOP/shared-steps', { headers })).json()
  const stored = `/api/projects/SHOP/shared-steps/${items[0].id}`
  const seen = (await (await page.request.get(stored, { headers })).json()).data.steps
  const [first] = seen
  const added = { ...first, id: crypto.randomUUID(), action: 'Press Sign in' }
  const steps = [{ ...first, action: 'Open the page' }, added]
  const put = { headers, data: { steps, expected: { steps: seen } } }
  expect((await page.request.put(stored, put)).status()).toBe(200)
  const edit = editor.dialog('Edit shared steps')
  await edit.getByRole('button', { name: 'Save' }).click()
  const merge = page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(merge).toContainText('Open the page')
  await expect(merge).toContainText('Open the sign-in page again')
  await merge.getByText('Mine', { exact: true }).first().click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)

  await editor.open(1)
  await page.getByRole('button', { name: 'Edit steps' }).click()
  await page.getByRole('button', { name: 'Insert shared steps' }).click()
  await page.getByRole('option', { name: /^Sign in/ }).click()
  await editor.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Sign in' })).toContainText('Open the sign-in page')

  await test.step('[STEPS-02] [STEPS-09] the search waits for the end of the typing', async () => {
    await guest.goto('/projects/SHOP/shared-steps')
    const sought: string[] = []
    guest.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const words = searchParams.get('q')
      if (pathname.endsWith('/api/projects/SHOP/shared-steps') && words !== null) sought.push(words)
    })
    const search = guest.getByRole('searchbox', { name: 'Search steps' })
    await search.pressSequentially('nothing')
    await expect(guest.getByRole('heading', { name: 'No shared steps match' })).toBeVisible()
    expect(sought).toEqual(['nothing'])
    await guest.getByRole('button', { name: 'Clear search' }).last().click()
    await expect(guest.getByText('Attached to 1 test case', { exact: true })).toBeVisible()
  })
  await test.step('[STEPS-03] [STEPS-06] [ROLE-04] guests change nothing', async () => {
    await expect(guest.getByRole('button', { name: 'Step', exact: true })).toHaveCount(0)
    await expect(guest.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0)
  })
  await guest.context().close()

  await test.step('[STEPS-06] [STEPS-12] they are deleted', async () => {
    await page.goto('/projects/SHOP/shared-steps')
    await page.getByRole('button', { name: 'Delete Sign in' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Attached to 1 test case')
    await page.getByRole('button', { name: 'Delete shared steps' }).click()
    await expect(page.getByText('Shared steps “Sign in” were successfully deleted')).toBeVisible()
  })
  await editor.open(1)
  await editor.expectSteps([/Open the sign-in page again/, /Press Sign in/])
})
