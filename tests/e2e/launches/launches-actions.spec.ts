import { TEXTS } from '../../../contract/texts.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('the menu of a launch works by mouse and by keys', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const agent = await anAgent(assay.url)
  const running = await agent.startLaunch('Running')
  const ended = await agent.startLaunch('Ended', { ciUrl: 'https://ci.example.test/job/118' })
  await ended.test('one')
  await ended.finish()
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const href = `/projects/SHOP/automation-launches/${ended.id}`
  await test.step('[LIST-20] [LIST-21] checkboxes of launches in progress look different', async () => {
    await expect(list.checkbox(running.id)).toHaveAccessibleName(`Select running launch Running #${running.id}`)
    await expect(list.checkbox(running.id)).toHaveAttribute('data-shape', 'live')
    await expect(list.checkbox(ended.id)).not.toHaveAttribute('data-shape')
  })
  await test.step('[MENU-01] [MENU-06] links lead to a tab of its own and to the build', async () => {
    await list.openMenu(ended.id)
    await expect(list.menuItem('Open in new tab')).toHaveAttribute('href', href)
    await expect(list.menuItem('Open in new tab')).toHaveAttribute('target', '_blank')
    await expect(list.menuItem('Go to CI build')).toHaveAttribute('href', 'https://ci.example.test/job/118')
  })
  await test.step('[MENU-02] the link is copied', async () => {
    await list.menuItem('Copy link').click()
    await list.expectToast(TEXTS.linkCopied)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(assay.url + href)
  })
  await test.step('[SHARE-01] [SHARE-08] it is sent once a recipient is chosen', async () => {
    await list.choose(ended.id, 'Send as email')
    const dialog = page.getByRole('dialog', { name: 'Share launch results' })
    const send = dialog.getByRole('button', { name: 'Send' })
    await expect(send).toBeDisabled()
    await dialog.getByRole('option').first().click()
    await send.click()
    await list.expectToast('No mail server is set up: the mails are files in the outbox of the server')
  })
  await test.step('[MENU-07] [MENU-08] its results are one HTML file', async () => {
    const download = page.waitForEvent('download')
    await list.choose(ended.id, 'Export to HTML')
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
  })

  const actions = list.row(ended.id).getByRole('button', { name: 'Actions', exact: true })
  await test.step('j moves to the next row, and Back returns to the row that was opened', async () => {
    const link = list.row(running.id).getByRole('link', { name: 'Running' })
    await page.keyboard.press('j')
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    // Screen readers start reading the page at its heading.
    await expect(page.getByRole('heading', { level: 1, name: 'Running' })).toBeFocused()
    await page.goBack()
    await expect(link).toBeFocused()
  })
  await test.step('[LIST-19] the menu and its dialogs return the focus to their button', async () => {
    await actions.focus()
    await page.keyboard.press('Enter')
    await expect(list.menuItem('Open in new tab')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const question = list.question('Delete launch?')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()
    await page.keyboard.press('r')
    await expect(list.review().getByLabel('Comment')).toBeFocused()
    await page.keyboard.type('Fine')
    await page.keyboard.press('Control+Enter')
    await expect(list.row(ended.id)).toContainText('Reviewed')
    await expect(actions).toBeFocused()
  })
})

test('launches are reviewed, aborted and deleted', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  await (
    await callsAs(assay, OWNER.username, OWNER.password)
  )(createMilestone, {}, { name: '2.41 Spring' })
  const names = ['Stuck one', 'Stuck two', 'Stuck three', 'Stuck four'] as const
  const [one, two, three, four] = await Promise.all(names.map((name) => agent.startLaunch(name)))
  for (const launch of [three, four]) await launch?.finish()
  if (one === undefined || two === undefined || three === undefined || four === undefined)
    throw new Error('unreachable')
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open('', '?q=Stuck')
  const dialog = list.review()
  const comment = dialog.getByLabel('Comment')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await test.step('[REVIEW-02] [REVIEW-04] [REVIEW-06] [REVIEW-07] [REVIEW-11] a review needs a comment, and Cancel resets it', async () => {
    await list.choose(three.id, 'Mark as reviewed')
    await expect(dialog.getByRole('heading')).toHaveText('Review')
    await expect(submit).toBeDisabled()
    await comment.fill('x'.repeat(10_001))
    await expect(submit).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await list.choose(three.id, 'Mark as reviewed')
    await expect(comment).toHaveValue('')
  })
  await test.step('[REVIEW-01] [REVIEW-05] [LIST-17] the row shows the review; the same comment is not submitted again', async () => {
    await comment.fill('Flaky network, tests are fine')
    await submit.click()
    await list.expectToast(TEXTS.launchReviewed)
    await expect(list.row(three.id)).toContainText('Reviewed')
    await list.choose(three.id, 'Review')
    await expect(dialog.getByRole('heading')).toHaveText('Reviewed')
    await expect(comment).toHaveValue('Flaky network, tests are fine')
    await expect(submit).toBeDisabled()
    await page.keyboard.press('Escape')
  })
  await test.step('[ACTIONS-09] [ACTIONS-11] a launch is aborted after a question', async () => {
    await list.choose(one.id, 'Abort')
    const question = list.question(TEXTS.abortLaunch)
    await expect(question).toContainText('This cannot be undone')
    await question.getByRole('button', { name: 'Abort launch' }).click()
    await list.expectToast(TEXTS.launchNumberAborted(one.id))
    await expect(list.row(one.id)).toContainText('Aborted')
  })
  const selection = list.selection()
  const select = async (...launches: { id: number }[]) => {
    for (const { id } of launches) await list.checkbox(id).check()
  }
  await test.step('[LIST-22] [LIST-24] of the selected launches, those in progress are aborted', async () => {
    await select(two, three, four)
    await expect(selection).toContainText('3 launches selected')
    await selection.getByRole('button', { name: 'Abort 1', exact: true }).click()
    await list.question(TEXTS.abortLaunch).getByRole('button', { name: 'Abort launch' }).click()
    await expect(list.row(two.id)).toContainText('Aborted')
  })
  await test.step('[ACTIONS-06] several launches get a milestone, which can be removed again', async () => {
    const milestone = page.getByRole('dialog', { name: 'Milestone of 3 launches' })
    await select(two, three, four)
    await selection.getByRole('button', { name: 'Milestone' }).click()
    await milestone.getByRole('option', { name: '2.41 Spring' }).click()
    await milestone.getByRole('button', { name: 'Assign' }).click()
    await list.expectToast('3 launches have been assigned to milestone')
    await expect(list.rows().filter({ hasText: '2.41 Spring' })).toHaveCount(3)
    await select(two, three, four)
    await selection.getByRole('button', { name: 'Milestone' }).click()
    await milestone.getByRole('button', { name: 'Unassign' }).click()
    await list.expectToast('3 launches have been unassigned from milestone')
  })
  await test.step('[LIST-25] a rejected deletion is reported with its reason, and can be retried', async () => {
    await select(three, four)
    await page.route(`**/api/projects/SHOP/launches/${four.id}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Results still come in' } })
        : route.fallback(),
    )
    await selection.getByRole('button', { name: 'Delete 2', exact: true }).click()
    await list.question('Delete 2 launches?').getByRole('button', { name: 'Delete 2 launches' }).click()
    const summary = page.getByRole('dialog', { name: '1 of 2 launches deleted' })
    await expect(summary).toContainText(/Results still come in.*Stuck four/)
    await page.unrouteAll()
    await summary.getByRole('button', { name: 'Retry 1' }).click()
    await expect(list.row(four.id)).toBeHidden()
    await expect(list.row(three.id)).toBeHidden()
  })
  await test.step('[ACTIONS-13] [ACTIONS-14] a launch is deleted after a question that names what goes with it', async () => {
    await list.choose(one.id, 'Delete')
    const question = list.question('Delete launch?')
    await expect(question).toContainText(
      'with logs, screenshots and artifacts will be deleted with it. This cannot be undone.',
    )
    await question.getByRole('button', { name: 'Delete launch' }).click()
    await list.expectToast(TEXTS.launchDeleted)
    await expect(list.row(one.id)).toBeHidden()
  })
  await page.reload()
  await expect(list.rows()).toHaveText([/Stuck two/])
})
