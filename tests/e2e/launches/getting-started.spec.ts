import { launchesPage } from '../pages/launches.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const launches = `/projects/${PROJECT_KEY}/automation-launches`

test('[LIST-01] [LIST-02] [NAV-03] launches lead to the choice of a framework, and that to its guide', async ({
  page,
}) => {
  await signInDirectly(page)
  const list = launchesPage(page)
  await list.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Launches')
  await list.gettingStarted().click()
  await expect(page).toHaveURL(new RegExp(`${launches}/getting-started$`))
  await page.getByRole('list', { name: 'Frameworks' }).getByRole('link', { name: 'TestNG' }).click()
  await expect(page).toHaveURL(new RegExp(`${launches}/getting-started/testng$`))
  const setup = page.getByRole('region', { name: 'Set up reporting' })
  await expect(setup).toContainText('com.zebrunner:agent-testng')

  // A token is shown once: the guide of another framework has it too.
  await setup.getByRole('button', { name: 'Create a token' }).click()
  await expect(setup).toContainText('REPORTING_SERVER_ACCESS_TOKEN=assay_')
  await setup.getByRole('link', { name: 'PyTest' }).click()
  await expect(setup).toContainText('pip install pytest-zebrunner')
  await expect(setup).toContainText('REPORTING_SERVER_ACCESS_TOKEN=assay_')
  await setup.getByRole('link', { name: 'launches' }).click()
  await expect(page).toHaveURL(new RegExp(`${launches}$`))
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
  const guides = {
    testng: 'TestNG',
    wdio: 'WebdriverIO',
    pytest: 'PyTest',
    nightwatch: 'Nightwatch',
    carina: 'Carina',
    cypress: 'Cypress',
    robot: 'Robot',
    junit4: 'JUnit 4',
    junit5: 'JUnit 5',
    nunit: 'NUnit',
  }
  for (const [framework, name] of Object.entries(guides)) {
    await page.goto(`${launches}/getting-started/${framework}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Getting started with ${name}`)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.goto(`${launches}/getting-started/fortran`)
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
})

test('who may not report reads how it is done, and can make no token', async ({ page }) => {
  for (const username of ['greta', 'rolf']) {
    await signInDirectly(page, { username, password: MEMBERS_PASSWORD })
    await page.goto(`${launches}/getting-started/pytest`)
    await expect(page.getByText('pip install pytest-zebrunner')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create a token' })).toHaveCount(0)
  }
})
