/** A test case in its form and preview, a case on its own page, and shared steps. */
import { casesPage } from '../pages/cases.ts'
import { caseEditor } from '../pages/case-editor.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { testCaseFieldsCalls } from '../support/test-case-fields.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('a case is written with steps and files, survives a reload, and is changed and cloned', async ({ page }) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, { Checkout: ['Pay by card'] })
  const [cases, editor] = [casesPage(page), caseEditor(page)]
  const create = editor.dialog('Create test case')
  const preview = cases.preview('SHOP-2')
  await test.step('[TCASE-05] [TCASE-11] a form takes typed and pasted steps, and a pasted picture', async () => {
    await cases.open()
    await page.getByRole('button', { name: 'Test case', exact: true }).click()
    await create.getByPlaceholder('Enter test case title...').fill('Apply a voucher')
    await create.getByRole('button', { name: 'Add step' }).click()
    await editor.paste(
      editor.action(1),
      '1. Open the basket\tSubtotal is shown\n2. Type the code | A line says what goes off',
    )
    await expect(editor.action(2)).toBeFocused()
    await editor.expected(2).press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Look at the **total**')
    await editor.chooseOfStep(1, 'Move down')
    await expect(editor.action(1)).toHaveValue('Type the code')
    await choose(create.getByRole('button', { name: 'Priority' }), 'High')
    await editor.pastePicture(create.getByRole('textbox', { name: 'Pre-conditions' }))
    await expect(create.getByRole('link', { name: /Screenshot \d/ })).toBeVisible()
  })
  await test.step('the form survives a reload, and its case opens in the preview', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Test case', exact: true }).click()
    await expect(editor.action(3)).toHaveValue('Look at the **total**')
    await create.getByRole('button', { name: 'Create test case' }).click()
    await expect(preview).toContainText('Apply a voucher')
    await editor.expectSteps([/Type the code/, /Open the basket.*Subtotal is shown/, /Look at the total/])
    await expect(preview.locator('strong', { hasText: 'total' })).toBeVisible()
  })
  await test.step('[TREE-31] a picture fills its card, and is shown in its own size in a wide preview', async () => {
    await preview.getByRole('tab', { name: /Attachments/ }).click()
    await expect(preview.getByRole('link', { name: /Screenshot \d/ })).toBeVisible()
    const width = () =>
      preview
        .locator('img')
        .first()
        .evaluate(({ clientWidth }) => clientWidth)
    await expect.poll(width).toBeGreaterThan(50)
    const edge = page.getByRole('separator', { name: 'Width of Preview' })
    for (let step = 0; step < 7; step += 1) await edge.press('ArrowLeft')
    await expect.poll(width).toBe(1)
    await preview.getByRole('tab', { name: 'General' }).click()
  })
  await test.step('[TCASE-06] [TCASE-07] [TCASE-08] steps are edited, the case is cloned, and its title is emptied', async () => {
    await preview.getByRole('button', { name: 'Edit steps' }).click()
    await editor.chooseOfStep(1, 'Delete')
    await editor.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
    await editor.expectSteps([/Open the basket/, /Look at the total/])
    await editor.chooseMore('Clone', preview)
    const clone = editor.dialog('Clone test case')
    await expect(clone.getByRole('textbox', { name: 'Title' })).toHaveValue('Apply a voucher (copy)')
    await clone.getByRole('button', { name: 'Clone test case' }).click()
    await cases.expectCases(['Pay by card', 'Apply a voucher', 'Apply a voucher (copy)'])
    const shown = page.getByRole('article', { name: /^Preview of SHOP-/ })
    await editor.chooseMore('Edit', shown)
    await editor.dialog('Edit test case').getByRole('textbox', { name: 'Title' }).fill('')
    await editor.dialog('Edit test case').getByRole('button', { name: 'Save' }).click()
    await expect(shown).toContainText('Untitled test case')
  })
})

test('a rejected value of a custom field is explained at its field, which gets the focus', async ({ page }) => {
  const fields = await testCaseFieldsCalls(page)
  await fields.create('Ticket', { dataType: 'URI', value: { hasDefault: false, default: '' } })
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, { Refunds: ['Refund a voucher'] })
  const cases = casesPage(page)
  const dialog = page.getByRole('dialog', { name: 'Edit test case' })
  await cases.open()
  await cases.row('Refund a voucher').getByRole('link').click()
  await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click()
  const ticket = dialog.getByRole('textbox', { name: 'Ticket' })
  await ticket.fill('not an address')
  await dialog.getByRole('textbox', { name: 'Title' }).focus()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(ticket).toHaveAccessibleDescription('Must be a URL that begins with http:// or https://')
  await expect(ticket).toBeFocused()
  await expect(dialog.getByText('Must be a URL')).toHaveCount(1)
  await ticket.fill('https://tickets.example/7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a case has a page, where it is renamed, moved, reverted and deleted, and takes shared steps', async ({
  page,
  browser,
  assay,
}) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, { Delivery: [] })
  const editor = caseEditor(page)
  await editor.open(1)
  await test.step('[CPAGE-01] [CPAGE-06] [CPAGE-07] [CPAGE-14] header and tabs; narrow windows have more tabs', async () => {
    await expect(page).toHaveTitle(/^Pay by card · SHOP-1/)
    for (const label of ['Priority', 'Automation', 'Last resultNone yet'])
      await expect(page.locator('header dl')).toContainText(label)
    const parts = page.getByRole('navigation', { name: 'Parts of the test case' }).getByRole('link')
    await expect(parts).toHaveText(['General', 'Executions', 'Change log'])
    await expect(page.getByRole('complementary', { name: 'Properties' })).toContainText('Priority')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(parts).toHaveText(['General', 'Properties', /^Attachments/, 'Executions', 'Change log'])
    await expect(page.getByRole('complementary', { name: 'Properties' })).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('[CPAGE-02] [CPAGE-05] the title is edited, and the case moves to another suite', async () => {
    await page.getByRole('button', { name: 'Edit title' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Pay in cash')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Pay in cash' })).toBeVisible()
    await page.getByRole('button', { name: 'Suite: Checkout' }).click()
    await page.getByRole('option', { name: 'Delivery' }).click()
    await expect(page.getByRole('button', { name: 'Suite: Delivery' })).toBeVisible()
  })
  await test.step('[CPAGE-09] the change log restores a version', async () => {
    await page.getByRole('link', { name: 'Change log' }).click()
    const log = page.getByRole('list', { name: 'Change log' })
    await expect(log.locator('ins', { hasText: 'Pay in cash' })).toBeVisible()
    await log.getByRole('button', { name: 'Restore this version' }).last().click()
    await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  })

  const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
  await signInDirectly(guest, as('greta'))
  await caseEditor(guest).open(1)
  await test.step('[CPAGE-13] guests only read', async () => {
    await expect(guest.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
    await expect(guest.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await guest.getByRole('button', { name: 'More actions' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy link'])
  })
  await test.step('[CPAGE-03] [CPAGE-12] [CPAGE-15] the menu deletes it and leads to the suite; guests read that it was deleted, and find it no more', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Clone', 'Copy link', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/test-cases\?suiteId=/)
    await expect(guest.getByText('This test case was deleted.')).toBeVisible()
    await guest.reload()
    await expect(guest.getByRole('heading', { name: 'Test case can not be found' })).toBeVisible()
  })
  await test.step('[STEPS-03] [STEPS-06] [STEPS-09] [ROLE-04] guests find no shared steps, and create none', async () => {
    await guest.getByRole('navigation').getByRole('link', { name: 'Shared steps' }).first().click()
    await expect(guest.getByRole('heading', { name: 'There are no shared steps yet' })).toBeVisible()
    await expect(guest.getByRole('button', { name: /^(Step|Create shared steps)$/ })).toHaveCount(0)
    await guest.context().close()
  })
  await test.step('[CPAGE-04] [CPAGE-10] [CPAGE-11] a deleted case is only restored or purged', async () => {
    await page.goBack()
    await expect(page.getByText('This test case is in the trash bin and cannot be edited.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit title' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Purge', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('option', { name: 'Delivery' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Edit title' })).toBeAttached()
  })

  const toSharedSteps = () => page.getByRole('navigation').getByRole('link', { name: 'Shared steps' }).first().click()
  const list = page.getByRole('list', { name: 'Shared steps' })
  await test.step('[STEPS-01] [STEPS-03] [STEPS-05] [STEPS-08] the empty page offers to create some', async () => {
    await toSharedSteps()
    await expect(page.getByRole('heading', { name: 'There are no shared steps yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Create shared steps' }).click()
    const create = editor.dialog('Create shared steps')
    await create.getByRole('textbox', { name: 'Name' }).fill('Sign in')
    await editor.action(1).fill('Open the sign-in page')
    await editor.expected(1).fill('Two fields are shown')
    await create.getByRole('button', { name: 'Create shared steps' }).click()
    await expect(list).toContainText(/1 step.*Attached to 0 test cases/)
    await expect(page.getByRole('button', { name: 'Step', exact: true })).toBeVisible()
  })
  await test.step('[STEPS-04] [STEPS-06] [STEPS-07] a row expands, and is edited', async () => {
    await list.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(list.getByRole('columnheader')).toHaveText(['#', 'Action', 'Expected result', 'Attachments'])
    await expect(list.getByRole('row').last()).toContainText('Open the sign-in pageTwo fields are shown')
    await page.getByRole('button', { name: 'Edit Sign in' }).click()
    await editor.action(1).fill('Open the sign-in page again')
    await editor.dialog('Edit shared steps').getByRole('button', { name: 'Save' }).click()
    await expect(editor.dialog('Edit shared steps')).toHaveCount(0)
  })
  await test.step('[STEPS-02] [STEPS-09] a search asks once typing ends', async () => {
    const searches: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const q = searchParams.get('q')
      if (pathname.endsWith('/api/projects/SHOP/shared-steps') && q !== null) searches.push(q)
    })
    await page.getByRole('searchbox', { name: 'Search steps' }).pressSequentially('nothing')
    await expect(page.getByRole('heading', { name: 'No shared steps match' })).toBeVisible()
    expect(searches).toEqual(['nothing'])
  })
  await test.step('a case uses them', async () => {
    await editor.open(1)
    await page.getByRole('button', { name: 'Edit steps' }).click()
    await page.getByRole('button', { name: 'Insert shared steps' }).click()
    await page.getByRole('option', { name: /^Sign in/ }).click()
    await editor.dialog('Edit steps').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('list', { name: 'Sign in' })).toContainText('Open the sign-in page again')
  })
  await test.step('[STEPS-06] [STEPS-12] deleted, they leave a copy in the case', async () => {
    await toSharedSteps()
    await page.getByRole('button', { name: 'Delete Sign in' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Attached to 1 test case')
    await page.getByRole('button', { name: 'Delete shared steps' }).click()
    await expect(page.getByText('Shared steps “Sign in” were successfully deleted')).toBeVisible()
    await page.goBack()
    await editor.expectSteps([/Open the sign-in page again/])
  })
})
