import { TEXTS } from '../../../contract/texts.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { snapshotsIn } from '../support/device-log.ts'
import { networkTo } from '../support/network.ts'
import { drawnByBrowser } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('an empty project sets reporting up, and its list follows what an agent reports', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  await expect(page.getByRole('heading', { level: 1 }), '[LIST-01]').toHaveText('Launches')
  const token = await test.step('[LIST-26] the reader creates a token and copies it', async () => {
    await list.expectEmpty()
    await expect(page.getByRole('link', { name: 'Set up reporting' })).toHaveAttribute('href', /getting-started/)
    const setup = page.getByRole('region', { name: 'Set up reporting' })
    await setup.getByRole('button', { name: 'Create a token' }).click()
    await setup.getByRole('button', { name: 'Copy token' }).click()
    await list.expectToast(TEXTS.valueCopied('Token'))
    return page.evaluate(() => navigator.clipboard.readText())
  })
  const agent = await anAgent(new URL(page.url()).origin, token)
  const launch = await agent.startLaunch('Checkout regression', {
    environment: 'staging',
    milestone: 'Spring release',
    labels: ['a', 'b', 'c', 'd', 'e'].map((value) => ['feature', value] as const),
    references: [
      ['Report', 'https://ci.example.test/report'],
      ['Notes', 'https://ci.example.test/notes'],
    ],
  })
  const row = list.row(launch.id)
  await test.step('[LIST-30] [LIST-31] [LIVE-09] a launch appears, and its results follow', async () => {
    await list.expectRow(launch.id, { status: 'In progress', words: ['Checkout regression', `#${launch.id}`] })
    await launch.test('adds an item')
    const open = await launch.startTest('lowers the total')
    await expect(row).toContainText(/1\s*\/\s*2/)
    await launch.finishTest(open, 'FAILED', 'AssertionError: expected 49.47, got 54.97')
    await launch.finish()
  })
  await test.step('[LIST-11] [LIST-18] a row shows name, environment, status, duration and counts', async () => {
    const words = ['Checkout regression', 'staging', 'Spring release', '50.0%', /\dm?s/]
    await list.expectRow(launch.id, { status: 'Failed', words })
    await expect(row.getByRole('img', { name: '1 passed, 1 failed' })).toBeVisible()
  })
  await test.step('[LIST-16] artifacts and labels open beside the row', async () => {
    await row.getByRole('button', { name: '2 artifacts' }).click()
    const notes = page.getByRole('dialog', { name: /^Artifacts of/ }).getByRole('link', { name: 'Notes' })
    await expect(notes).toHaveAttribute('href', 'https://ci.example.test/notes')
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'feature 5' }).click()
    await expect(page.getByRole('dialog')).toContainText('abcde')
    await page.keyboard.press('Escape')
  })
  await test.step('[LIST-02] [LIST-03] [LIST-04] the button to the guides is hidden below 960 pixels', async () => {
    await page.setViewportSize({ width: 960, height: 800 })
    await expect(list.gettingStarted()).toBeVisible()
    await page.setViewportSize({ width: 959, height: 800 })
    await expect(list.gettingStarted()).toBeHidden()
  })
})

test('page and filters are in the address, and launches that are reported meanwhile appear', async ({
  page,
  assay,
}) => {
  const agent = await anAgent(assay.url)
  for (let n = 1; n <= 27; n += 1) {
    const launch = await agent.startLaunch(`Nightly ${n}`, { environment: n % 9 === 0 ? 'staging' : 'test' })
    await launch.finish()
  }
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open('', '?q=Nightly')
  await expect(list.rows(), '[LIST-09]').toHaveCount(25)
  await expect(page.locator('[aria-haspopup=listbox]'), '[LIST-10] no choice of the page size').toHaveCount(0)
  await test.step('the second page survives a reload and shows new launches on request; Back leads to the first', async () => {
    await list.turnTo(2)
    await expect(page).toHaveURL(/page=2/)
    await page.reload()
    await expect(list.rows()).toHaveCount(2)
    await list.expectLive()
    await agent.startLaunch('Nightly 28', { environment: 'staging' })
    await page.getByRole('button', { name: 'Show: 1 launch changed' }).click()
    await expect(list.rows()).toHaveCount(3)
    await page.goBack()
    await expect(list.rows()).toHaveCount(25)
  })
  await test.step('[LIST-07] a filter is in the address, and a new launch that matches appears first', async () => {
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    // Escape closes a dialog whose code has not loaded yet.
    const filters = page.getByRole('dialog', { name: 'Filters' })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/overlays-*.js', (route) => released.then(() => route.continue()))
    await Promise.all([page.waitForRequest('**/overlays-*.js'), filter.click()])
    await page.keyboard.press('Escape')
    await expect(filter).toHaveAttribute('aria-expanded', 'false')
    release()
    await filter.click()
    await filters.getByRole('button', { name: 'Environment' }).click()
    await filters.getByRole('option', { name: 'staging' }).click()
    await expect(page).toHaveURL(/environment=staging/)
    await page.keyboard.press('Escape')
    await expect(list.rows()).toHaveCount(4)
    await agent.startLaunch('Nightly 29', { environment: 'staging' })
    await expect(list.rows()).toHaveCount(5)
    await expect(list.rows().first()).toContainText('Nightly 29')
  })
  await test.step('[LIST-28] a search without results offers to clear the filters', async () => {
    await list.searchField().fill('No such launch')
    await list.expectNoResults()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(list.rows()).toHaveCount(25)
    await expect(page).toHaveURL(/automation-launches$/)
  })
  await test.step('a rejected list leads to the projects with the reason', async () => {
    await page.route('**/api/projects/*/launches?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The launches could not be read' } }),
    )
    await list.turnTo(2)
    await list.expectToast('The launches could not be read')
    await expect(page).toHaveURL(/\/projects$/)
  })
})

test('[LIVE-07] a network that goes away and comes back loses nothing, and rows show without an answer of the server', async ({
  page,
  assay,
}) => {
  const network = await networkTo(assay.url)
  try {
    const list = launchesPage(page)
    const agent = await anAgent(assay.url)
    const before = await agent.startLaunch('Before the cut')
    await before.test('one')
    await page.request.post(`${network.url}/api/iam/v1/auth/login`, {
      data: { login: unattended.ASSAY_OWNER_USERNAME, password: unattended.ASSAY_OWNER_PASSWORD },
    })
    await list.open(network.url, '?q=the+cut')
    await list.expectRow(before.id, { status: 'In progress', words: [/1\s*\/\s*1/] })
    await list.expectLive()
    // A page shows Live before its channel has connected, too; this test's message arrives through it.
    await before.test('two')
    await list.expectRow(before.id, { status: 'In progress', words: [/2\s*\/\s*2/] })
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

    network.cut()
    // Which of the two depends on whether a call was pending.
    const banner = page.getByText(/Reconnecting to the server\.|The server does not answer\./)
    await expect(banner).toBeVisible({ timeout: 30_000 })
    for (let i = 0; i < 20; i += 1) await before.test(`during ${i}`, i % 5 === 0 ? 'FAILED' : 'PASSED', `Error ${i}`)
    await before.finish()
    const meanwhile = await agent.startLaunch('During the cut')
    await expect(list.row(before.id)).toContainText('In progress')
    network.mend()

    await list.expectRow(before.id, { status: 'Failed', words: ['22'] })
    await list.expectRow(meanwhile.id, { status: 'In progress', words: ['During the cut'] })
    await expect(list.rows()).toHaveCount(2)
    await expect(banner).toBeHidden()
    await expect(toasts).toHaveCount(0)

    // The answer is stored once the page is idle; a visit that ends before is not remembered.
    await expect.poll(() => snapshotsIn(page)).toContainEqual(expect.stringMatching(/^launches:/))
    // Neither the document nor the call of the list contains rows: they come from the local log.
    await drawnByBrowser(page)
    await page.route('**/api/projects/*/launches?*', () => undefined)
    await list.open(network.url, '?q=the+cut')
    await list.expectRow(before.id, { status: 'Failed', words: ['Before the cut'] })
  } finally {
    await network.close()
  }
})
