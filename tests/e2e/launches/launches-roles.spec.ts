import { ERROR_CODES } from '../../../contract/errors.ts'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { openInPlace } from '../support/in-place.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import type { Assay } from '../support/server.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const { members } = TEAM
type Username = (typeof members)[number]['username']

const credentials = (username: Username) => ({ username, password: MEMBERS_PASSWORD })

/** An ended and a running launch, which members of every role open; the same for all tests of the file. */
const aSharedProject = async (assay: Assay) => {
  const agent = await anAgent(assay.url)
  const running = await agent.startLaunch('Running')
  await running.startTest('still runs')
  const ended = await agent.startLaunch('Ended')
  const failed = await ended.test('lowers the total', 'FAILED', 'AssertionError: 54.97')
  await ended.test('adds an item')
  await ended.finish()
  return { running: running.id, ended: ended.id, failed }
}
const shared = new WeakMap<Assay, ReturnType<typeof aSharedProject>>()
const sharedProject = (assay: Assay) => {
  const known = shared.get(assay) ?? aSharedProject(assay)
  shared.set(assay, known)
  return known
}

for (const username of ['greta', 'rolf'] as const)
  test(`[PERM-08] ${username === 'rolf' ? 'read-only people see' : 'a guest sees'} everything and can change nothing`, async ({
    page,
    assay,
  }) => {
    const { ended, failed } = await sharedProject(assay)
    await signInDirectly(page, credentials(username))
    const list = launchesPage(page)
    await list.open()
    await test.step('launches are neither selected nor reviewed, and no credentials are offered', async () => {
      await expect(page.getByRole('button', { name: 'Hub access' }), '[HUB-01]').toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Import results' })).toHaveCount(0)
      await expect(page.getByRole('checkbox'), '[LIST-23]').toHaveCount(0)
      await list.row(ended).getByRole('link', { name: 'Ended' }).focus()
      await page.keyboard.press('r')
      await list.expectMenu(ended, ['Open in new tab', 'Copy link', 'Send as email', 'Export to HTML'])
      await expect(list.review()).toBeHidden()
    })
    const one = launchPage(page)
    await test.step('a launch has no checkboxes, and its tests no marks and issues', async () => {
      await list.row(ended).getByRole('link', { name: 'Ended' }).click()
      await expect(one.tests().first()).toBeVisible()
      await expect(page.getByRole('checkbox'), '[TESTS-28]').toHaveCount(0)
      await expect(one.pickButton()).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^(Review|Reviewed|Abort)$/ }), '[REVIEW-13]').toHaveCount(0)
      await one.openMenu(failed)
      await expect(page.getByRole('menuitem'), '[MARK-10]').toHaveText(['Open in new tab', 'Copy link'])
      await page.keyboard.press('Escape')
    })
    await test.step('a test is read without actions', async () => {
      await one.test(failed).getByRole('link', { name: 'lowers the total' }).click()
      await expect(testPage(page).title()).toHaveText('lowers the total')
      await expect(testPage(page).about()).toBeVisible()
      for (const name of ['Mark as', 'Link an issue']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    })
    await test.step('the guides are read without a token', async () => {
      await openInPlace(page, 'automation-launches/getting-started/pytest?step=credentials')
      await expect(page.getByText('Your role in this project may not report launches')).toBeVisible()
      await expect(page.getByRole('button', { name: /token$/ })).toHaveCount(0)
    })
    await test.step('on the other pages of the project nothing is created', async () => {
      for (const [path, title] of Object.entries({
        'test-cases': 'Test cases',
        'shared-steps': 'Shared steps',
        'test-runs': 'Test runs',
        'test-plans': 'Test plans',
        'exploratory-sessions': 'Exploratory sessions',
      })) {
        await openInPlace(page, path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        const main = page.getByRole('main')
        const creators = main
          .getByRole('button')
          .or(main.getByRole('link'))
          .filter({ hasText: /^(New|Add|Create|Import)\b/ })
        await expect(creators, title).toHaveCount(0)
      }
    })
  })

test('launches are filtered, and the filter is saved, shared, marked and deleted', async ({ page, assay, browser }) => {
  await sharedProject(assay)
  const agent = await anAgent(assay.url)
  const staged = await agent.startLaunch('Staged cart', { environment: 'staging', labels: [['team', 'checkout']] })
  await staged.test('one')
  await staged.finish()
  await signInDirectly(page, credentials('emil'))
  const list = launchesPage(page)
  const filters = page.getByRole('dialog', { name: 'Filters' })

  await test.step('[LFIL-01] [LFIL-02] the bar begins with the status, and a predicate can be inverted', async () => {
    await list.open()
    await list.onlyFailed()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: 'Status is', exact: true })
      .or(page.getByRole('button', { name: 'Failed', exact: true }))
      .first()
      .click()
    await page.getByRole('radio', { name: 'is not' }).click({ force: true })
    await expect(page).toHaveURL(/statusNot=FAILED/)
    await page.keyboard.press('Escape')
  })
  await test.step('[LFIL-10] [LFIL-11] the Filters dialog shows skeleton rows until values have loaded', async () => {
    await page.getByRole('button', { name: 'All filters' }).click()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/launch-label-keys*', (route) => held.then(() => route.continue()))
    await filters.getByRole('button', { name: 'Label' }).click()
    await expect(filters.getByRole('status', { name: 'Label keys load' }).locator('> div')).toHaveCount(10)
    release()
    await filters.getByRole('button', { name: 'team' }).click()
    await filters.getByRole('option', { name: 'checkout' }).click()
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/label=team%3Acheckout/)
    await expect(list.rows()).toHaveText([/Staged cart/])
  })
  await test.step('arrow keys move along the chips, Delete removes one, and the focus stays beside it', async () => {
    const chips = page.getByRole('grid', { name: 'Filters in force' }).getByRole('row')
    await chips.last().focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await expect(page).not.toHaveURL(/statusNot/)
    await expect(chips).toHaveText([/checkout/])
    await expect(chips).toBeFocused()
  })
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  const drawer = page.getByRole('dialog', { name: 'Saved filters' })
  await test.step('[SAVF-01] [SAVF-07] the filter is saved; a rejected one keeps what was typed', async () => {
    await page.getByRole('button', { name: 'Save as' }).click()
    await dialog.getByLabel('Name').fill('Checkout team')
    await page.route('**/saved-launch-filters', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Save filter' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByText('Share with everyone in the project').click()
    await dialog.getByRole('button', { name: 'Save filter' }).click()
    await list.expectToast('"Checkout team" filter was successfully saved')
    await page.getByRole('button', { name: 'Checkout team' }).click()
  })
  const link = (await drawer.getByRole('link', { name: /Checkout team.*Public/ }).getAttribute('href')) ?? ''
  const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
  const theirs = guest.getByRole('dialog', { name: 'Saved filters' })
  const favourite = theirs.getByRole('button', { name: 'Favourite Checkout team' })
  await test.step('its link opens it for a guest, who marks it as a favourite', async () => {
    await signInDirectly(guest, credentials('greta'))
    await guest.goto(link)
    await expect(launchesPage(guest).rows()).toHaveText([/Staged cart/])
    await guest.getByRole('button', { name: 'Checkout team' }).click()
    await favourite.click()
  })
  await test.step('[SAVF-08] a deleted filter leaves the open drawer of others; Undo brings it back', async () => {
    await drawer.getByRole('button', { name: 'Actions for Checkout team' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await list.expectToast('"Checkout team" filter was successfully deleted')
    await expect(theirs.getByText('There are no saved filters yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(favourite.and(guest.locator('[aria-pressed=true]'))).toBeVisible()
  })
  await guest.context().close()
})

test('a launch is shared with people without an account until its link is revoked', async ({
  page,
  assay,
  browser,
}) => {
  const { ended } = await sharedProject(assay)
  await signInDirectly(page, credentials('emil'))
  await launchPage(page).open(ended)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Share publicly' }).click()
  // The buttons move when the list has loaded.
  await expect(dialog.getByText('No public links')).toBeVisible()
  await dialog.getByRole('button', { name: 'New link' }).click()
  await dialog.getByText('Type a passcode').click()
  await dialog.getByLabel('Passcode', { exact: true }).fill('olive-tree-60')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue()).pathname
  await dialog.getByRole('button', { name: 'Done' }).click()

  const guest = await (await browser.newContext()).newPage()
  await test.step('[PUBLIC-01] [ERRORS-04] the passcode opens it', async () => {
    const passcode = guest.getByLabel('Passcode', { exact: true })
    const submit = guest.getByRole('button', { name: 'Submit' })
    const answer = await guest.goto(assay.url + link)
    expect(answer?.headers()).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'referrer-policy': 'no-referrer',
    })
    await passcode.fill('wrong-passcode')
    await submit.click()
    await expect(guest.getByRole('alert')).toHaveText('The passcode is wrong')
    await passcode.fill('olive-tree-60')
    await submit.click()
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(/^Ended #\d+/)
  })
  await test.step('the link shows the launch and its tests, without users', async () => {
    await guest.getByRole('link', { name: 'lowers the total' }).click()
    await expect(guest.getByRole('region', { name: 'Stack trace' })).toContainText('AssertionError: 54.97')
    await guest.goBack()
    await expect(guest.getByText('emil')).toHaveCount(0)
  })
  await test.step('a log that cannot be read leaves the rest of the test, says why and is loaded again', async () => {
    const json = { code: ERROR_CODES.notFound, message: 'A part of the log is missing', requestId: 'lost' }
    await guest.route('**/logs*', (route) => route.fulfill({ status: 404, json }), { times: 1 })
    await guest.getByRole('link', { name: 'lowers the total' }).click()
    await expect(guest.getByText('The log did not load: A part of the log is missing')).toBeVisible()
    await expect(guest.getByRole('region', { name: 'Stack trace' })).toContainText('AssertionError: 54.97')
    await guest.getByRole('button', { name: 'Load the log again' }).click()
    await expect(guest.getByText('The log did not load')).toHaveCount(0)
    await guest.goBack()
  })
  await test.step('once the link is revoked, the next question leads to the sign-in', async () => {
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke link' }).click()
    await expect(dialog.getByText('No public links')).toBeVisible()
    await guest.getByRole('searchbox', { name: 'Search tests' }).fill('total')
    await expect(guest).toHaveURL(/\/signin$/)
  })
  await guest.context().close()
})
