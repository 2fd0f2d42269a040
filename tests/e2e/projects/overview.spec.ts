import { switchFeature } from '../../../contract/workspace/features.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
const as = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('[TNAV-02] [TNAV-03] the overview of a project shows the current launches, runs and sessions that the reader may see, and stays up to date', async ({
  page,
  assay,
}) => {
  const { authToken, person } = await signInDirectly(page)
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await page.goto(`/projects/${PROJECT_KEY}/test-cases`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${PROJECT_KEY}$`))
  await expect(panel('Needs attention')).toContainText('Nothing needs your attention.')
  await expect(panel('Launches')).toContainText('No launches yet.')
  await expect(panel('Exploratory sessions')).toContainText('No open sessions.')
  await expect(panel('Test cases')).toContainText('No test cases yet.')
  await expect(panel('Milestones')).toContainText('No upcoming milestones.')
  await expect(panel('Yours today')).toContainText('Nothing is assigned to you.')

  await fillRepository(page, authToken, { Checkout: ['Pay later', 'Pay now'], Returns: ['Send back'] })
  const emil = await callsAs(assay, 'emil')
  const mara = await callsAs(assay, 'mara')
  await emil(createExploratorySession, {}, { title: 'Refunds at the till', assigneeId: person.id })
  await expect(panel('Yours today')).toContainText('1 exploratory session assigned to you')
  await mara(createMilestone, {}, { name: '2.41 Spring', dueDate: '2026-03-20' })
  const launch = await (await anAgent(assay.url)).startLaunch('Checkout regression')
  await expect(panel('Launches').getByRole('listitem')).toContainText('In progress')
  await launch.test('adds up', 'FAILED')
  await expect(panel('Launches').getByRole('img', { name: '1 failed' })).toBeVisible()
  await expect(panel('Test cases')).toContainText('3 test cases in 2 suites')
  await expect(panel('Milestones').getByRole('listitem')).toContainText('2.41 Spring')
  await expect(panel('Needs attention').getByRole('listitem')).toContainText('2.41 Spring was due on')
  await panel('Exploratory sessions').getByRole('link', { name: 'Refunds at the till' }).click()
  await expect(page.getByRole('heading', { name: 'Refunds at the till' })).toBeVisible()

  // The palette finds launches, tests and settings from anywhere, does what can be done, and leads back to what was opened.
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const ask = async (q: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await palette.getByRole('combobox').fill(q)
  }
  await ask('adds up')
  await expect(palette.getByRole('group', { name: 'Tests' }).getByRole('option')).toContainText(
    'Checkout regression #1',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'adds up' })).toBeVisible()
  await ask('observation types')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Observation types', level: 1 })).toBeVisible()
  await ask('#1')
  await expect(palette.getByRole('group', { name: 'Launches' }).getByRole('option')).toContainText(
    'Checkout regression #1',
  )
  await page.keyboard.press('Escape')
  for (const [command, dialog] of [
    ['new test case', 'Create test case'],
    ['invite', 'Add members to SHOP'],
    ['new access token', 'New access token'],
  ] as const) {
    await ask(command)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(0)
  }
  await ask('')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('adds up')
  await page.keyboard.press('Escape')

  // What somebody may not open is not among it.
  await signInDirectly(page, as('greta'))
  await page.goto(`/projects/${PROJECT_KEY}`)
  await expect(panel('Test cases')).toContainText('3 test cases')
  await expect(panel('Milestones')).toHaveCount(0)
  const nadia = await callsAs(assay, OWNER.username, OWNER.password)
  await nadia(switchFeature, { feature: 'test-automation' }, { on: false })
  await expect(panel('Launches')).toHaveCount(0)
  // The name of the project leads back from every page, whatever is switched off.
  for (const place of ['test-cases', 'settings']) {
    await page.goto(`/projects/${PROJECT_KEY}/${place}`)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: PROJECT_KEY }).click()
    await expect(panel('Test cases')).toContainText('3 test cases')
  }
  await nadia(switchFeature, { feature: 'test-case-management' }, { on: false })
  await expect(page.getByRole('heading', { name: 'Nothing to show here' })).toBeVisible()
})
