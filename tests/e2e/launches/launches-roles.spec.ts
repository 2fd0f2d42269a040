import { createMilestone } from '../../../contract/settings/milestones.ts'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import type { Assay } from '../support/server.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

const { members } = TEAM
type Username = (typeof members)[number]['username']

const credentials = (username: Username) => ({ username, password: MEMBERS_PASSWORD })

/** An ended and a running launch that members of every role look at; the same for all tests of the file. */
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

const forReaders = ['Open in new tab', 'Copy link']
const forWriters = [...forReaders, 'Share publicly']
/** Of what has ended, for everybody (LFIL-16). */
const ofEnded = ['Send as email', 'Export to HTML']
const forManagers = ['Assign to milestone', 'Push results to test run']

for (const username of ['greta', 'rolf'] as const)
  test(`[PERM-08] [PERM-09] ${username === 'rolf' ? 'read-only people see' : 'a guest sees'} everything and can change nothing`, async ({
    page,
    assay,
  }) => {
    const { running, ended, failed } = await sharedProject(assay)
    await signInDirectly(page, credentials(username))
    const list = launchesPage(page)
    await list.open()
    await list.expectRow(ended, { status: 'Failed', words: ['Ended'] })
    await test.step('[LIST-23] [MENU-03] [HUB-01] no row is selected or reviewed, no credentials are offered', async () => {
      await expect(page.getByRole('button', { name: 'Hub access' })).toHaveCount(0)
      await list.expectMenu(ended, [...forReaders, ...ofEnded])
      await list.expectMenu(running, forReaders)
      await expect(page.getByRole('checkbox')).toHaveCount(0)
    })
    await list.row(ended).getByRole('button', { name: 'Actions', exact: true }).focus()
    await page.keyboard.press('r')
    await expect(list.review()).toBeHidden()

    const one = launchPage(page)
    for (const id of [running, ended]) {
      await one.open(id)
      await expect(one.tests().first()).toBeVisible()
      await expect(page.getByRole('checkbox'), '[TESTS-28]').toHaveCount(0)
      await expect(one.pickButton(), '[TESTS-28]').toHaveCount(0)
      await expect(page.getByRole('button', { name: /^(Review|Reviewed|Abort)$/ }), '[REVIEW-13]').toHaveCount(0)
      await page.getByRole('button', { name: 'More actions' }).click()
      const offered = id === ended ? [...forReaders, 'What slowed it down', ...ofEnded] : forReaders
      await expect(page.getByRole('menuitem')).toHaveText(offered.map((words) => new RegExp(`^${words}`)))
      await page.keyboard.press('Escape')
    }
    await one.openMenu(failed)
    await expect(page.getByRole('menuitem'), '[MARK-10]').toHaveText(forReaders)

    await testPage(page).open(ended, failed)
    await expect(testPage(page).title()).toHaveText('lowers the total')
    await expect(testPage(page).about()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Link an issue' })).toHaveCount(0)
  })

test('[PERM-05] [PERM-07] [MENU-04] [REVIEW-13] an engineer marks tests and leaves review, abort and delete to managers', async ({
  page,
  assay,
}) => {
  const { running, ended, failed } = await sharedProject(assay)
  await signInDirectly(page, credentials('emil'))
  const list = launchesPage(page)
  await list.open()
  await list.expectRow(ended, { status: 'Failed', words: ['Ended'] })
  await list.expectMenu(ended, [...forWriters, 'Relaunch', ...ofEnded])
  await list.expectMenu(running, forWriters)
  await test.step('[LFIL-12] [LFIL-13] [LFIL-14] [LFIL-15] [LFIL-16] they select launches to send them or run them again, and for nothing else', async () => {
    await list.checkbox(ended).click()
    const actions = list.selection().getByRole('button', { name: /^(?!Clear selection)/ })
    await expect(actions).toHaveText([/^Send as email/, /^Relaunch/])
    await page.keyboard.press('Escape')
  })
  const one = launchPage(page)
  await one.open(ended)
  await one.mark(failed, 'Blocked')
  await one.expectToast('Test was marked as Blocked')
  await one.expectCount('Blocked', 1)
  await expect(page.getByRole('button', { name: 'Review', exact: true })).toHaveCount(0)
})

test('a manager gives several launches a milestone, takes it back, and sends them', async ({ page, assay }) => {
  await sharedProject(assay)
  const agent = await anAgent(assay.url)
  for (const name of ['Bulk one', 'Bulk two']) await (await agent.startLaunch(name)).finish()
  await (
    await callsAs(assay, 'mara')
  )(createMilestone, {}, { name: '2.41 Spring' })
  await signInDirectly(page, credentials('mara'))
  const list = launchesPage(page)
  await list.open('', '?q=bulk')
  const choose = async (name: string) => {
    await page.getByRole('checkbox', { name: 'Select all launches on this page' }).click()
    await list.selection().getByRole('button', { name }).click()
  }
  await test.step('[LFIL-13] [ACTIONS-06] the toast says how many; a milestone can be taken back', async () => {
    const dialog = page.getByRole('dialog', { name: 'Milestone of 2 launches' })
    await choose('Milestone')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    // The launches are still selected.
    await list.selection().getByRole('button', { name: 'Milestone' }).click()
    await dialog.getByRole('option', { name: '2.41 Spring' }).click()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await list.expectToast('2 launches have been assigned to milestone')
    await expect(list.rows().filter({ hasText: '2.41 Spring' })).toHaveCount(2)
    await choose('Milestone')
    await dialog.getByRole('button', { name: 'Unassign' }).click()
    await list.expectToast('2 launches have been unassigned from milestone')
    await expect(list.rows().filter({ hasText: '2.41 Spring' })).toHaveCount(0)
  })
  await test.step('[LFIL-16] [SHARE-10] the toast of sent reports', async () => {
    const dialog = page.getByRole('dialog', { name: 'Share launch results' })
    // Here is no mail server: what comes of one that took the mails.
    await page.route('**/launches/mail', (route) => route.fulfill({ json: { sent: 1, kept: false } }))
    await choose('Send as email')
    await dialog.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await list.expectToast('Launch reports were successfully sent')
  })
})

test('[PERM-05] [MENU-04] a manager reviews, aborts and deletes', async ({ page, assay }) => {
  await sharedProject(assay)
  const agent = await anAgent(assay.url)
  const running = await agent.startLaunch('To be aborted')
  await signInDirectly(page, credentials('mara'))
  const list = launchesPage(page)
  await list.open('', '?q=aborted')
  await list.expectMenu(running.id, [...forWriters, ...forManagers, 'Abort'])
  await list.choose(running.id, 'Abort')
  await list.question('Abort launch?').getByRole('button', { name: 'Abort launch' }).click()
  await list.expectRow(running.id, { status: 'Aborted', words: ['To be aborted'] })
  await list.expectMenu(running.id, [...forWriters, 'Review', 'Relaunch', ...forManagers, ...ofEnded, 'Delete'])
  await list.choose(running.id, 'Delete')
  await list.question('Delete launch?').getByRole('button', { name: 'Delete launch' }).click()
  await expect(list.row(running.id)).toBeHidden()
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
  const found = (names: string[]) => expect(list.rows()).toHaveText(names.map((name) => new RegExp(name)))

  await test.step('[LFIL-01] [LFIL-02] the bar begins with the status, and adds predicates that can be turned round', async () => {
    await list.open()
    await list.onlyFailed()
    await expect(page).toHaveURL(/status=FAILED/)
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
  await test.step('[LFIL-10] [LFIL-11] the Filters dialog shows skeleton rows until values are there, and labels by key', async () => {
    await page.getByRole('button', { name: 'All filters' }).click()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/launch-label-keys*', async (route) => {
      await held
      await route.continue()
    })
    await filters.getByRole('button', { name: 'Label' }).click()
    await expect(filters.getByRole('status', { name: 'Label keys load' }).locator('> div')).toHaveCount(10)
    release()
    await filters.getByRole('button', { name: 'team' }).click()
    await filters.getByRole('option', { name: 'checkout' }).click()
    await filters.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL(/label=team%3Acheckout/)
    await found(['Staged cart'])
  })
  await test.step('[LFIL-24] Back and a reload lead to the same rows', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/label=/)
    await page.goForward()
    await page.reload()
    await found(['Staged cart'])
  })
  await test.step('arrow keys walk the chips, Delete and Backspace remove one, and the focus stays beside it', async () => {
    const chips = page.getByRole('grid', { name: 'Filters in force' }).getByRole('row')
    const value = page.getByRole('button', { name: 'checkout', exact: true })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/overlays-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await value.click()
    // Pressed before the code of the group has loaded.
    await expect(value).toHaveAttribute('aria-expanded', 'true')
    await expect(chips).toHaveCount(0)
    release()
    const values = page.getByRole('dialog', { name: /^team/ })
    await expect(values.getByRole('option', { name: 'checkout' })).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await expect(value).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(chips.last()).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await expect(page).not.toHaveURL(/statusNot/)
    await expect(chips).toHaveText([/checkout/])
    await expect(chips).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(page).not.toHaveURL(/label=/)
    await expect(page.getByRole('button', { name: 'Status', exact: true }).first()).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/label=/)
  })
  const dialog = page.getByRole('dialog', { name: 'Save filter' })
  const drawer = page.getByRole('dialog', { name: 'Saved filters' })
  await test.step('[SAVF-01] [SAVF-07] it is saved; what was typed survives a refusal', async () => {
    await page.getByRole('button', { name: 'Save as' }).click()
    await dialog.getByLabel('Name').fill('Checkout team')
    await page.route('**/saved-launch-filters', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Save filter' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Checkout team')
    await dialog.getByText('Share with everyone in the project').click()
    await dialog.getByRole('button', { name: 'Save filter' }).click()
    await list.expectToast('"Checkout team" filter was successfully saved')
    await expect(page).toHaveURL(/savedFilter=\d+/)
    await page.getByRole('button', { name: 'Checkout team' }).click()
    await expect(drawer.getByRole('link', { name: /Checkout team/ })).toContainText('Public')
  })
  const link = (await drawer.getByRole('link', { name: /Checkout team/ }).getAttribute('href')) ?? ''
  const guest = await (await browser.newContext({ baseURL: assay.url })).newPage()
  const theirs = guest.getByRole('dialog', { name: 'Saved filters' })
  await test.step('[SAVF-14] its link opens it for a guest, who marks it and may do nothing else with it', async () => {
    await signInDirectly(guest, credentials('greta'))
    await guest.goto(link)
    await expect(launchesPage(guest).rows()).toHaveText([/Staged cart/])
    await expect(guest.getByRole('button', { name: 'Save as' })).toHaveCount(0)
    await guest.getByRole('button', { name: 'Checkout team' }).click()
    await theirs.getByRole('button', { name: 'Favourite Checkout team' }).click()
    await expect(theirs.getByRole('button', { name: 'Favourite Checkout team', pressed: true })).toBeVisible()
    await theirs.getByRole('button', { name: 'Actions for Checkout team' }).click()
    await expect(guest.getByRole('menuitem')).toHaveText(['Copy link'])
    await guest.keyboard.press('Escape')
  })
  await test.step('[SAVF-08] deleted, it leaves the open drawer of others; undone, it comes back', async () => {
    await drawer.getByRole('button', { name: 'Actions for Checkout team' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await list.expectToast('"Checkout team" filter was successfully deleted')
    await expect(theirs.getByText('There are no saved filters yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(theirs.getByRole('button', { name: 'Favourite Checkout team', pressed: true })).toBeVisible()
  })
  await guest.context().close()
})

test('an engineer shares a launch with somebody who has no account, and takes it back', async ({
  page,
  assay,
  browser,
}) => {
  const { ended } = await sharedProject(assay)
  await signInDirectly(page, credentials('emil'))
  await launchPage(page).open(ended)
  const dialog = page.getByRole('dialog')
  let link = ''
  await test.step('[PUBLIC-12] the link is made with a passcode', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Share publicly' }).click()
    // The buttons move as the list comes.
    await expect(dialog.getByText('No public links')).toBeVisible()
    await dialog.getByRole('button', { name: 'New link' }).click()
    await dialog.getByText('Type a passcode').click()
    await dialog.getByLabel('Passcode', { exact: true }).fill('olive-tree-60')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    link = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue()).pathname
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  const guest = await (await browser.newContext()).newPage()
  const passcode = guest.getByLabel('Passcode', { exact: true })
  const submit = guest.getByRole('button', { name: 'Submit' })
  await test.step('[PUBLIC-01] [PUBLIC-02] [PUBLIC-03] [PUBLIC-07] [ERRORS-04] nothing opens it but the passcode', async () => {
    const answer = await guest.goto(assay.url + link)
    expect(answer?.headers()['x-robots-tag']).toContain('noindex')
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    await submit.click()
    await expect(guest.getByText('This field is required')).toBeVisible()
    await passcode.fill('wrong-passcode')
    await submit.click()
    await expect(guest.getByRole('alert')).toHaveText('The passcode is wrong')
  })
  await test.step('[PUBLIC-11] it shows the launch and one test, and no way on', async () => {
    await passcode.fill('olive-tree-60')
    await submit.click()
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(/^Ended #\d+/)
    await guest.getByRole('link', { name: 'lowers the total' }).click()
    await expect(guest.getByRole('region', { name: 'Stack trace' })).toContainText('AssertionError: 54.97')
    await guest.goBack()
    await expect(guest.getByRole('link', { name: 'adds an item' })).toBeVisible()
    await expect(guest.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveCount(1)
    await expect(guest.getByText('emil')).toHaveCount(0)
  })
  await test.step('[PUBLIC-06] [PUBLIC-10] once it is revoked, the next question leads to the sign-in', async () => {
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke link' }).click()
    await expect(dialog.getByText('No public links')).toBeVisible()
    await guest.getByRole('searchbox', { name: 'Search tests' }).fill('total')
    await expect(guest).toHaveURL(/\/signin$/)
  })
  await test.step('[PUBLIC-04] [PUBLIC-05] an unknown type, and an address without a key, lead to /404', async () => {
    for (const href of ['/public/nothing/a1', '/public/launch']) {
      await guest.goto(assay.url + href)
      await expect(guest).toHaveURL(/\/404$/)
    }
  })
  await guest.context().close()
})
