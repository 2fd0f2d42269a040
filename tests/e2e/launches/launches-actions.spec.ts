import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

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
  await test.step('[MENU-15] [MENU-16] a refusal is shown, in words of the server or in our own', async () => {
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
