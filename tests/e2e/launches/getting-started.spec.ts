import path from 'node:path'
import { readFileSync } from 'node:fs'
import { anAgent } from '../support/agent.ts'
import { guidePage } from '../support/guide-run.ts'
import { launchesPage } from '../pages/launches.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const launches = `/projects/${PROJECT_KEY}/automation-launches`
const reports = path.resolve(import.meta.dirname, '../../server/launches/import/files')

test('[GUIDE-07] a guide leads from the choice of a framework to the first launch', async ({
  page,
  assay,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInDirectly(page)
  const guide = guidePage(page)
  const settings = page.getByRole('region', { name: '.env', exact: true })
  await test.step('[GUIDE-01] [GUIDE-02] [GUIDE-03] [GUIDE-04] [GUIDE-05] each group has its frameworks', async () => {
    await page.goto(`${launches}/getting-started`)
    for (const [group, frameworks] of Object.entries({
      'Reporters of Assay': ['Playwright', 'Vitest', 'Jest', 'Mocha', 'pytest', 'node:test'],
      Java: ['Carina', 'TestNG', 'JUnit 4', 'JUnit 5'],
      Javascript: ['Cypress', 'WebdriverIO', 'NightwatchJS', /^Playwright/],
      Python: ['Robot Framework', 'PyTest'],
      'C#': ['NUnit'],
    }))
      await expect(page.getByRole('list', { name: group, exact: true }).getByRole('link')).toHaveText(frameworks)
    await expect(page.getByRole('link', { name: /^Playwright opens/ })).toHaveAttribute('href', /^https:/)
  })
  await test.step('[GUIDE-06] the documentation and the API are links', async () => {
    await expect(page.getByRole('link', { name: 'documentation of the agents' })).toHaveAttribute('href', /^https:/)
    await expect(page.getByRole('link', { name: 'reporting API' })).toHaveAttribute('href', '/api/docs')
  })
  await test.step('[GUIDE-08] [GUIDE-30] the first step is a sample project', async () => {
    await page.getByRole('link', { name: 'WebdriverIO' }).click()
    await expect(page.getByRole('button', { name: 'Download assay-webdriverio.zip' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Install commands was copied into your clipboard.')).toBeVisible()
  })
  await test.step('[GUIDE-09] the second step is the settings, which follow the fields and survive a reload', async () => {
    await guide.next()
    for (const [field, value] of Object.entries({ 'Launch name': 'Shop nightly', Build: '7.1', Environment: 'STAGE' }))
      await page.getByRole('textbox', { name: field }).fill(value)
    await page.reload()
    for (const line of ["LAUNCH_DISPLAY_NAME='Shop nightly'", "LAUNCH_BUILD='7.1'", "LAUNCH_ENVIRONMENT='STAGE'"])
      await expect(settings).toContainText(line)
  })
  const token = await test.step('[GUIDE-29] they have a new token, and are copied', async () => {
    await guide.createToken()
    await expect(settings).toContainText("REPORTING_SERVER_ACCESS_TOKEN='assay_")
    await expect(page.getByText(/expires at .*60 minutes after it was created/)).toBeVisible()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Settings were copied into your clipboard')).toBeVisible()
    return /ACCESS_TOKEN='([^']+)'/.exec(await guide.snippet('.env'))?.[1] ?? ''
  })
  await test.step('the third step is browser and video', async () => {
    await guide.next()
    const driver = page.getByRole('region', { name: '.env, in addition' })
    await page.getByText('Record video', { exact: true }).click()
    await page.getByRole('button', { name: 'Browser' }).click()
    await page.getByRole('option', { name: 'Firefox' }).click()
    for (const line of ["RECORD_VIDEO='false'", "BROWSER='firefox'"]) await expect(driver).toContainText(line)
  })
  await test.step('[GUIDE-13] [GUIDE-14] after the command, the first launch appears when it starts', async () => {
    await guide.next()
    await expect(page.getByRole('region', { name: 'Run command' }), '[GUIDE-13]').toHaveText('npm test')
    await guide.next()
    await expect(page.getByText('Waiting for your first launch.')).toBeVisible()
    const launch = await (await anAgent(assay.url, token)).startLaunch('Shop nightly')
    await expect(guide.arrived()).toContainText('Your launch Shop nightly #1 has arrived.')
    await page.getByRole('link', { name: 'Open the launch' }).click()
    await expect(page).toHaveURL(new RegExp(`${launches}/${launch.id}$`))
  })
  await test.step('[GUIDE-11] [GUIDE-12] for Cypress a browser is chosen, and neither platform nor video', async () => {
    await openInPlace(page, 'automation-launches/getting-started/cypress?step=driver')
    await expect(page.getByRole('button', { name: 'Browser' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Platform' })).toHaveCount(0)
    await expect(page.getByText('Record video', { exact: true })).toHaveCount(0)
  })
  await test.step('[GUIDE-26] for NUnit the build is the address of the reader', async () => {
    await openInPlace(page, 'automation-launches/getting-started/nunit?step=credentials')
    const variables = page.getByRole('region', { name: 'Variables' })
    await expect(variables).toContainText('set "REPORTING_RUN_BUILD=127.0.0.1"')
  })
})

test('reports that are dropped on the list become a launch, and a reload loses nothing', async ({ page }) => {
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const content = readFileSync(path.join(reports, 'dotnet.trx'), 'utf8')
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dotnet.trx'))
    return data
  }, content)
  const target = page.getByRole('heading', { name: 'Launches', level: 1 })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop reports to import their results')).toBeVisible()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('The status "Melted" of Puzzles is unknown')).toBeVisible()
  await page.getByLabel('Launch name').fill('Desktop client')
  await page.reload()
  await expect(page.getByLabel('Launch name')).toHaveValue('Desktop client')

  await page.getByRole('button', { name: 'Choose other files' }).click()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByRole('alert').filter({ hasText: 'neither XML nor JSON' })).toBeVisible()
  await file.setInputFiles([path.join(reports, 'pytest.xml'), path.join(reports, 'playwright-blob.zip')])
  await page.getByLabel('Launch name').fill('Nightly')
  await page.getByRole('button', { name: 'Import 14 tests' }).click()
  await expect(page.getByRole('heading', { name: /Nightly/, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Passed 7' })).toBeVisible()
})
