import type { Browser, Page } from '@playwright/test'
import { casesPage } from '../pages/cases.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

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

test('[TREE-01] [TREE-43] [TREE-44] [SUITE-01] [TCASE-13] an empty repository is filled: a suite, and case after case without leaving the field', async ({
  page,
  browser,
  assay,
}) => {
  const guest = await elsewhere(browser, assay.url, 'greta')
  await casesPage(guest).open()
  await expect(guest.getByRole('heading', { name: 'Test case repository is empty' })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Create test suite' })).toHaveCount(0)
  await guest.context().close()

  await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  await cases.open()
  await expect(page).toHaveTitle(/^Test cases/)
  await expect(page.getByRole('heading', { name: 'Test cases', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create test suite' }).click()
  await page.getByRole('button', { name: 'Create suite' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Checkout')
  await page.getByRole('textbox', { name: 'Description' }).fill('From the basket to the receipt.')
  await page.getByRole('button', { name: 'Create suite' }).click()
  await expect(cases.grid.getByText('From the basket to the receipt.')).toBeVisible()

  await cases.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
  const input = page.getByRole('textbox', { name: 'Title of a new test case in Checkout' })
  // Nobody waits for an answer between two titles.
  await page.keyboard.type('Pay by card\nPay by gift card\nPay later\nAnd one that is not fin')
  await cases.expectCases(['Pay by card', 'Pay by gift card', 'Pay later'])
  await cases.counts('1 suite and 3 test cases')
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('And one that is not fin')
  // What is typed and not saved is there after a reload.
  await page.reload()
  await cases.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
  await expect(input).toHaveValue('And one that is not fin')
  await input.press('Escape')
  await expect(input).toHaveCount(0)
  await cases.expectCases(['Pay by card', 'Pay by gift card', 'Pay later'])
})

test('search, filters, suite and preview are in the address', async ({ page }) => {
  const { authToken } = await signInDirectly(page, as('emil'))
  await fillRepository(page, authToken, {
    Delivery: ['Choose a slot', { title: 'Slot is full', draft: true }, 'Courier is late'],
    'Delivery / Abroad': ['Customs form'],
  })
  const cases = casesPage(page)
  await cases.open()
  await test.step('[TREE-02] a case opens in the preview', async () => {
    await cases.row('Choose a slot').getByRole('link').click()
    await expect(cases.preview('SHOP-4')).toContainText('Choose a slot')
    await expect(page).toHaveURL(/caseId=\d+/)
  })
  const edge = (pane: string) => page.getByRole('separator', { name: `Width of ${pane}` })
  await test.step('[TREE-20] [TREE-21] [TREE-22] [TREE-29] [TREE-30] panes keep within their limits, and a width is remembered', async () => {
    // Panes within their limits; what somebody makes of them is there after a reload.
    const limits = (of: 'min' | 'now' | 'max') =>
      Promise.all(['Suites', 'Preview'].map((pane) => edge(pane).getAttribute(`aria-value${of}`)))
    expect([await limits('min'), await limits('now'), await limits('max')]).toEqual([
      ['200', '380'],
      ['288', '400'],
      ['288', '576'],
    ])
    await edge('Preview').press('ArrowLeft')
    await page.reload()
    await expect(cases.preview('SHOP-4')).toBeVisible()
    await expect(edge('Preview')).toHaveAttribute('aria-valuenow', '416')
  })

  await test.step('[TREE-28] [TREE-29] the preview opens in a dialog instead, and that is remembered', async () => {
    await page.getByRole('button', { name: 'Preview opens beside the list' }).click()
    const dialog = page.getByRole('dialog', { name: 'SHOP-4' })
    await expect(dialog.getByRole('article', { name: 'Preview of SHOP-4' })).toBeVisible()
    await expect(edge('Preview')).toHaveCount(0)
    await page.reload()
    await expect(dialog).toContainText('Choose a slot')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Preview opens in a dialog' }).click()
    await cases.row('Choose a slot').getByRole('link').click()
    await expect(edge('Preview')).toBeVisible()
  })
  await test.step('[TREE-05] [TREE-33] [TREE-42] a search closes the preview', async () => {
    await page.keyboard.press('/')
    await cases.search.fill('slot')
    await cases.expectCases(['Choose a slot', 'Slot is full'])
    await expect(cases.preview('SHOP-4')).toHaveCount(0)
    await expect(page).toHaveURL(/\?q=slot$/)
    await cases.counts('1 suite and 2 test cases')
  })
  await test.step('[TREE-34] [TREE-39] a filter is added, kept and removed', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await expect(filters.getByRole('button').first()).toBeFocused()
    await filters.getByRole('button', { name: 'Description', exact: true }).press('Enter')
    await expect(filters.getByLabel('Description contains')).toBeFocused()
    await filters.getByRole('button', { name: 'Back from Description' }).press('Enter')
    await expect(filters.getByRole('button').first()).toBeFocused()
    await page.getByRole('button', { name: 'Draft' }).click()
    await page.getByText('Yes', { exact: true }).click()
    await cases.expectCases(['Slot is full'])
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page).toHaveURL(/q=slot&draft=true/)
    await cases.expectCases(['Slot is full'])
    await page.getByRole('button', { name: 'Remove filter Draft is' }).click()
    await cases.expectCases(['Choose a slot', 'Slot is full'])
  })
  await test.step('[TREE-45] [TREE-46] nothing matches', async () => {
    await cases.search.fill('no such words')
    await expect(page.getByRole('heading', { name: 'No test cases match' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(cases.row('Pay by card')).toBeVisible()
  })

  await test.step('[TREE-04] a suite is chosen', async () => {
    await cases.node('Abroad').click()
    await expect(page).toHaveURL(/suiteId=\d+/)
    await page.getByText('Suite', { exact: true }).last().click()
    await cases.expectCases(['Customs form'])
  })
  await test.step('[TREE-13] the view is remembered', async () => {
    await cases.node('Delivery').click()
    await page.getByText('With sub-suites', { exact: true }).click()
    await cases.expectSuites(['Delivery', 'Abroad'])
    // The view is remembered for the project, the suite by the address.
    await page.reload()
    await cases.expectSuites(['Delivery', 'Abroad'])
    await page.getByText('Tree', { exact: true }).click()
    await cases.expectSuites(['Checkout', 'Delivery', 'Abroad'])
  })

  // From anywhere a case is found by how its words begin, the best match first.
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('slo ful')
  await expect(palette.getByRole('option').first()).toHaveText('SHOP-5 Slot is full')
  await expect(palette.locator('mark')).toHaveText(['Slot', 'full'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Slot is full · SHOP-5/)
})

test('[TREE-50] [MERR-02] a case that is not there is reported, and leaves the address', async ({ page }) => {
  await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  for (const id of ['999999', '-1', 'abc']) {
    await cases.open(`?caseId=${id}&tab=attachments`)
    await cases.toast('Test case not found')
    await expect(page).toHaveURL(/\/test-cases$/)
  }
})

test('keys walk, rename, delete and choose like in a file manager', async ({ page }) => {
  await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  await cases.open()
  await expect(cases.row('Pay by card')).toBeVisible()
  await cases.grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename SHOP-1' }).fill('Pay by debit card')
  await page.keyboard.press('Escape')
  await cases.toast('“Pay by debit card” was not saved')
  await page.getByRole('button', { name: 'Save it' }).click()
  await expect(cases.row('Pay by debit card')).toBeVisible()
  await test.step('[TCASE-18] [TCASE-19] [TCASE-20] one case is deleted and brought back', async () => {
    await cases.grid.focus()
    await page.keyboard.press('Enter')
    await expect(cases.preview('SHOP-1')).toContainText('Pay by debit card')
    await page.keyboard.press('Delete')
    await cases.toast('Test case was deleted')
    await expect(cases.preview('SHOP-1')).toHaveCount(0)
    await cases.counts('3 suites and 6 test cases')
    await cases.undo()
    await cases.toast('Undone: Test case was deleted')
    await cases.counts('3 suites and 7 test cases')
  })
  // The key undoes the change before it, but not while somebody types.
  await cases.search.focus()
  await page.keyboard.press('Control+z')
  await cases.grid.focus()
  await expect(cases.row('Pay by debit card')).toBeVisible()
  await page.keyboard.press('Control+z')
  await cases.toast('Undone: SHOP-1 was renamed')
  await expect(cases.row('Pay by card')).toBeVisible()
  await page.keyboard.press('Control+z')
  await cases.toast('There is nothing to undo')
  await cases.row('Pay by card').getByRole('link').click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename SHOP-1' }).fill('Pay by debit card')
  await page.keyboard.press('Enter')
  await expect(cases.row('Pay by debit card')).toBeVisible()

  const selection = page.getByRole('region', { name: 'Selection' })
  await test.step('[TREE-48] Shift selects a range', async () => {
    // Without a mode: the checkbox shows under the pointer, and modified clicks choose instead of opening.
    await cases.row('Pay by debit card').hover()
    await expect(cases.row('Pay by debit card').getByRole('checkbox')).toBeInViewport()
    await cases.row('Pay by debit card').getByRole('checkbox').click()
    await cases
      .row('Pay later')
      .getByRole('link')
      .click({ modifiers: ['Shift'] })
    await expect(selection).toContainText('3 test cases selected')
    await cases
      .row('Pay later')
      .getByRole('link')
      .click({ modifiers: ['ControlOrMeta'] })
    await expect(selection).toContainText('2 test cases selected')
    await cases
      .row('Pay later')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 test cases selected')).toBeVisible()
  })
  // A search acts on none of those that it hides, and loses none of them.
  await cases.search.fill('debit')
  await expect(page.getByText('1 test case selected')).toBeVisible()
  await expect(page.getByText('of 1, 2 more hidden by the search')).toBeVisible()
  await cases.search.fill('')
  await expect(page.getByText('3 test cases selected')).toBeVisible()
  await test.step('[TCASE-19] several cases are deleted and brought back', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await cases.toast('Test cases were deleted')
    await cases.counts('3 suites and 4 test cases')
    await cases.undo()
  })
  await cases.expectCases([
    'Pay by debit card',
    'Pay by gift card',
    'Pay later',
    'Choose a slot',
    'Slot is full',
    'Courier is late',
    'Customs form',
  ])
  await cases.grid.focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('7 test cases selected')).toBeVisible()
  // Which they are is asked for once something is done to them, and asked again where there was no answer.
  let asked = 0
  await page.route('**/test-case-ids*', (route) => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await cases.row('Slot is full').getByRole('checkbox').click()
  await expect(page.getByText('6 test cases selected')).toBeVisible()
  expect(asked).toBe(0)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await cases.toast('Cannot reach the server')
  await expect(page.getByText('6 test cases selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await cases.expectCases(['Slot is full'])
  await cases.undo()
  await cases.counts('3 suites and 7 test cases')
  await test.step('[TREE-14] [TREE-15] [TREE-47] selection is switched on and off', async () => {
    await page.keyboard.press('Control+Shift+S')
    await expect(selection).toHaveCount(0)
    await cases.chooseMore('Enable selection')
    await expect(selection).toBeVisible()
    await cases.chooseMore('Disable selection')
    await expect(selection).toHaveCount(0)
  })

  // Every key of the list is listed, and J and K walk it from anywhere on the page.
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of [
    'Undo the last change',
    'Rename',
    'Cut',
    'Menu of the row',
    'Next row',
    'Next suite',
    'Expand all suites',
  ])
    await expect(shortcuts.getByRole('term').filter({ hasText: label }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('j')
  await expect(cases.grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await expect(cases.row('Pay by debit card')).toHaveAttribute('data-active')
  await page.keyboard.press('k')
  await expect(cases.suite('Checkout')).toHaveAttribute('data-active')

  // The menu of a row: on a right click, and by the key for it.
  await cases.row('Slot is full').getByRole('link').click({ button: 'right' })
  await expect(page.getByRole('menu', { name: 'Actions for SHOP-5' }).getByRole('menuitem')).toHaveText([
    'Open',
    'Edit',
    /^Rename/,
    'Clone',
    'Move to…',
    'Copy link',
    /^Delete/,
  ])
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('textbox', { name: 'Rename SHOP-5' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cases.grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Actions for suite Checkout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cases.grid).toBeFocused()
  await cases.row('Slot is full').getByRole('link').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Edit test case' }).getByRole('textbox', { name: 'Title' }),
  ).toHaveValue('Slot is full')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Edit test case' })).toHaveCount(0)
})

test('suites are nested, changed, copied, and deleted with what they hold', async ({ page }) => {
  await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  await cases.open()
  await test.step('[SUITE-02] sub-suite, edit and copy', async () => {
    await cases.chooseOfSuite('Delivery', 'Create sub-suite')
    await page.getByRole('textbox', { name: 'Title' }).fill('Pick-up')
    await page.getByRole('button', { name: 'Create suite' }).click()
    await cases.expectSuites(['Checkout', 'Delivery', 'Abroad', 'Pick-up'])
    await cases.chooseOfSuite('Pick-up', 'Edit')
    await page.getByRole('textbox', { name: 'Title' }).fill('Pick-up points')
    await page.getByRole('button', { name: 'Save suite' }).click()
    await cases.expectSuites(['Checkout', 'Delivery', 'Abroad', 'Pick-up points'])
    await cases.chooseOfSuite('Abroad', 'Copy')
    await cases.toast('Suite "Abroad" was cloned')
    await cases.counts('5 suites and 8 test cases')
    await cases.undo()
    await cases.counts('4 suites and 7 test cases')
  })

  await test.step('[SUITE-09] the question says what goes', async () => {
    await cases.chooseOfSuite('Delivery', 'Delete')
    await expect(page.getByRole('alertdialog')).toContainText(
      'The suite with 2 sub-suites will be deleted, and 4 test cases move to the trash bin.',
    )
  })
  await test.step('[SUITE-07] a refusal is reported', async () => {
    await page.route('**/test-suites/*', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'conflict', message: 'Somebody is moving this suite', requestId: '1' },
      }),
    )
    await page.getByRole('button', { name: 'Delete suite' }).click()
    await expect(page.getByText('Somebody is moving this suite')).toBeVisible()
    await page.unroute('**/test-suites/*')
  })
  await test.step('[SUITE-06] the deletion is reported and undone', async () => {
    await page.getByRole('button', { name: 'Delete suite' }).click()
    await cases.toast('Suite "Delivery" was successfully deleted')
    await cases.counts('1 suite and 3 test cases')
    await cases.undo()
    await cases.counts('4 suites and 7 test cases')
  })
  await test.step('[TREE-25] [TREE-26] the tree folds, and sub-suites are indented', async () => {
    await cases.tree.focus()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect(cases.node('Abroad')).toHaveCount(0)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect(cases.node('Abroad')).toBeVisible()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect(cases.node('Abroad')).toHaveCount(0)
    await cases.tree.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await expect(cases.node('Abroad')).toHaveAttribute('aria-level', '2')
    const leftOf = async (title: string) =>
      (await cases.node(title).getByText(title, { exact: true }).boundingBox())?.x ?? 0
    expect((await leftOf('Abroad')) - (await leftOf('Delivery'))).toBe(20)
  })
  await page.keyboard.press('a')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename suite Abroad' }).fill('To other countries')
  await page.keyboard.press('Enter')
  await expect(cases.node('To other countries')).toBeVisible()
})

test('[DND-02] [DND-04] [DND-06] [DND-08] [DND-14] cases are dragged to a place of their own, suites into others, and keys do the same', async ({
  page,
}) => {
  await signInDirectly(page, as('emil'))
  const cases = casesPage(page)
  // A row is dragged as soon as it is in sight, also before the code for it has come.
  let letCome = () => undefined as void
  const held = new Promise<void>((resolve) => (letCome = resolve))
  await page.route('**/drag-sensors*', async (route) => {
    await held
    await route.continue()
  })
  await cases.open()
  await expect(cases.row('Customs form')).toBeVisible()
  await cases.drag(cases.row('Pay later'), cases.row('Slot is full'), 0.2, {
    press: async () => {
      letCome()
      await expect(page.locator('[data-surface][data-sensed]').first()).toBeAttached()
    },
  })
  await test.step('[DND-03] a menu asks what becomes of a dropped case: it is moved, cloned, or stays where it was', async () => {
    const titles = await cases.grid.getByRole('row').getByRole('link').allTextContents()
    expect(titles).toContain('Pay later')
    const menu = page.getByRole('menu', { name: 'Pay later' })
    await expect(menu.getByRole('menuitem')).toHaveText(['Clone here', 'Move here', 'Cancel'])
    await menu.getByRole('menuitem', { name: 'Cancel' }).click()
    await expect(menu).toBeHidden()
    await cases.expectCases(titles)
    await cases.drag(cases.row('Pay later'), cases.row('Slot is full'), 0.2)
    await menu.getByRole('menuitem', { name: 'Clone here' }).click()
    await cases.toast('1 test case was cloned')
    await cases.undo()
    await expect(cases.row('Pay later')).toHaveCount(1)
    await cases.drag(cases.row('Pay later'), cases.row('Slot is full'), 0.2)
    await menu.getByRole('menuitem', { name: 'Move here' }).click()
  })
  await cases.expectCases([
    'Pay by debit card',
    'Pay by gift card',
    'Choose a slot',
    'Pay later',
    'Slot is full',
    'Courier is late',
    'Customs form',
  ])
  await cases.toast('1 test case was moved')
  await cases.undo()
  await cases.expectCases([
    'Pay by debit card',
    'Pay by gift card',
    'Pay later',
    'Choose a slot',
    'Slot is full',
    'Courier is late',
    'Customs form',
  ])

  await cases.drag(cases.row('Courier is late'), cases.node('Checkout'), 0.5, {
    way: async () => {
      await page.keyboard.down('Control')
      await expect(page.getByText('Copy Courier is late')).toBeVisible()
      await expect(cases.node('Checkout')).toHaveCSS('cursor', 'copy')
    },
  })
  await page.keyboard.up('Control')
  await cases.toast('1 test case was cloned')
  await cases.counts('4 suites and 8 test cases')
  await expect(cases.row('Courier is late')).toHaveCount(2)

  await cases.drag(cases.row('Customs form'), cases.row('Pay later'), 0.9, { way: () => page.keyboard.press('Escape') })
  await expect(cases.row('Customs form')).toHaveCount(1)
  await cases.counts('4 suites and 8 test cases')

  await cases.drag(cases.node('Checkout'), cases.node('Delivery'), 0.5)
  await expect(cases.node('Checkout')).toHaveAttribute('aria-level', '2')
  // Not into what lies in it.
  await cases.drag(cases.node('Delivery'), cases.node('Checkout'), 0.5)
  await expect(cases.node('Delivery')).toHaveAttribute('aria-level', '1')

  await cases.row('Customs form').getByRole('link').focus()
  await cases.grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+v')
  await cases.toast('1 test case was moved')
  await cases.chooseOfSuite('Checkout', 'Move to…')
  await page.getByRole('option', { name: 'Top level' }).click()
  await page.getByRole('button', { name: 'Move here' }).click()
  await expect(cases.node('Checkout')).toHaveAttribute('aria-level', '1')
})

test('guests and read-only people look, and change nothing', async ({ page, browser, assay }) => {
  await signInDirectly(page, as('greta'))
  const other = await elsewhere(browser, assay.url, 'rolf')
  for (const one of [page, other]) {
    const cases = casesPage(one)
    await cases.open()
    await test.step('[TREE-19] [TREE-32] [SUITE-03] [ROLE-03] no menus and no buttons that write', async () => {
      await expect(cases.row('Pay later')).toBeVisible()
      await expect(one.getByRole('button', { name: 'More actions' })).toHaveCount(0)
      await expect(one.getByRole('button', { name: 'Test case', exact: true })).toHaveCount(0)
      await expect(one.getByRole('button', { name: /^Actions for suite/ })).toHaveCount(0)
    })
    await test.step('[TREE-15] [DND-10] nothing is dragged', async () => {
      await one.keyboard.press('Control+Shift+S')
      const titles = await cases.grid.getByRole('link').allTextContents()
      await cases.drag(cases.row('Pay later'), cases.row('Customs form'), 0.2)
      await expect(cases.grid.getByRole('link')).toHaveText(titles)
    })
    await test.step('[TREE-49] [ROLE-02] nothing is renamed, deleted or selected', async () => {
      await cases.grid.focus()
      await one.keyboard.press('Home')
      await one.keyboard.press('ArrowDown')
      await one.keyboard.press('F2')
      await one.keyboard.press('Delete')
      await expect(cases.grid.getByRole('checkbox')).toHaveCount(0)
    })
    await one.keyboard.press('Enter')
    await expect(one.getByRole('article', { name: /^Preview of SHOP-/ })).toBeVisible()
    await test.step('[TNAV-12] [TRASH-02] there is no trash bin', async () => {
      await one.goto('/projects/SHOP/test-cases/trash-bin')
      await expect(one.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
    })
  }
  await other.context().close()
})

test('two people at one repository see what the other does', async ({ page, browser, assay }) => {
  await signInDirectly(page, as('emil'))
  const other = await elsewhere(browser, assay.url, 'greta')
  const [here, there] = [casesPage(page), casesPage(other)]
  await here.open()
  await there.open()
  await expect(there.row('Pay later')).toBeVisible()
  await here.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
  await page.keyboard.type('Pay in cash\n')
  await expect(there.row('Pay in cash')).toBeVisible()
  await there.row('Pay in cash').getByRole('link').click()
  await expect(other.getByRole('article')).toContainText('Pay in cash')
  await page.keyboard.press('Escape')
  await here.grid.focus()
  await here.row('Pay in cash').getByRole('link').click()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: /^Rename SHOP-/ }).fill('Pay in coins')
  await page.keyboard.press('Enter')
  await expect(other.getByRole('article')).toContainText('Pay in coins')
  await expect(there.row('Pay in coins')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(there.row('Pay in coins')).toHaveCount(0)
  await there.toast('Test case not found')
  await other.context().close()
})
