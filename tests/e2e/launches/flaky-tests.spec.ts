import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('a flaky test is found, quarantined from its row, and marked by rules that are previewed before they are saved', async ({
  page,
  assay,
}) => {
  const agent = await anAgent(assay.url)
  for (const [pays, ships] of [
    ['PASSED', 'PASSED'],
    ['FAILED', 'PASSED'],
    ['PASSED', 'FAILED'],
  ] as const) {
    const launch = await agent.startLaunch('Nightly')
    await launch.test('pays by card', pays, 'Error: no route to the bank', { maintainer: 'ada' })
    await launch.test('ships abroad', ships, 'Error: no ship')
    await launch.finish()
  }
  await signInDirectly(page)
  const table = page.getByRole('table', { name: 'Flaky tests' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })

  await test.step('the launches lead to the page, whose rows say how often the result changed, and why', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches`)
    await page.getByRole('link', { name: 'Flaky tests' }).click()
    await expect(page.getByRole('heading', { name: 'Flaky tests', level: 1 })).toBeVisible()
    await expect(row('pays by card')).toContainText('67%')
    await expect(row('pays by card')).toContainText('Error: no route to the bank')
    await expect(page.getByText('3 launches of the last 30 days.')).toBeVisible()
  })

  await test.step('a filter is in the address, and stays after a reload', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Owner' }).click()
    await page.getByRole('option', { name: 'ada' }).click()
    await page.keyboard.press('Escape')
    await expect(row('ships abroad')).toBeHidden()
    await expect(page).toHaveURL(/owner=ada/)
    await page.reload()
    await expect(row('pays by card')).toBeVisible()
    await expect(row('ships abroad')).toBeHidden()
  })

  await test.step('its menu quarantines the test, and the row links to the quarantine', async () => {
    await row('pays by card').getByRole('button', { name: 'Actions for pays by card' }).click()
    await page.getByRole('menuitem', { name: 'Quarantine' }).click()
    const dialog = page.getByRole('dialog', { name: 'Quarantine test' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The bank moves')
    await dialog.getByRole('button', { name: 'Quarantine' }).click()
    await expect(row('pays by card').getByRole('link', { name: 'Quarantined' })).toBeVisible()
  })

  await test.step('edited rules show what they mark before they are saved', async () => {
    await page.getByRole('link', { name: 'Rules' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Would mark 0 tests.')
    await page.getByRole('textbox', { name: 'Changes of the result between runs, at least' }).fill('2')
    await page.keyboard.press('Tab')
    await expect(preview).toContainText('Would mark 1 test, 1 of them already quarantined.')
    await expect(preview.getByRole('link', { name: 'pays by card' })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Rules were successfully updated')).toBeVisible()
  })

  await test.step('the settings of the gate show which launches an edited policy would have stopped', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/quality-gate`)
    const replay = page.getByRole('region', { name: 'Last 90 days' })
    await expect(replay).toContainText('Would have stopped 1 of 3 launches.')
    await page.getByRole('textbox', { name: 'Most failures' }).fill('1')
    await page.keyboard.press('Tab')
    await expect(replay).toContainText('Would have stopped 0 of 3 launches.')
  })
})
