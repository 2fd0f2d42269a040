import { anAgent } from '../support/agent.ts'
import { guidePage } from '../support/guide-run.ts'
import { launchesPage } from '../pages/launches.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const launches = `/projects/${PROJECT_KEY}/automation-launches`
const guides = {
  Java: { carina: 'Carina', testng: 'TestNG', junit4: 'JUnit 4', junit5: 'JUnit 5' },
  Javascript: { cypress: 'Cypress', wdio: 'WebdriverIO', nightwatch: 'NightwatchJS' },
  Python: { robot: 'Robot Framework', pytest: 'PyTest' },
  'C#': { nunit: 'NUnit' },
}

test('[LIST-01] [LIST-02] [NAV-03] launches lead to the choice of a framework, and that to its guide', async ({
  page,
}) => {
  await signInDirectly(page)
  const list = launchesPage(page)
  await list.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launches')
  await list.gettingStarted().click()
  await expect(page).toHaveURL(new RegExp(`${launches}/getting-started$`))

  await test.step('[GUIDE-01] [GUIDE-02] [GUIDE-04] [GUIDE-05] the picker has each framework in its group', async () => {
    for (const [group, frameworks] of Object.entries(guides)) {
      const links = page.getByRole('list', { name: group, exact: true }).getByRole('link')
      const names = Object.values(frameworks)
      await expect(links).toHaveText(group === 'Javascript' ? [...names, /^Playwright/] : names)
    }
  })
  await test.step('[GUIDE-03] [GUIDE-06] Playwright, the documentation and the API are links', async () => {
    await expect(page.getByRole('link', { name: /^Playwright/ })).toHaveAttribute('href', /^https:/)
    await expect(page.getByRole('link', { name: 'documentation of the agents' })).toHaveAttribute('href', /^https:/)
    await expect(page.getByRole('link', { name: 'reporting API' })).toHaveAttribute('href', '/api/docs')
  })
  await page.getByRole('link', { name: 'TestNG' }).click()
  await expect(page).toHaveURL(new RegExp(`${launches}/getting-started/testng$`))
})

test('[LIST-03] [LIST-04] on a screen narrower than 960 pixels the way there is hidden', async ({ page }) => {
  await signInDirectly(page)
  const list = launchesPage(page)
  await page.setViewportSize({ width: 960, height: 800 })
  await list.open()
  await expect(list.gettingStarted()).toBeVisible()
  await page.setViewportSize({ width: 959, height: 800 })
  await expect(list.gettingStarted()).toBeHidden()
})

test('[NAV-04] every framework has a guide at its address, and no other', async ({ page }) => {
  await signInDirectly(page)
  for (const [framework, name] of Object.values(guides).flatMap((group) => Object.entries(group))) {
    await page.goto(`${launches}/getting-started/${framework}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Getting started with ${name}`)
    await expect(page.getByRole('list', { name: 'Steps' }).getByRole('link').first()).toHaveAttribute(
      'aria-current',
      'step',
    )
  }
  for (const none of ['fortran', 'playwright']) {
    await page.goto(`${launches}/getting-started/${none}`)
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  }
})

test('[GUIDE-07] a guide goes from the sample project to the first launch', async ({ page, assay, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInDirectly(page)
  await page.goto(`${launches}/getting-started/wdio`)
  const guide = guidePage(page)
  const settings = page.getByRole('region', { name: '.env', exact: true })

  await test.step('[GUIDE-08] [GUIDE-30] first a sample project', async () => {
    await expect(page.getByRole('button', { name: 'Download assay-webdriverio.zip' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Install commands was copied into your clipboard.')).toBeVisible()
  })
  await test.step('[GUIDE-09] [GUIDE-15] then the settings, which follow what is typed', async () => {
    await guide.next()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('Configure credentials and reporting')
    await expect(settings).toContainText("REPORTING_LAUNCH_DISPLAY_NAME='Demo Launch'")
    await page.getByRole('textbox', { name: 'Launch name' }).fill('Shop nightly')
    await page.getByRole('textbox', { name: 'Build' }).fill('7.1')
    await page.getByRole('textbox', { name: 'Environment' }).fill('STAGE')
    await expect(settings).toContainText("REPORTING_LAUNCH_DISPLAY_NAME='Shop nightly'")
    await expect(settings).toContainText("REPORTING_LAUNCH_BUILD='7.1'")
    await expect(settings).toContainText("REPORTING_LAUNCH_ENVIRONMENT='STAGE'")
    await page.reload()
    await expect(settings).toContainText("REPORTING_LAUNCH_DISPLAY_NAME='Shop nightly'")
  })
  const token = await test.step('[GUIDE-27] [GUIDE-28] [GUIDE-29] with a token whose expiry is told', async () => {
    await guide.createToken()
    await expect(settings).toContainText("REPORTING_SERVER_ACCESS_TOKEN='assay_")
    await expect(settings).toContainText(`REPORTING_SERVER_HOSTNAME='${assay.url}'`)
    await expect(settings).toContainText(`REPORTING_PROJECT_KEY='${PROJECT_KEY}'`)
    await expect(page.getByText(/expires at .*60 minutes after it was created/)).toBeVisible()
    const first = await guide.snippet('.env')
    await guide.createToken()
    await expect(settings).not.toHaveText(first)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Settings were copied into your clipboard')).toBeVisible()
    return /ACCESS_TOKEN='([^']+)'/.exec(await guide.snippet('.env'))?.[1] ?? ''
  })
  await test.step('[GUIDE-10] [GUIDE-24] then platform and browser, with a video unless it is switched off', async () => {
    await guide.next()
    const driver = page.getByRole('region', { name: '.env, in addition' })
    await expect(driver).toContainText("RECORD_VIDEO='true'")
    await page.getByText('Record video', { exact: true }).click()
    await expect(driver).toContainText("RECORD_VIDEO='false'")
    await page.getByRole('button', { name: 'Browser' }).click()
    await page.getByRole('option', { name: 'Firefox' }).click()
    await expect(driver).toContainText("BROWSER='firefox'")
    await page.getByRole('button', { name: 'Platform' }).click()
    await page.getByRole('option', { name: 'Windows' }).click()
    await expect(driver).toContainText("PLATFORM='windows'")
  })
  await test.step('[GUIDE-13] then the command', async () => {
    await guide.next()
    await expect(page.getByRole('region', { name: 'Run command' })).toHaveText('npm test')
  })
  await test.step('[GUIDE-14] at last the first launch appears as it starts', async () => {
    await guide.next()
    await expect(page.getByText('Waiting for your first launch.')).toBeVisible()
    const launch = await (await anAgent(assay.url, token)).startLaunch('Shop nightly')
    await expect(guide.arrived()).toContainText('Your launch Shop nightly #1 has arrived.')
    await page.reload()
    await expect(guide.arrived()).toContainText('Shop nightly')
    await page.getByRole('link', { name: 'Open the launch' }).click()
    await expect(page).toHaveURL(new RegExp(`${launches}/${launch.id}$`))
  })
})

test('[GUIDE-11] [GUIDE-12] [GUIDE-16] [GUIDE-17] [GUIDE-18] Cypress chooses a browser alone, NUnit a system', async ({
  page,
}) => {
  await signInDirectly(page)
  await page.goto(`${launches}/getting-started/cypress?step=driver`)
  await expect(page.getByRole('button', { name: 'Browser' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Platform' })).toHaveCount(0)
  await expect(page.getByText('Record video', { exact: true })).toHaveCount(0)

  await page.goto(`${launches}/getting-started/nunit?step=credentials`)
  const variables = page.getByRole('region', { name: 'Variables' })
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('link')).toHaveCount(4)
  await expect(variables).toContainText('set "REPORTING_ENABLED=true"')
  await test.step('[GUIDE-25] [GUIDE-26] its build is the address of the reader', async () => {
    await expect(variables).toContainText('set "REPORTING_RUN_BUILD=127.0.0.1"')
    await expect(variables).toContainText('set "REPORTING_RUN_ENVIRONMENT=DEMO"')
  })
  await page.getByText('PowerShell', { exact: true }).click()
  await expect(variables).toContainText("$env:REPORTING_ENABLED = 'true'")
  await page.getByText('Linux', { exact: true }).click()
  await expect(variables).toContainText("export REPORTING_ENABLED='true'")
  await expect(page.getByText('PowerShell', { exact: true })).toHaveCount(0)
  await page.getByText('MacOs', { exact: true }).click()
  await guidePage(page).step(/Get a sample project/)
  await expect(page.getByRole('region', { name: 'Install commands' })).toContainText('brew install')
})

test('who may not report reads how it is done, and can create no token', async ({ page }) => {
  for (const username of ['greta', 'rolf']) {
    await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
    await page.goto(`${launches}/getting-started/pytest?step=credentials`)
    await expect(page.getByText('Your role in this project may not report launches')).toBeVisible()
    await expect(page.getByRole('button', { name: /token$/ })).toHaveCount(0)
  }
})
