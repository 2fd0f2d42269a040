import { readFile } from 'node:fs/promises'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('reports show how launches went and how long tests take, by address, as CSV and on paper', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const bySuite = page.getByRole('table', { name: 'Results by launch' })

  await test.step('[NAV-14] with both features, Reports offers both; without launches, a report says what to do', async () => {
    await page.goto(`/projects/${PROJECT_KEY}`)
    await main.getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('link', { name: 'Execution summary' }).click()
    await expect(page.getByRole('heading', { name: 'No launches to report on' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Connect a test framework' })).toBeVisible()
  })

  const agent = await anAgent(assay.url)
  const ids: number[] = []
  for (const [name, environment, seconds] of [
    ['Checkout', 'STAGING', 20],
    ['Checkout', 'STAGING', 20],
    ['Checkout', 'PROD', 20],
    ['Checkout', 'PROD', 90],
    ['=SUM(1)', 'PROD', 5],
  ] as const) {
    const launch = await agent.startLaunch(name, { environment })
    ids.push(launch.id)
    await launch.test('pays', 'PASSED', undefined, { startedAt: Date.now() - seconds * 1000 })
    await launch.test('chooses a slot', environment === 'PROD' ? 'FAILED' : 'PASSED', 'Error: no slot')
    await launch.finish()
  }

  await test.step('results are ordered, broken down and filtered by the address, which a reload keeps', async () => {
    await page.reload()
    const table = page.getByRole('table', { name: 'Results by environment' })
    await expect(table.getByRole('row')).toContainText([/Environment/, /PROD3/, /STAGING2/])
    await table.getByRole('button', { name: 'Pass rate' }).click()
    await expect(page).toHaveURL(/sort=passRate/)
    await expect(table.getByRole('columnheader', { name: 'Pass rate' })).toHaveAttribute('aria-sort', 'descending')
    await table.getByRole('link', { name: 'PROD' }).click()
    await page.getByText('Launch', { exact: true }).click()
    await expect(page).toHaveURL(/environment=PROD/)
    await page.reload()
    await expect(bySuite.getByRole('row')).toContainText([/Launch/, /Checkout2/, /=SUM\(1\)1/])
  })
  await test.step('a report is saved as CSV and printed', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const lines = (await readFile(await (await coming).path(), 'utf8')).split('\r\n')
    expect(lines[0]).toMatch(/^\u{feff}Launch,Launches,/u)
    expect(lines.slice(1).map((line) => line.split(',', 2).join(','))).toEqual(['Checkout,2', "'=SUM(1),1", ''])
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Last 30 days · Environment is PROD')).toBeVisible()
    await expect(main).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('a launch that is reported meanwhile appears in the open report', async () => {
    await page.getByRole('button', { name: 'Remove filter Environment is' }).click()
    const launch = await agent.startLaunch('Nightly')
    await launch.test('pays', 'PASSED')
    await launch.finish()
    await expect(bySuite).toContainText(/Nightly1/)
  })
  await test.step('slow tests are listed, and what slowed one launch down, from its menu', async () => {
    await openInPlace(page, 'reports/test-execution-duration-analysis?suite=Checkout')
    await expect(page.getByRole('table', { name: 'Slowest tests' }).getByRole('row')).toContainText([
      /Test/,
      /pays.*420s/,
      /chooses a slot/,
    ])
    await openInPlace(page, `automation-launches/${ids[3]}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'What slowed it down' }).click()
    await expect(heading('What slowed #4 down')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Slower tests' })).toContainText(/pays.*1m 30s20s\+1m 10s/)
  })
  await test.step('[NAV-14] with one feature, Reports is that report', async () => {
    const owner = await callsAs(assay, OWNER.username, OWNER.password)
    await owner(switchFeature, { feature: 'execution-summary-report' }, { on: false })
    await page.goto(`/projects/${PROJECT_KEY}/reports`)
    await expect(heading('Duration analysis')).toBeVisible()
    await expect(page).toHaveURL(/test-execution-duration-analysis$/)
  })
})
