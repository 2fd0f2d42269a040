import { createMilestone } from '../../../contract/settings/milestones.ts'
import { pathOf } from '../../../contract/call.ts'
import { BADGE_PATH } from '../../../contract/launches/badge.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof TEAM.members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

test('milestones are added, changed, completed and deleted, and count their launches', async ({ page, assay }) => {
  const milestones = milestonesPage(page)
  const spring = milestones.row('2.41 Spring')
  const summer = milestones.row('2.42 Summer')
  await signInDirectly(page, as('adam'))

  await test.step('[GENERAL-13] [MILESTONES-01] [MILESTONES-05] [MILESTONES-06] the settings lead to the page, which shows that it loads', async () => {
    let answer = (): void => undefined
    const pending = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/milestones?*', async (route) => {
      await pending
      await route.continue()
    })
    await page.goto(`/projects/${PROJECT_KEY}/testing-configurations`)
    await page.getByRole('link', { name: 'Milestones' }).click()
    await expect(page.getByRole('heading', { name: 'Milestones', level: 1 })).toBeVisible()
    await expect(milestones.table).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(milestones.empty(), '[ERRORS-07]').toBeVisible()
    await page.unrouteAll()
  })

  await test.step('[MILESTONES-02] [MILESTONES-12] [MILESTONES-15] [MILESTONES-16] milestones are added; a taken name is reported at its field', async () => {
    await milestones.add().click()
    await milestones.type({ name: '2.41 Spring', start: '2026-03-02', due: '2026-03-20' })
    await milestones.submit('Create milestone')
    await milestones.expectToast('Milestone was successfully created')
    await expect(spring).toContainText(/Mar 2, 2026.*OverdueMar 20, 2026/s)
    await expect(milestones.add()).toBeFocused()
    await milestones.add().click()
    await milestones.type({ name: '2.41 SPRING', due: '2999-12-31' })
    await milestones.submit('Create milestone')
    await expect(page.getByText('This name is already in use')).toBeVisible()
    await milestones.type({ name: '2.42 Summer' })
    await milestones.submit('Create milestone')
    await milestones.expectRows(['2.41 Spring', '2.42 Summer'])
  })

  await test.step('[MILESTONES-13] a milestone is changed, and stays so after a reload', async () => {
    await milestones.choose('2.42 Summer', 'Edit milestone')
    await milestones.type({ due: '', description: 'Whenever it is ready' })
    await milestones.submit('Save milestone')
    await milestones.expectToast('Milestone was successfully updated')
    await page.reload()
    await expect(summer).toContainText(/Whenever it is ready.*No due date/s)
  })

  await test.step('[MILESTONES-03] [MILESTONES-07] a completed milestone leaves the open ones, also by keyboard, and comes back', async () => {
    await milestones.completed('2.41 Spring').press('Space')
    await milestones.expectRows(['2.42 Summer'])
    await expect(milestones.completed('2.42 Summer')).toBeFocused()
    await milestones.tab('Completed').click()
    await expect(page).toHaveURL(/\/milestones\?completed=true$/)
    await milestones.completed('2.41 Spring').click()
    await expect(milestones.empty()).toBeVisible()
    await page.goBack()
    await milestones.completed('2.42 Summer').click()
    await milestones.expectRows(['2.41 Spring'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await milestones.expectRows(['2.41 Spring', '2.42 Summer'])
  })

  await test.step('launches that name it are counted with their results while they report', async () => {
    const launch = await (await anAgent(assay.url)).startLaunch('Nightly', { milestone: '2.41 spring' })
    await launch.test('pays', 'FAILED', 'AssertionError')
    await expect(spring.getByRole('img', { name: '1 failed' })).toBeVisible()
    await expect(spring).toContainText('1 launch')
  })

  await test.step('[MILESTONES-14] a milestone is deleted after a question that names what stays', async () => {
    await milestones.choose('2.41 Spring', 'Delete milestone')
    await expect(page.getByRole('alertdialog')).toContainText('The launch that belongs to it stays')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete milestone' }).click()
    await milestones.expectToast('Milestone was successfully deleted')
    await milestones.expectRows(['2.42 Summer'])
    await expect(milestones.add()).toBeFocused()
  })

  await test.step('[MILESTONES-04] the page of the list is in the address', async () => {
    const call = await callsAs(assay, 'adam')
    for (let day = 10; day < 20; day += 1)
      await call(createMilestone, {}, { name: `Release ${day}`, dueDate: `2999-01-${day}` })
    await page.getByRole('link', { name: 'Page 2' }).click()
    await milestones.expectRows(['2.42 Summer'])
    await expect(page).toHaveURL(/\/milestones\?page=2$/)
  })
})

test('a manager sends launches to another system, sets the quality gate and shares the badge', async ({
  page,
  assay,
}) => {
  await signInDirectly(page, as('mara'))
  const dialog = page.getByRole('dialog')
  const deliveries = dialog.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')

  await test.step('a rule is created; its secret is shown once', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/notifications`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Build')
    await dialog.getByRole('button', { name: 'Send to' }).click()
    await page.getByRole('option', { name: 'Webhook', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByText(NOTIFICATION_TEXTS.created)).toBeVisible()
    await expect(dialog).toContainText('whsec_')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Build' })).toContainText('10.0.0.1')
  })

  await test.step('a test message is sent, and its outcome is in the log', async () => {
    await page.getByRole('button', { name: 'Send a test message by Build' }).click()
    await expect(deliveries).toContainText([/Failed.*Test message.*internal/s])
    await page.keyboard.press('Escape')
  })

  await test.step('a message to a channel that an agent names is logged live, apart from those of rules', async () => {
    await page.getByRole('button', { name: 'Deliveries of launchers and agents' }).click()
    const launch = await (await anAgent(assay.url)).startLaunch('Nightly', { slackChannels: '#qa' })
    await launch.test('pays')
    await launch.test('leaves', 'FAILED')
    await launch.finish()
    await expect(deliveries).toContainText([/Failed.*Finished launch.*Agent mocha · Slack channel · #qa/s])
    await page.keyboard.press('Escape')
  })

  await test.step('the rule is switched off by keyboard, and stays off', async () => {
    const isOn = page.getByRole('switch', { name: 'Build is on' })
    const saved = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await isOn.press('Space')
    await saved
    await page.reload()
    await expect(isOn).not.toBeChecked()
  })

  await test.step('the quality gate is judged while its thresholds are typed, and saved', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/quality-gate`)
    const latest = page.getByRole('region', { name: 'Latest launch' })
    await expect(latest).toContainText('Does not pass the gate')
    await page.getByRole('textbox', { name: 'Lowest share of passed tests' }).fill('50')
    await page.keyboard.press('Tab')
    await expect(latest).toContainText('Passes the gate')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Quality gate was successfully updated')).toBeVisible()
  })

  await test.step('the badge is public until it is revoked', async () => {
    await page.getByRole('button', { name: 'Badge' }).click()
    await dialog.getByRole('button', { name: 'Create badge address' }).click()
    await expect(dialog.getByRole('img', { name: 'Preview of the badge' })).toBeVisible()
    const markdown = await dialog.getByRole('region', { name: 'Markdown' }).textContent()
    const token = /token=([\w-]+)/.exec(markdown ?? '')?.[1] ?? ''
    const badge = `${assay.url}${pathOf(BADGE_PATH, { projectKey: PROJECT_KEY })}?token=${token}`
    expect((await fetch(badge)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Revoke badge' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke badge' }).click()
    await expect(dialog.getByRole('button', { name: 'Create badge address' })).toBeVisible()
    expect((await fetch(badge)).status).toBe(404)
  })
})
