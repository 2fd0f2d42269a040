import { pathOf } from '../../../contract/call.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { anAgent } from '../support/agent.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { dayField, expectDay } from '../support/day.ts'

test.describe.configure({ mode: 'serial' })

const { members } = TEAM
test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

test('an administrator adds, edits, completes and deletes milestones', async ({ page, assay }) => {
  await test.step('an administrator adds the first one', async () => {
    await signInDirectly(page, as('adam'))
    const milestones = milestonesPage(page)
    await milestones.open()
    await test.step('[MILESTONES-06] [ERRORS-07] there are none yet', async () => {
      await expect(milestones.empty()).toBeVisible()
    })
    await test.step('[MILESTONES-02] [MILESTONES-16] what is wrong is said', async () => {
      await milestones.add().click()
      await milestones.type({ start: '2026-03-02', due: '2026-03-01' })
      await milestones.submit('Create milestone')
      await expect(page.getByText('This field is required')).toBeVisible()
      await expect(page.getByText('Must not be before the start date')).toBeVisible()
    })
    await test.step('[MILESTONES-12] [MILESTONES-15] it is created', async () => {
      await milestones.type({ name: '2.41 Spring', due: '2026-03-20' })
      await milestones.submit('Create milestone')
      await milestones.expectToast('Milestone was successfully created')
    })
    // The day is the one that was given, whatever the reader's zone.
    await expect(milestones.row('2.41 Spring')).toContainText('Mar 2, 2026')
    await expect(milestones.row('2.41 Spring')).toContainText('OverdueMar 20, 2026')
    await expect(milestones.add()).toBeFocused()
  })

  await test.step('[MILESTONES-13] one is edited; a refused save and a reload keep what was typed', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await milestones.add().click()
    await milestones.type({ name: '2.41 SPRING', due: '2999-12-31' })
    await milestones.submit('Create milestone')
    await expect(page.getByText('This name is already in use')).toBeVisible()
    await milestones.type({ name: '2.42 Summer' })
    await page.reload()
    await milestones.add().click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('2.42 Summer')
    await expectDay(dayField(page.getByRole('dialog'), 'Due date'), '2999-12-31')
    await milestones.submit('Create milestone')
    await milestones.expectRows(['2.41 Spring', '2.42 Summer'])
    await expect(milestones.row('2.42 Summer')).not.toContainText('Overdue')

    await milestones.choose('2.42 Summer', 'Edit milestone')
    await expectDay(dayField(page.getByRole('dialog'), 'Due date'), '2999-12-31')
    await milestones.type({ due: '', description: 'Whenever it is ready' })
    await milestones.submit('Save milestone')
    await milestones.expectToast('Milestone was successfully updated')
    await expect(milestones.row('2.42 Summer')).toContainText('Whenever it is ready')
    await expect(milestones.row('2.42 Summer')).toContainText('No due date')
  })

  await test.step('[MILESTONES-07] [MILESTONES-08] [MILESTONES-09] the box is ticked at once, and goes back when the call fails', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/milestones/*', async (route) => {
      await held
      await route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The disk is full' } })
    })
    await milestones.completed('2.41 Spring').click()
    await expect(milestones.completed('2.41 Spring')).toBeChecked()
    await expect(milestones.completed('2.41 Spring')).toBeFocused()
    answer()
    await milestones.expectToast('The disk is full')
    await expect(milestones.completed('2.41 Spring')).not.toBeChecked()
    await expect(milestones.completed('2.41 Spring')).toBeFocused()
    await page.unrouteAll()
  })

  await test.step('[MILESTONES-03] [MILESTONES-07] [MILESTONES-13] a completed one leaves the open ones, and comes back', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await milestones.completed('2.41 Spring').press('Space')
    await milestones.expectToast('Milestone was successfully updated')
    await milestones.expectRows(['2.42 Summer'])
    await expect(milestones.completed('2.42 Summer')).toBeFocused()
    await milestones.tab('Completed').click()
    await expect(page).toHaveURL(/\/milestones\?completed=true$/)
    await milestones.expectRows(['2.41 Spring'])
    await expect(milestones.row('2.41 Spring')).not.toContainText('Overdue')
    await page.reload()
    await milestones.expectRows(['2.41 Spring'])
    await milestones.completed('2.41 Spring').click()
    await expect(milestones.empty()).toBeVisible()
    await page.goBack()
    await milestones.expectRows(['2.41 Spring', '2.42 Summer'])
    await milestones.completed('2.42 Summer').click()
    await milestones.expectRows(['2.41 Spring'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await milestones.expectRows(['2.41 Spring', '2.42 Summer'])
  })

  await test.step('launches that name it are counted with their results, while they report', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await expect(milestones.row('2.41 Spring')).toContainText('No launches')
    const agent = await anAgent(assay.url)
    const launch = await agent.startLaunch('Nightly', { milestone: '2.41 spring' })
    await launch.test('one')
    await expect(milestones.row('2.41 Spring').getByRole('img', { name: '1 passed' })).toBeVisible()
    await expect(milestones.row('2.41 Spring')).toContainText('1 launch')
    for (const name of ['two', 'three']) await launch.test(name)
    await launch.test('four', 'FAILED', 'AssertionError')
    await launch.finish()
    await expect(milestones.row('2.41 Spring')).toContainText('75%')
    await expect(milestones.row('2.41 Spring').getByRole('img', { name: '3 passed, 1 failed' })).toBeVisible()
    await expect(milestones.row('2.42 Summer')).toContainText('No launches')
  })

  await test.step('[MILESTONES-14] one is deleted after a question that says what stays', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await milestones.choose('2.41 Spring', 'Delete milestone')
    await expect(page.getByRole('alertdialog', { name: 'Delete milestone 2.41 Spring?' })).toContainText(
      'The launch that belongs to it stays',
    )
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete milestone' }).click()
    await milestones.expectToast('Milestone was successfully deleted')
    await milestones.expectRows(['2.42 Summer'])
    await expect(milestones.add()).toBeFocused()
  })
})

test('[MILESTONES-04] [MILESTONES-05] ten to a page, which is in the address; a loader, and a way on after a failure', async ({
  page,
}) => {
  const { authToken } = await signInDirectly(page)
  for (let i = 1; i <= 10; i += 1)
    await page.request.post(pathOf(createMilestone.path, { projectKey: PROJECT_KEY }), {
      headers: { authorization: `Bearer ${authToken}` },
      data: { name: `Release ${i}`, dueDate: `2999-01-${String(i).padStart(2, '0')}` },
    })
  const milestones = milestonesPage(page)
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/milestones?*', async (route) => {
    await held
    await route.fulfill({ status: 503, json: { code: 'API-5000', message: 'The server is resting' } })
  })
  await milestones.open()
  await expect(milestones.table).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByText('The server is resting')).toBeVisible()
  await page.unroute('**/milestones?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await milestones.expectRows(Array.from({ length: 10 }, (_, i) => `Release ${i + 1}`))
  await page.getByRole('link', { name: 'Page 2' }).click()
  await milestones.expectRows(['2.42 Summer'])
  await expect(page).toHaveURL(/\/milestones\?page=2$/)
  // The last one of a page leaves it: the page before is shown.
  await milestones.completed('2.42 Summer').click()
  await expect(page).toHaveURL(/\/milestones$/)
  await expect(milestones.table.getByRole('checkbox')).toHaveCount(10)
})

test('[MILESTONES-01] [GENERAL-13] the way to it is the navigation; engineers, guests and read-only people find neither the page nor a way', async ({
  page,
}) => {
  await signInDirectly(page, as('adam'))
  const link = page.getByRole('link', { name: 'Milestones' })
  await page.goto(`/projects/${PROJECT_KEY}/testing-configurations`)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Milestones', level: 1 })).toBeVisible()
  for (const username of ['emil', 'greta', 'rolf'] as const) {
    await signInDirectly(page, as(username))
    await page.goto(`/projects/${PROJECT_KEY}/testing-configurations`)
    await expect(page.getByRole('heading', { name: 'Configurations', level: 1 })).toBeVisible()
    await expect(link).toHaveCount(0)
    await milestonesPage(page).open()
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  }
})
