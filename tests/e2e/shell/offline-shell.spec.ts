import type { Page } from '@playwright/test'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { publicationOf } from '../support/publication.ts'
import { signInDirectly } from '../support/session.ts'
import { expectToBeKept } from '../support/kept.ts'
import { WITHOUT_NETWORK } from '../support/network.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, serviceWorkers: 'allow' })

const launches = `/projects/${PROJECT_KEY}/automation-launches`

const visit = async (page: Page) => {
  await signInDirectly(page)
  await page.goto(launches)
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  await expectToBeKept(page)
}

test('the second visit works offline with user, project and pages, and the session continues with the network', async ({
  page,
  context,
}) => {
  await visit(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(WITHOUT_NETWORK)).toBeVisible()
  await expect(page.getByRole('button', { name: 'nadia' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Launches' })).toBeVisible()
  // An address that was never opened before.
  await page.goto('/profile')
  await expect(page.getByText(WITHOUT_NETWORK)).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText(WITHOUT_NETWORK)).toBeVisible()
  // It goes on by itself.
  await context.setOffline(false)
  await expect(page.getByText(WITHOUT_NETWORK)).toBeHidden()
  await expect(page).toHaveURL(/\/profile/)
  await page.goto(launches)
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
})

test('a test that was opened opens again without a network and with a stopped server, which is not taken for a missing network, and continues by itself', async ({
  page,
  context,
  assay,
}) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
  const [opened, other] = [await launch.startTest('pays by card'), await launch.startTest('pays in cash')]
  await launch.log(opened, [{ at: Date.now(), level: 'INFO', message: 'Opens the till' }])
  await visit(page)
  const one = testPage(page)
  await one.open(launch.id, opened)
  await one.expectLogInOrder([/Opens the till$/])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(WITHOUT_NETWORK)).toBeVisible()
  await expect(one.title()).toHaveText('pays by card')
  await one.expectLogInOrder([/Opens the till$/])
  // A page that was never opened is missing, and loads with the network.
  await one.open(launch.id, other)
  await expect(page.getByRole('heading', { name: 'The test did not load' })).toBeVisible()
  await context.setOffline(false)
  await expect(one.title()).toHaveText('pays in cash')

  await assay.stop()
  await one.open(launch.id, opened)
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeHidden()
  await expect(one.title()).toHaveText('pays by card')
  await assay.restart()
  await launch.finishTest(opened, 'FAILED', 'The till is empty')
  await expect(page.getByText('The server does not answer.')).toBeHidden()
  await expect(page.getByRole('main').getByText('The till is empty').first()).toBeVisible()
})

test('after a sign-out no user is shown offline', async ({ page, context }) => {
  await visit(page)
  await page.getByRole('button', { name: 'nadia' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await context.setOffline(true)
  await page.goto(launches)
  await expect(page.getByText('Cannot reach the server')).toBeVisible()
  await expect(page.getByText(OWNER.username)).toBeHidden()
})

test('calls of the API do not wait for a stopped service worker to start', async ({ page, context }) => {
  await visit(page)
  const devtools = await context.newCDPSession(page)
  let running: string | undefined
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    running = versions.at(-1)?.runningStatus
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await expect.poll(() => running).toBe('stopped')
  await page.evaluate(() => fetch('/api/health'))
  expect(running).toBe('stopped')
  // The service worker may answer any other request.
  await page.evaluate(() => fetch('/robots.txt'))
  await expect.poll(() => running).toBe('running')
})

test('a new version is offered, and starts in each tab when its user accepts', async ({ page, context, assay }) => {
  const { url, publish, close } = await publicationOf(assay.url)
  await signInDirectly(page)
  await page.goto(url + launches)
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  await expectToBeKept(page)
  const other = await context.newPage()
  await other.goto(url + launches)
  await expect(other.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  const offered = (one: Page) => one.getByText('A new version is ready.')
  publish()
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(offered(page)).toBeVisible()
  await expect(offered(other)).toBeVisible()
  await other.getByRole('button', { name: 'Later' }).click()
  await expect(offered(other)).toBeHidden()
  // Shows that a page was not reloaded.
  await other.evaluate(() => Object.assign(window, { isUntouched: true }))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
  await expect(offered(page)).toBeHidden()
  await expect(other.getByText('Another tab already uses it')).toBeVisible()
  expect(await other.evaluate(() => 'isUntouched' in window)).toBe(true)
  await close()
})
