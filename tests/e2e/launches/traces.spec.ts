import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { pathOf } from '../../../contract/call.ts'
import { IMPORTED_LAUNCHES_PATH } from '../../../contract/launches/result-import.ts'
import { launchPage } from '../pages/launch.ts'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { violationsOf } from '../support/axe.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { hostileTrace } from '../support/hostile-trace.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, serviceWorkers: 'allow' })

/** A report of Playwright with a trace of each attempt that failed. */
const REPORT = path.join(import.meta.dirname, '../../server/launches/import/files/attachments/playwright-blob.zip')

/** A page with a warning, a payment that fails, a connection that ends, and an uncaught error. */
const CHECKOUT_TRACE = path.join(import.meta.dirname, '../../server/launches/files/checkout-trace.zip')

const importReport = async (page: Page): Promise<number> => {
  const { authToken } = await signInDirectly(page)
  const answer = await page.request.post(pathOf(IMPORTED_LAUNCHES_PATH, { projectKey: PROJECT_KEY }), {
    headers: { authorization: `Bearer ${authToken}` },
    multipart: { file: { name: 'blob.zip', mimeType: 'application/zip', buffer: readFileSync(REPORT) } },
  })
  return ((await answer.json()) as { launchId: number }).launchId
}

const viewer = (page: Page) => page.frameLocator('iframe[title="Trace trace.zip"]')
/** The viewer has two frames for snapshots, so that it can load one behind the other. */
const snapshot = (page: Page) => viewer(page).frameLocator('iframe.snapshot-visible')

test('a trace of an imported report opens on the page of its test, and with the whole window', async ({ page }) => {
  const launchId = await importReport(page)
  await launchPage(page).open(launchId)
  await test.step('the list of tests marks tests that have a trace', async () => {
    await page.getByRole('link', { name: 'Trace of opens the lock' }).click()
  })
  await test.step('the viewer shows the actions and the page at that time', async () => {
    await viewer(page).getByText('Set content').click()
    await expect(snapshot(page).getByRole('heading', { name: 'Lock' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })
  await test.step('the address opens the trace of an attempt again', async () => {
    await testPage(page).attempt(1).click()
    await expect(page).toHaveURL(/\?tab=trace&attempt=1$/)
    const opened = page.locator('iframe[title="Trace trace.zip"]')
    const first = await opened.getAttribute('src')
    await page.reload()
    await expect(opened).toHaveAttribute('src', first ?? '')
    await viewer(page).getByText('Set content').click()
    await expect(snapshot(page).getByRole('heading', { name: 'Lock' })).toBeVisible()
  })
  await test.step('the viewer opens in a window of its own', async () => {
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Full window' }).click()
    await expect((await opening).getByText('Set content')).toBeVisible()
  })
})

test('console and network errors of a trace are beside the log of the failed test', async ({ page, assay }) => {
  await signInDirectly(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Checkout')
  const startedAt = Date.parse('2026-11-29T22:30:32.310Z')
  const id = await launch.startTest('pays by card', { startedAt })
  await launch.log(id, [
    { at: startedAt + 1900, level: 'INFO', message: 'Opens the checkout' },
    { at: startedAt + 2200, level: 'INFO', message: 'Presses Pay' },
  ])
  await launch.artifact(id, 'trace.zip', Uint8Array.from(readFileSync(CHECKOUT_TRACE)))
  await launch.finishTest(id, 'FAILED', 'Error: expected "Paid"')
  await testPage(page).open(launch.id, id)
  const section = page.locator('details', { hasText: 'Console and network' })
  await expect(section.getByText('3 failed requests')).toBeVisible()
  await expect(section.getByText('502 POST http://127.0.0.1:4173/api/payments?session=***&currency=***')).toBeVisible()
  await section.getByRole('button', { name: 'Go to 00:02.212' }).click()
  expect(await violationsOf(page)).toEqual([])
})

test('a hostile trace that an agent sent runs no script, and reaches neither the API nor other servers', async ({
  browser,
  assay,
}) => {
  const inside = `${assay.url}/api/projects?all`
  const requested: string[] = []
  const outside = createServer((request, response) => {
    requested.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const launch = await (await anAgent(assay.url)).startLaunch('Hostile')
  const id = await launch.startTest('opens a hostile page')
  await launch.artifact(
    id,
    'trace.zip',
    hostileTrace({
      outside: `http://127.0.0.1:${(outside.address() as AddressInfo).port}/outside`,
      inside,
    }),
  )
  await launch.finishTest(id, 'FAILED', 'Error')
  await launch.finish()
  // Blocked attempts are reported to the console, where the fixture's context counts them as violations.
  const context = await browser.newContext({ baseURL: assay.url, serviceWorkers: 'allow' })
  const calls: string[] = []
  context.on('response', (response) => {
    const isOfApplication = response.request().headers()['authorization'] !== undefined
    if (response.url() === inside && !isOfApplication && !response.fromServiceWorker()) calls.push(response.url())
  })
  const page = await context.newPage()
  await signInDirectly(page)
  await testPage(page).open(launch.id, id, '?tab=trace')
  await viewer(page).getByRole('treeitem', { name: 'Opens the page' }).click()
  await expect(snapshot(page).getByRole('heading', { name: 'End of the page' })).toBeVisible()
  for (const tab of ['Log', 'Errors', 'Attachments']) await viewer(page).getByRole('tab', { name: tab }).click()
  await test.step('neither the viewer nor the snapshot can make calls as the user', async () => {
    const call = () =>
      fetch('/api/projects').then(
        ({ status }) => status,
        (error: unknown) => String(error),
      )
    expect(await viewer(page).locator('body').evaluate(call)).toBe('TypeError: Failed to fetch')
    expect(await snapshot(page).locator('body').evaluate(call)).toBe('TypeError: Failed to fetch')
  })
  expect(await page.evaluate(() => (globalThis as { ranScripts?: string[] }).ranScripts ?? [])).toEqual([])
  expect(requested).toEqual([])
  expect(calls).toEqual([])
  await context.close()
  outside.close()
})

test.describe('without service workers, as on plain HTTP', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page of a test offers the trace as a download', async ({ page, assay }) => {
    const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
    const id = await launch.startTest('pays')
    await launch.artifact(id, 'trace.zip', 'PK')
    await launch.restartTest(id, 'pays')
    await launch.finishTest(id, 'PASSED')
    await launch.finish()
    await signInDirectly(page)
    await testPage(page).open(launch.id, id, '?tab=trace')
    await expect(page.getByRole('heading', { name: 'This attempt has no trace' })).toBeVisible()
    await page.getByRole('button', { name: 'Trace of attempt 1' }).click()
    await expect(page.getByRole('heading', { name: 'Traces open on secure addresses only' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('trace.zip')
    expect(await violationsOf(page)).toEqual([])
  })
})
