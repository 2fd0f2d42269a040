import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('[TNAV-02] [TNAV-03] the overview of a project shows current launches, sessions and milestones, stays up to date, and has a command palette', async ({
  page,
  assay,
}) => {
  const { authToken, user } = await signInDirectly(page)
  const panel = (name: string) => page.getByRole('region', { name, exact: true })

  await test.step('an empty project has nothing that needs attention', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/settings`)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: PROJECT_KEY }).click()
    await expect(page).toHaveURL(new RegExp(`/projects/${PROJECT_KEY}$`))
    await expect(panel('Needs attention')).toContainText('Nothing needs your attention.')
    await expect(panel('Launches')).toContainText('No launches yet.')
    await expect(panel('Exploratory sessions')).toContainText('No open sessions.')
    await expect(panel('Test cases')).toContainText('No test cases yet.')
    await expect(panel('Milestones')).toContainText('No upcoming milestones.')
    await expect(panel('Yours today')).toContainText('Nothing is assigned to you.')
  })

  await test.step('what agents and other users add appears without a reload', async () => {
    await fillRepository(page, authToken, { Checkout: ['Pay later', 'Pay now'], Returns: ['Send back'] })
    const mara = await callsAs(assay, 'mara')
    await mara(createExploratorySession, {}, { title: 'Refunds at the till', assigneeId: user.id })
    await mara(createMilestone, {}, { name: '2.41 Spring', dueDate: '2026-03-20' })
    const launch = await (await anAgent(assay.url)).startLaunch('Checkout regression')
    await launch.test('adds up', 'FAILED')
    await expect(panel('Launches').getByRole('listitem')).toContainText('In progress')
    await expect(panel('Launches').getByRole('img', { name: '1 failed' })).toBeVisible()
    await expect(panel('Yours today')).toContainText('1 exploratory session assigned to you')
    await expect(panel('Test cases')).toContainText('3 test cases in 2 suites')
    await expect(panel('Needs attention').getByRole('listitem')).toContainText('2.41 Spring was due on')
    await expect(panel('Exploratory sessions').getByRole('link', { name: 'Refunds at the till' })).toBeVisible()
  })

  await test.step('the palette finds tests, runs commands, and lists pages that were opened', async () => {
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const search = async (q: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await palette.getByRole('combobox').fill(q)
    }
    await search('adds up')
    await expect(palette.getByRole('group', { name: 'Tests' }).getByRole('option')).toContainText(
      'Checkout regression #1',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'adds up' })).toBeVisible()
    for (const [command, dialog] of [
      ['new test case', 'Create test case'],
      ['invite', 'Add members to SHOP'],
      ['new access token', 'New access token'],
    ] as const) {
      await search(command)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(0)
    }
    await search('')
    await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('adds up')
  })
})
