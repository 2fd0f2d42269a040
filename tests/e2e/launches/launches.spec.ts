import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { drawnByBrowser } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('[LIST-26] an empty project sets reporting up: a token of the reader stands in lines that can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  await list.expectEmpty()
  await expect(page.getByRole('link', { name: 'Set up reporting' })).toHaveAttribute('href', /getting-started/)
  const setup = page.getByRole('region', { name: 'Set up reporting' })
  await setup.getByRole('button', { name: 'Create a token' }).click()
  await setup.getByRole('button', { name: 'Copy token' }).click()
  await list.expectToast(TEXTS.valueCopied('Token'))
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await expect(setup).toContainText(token)
  // The token is one that agents can report with.
  const agent = await anAgent(new URL(page.url()).origin, token)
  const launch = await agent.startLaunch('With the new token')
  await list.expectRow(launch.id, { status: 'In progress', words: ['With the new token'] })
  await launch.finish()
})

test('a row says what the launch was, where it ran and what came of it', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('Everything known', {
    environment: 'staging',
    build: '2.41.2',
    milestone: 'Spring release',
    labels: [
      ['com.zebrunner.app/sut.locale', 'de_DE'],
      ['team', 'checkout'],
      ...['cart', 'search', 'payment', 'login'].map((value) => ['area', value] as const),
      ...['a', 'b', 'c', 'd', 'e'].map((value) => ['feature', value] as const),
    ],
    references: [
      ['Report', 'https://ci.example.test/report'],
      ['Notes', 'https://ci.example.test/notes'],
    ],
  })
  const passed = await launch.test('adds an item')
  await launch.test('lowers the total', 'FAILED', 'AssertionError: 49.47')
  await launch.test('pays later', 'SKIPPED')
  await launch.session(
    { browserName: 'chrome', browserVersion: '131.0.6778.85', platformName: 'linux', platformVersion: '12' },
    [passed],
  )
  await launch.finish()

  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const row = list.row(launch.id)
  await test.step('[LIST-11] [LIST-18] name, environment, status, duration and counts', async () => {
    await list.expectRow(launch.id, {
      status: 'Failed',
      words: ['Everything known', `#${launch.id}`, 'staging', 'Spring release', 'Chrome 131', '33.3%', /\dm?s/],
    })
    await expect(row.getByRole('img', { name: '1 passed, 1 failed, 1 skipped' })).toBeVisible()
  })
  await test.step('[LIST-16] artifacts', async () => {
    await row.getByRole('button', { name: '2 artifacts' }).click()
    const artifacts = page.getByRole('dialog', { name: 'Artifacts of Everything known' })
    await expect(artifacts.getByRole('link', { name: 'Notes' })).toHaveAttribute(
      'href',
      'https://ci.example.test/notes',
    )
    await page.keyboard.press('Escape')
  })
  await row.getByRole('button', { name: /^\+\d+ labels?$/ }).click()
  const labels = page.getByRole('dialog', { name: 'All labels' })
  await test.step('[LIST-12] [LIST-13] [LIST-14] labels', async () => {
    for (const [about, words] of [
      ['Milestone', 'Spring release'],
      ['Browser', 'Chrome 131'],
      ['Platform', 'Linux 12'],
      ['Locale', 'de_DE'],
      ['Build', '2.41.2'],
      ['team', 'checkout'],
      ['feature', 'abcde'],
    ] as const)
      await expect(labels.locator('dl > div').filter({ hasText: about }).filter({ hasText: words })).toHaveCount(1)
  })
  await test.step('[LIST-15] five values of a key are one entry, four stand for themselves', async () => {
    // Four values of a key stand for themselves, five are one entry.
    await expect(labels.getByRole('term').filter({ hasText: /^area$/ })).toHaveCount(4)
    await expect(labels.getByRole('term').filter({ hasText: /^feature$/ })).toHaveCount(1)
  })
})

test('a row offers what its launch allows', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const agent = await anAgent(assay.url)
  const running = await agent.startLaunch('Running')
  const queued = await agent.startLaunch('Queued', { status: 'QUEUED' })
  const ended = await agent.startLaunch('Ended', { ciUrl: 'https://ci.example.test/job/118' })
  await ended.test('one')
  await ended.finish()
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  await list.expectRow(ended.id, { status: 'Passed', words: ['Ended'] })
  await test.step('[LAUNCH-09] [MENU-10] what runs or waits is aborted', async () => {
    // Neither has anything to review or to send yet.
    await list.expectRow(queued.id, { status: 'Queued', words: ['Queued'] })
    for (const { id } of [running, queued])
      await list.expectMenu(id, [
        'Open in new tab',
        'Copy link',
        'Share publicly',
        'Assign to milestone',
        'Push results to test run',
        'Abort',
      ])
  })
  await test.step('[MENU-03] [MENU-12] [MENU-13] what has ended is reviewed, run again and deleted', async () => {
    await list.expectMenu(ended.id, [
      'Open in new tab',
      'Copy link',
      'Share publicly',
      'Review',
      'Relaunch',
      'Build now',
      'Assign to milestone',
      'Push results to test run',
      'Go to CI build',
      'Send as email',
      'Export to HTML',
      'Delete',
    ])
  })
  await test.step('[SHARE-01] [SHARE-08] it is sent to people of the project once somebody is chosen', async () => {
    await list.choose(ended.id, 'Send as email')
    const dialog = page.getByRole('dialog', { name: 'Share launch results' })
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
    await dialog.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await list.expectToast('No mail server is set up: the mails are files in the outbox of the server')
  })
  await test.step('[MENU-07] [MENU-08] [LAUNCH-06] its results are one HTML file', async () => {
    const download = page.waitForEvent('download')
    await list.choose(ended.id, 'Export to HTML')
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
  })
  await test.step('[LIST-20] [LIST-21] checkboxes of two kinds', async () => {
    await expect(list.checkbox(running.id)).toHaveAccessibleName(`Select running launch Running #${running.id}`)
    await expect(list.checkbox(running.id)).toHaveAttribute('data-shape', 'live')
    await expect(list.checkbox(ended.id)).not.toHaveAttribute('data-shape')
  })

  await test.step('[MENU-02] the link is copied', async () => {
    await list.choose(ended.id, 'Copy link')
    await list.expectToast(TEXTS.linkCopied)
  })
  const href = `/projects/SHOP/automation-launches/${ended.id}`
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(assay.url + href)
  await test.step('[MENU-06] the build', async () => {
    await list.openMenu(ended.id)
    await expect(list.menuItem('Go to CI build')).toHaveAttribute('href', 'https://ci.example.test/job/118')
  })
  await test.step('[MENU-01] a tab of its own', async () => {
    const [opened] = await Promise.all([context.waitForEvent('page'), list.menuItem('Open in new tab').click()])
    await expect(opened).toHaveURL(assay.url + href)
    await opened.close()
  })
})

test('a launch is reviewed with a comment, and everybody who looks sees it', async ({ page, assay, context }) => {
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('To be reviewed')
  await launch.test('one')
  await launch.finish()
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const other = await context.newPage()
  const others = launchesPage(other)
  await others.open()
  await others.expectLive()
  await expect(others.row(launch.id)).not.toContainText('Reviewed')

  const dialog = list.review()
  const comment = dialog.getByLabel('Comment')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await test.step('[REVIEW-02] the title at first', async () => {
    await list.choose(launch.id, 'Review')
    await expect(dialog.getByRole('heading')).toHaveText('Review')
  })
  await test.step('[REVIEW-04] [REVIEW-11] a comment is needed', async () => {
    await expect(submit).toBeDisabled()
  })
  await test.step('[REVIEW-03] [REVIEW-06] a comment too long', async () => {
    await comment.fill('x'.repeat(10_001))
    await expect(dialog.getByText(TEXTS.reviewLength)).toBeVisible()
    await expect(submit).toBeDisabled()
  })
  await test.step('[REVIEW-07] Cancel forgets it', async () => {
    await comment.fill('Not this one')
    await expect(submit).toBeEnabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await list.choose(launch.id, 'Review')
    await expect(comment).toHaveValue('')
  })
  await test.step('[REVIEW-01] [REVIEW-12] [LIST-17] everybody sees the review', async () => {
    await comment.fill('Flaky network, tests are fine')
    await submit.click()
    await list.expectToast(TEXTS.launchReviewed)
    await expect(list.row(launch.id)).toContainText('Reviewed')
    await expect(others.row(launch.id)).toContainText('Reviewed')
  })

  await test.step('[REVIEW-02] [REVIEW-05] the title later, and a comment that is the same', async () => {
    await list.choose(launch.id, 'Review')
    await expect(dialog.getByRole('heading')).toHaveText('Reviewed')
    await expect(comment).toHaveValue('Flaky network, tests are fine')
    await expect(submit).toBeDisabled()
  })
  await comment.fill('Flaky network, seen twice')
  await submit.click()
  await list.expectToast(TEXTS.launchReviewed)
  await launchPage(page).open(launch.id)
  const review = page.getByRole('region', { name: 'Review' })
  await expect(review).toContainText('Reviewed by nadia')
  await expect(review).toContainText('Flaky network, seen twice')
})

test('abort and delete ask first, for one launch and for several', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const [one, two, three] = [
    await agent.startLaunch('Stuck one'),
    await agent.startLaunch('Stuck two'),
    await agent.startLaunch('Stuck three'),
  ]
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open('', '?q=Stuck')
  await list.choose(one.id, 'Abort')
  const abort = list.question(TEXTS.abortLaunch)
  await test.step('[ACTIONS-09] the question before an abort', async () => {
    await expect(abort).toContainText('This cannot be undone')
    await abort.getByRole('button', { name: 'Cancel' }).click()
    await expect(list.row(one.id)).toContainText('In progress')
  })
  await test.step('[MENU-15] [MENU-16] a refusal is told, in words of the server or in our own', async () => {
    // Refused with words of the server's own, then without any.
    for (const [json, words] of [
      [{ code: 'CONFLICT', message: 'Somebody else aborts it' }, 'Somebody else aborts it'],
      [{}, TEXTS.error],
    ] as const) {
      await page.route('**/api/projects/SHOP/launches/*/abort', (route) => route.fulfill({ status: 409, json }))
      await list.choose(one.id, 'Abort')
      await abort.getByRole('button', { name: 'Abort launch' }).click()
      await list.expectToast(words)
      await page.unrouteAll()
      await expect(list.row(one.id)).toContainText('In progress')
    }
  })
  await test.step('[ACTIONS-11] one is aborted', async () => {
    await list.choose(one.id, 'Abort')
    await abort.getByRole('button', { name: 'Abort launch' }).click()
    await list.expectToast(TEXTS.launchNumberAborted(one.id))
    await expect(list.row(one.id)).toContainText('Aborted')
  })

  await list.checkbox(two.id).check()
  await list.checkbox(three.id).check()
  await list.checkbox(one.id).check()
  const selection = list.selection()
  await test.step('[LIST-22] [LIST-24] several are aborted', async () => {
    await expect(selection).toContainText('3 launches selected')
    await expect(selection.getByRole('button', { name: 'Delete 1', exact: true })).toBeVisible()
    await selection.getByRole('button', { name: 'Abort 2', exact: true }).click()
    await list.question('Abort 2 launches?').getByRole('button', { name: 'Abort 2 launches' }).click()
    await list.expectToast('2 launches aborted')
    await expect(list.row(two.id)).toContainText('Aborted')
    await expect(list.row(three.id)).toContainText('Aborted')
  })

  await list.choose(one.id, 'Delete')
  const remove = list.question('Delete launch?')
  await test.step('[ACTIONS-13] [ACTIONS-14] the question before a deletion says what goes', async () => {
    await expect(remove).toContainText(
      'with logs, screenshots and artifacts will be deleted with it. This cannot be undone.',
    )
    await remove.getByRole('button', { name: 'Cancel' }).click()
    await expect(list.row(one.id)).toBeVisible()
  })
  await test.step('[ACTIONS-15] one is deleted', async () => {
    await list.choose(one.id, 'Delete')
    await remove.getByRole('button', { name: 'Delete launch' }).click()
    await list.expectToast(TEXTS.launchDeleted)
    await expect(list.row(one.id)).toBeHidden()
  })
})

test('[LIST-25] what could not be deleted is reported with its reason, and can be tried again', async ({
  page,
  assay,
}) => {
  const agent = await anAgent(assay.url)
  const [one, two] = [await agent.startLaunch('Spare one'), await agent.startLaunch('Spare two')]
  await one.finish()
  await two.finish()
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open('', '?q=Spare')
  await list.checkbox(one.id).check()
  await list.checkbox(two.id).check()
  // Somebody else holds one of them: refused by the server's words, once.
  await page.route(`**/api/projects/SHOP/launches/${two.id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Results still come in' } })
      : route.fallback(),
  )
  await list.selection().getByRole('button', { name: 'Delete 2', exact: true }).click()
  await list.question('Delete 2 launches?').getByRole('button', { name: 'Delete 2 launches' }).click()
  const summary = page.getByRole('dialog', { name: '1 of 2 launches deleted' })
  await expect(summary).toContainText(`Spare two #${two.id}`)
  await expect(summary).toContainText('Results still come in')
  await page.unrouteAll()
  await summary.getByRole('button', { name: 'Retry 1' }).click()
  await expect(summary).toBeHidden()
  await expect(list.row(one.id)).toBeHidden()
  await expect(list.row(two.id)).toBeHidden()
})

test('page and filters are in the address: Back, a reload and a link lead to the same rows, where launches come, move and go live', async ({
  page,
  assay,
}) => {
  const agent = await anAgent(assay.url)
  for (let n = 1; n <= 27; n += 1) {
    const launch = await agent.startLaunch(`Nightly ${n}`, { environment: n % 9 === 0 ? 'staging' : 'test' })
    await launch.finish()
  }
  const list = launchesPage(page)
  await signInDirectly(page)
  await test.step('[LIST-09] the first page', async () => {
    await list.open('', '?q=Nightly')
    await expect(list.rows()).toHaveCount(25)
  })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await test.step('[LIST-05] the second page, by reload, Back and Forward', async () => {
    await pages.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(list.rows()).toHaveCount(2)
    await page.reload()
    await expect(list.rows()).toHaveCount(2)
    await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page).not.toHaveURL(/page=2/)
    await expect(list.rows()).toHaveCount(25)
    await page.goForward()
    await expect(list.rows()).toHaveCount(2)
  })
  await test.step('[LIST-10] the size of a page is fixed', async () => {
    await expect(page.locator('[aria-haspopup=listbox]')).toHaveCount(0)
  })

  await test.step('[LIST-06] [LIST-07] a filter', async () => {
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    const filters = page.getByRole('dialog', { name: 'Filters' })
    // Escape calls off a panel whose code is still on its way.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/overlays-*.js', (route) => released.then(() => route.continue()))
    await Promise.all([page.waitForRequest('**/overlays-*.js'), filter.click()])
    await page.keyboard.press('Escape')
    await expect(filter).toHaveAttribute('aria-expanded', 'false')
    release()
    await filter.click()
    await filters.getByRole('button', { name: 'Environment' }).click()
    await filters.getByRole('option', { name: 'staging' }).click()
    await expect(page).toHaveURL(/environment=staging/)
    await expect(page).not.toHaveURL(/page=2/)
    await page.keyboard.press('Escape')
    await expect(list.rows()).toHaveCount(3)
    await page.reload()
    await expect(list.rows()).toHaveCount(3)
  })
  await list.expectLive()
  const moves = await agent.startLaunch('Nightly 28', { environment: 'staging' })
  await expect(list.rows()).toHaveCount(4)
  await expect(list.rows().first()).toContainText('Nightly 28')

  await test.step('[LIVE-11] filtered and sorted rows follow', async () => {
    await list.openInPlace('?q=Nightly&environment=staging&status=IN_PROGRESS&sort=tests')
    await expect(list.rows()).toHaveCount(1)
    await agent.startLaunch('Nightly 29', { environment: 'test' })
    const stays = await agent.startLaunch('Nightly 30', { environment: 'staging' })
    const names = list.rows().getByRole('link')
    await expect(names).toHaveText([/^Nightly 30/, /^Nightly 28/])
    await moves.test('one')
    await expect(names).toHaveText([/^Nightly 28/, /^Nightly 30/])
    await moves.finish()
    await expect(names).toHaveText([/^Nightly 30/])
    await stays.finish()
    await expect(page.getByText('No launches match these filters')).toBeVisible()
  })

  // A launch on the first page pushes one to the second, which does not hold it.
  await list.openInPlace('?q=Nightly&page=2')
  await expect(list.rows()).toHaveCount(5)
  await agent.startLaunch('Nightly 31')
  const show = page.getByRole('button', { name: 'Show: 1 launch changed' })
  await expect(page.getByRole('status').filter({ hasText: 'Some launches changed' })).toBeAttached()
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(list.rows()).toHaveCount(6)
  await expect(show).toBeHidden()
  await test.step('[LIST-27] [LIST-28] nothing matches', async () => {
    await page.getByRole('searchbox', { name: 'Search launches' }).fill('No such launch')
    await expect(page.getByText('No launches match these filters')).toBeVisible()
    await expect(page.getByText(TEXTS.noLaunches)).toBeHidden()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(list.rows()).toHaveCount(25)
    await expect(page).toHaveURL(/automation-launches$/)
  })
})

test('[LIST-32] a list that is refused says why and leads to the projects', async ({ page }) => {
  await signInDirectly(page, OWNER)
  await drawnByBrowser(page)
  await page.route('**/api/projects/*/launches?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The launches could not be read' } }),
  )
  await launchesPage(page).open()
  await launchesPage(page).expectToast('The launches could not be read')
  await expect(page).toHaveURL(/\/projects$/)
})

test('[LIST-19] the row menu and its dialogs work by keys alone, and focus comes back to where it was', async ({
  page,
  assay,
}) => {
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('By keys')
  await launch.test('one')
  await launch.finish()
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open('', '?q=By+keys')
  await list.expectRow(launch.id, { status: 'Passed', words: ['By keys'] })
  const actions = list.row(launch.id).getByRole('button', { name: 'Actions', exact: true })
  const links = page.getByRole('row').getByRole('link')
  await page.keyboard.press('j')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.first()).toBeFocused()
  // Another page is read from its heading on, and the list from the row that was opened.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By keys' })).toBeFocused()
  await page.goBack()
  await expect(links.first()).toBeFocused()
  await list.row(launch.id).getByRole('link', { name: 'By keys' }).focus()
  await page.keyboard.press('Tab')
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.menuItem('Open in new tab')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(list.menuItem('Delete')).toBeFocused()
  await page.keyboard.press('Enter')
  const question = list.question('Delete launch?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(actions).toBeFocused()
  await page.keyboard.press('r')
  await expect(list.review().getByLabel('Comment')).toBeFocused()
  await page.keyboard.type('Fine')
  await page.keyboard.press('Control+Enter')
  await list.expectToast(TEXTS.launchReviewed)
  await expect(list.row(launch.id)).toContainText('Reviewed')
  await expect(actions).toBeFocused()
})
