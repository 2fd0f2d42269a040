/** The repository of test cases: an engineer creates and moves cases, and a guest follows in a second browser. */
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('an engineer fills the repository, finds cases, and works with keys and menus', async ({ page }) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  await test.step('[TREE-01] [SUITE-01] [TREE-43] an empty repository leads to its first suite', async () => {
    await cases.open()
    await expect(page).toHaveTitle(/^Test cases/)
    await page.getByRole('button', { name: 'Create test suite' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Checkout')
    await page.getByRole('button', { name: 'Create suite' }).click()
  })
  await test.step('[TCASE-13] titles are typed one after another without leaving the field', async () => {
    await cases.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
    const input = page.getByRole('textbox', { name: 'Title of a new test case in Checkout' })
    await page.keyboard.type('Pay by card\nPay by gift card\nPay later\nAnd one that is not fin')
    await cases.expectCases(['Pay by card', 'Pay by gift card', 'Pay later'])
    await expect(input).toBeFocused()
    await expect(input).toHaveValue('And one that is not fin')
    await input.press('Escape')
  })
  await fillRepository(page, authToken, {
    Delivery: ['Choose a slot', { title: 'Slot is full', draft: true }, 'Courier is late'],
    'Delivery / Abroad': ['Customs form'],
  })

  const preview = page.getByRole('separator', { name: 'Width of Preview' })
  await test.step('[TREE-13] [TREE-20] [TREE-21] [TREE-22] [TREE-30] view, panes and widths survive a reload', async () => {
    await cases.node('Delivery').click()
    await page.getByText('With sub-suites', { exact: true }).click()
    await cases.expectSuites(['Delivery', 'Abroad'])
    await cases.row('Choose a slot').getByRole('link').click()
    await expect(preview).toHaveAttribute('aria-valuenow', '400')
    const limits = await page
      .getByRole('separator', { name: /^Width of/ })
      .evaluateAll((edges) =>
        edges.map((edge) => ['min', 'now', 'max'].map((of) => edge.getAttribute(`aria-value${of}`))),
      )
    expect(limits).toEqual([
      ['200', '288', '288'],
      ['380', '400', '576'],
    ])
    await preview.press('ArrowLeft')
    await page.getByRole('button', { name: 'Preview opens beside the list' }).click()
    await page.reload()
    await cases.expectSuites(['Delivery', 'Abroad'])
  })
  await test.step('[TREE-28] [TREE-29] the preview opens in a dialog, and beside the list with its width', async () => {
    const dialog = page.getByRole('dialog', { name: 'SHOP-4' })
    await expect(dialog).toContainText('Choose a slot')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Preview opens in a dialog' }).click()
    await page.getByText('Tree', { exact: true }).click()
    await cases.row('Choose a slot').getByRole('link').click()
    await expect(preview).toHaveAttribute('aria-valuenow', '416')
  })
  await test.step('[TREE-05] [TREE-34] [TREE-39] a search closes the preview; filters are chosen by keyboard', async () => {
    await page.keyboard.press('/')
    await cases.search.fill('slot')
    await cases.expectCases(['Choose a slot', 'Slot is full'])
    await expect(preview).toHaveCount(0)
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await expect(filters.getByRole('button').first()).toBeFocused()
    await filters.getByRole('button', { name: 'Draft', exact: true }).press('Enter')
    await filters.getByText('Yes', { exact: true }).click()
    await cases.expectCases(['Slot is full'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(cases.row('Pay by card')).toBeVisible()
  })

  await test.step('[TCASE-18] [TCASE-19] [TCASE-20] keys rename a case, delete it from under its preview, and undo', async () => {
    await cases.grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Rename SHOP-1' }).fill('Pay by debit card')
    await page.keyboard.press('Enter')
    await expect(cases.row('Pay by debit card')).toBeVisible()
    await expect(cases.grid).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cases.preview('SHOP-1')).toContainText('Pay by debit card')
    await page.keyboard.press('Delete')
    await cases.toast('Test case was deleted')
    await expect(cases.preview('SHOP-1')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await cases.toast('Undone: Test case was deleted')
    await cases.counts('3 suites and 7 test cases')
  })
  const selection = page.getByRole('region', { name: 'Selection' })
  await test.step('[TREE-47] [TREE-48] [TCASE-19] a range is selected with Shift, deleted and brought back', async () => {
    await cases.row('Pay by debit card').hover()
    await cases.row('Pay by debit card').getByRole('checkbox').click()
    await cases
      .row('Pay later')
      .getByRole('link')
      .click({ modifiers: ['Shift'] })
    await expect(selection).toContainText('3 test cases selected')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await cases.toast('Test cases were deleted')
    await cases.undo()
    await cases.counts('3 suites and 7 test cases')
  })
  await test.step('[TREE-14] [TREE-15] a key and the menu switch selection on and off', async () => {
    await cases.grid.focus()
    await page.keyboard.press('Control+a')
    await expect(selection).toContainText('7 test cases selected')
    await page.keyboard.press('Control+Shift+S')
    await expect(selection).toHaveCount(0)
    await cases.chooseMore('Enable selection')
    await expect(selection).toBeVisible()
    await cases.chooseMore('Disable selection')
    await expect(selection).toHaveCount(0)
  })
  await test.step('a row has its menu on a right click and by key', async () => {
    await cases.row('Slot is full').getByRole('link').click({ button: 'right' })
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(['Open', 'Edit', /^Rename/, 'Clone', 'Move to…', 'Copy link', /^Delete/])
    await page.keyboard.press('Escape')
    await cases.grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu', { name: 'Actions for suite Checkout' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('[SUITE-06] [SUITE-07] [SUITE-09] a suite is deleted with what it holds, and brought back', async () => {
    await cases.chooseOfSuite('Delivery', 'Delete')
    await expect(page.getByRole('alertdialog')).toContainText(
      'The suite with 1 sub-suite will be deleted, and 4 test cases move to the trash bin.',
    )
    const json = { code: 'conflict', message: 'Somebody is moving this suite', requestId: '1' }
    await page.route('**/test-suites/*', (route) => route.fulfill({ status: 409, json }), { times: 1 })
    await page.getByRole('button', { name: 'Delete suite' }).click()
    await expect(page.getByText('Somebody is moving this suite')).toBeVisible()
    await page.getByRole('button', { name: 'Delete suite' }).click()
    await cases.toast('Suite "Delivery" was successfully deleted')
    await cases.undo()
    await cases.counts('3 suites and 7 test cases')
  })
  await test.step('[TREE-25] [TREE-26] the tree folds, unfolds by key, and indents sub-suites', async () => {
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect(cases.node('Abroad')).toHaveCount(0)
    await cases.tree.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await expect(cases.node('Abroad')).toHaveAttribute('aria-level', '2')
    const [outer, inner] = await Promise.all(
      ['Delivery', 'Abroad'].map((title) => cases.node(title).getByText(title, { exact: true }).boundingBox()),
    )
    expect((inner?.x ?? 0) - (outer?.x ?? 0)).toBe(20)
  })
  await test.step('a case is found from anywhere by how its words begin', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').fill('slo ful')
    await expect(palette.getByRole('option').first()).toHaveText('SHOP-5 Slot is full')
    await page.keyboard.press('Escape')
  })
  await test.step('[TREE-50] [MERR-02] a case that does not exist is reported and leaves the address', async () => {
    await cases.open('?caseId=999999&tab=attachments')
    await cases.toast('Test case can not be found')
    await expect(page).toHaveURL(/\/test-cases$/)
  })
})

test('cases and suites are dragged, and a guest sees every change and makes none', async ({ page, browser, assay }) => {
  await signInDirectly(page, as('emil'))
  const guest = await (await browser.newContext({ baseURL: assay.url, viewport: page.viewportSize() })).newPage()
  await signInDirectly(guest, as('greta'))
  const [cases, seen] = [casesPage(page), casesPage(guest)]
  // A row can be dragged before the code of drag and drop has loaded.
  let load = () => undefined as void
  const held = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/drag-sensors*', async (route) => {
    await held
    await route.continue()
  })
  await cases.open()
  await expect(cases.row('Customs form')).toBeVisible()
  await seen.open()
  await expect(seen.row('Customs form')).toBeVisible()

  await test.step('[DND-02] [DND-03] [DND-04] [DND-14] a menu asks what becomes of a dropped case', async () => {
    await cases.drag(cases.row('Pay later'), cases.row('Slot is full'), 0.2, {
      press: async () => {
        load()
        await expect(page.locator('[data-surface][data-sensed]').first()).toBeAttached()
      },
    })
    const menu = page.getByRole('menu', { name: 'Pay later' })
    await expect(menu.getByRole('menuitem')).toHaveText(['Clone here', 'Move here', 'Cancel'])
    await menu.getByRole('menuitem', { name: 'Move here' }).click()
    await cases.toast('1 test case was moved')
    const moved = ['Pay by debit card', 'Pay by gift card', 'Choose a slot', 'Pay later', 'Slot is full']
    await seen.expectCases([...moved, 'Courier is late', 'Customs form'])
  })
  await test.step('[DND-06] a suite is dragged into another', async () => {
    await cases.drag(cases.node('Checkout'), cases.node('Delivery'), 0.5)
    await expect(seen.node('Checkout')).toHaveAttribute('aria-level', '2')
  })

  await test.step('[TREE-19] [TREE-32] [SUITE-03] [ROLE-03] a guest has no menus and no buttons that write', async () => {
    await expect(guest.getByRole('button', { name: 'More actions' })).toHaveCount(0)
    await expect(guest.getByRole('button', { name: /^(Test case|Suite)$/ })).toHaveCount(0)
    await expect(guest.getByRole('button', { name: /^Actions for suite/ })).toHaveCount(0)
  })
  await test.step('[TREE-15] [TREE-49] [DND-10] [ROLE-02] a guest drags, selects, renames and deletes nothing', async () => {
    await guest.keyboard.press('Control+Shift+S')
    const titles = await seen.grid.getByRole('link').allTextContents()
    await seen.drag(seen.row('Pay later'), seen.row('Customs form'), 0.2)
    await seen.grid.focus()
    await guest.keyboard.press('End')
    await guest.keyboard.press('F2')
    await guest.keyboard.press('Delete')
    await expect(seen.grid.getByRole('checkbox')).toHaveCount(0)
    await expect(seen.grid.getByRole('link')).toHaveText(titles)
  })
  await test.step('a guest sees a case change under its preview, and disappear', async () => {
    await seen.row('Pay later').getByRole('link').click()
    await expect(seen.preview('SHOP-3')).toContainText('Pay later')
    await cases.row('Pay later').getByRole('link').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Rename SHOP-3' }).fill('Pay next month')
    await page.keyboard.press('Enter')
    await expect(seen.preview('SHOP-3')).toContainText('Pay next month')
    await page.keyboard.press('Delete')
    await expect(seen.row('Pay next month')).toHaveCount(0)
    await expect(guest.getByText('This test case was deleted.')).toBeVisible()
  })
  await test.step('[TNAV-12] [TRASH-02] a guest finds no trash bin', async () => {
    await guest.goto('/projects/SHOP/test-cases/trash-bin')
    await expect(guest.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  })
  await guest.context().close()
})
