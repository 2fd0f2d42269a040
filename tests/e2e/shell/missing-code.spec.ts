import type { Page } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import { inProjectHref, paths } from '../../../views/shared/routes.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

/** The server was updated after the page was opened: it no longer has this chunk. */
const without = async (page: Page, chunk: string) => {
  const address = new RegExp(`/assets/${chunk}-[^/]+\\.js$`)
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }))
  return () => page.unroute(address)
}

const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test.beforeEach(async ({ page }) => {
  await signInDirectly(page)
  await page.goto(pathOf(paths.project, { projectKey: PROJECT_KEY }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

test('a page whose code is missing shows an error inside the frame, other pages open, and a reload loads it', async ({
  page,
}) => {
  const giveBack = await without(page, 'milestones-page')
  await follow(page, 'Milestones')
  const missing = page.getByRole('heading', { name: 'This page could not be loaded' })
  await expect(missing).toBeVisible()
  await follow(page, 'Shared steps')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared steps')
  await follow(page, 'Milestones')
  await expect(missing).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milestones')
})

test('a dialog whose code is missing leaves the page unchanged, and opens after a reload', async ({ page }) => {
  const giveBack = await without(page, 'command-palette')
  const notOpened = page.getByText('This could not be opened.')
  await page.keyboard.press('Control+k')
  await expect(notOpened).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await giveBack()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(notOpened).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeVisible()
})

test('a part of a page whose code is missing shows an error, and loads after a reload', async ({ page, assay }) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
  await launch.test('pays')
  await launch.finish()
  const giveBack = await without(page, 'bar-chart')
  await page.goto(inProjectHref(paths.executionSummary, PROJECT_KEY))
  const missing = page.getByRole('alert').filter({ hasText: 'This did not load.' })
  await expect(missing.first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await giveBack()
  await missing.getByRole('button', { name: 'Reload' }).first().click()
  await expect(missing).toHaveCount(0)
})

test('without the code that prepares an offline start, the page works and no error is unhandled', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const warned = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('Offline start is unavailable'),
    timeout: 60_000,
  })
  await without(page, 'follow-versions')
  await page.reload()
  await warned
  expect(errors).toEqual([])
})
