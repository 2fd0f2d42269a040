import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { startSystem } from '../../server/support/systems.ts'
import { TRACKERS } from '../../server/trackers/support.ts'
import { entryListPage, FAILURE_TAGS } from '../pages/entry-list.ts'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { holdAnswers } from '../support/held-answers.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' } })

const slots = (ms: number) =>
  `HttpError: 500 at POST /slots after ${ms} ms\n    at Delivery.slots (pages/delivery.ts:${ms}:3)`

test('failures are tagged one by one and in bulk, and sorted by cause', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const first = await agent.startLaunch('Checkout', { build: '2.41.1' })
  const chooses = await first.test('chooses a slot', 'FAILED', slots(12))
  const keeps = await first.test('keeps the slot', 'FAILED', slots(99))
  const adds = await first.test('adds up', 'FAILED', 'AssertionError: wrong total')
  await first.test('looks', 'PASSED')
  await first.finish()
  await signInDirectly(page)
  const one = launchPage(page)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })

  await test.step('a tag is assigned to one test', async () => {
    await one.open(first.id)
    await one.openMenu(chooses)
    await page.getByRole('menuitem', { name: 'Assign failure tag' }).click()
    await expect(save).toBeDisabled()
    await dialog.getByText('Environment issue', { exact: true }).click()
    await save.click()
    await one.expectToast('Failure tag was successfully assigned')
    await expect(one.test(chooses)).toContainText('Environment issue')
  })
  await test.step('several tests are tagged together', async () => {
    for (const id of [keeps, adds]) await one.test(id).getByRole('checkbox').click({ force: true })
    await one.selection().getByRole('button', { name: 'Assign failure tag' }).click()
    await dialog.getByText('Product defect', { exact: true }).click()
    await save.click()
    await one.expectToast('Failure tags were successfully assigned')
  })
  await test.step('without a tracker, a failure is linked to an issue by its key', async () => {
    await one.openMenu(keeps)
    await page.getByRole('menuitem', { name: 'Link issue' }).click()
    await expect(dialog.getByText(/No tracker is connected/)).toBeVisible()
    await expect(dialog.getByRole('link', { name: /Integrations/ })).toHaveAttribute('href', /settings\/integrations$/)
    await dialog.getByLabel('Issue').fill('SHOP-2214')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await one.expectToast('Issue was linked')
  })
  await test.step('the filter by tag is in the address', async () => {
    await page.getByRole('button', { name: 'Failure tag', exact: true }).click()
    await page.getByRole('dialog').getByText('Environment issue', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/failureTag=\d+/)
    await one.expectTests(['chooses a slot'])
  })

  await test.step('a later launch names the kind of each cause; a key accepts the suggested tag, and Undo takes it back', async () => {
    const later = await agent.startLaunch('Checkout', { build: '2.41.2' })
    await later.test('chooses a slot', 'FAILED', slots(7))
    await later.test('pays', 'FAILED', 'TypeError: card is undefined')
    await later.finish()
    // Clicked before the application has hydrated the server-rendered page.
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${later.id}`)
    await page.getByText('Failures 2', { exact: true }).click()
    await expect(page).toHaveURL(/launchView=failures/)
    const causes = page.getByRole('list', { name: 'Causes', exact: true }).getByRole('listitem')
    await expect(causes.filter({ hasText: 'HttpError' })).toContainText('Recurring')
    const suggestion = page.getByRole('note', { name: 'Suggestion' })
    await expect(suggestion).toContainText('gave this cause the tag')
    await page.keyboard.press('a')
    await one.expectToast('Suggestions accepted for 1 test')
    await expect(suggestion).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(suggestion).toBeVisible()

    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: /TypeError/ }).click()
    await expect(causes).toHaveCount(1)
    await page.getByRole('button', { name: 'Split off' }).click()
    await expect(causes).toHaveCount(2)
    await causes.filter({ hasText: 'TypeError' }).getByRole('link').click()
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: 'Assign failure tag' }).click()
    await page.getByRole('menuitem', { name: 'Automation defect' }).click()
    await one.expectToast('Failure tag assigned to 1 test')
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: 'Link issue' }).click()
    await page.getByRole('textbox', { name: 'Issue', exact: true }).fill('SHOP-9')
    await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
    await one.expectToast('Issue linked to 1 test')
    await page.getByText('Test results', { exact: true }).click()
    const issue = page.getByRole('note', { name: 'Suggested issue SHOP-2214' })
    await issue.getByRole('button', { name: 'Link 1 test' }).click()
    await one.expectToast('1 test linked to SHOP-2214')
  })

  await test.step('an issue is created from a failed test: a rejection keeps its draft, and its status shows', async () => {
    const tracker = TRACKERS['Jira Cloud'].create()
    const jira = await startSystem(tracker.answers)
    const user = (fieldId: string, name: string, hasDefaultValue: boolean) => ({
      fieldId,
      name,
      hasDefaultValue,
      required: true,
      schema: { type: 'user', system: fieldId },
    })
    const people = [user('assignee', 'Assignee', false), user('reporter', 'Reporter', true)]
    const requiring = (status: number | null) =>
      jira.answersInstead(({ method, path }) => {
        if (path.includes('/issuetypes/10004')) return [200, { fields: people }]
        return method === 'POST' && status !== null ? [status, {}] : null
      })
    requiring(403)
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    await call(saveIntegration, { integration: 'jira' }, tracker.values(jira.url))
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${first.id}/tests/${adds}`)
    const title = dialog.getByLabel('Title')
    const submit = dialog.getByRole('button', { name: 'Create and link' })
    const assignee = dialog.getByRole('button', { name: /^Assignee: / })
    const targets = await holdAnswers(page, '**/trackers/*/targets*')
    await page.getByRole('button', { name: 'Create an issue' }).click()
    await targets.expectAsked(() => true)
    // Opened before Jira has answered.
    await dialog.getByLabel('Project').click()
    await expect(page.getByText('Loading…')).toBeVisible()
    await targets.answer()
    await page.unroute('**/trackers/*/targets*')
    await page.getByRole('option', { name: 'Shop (SHOP)' }).click()
    await dialog.getByLabel('Type').click()
    await page.getByRole('option', { name: 'Bug' }).click()
    await title.fill('Totals differ')
    await test.step('a user whom Jira requires is searched in Jira', async () => {
      await submit.click()
      await expect(dialog.getByText('Assignee is required')).toBeVisible()
      await assignee.click()
      const list = page.getByRole('dialog', { name: 'Assignee' })
      await expect(list.getByRole('option', { name: 'Grace Hopper' })).toBeVisible()
      await page.keyboard.type('lovelace')
      await expect(list.getByRole('option')).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(assignee).toHaveAccessibleName('Assignee: Ada Lovelace')
      await expect(assignee).toBeFocused()
    })
    await submit.click()
    await expect(dialog.getByText('The account of the integration lacks rights in Jira')).toBeVisible()
    await expect(title).toHaveValue('Totals differ')
    requiring(null)
    await submit.click()
    await one.expectToast('Issue SHOP-1 was created and linked to 1 test')
    const sent = JSON.parse(jira.asked.findLast(({ method }) => method === 'POST')?.body ?? '{}') as {
      fields: Record<string, unknown>
    }
    expect(sent.fields).toMatchObject({ assignee: { accountId: '5b10:ada' } })
    const side = page.getByRole('complementary', { name: 'About this test' })
    for (const words of ['In Progress', 'Totals differ']) await expect(side).toContainText(words)
    await expect(side.getByRole('link', { name: /SHOP-1/ })).toHaveAttribute('href', `${jira.url}/browse/SHOP-1`)
    await jira.close()
  })

  await test.step('[TAGS-01] tags are renamed in the settings', async () => {
    const tags = entryListPage(page, FAILURE_TAGS)
    await tags.open()
    await tags.edit('Product defect')
    await tags.field('Name').fill('Fault of the shop')
    await tags.save()
    await one.expectToast('Failure tags successfully saved')
  })
})
