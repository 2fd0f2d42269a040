import { BADGE_PATH } from '../../../contract/launches/badge.ts'
import { pathOf } from '../../../contract/call.ts'
import { recordFinishedLaunch } from '../../../contract/launches/finished-launch.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('a manager sends launches to another system, sets the quality gate and shares the badge', async ({
  page,
  assay,
}) => {
  const call = await callsAs(assay, 'mara')
  const at = new Date().toISOString()
  const result = (name: string, outcome: string) => ({ name, result: outcome, startedAt: at, endedAt: at })
  await call(
    recordFinishedLaunch,
    {},
    {
      uuid: '6f1ce3c4-6f0e-4a9a-9f57-0d8f3a5f0001',
      name: 'Nightly',
      startedAt: at,
      endedAt: at,
      tests: [result('pays', 'PASSED'), { ...result('leaves', 'FAILED'), reason: 'Error: no' }],
    },
  )
  await signInDirectly(page, { username: 'mara', password: MEMBERS_PASSWORD })
  const dialog = page.getByRole('dialog')

  await test.step('a rule is created; its secret is shown once', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/notifications`)
    await page.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Build')
    await dialog.getByRole('button', { name: 'Send to' }).click()
    await page.getByRole('option', { name: 'Webhook', exact: true }).click()
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    const address = dialog.getByRole('textbox', { name: 'Address' })
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await address.fill('http://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByText(NOTIFICATION_TEXTS.created)).toBeVisible()
    await expect(dialog).toContainText('whsec_')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Build' })).toContainText('10.0.0.1')
  })
  await test.step('a test message is sent, and its outcome is in the log', async () => {
    await page.getByRole('button', { name: 'Send a test message by Build' }).click()
    const lines = dialog.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines.first()).toContainText(/Failed.*Test message.*internal/s)
    await lines.first().getByRole('button', { name: 'Send again' }).click()
    await expect(lines).toHaveCount(2)
    await page.keyboard.press('Escape')
  })
  await test.step('a channel that an agent named is in a log of its own, with the reason why nothing was sent', async () => {
    await page.getByRole('button', { name: 'Deliveries of launchers and agents' }).click()
    const lines = dialog.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await expect(dialog.getByText('Nothing was sent yet')).toBeVisible()
    const launch = await (await anAgent(assay.url)).startLaunch('Nightly', { slackChannels: '#qa' })
    await launch.test('pays')
    await launch.test('leaves', 'FAILED')
    await launch.finish()
    await expect(lines.first()).toContainText(/Failed.*Finished launch.*Agent mocha · Slack channel · #qa/s)
    await expect(lines.first()).toContainText(NOTIFICATION_TEXTS.noSlack)
    await lines.first().getByRole('button', { name: 'Send again' }).click()
    await expect(lines).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: 'Send test message' })).toBeHidden()
    await page.keyboard.press('Escape')
  })
  await test.step('the rule is switched off, and stays off', async () => {
    const isOn = page.getByRole('switch', { name: 'Build is on' })
    await isOn.press('Space')
    await expect(isOn).not.toBeChecked()
    await expect(async () => {
      await page.reload()
      await expect(isOn).not.toBeChecked({ timeout: 2000 })
    }).toPass()
  })
  await test.step('the thresholds are judged as they are typed, and saved', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/quality-gate`)
    const latest = page.getByRole('region', { name: 'Latest launch' })
    await expect(latest).toContainText('Does not pass the gate')
    const share = page.getByRole('textbox', { name: 'Lowest share of passed tests' })
    await share.fill('50')
    await share.press('Tab')
    await expect(latest).toContainText('Passes the gate')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Quality gate was successfully updated')).toBeVisible()
  })
  await test.step('the badge is seen without signing in, until it is revoked', async () => {
    await page.getByRole('button', { name: 'Badge' }).click()
    await dialog.getByRole('button', { name: 'Create badge address' }).click()
    await expect(dialog.getByRole('img', { name: 'Preview of the badge' })).toBeVisible()
    const markdown = await dialog.getByRole('region', { name: 'Markdown' }).textContent()
    const path = pathOf(BADGE_PATH, { projectKey: PROJECT_KEY })
    const token = /token=([\w-]+)/.exec(markdown ?? '')?.[1] ?? ''
    const statusOf = async () => (await fetch(`${new URL(page.url()).origin}${path}?token=${token}`)).status
    expect(await statusOf()).toBe(200)
    await dialog.getByRole('button', { name: 'Revoke badge' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke badge' }).click()
    await expect(dialog.getByRole('button', { name: 'Create badge address' })).toBeVisible()
    expect(await statusOf()).toBe(404)
  })
})
