import { TEXTS } from '../../../contract/texts.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { drawnByBrowser } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('[LIST-26] an empty project sets reporting up: a token of the reader is in lines that can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  await list.expectEmpty()
  await expect(page.getByRole('link', { name: 'Set up reporting' })).toHaveAttribute('href', /getting-started/)
  const setup = page.getByRole('region', { name: 'Set up reporting' })
  await setup.getByRole('button', { name: 'Create a token' }).click()
  await setup.getByRole('button', { name: 'Copy token' }).click()
  await list.expectToast(TEXTS.valueCopied('Token'))
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await expect(setup).toContainText(token)
  // The token is one that agents can report with.
  const agent = await anAgent(new URL(page.url()).origin, token)
  const launch = await agent.startLaunch('With the new token')
  await list.expectRow(launch.id, { status: 'In progress', words: ['With the new token'] })
  await launch.finish()
})

test('a row shows the name, environment and result of its launch', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('Everything known', {
    environment: 'staging',
    build: '2.41.2',
    milestone: 'Spring release',
    labels: [
      ['com.zebrunner.app/sut.locale', 'de_DE'],
      ['team', 'checkout'],
      ...['cart', 'search', 'payment', 'login'].map((value) => ['area', value] as const),
      ...['a', 'b', 'c', 'd', 'e'].map((value) => ['feature', value] as const),
    ],
    references: [
      ['Report', 'https://ci.example.test/report'],
      ['Notes', 'https://ci.example.test/notes'],
    ],
  })
  const passed = await launch.test('adds an item')
  await launch.test('lowers the total', 'FAILED', 'AssertionError: 49.47')
  await launch.test('pays later', 'SKIPPED')
  await launch.session(
    { browserName: 'chrome', browserVersion: '131.0.6778.85', platformName: 'linux', platformVersion: '12' },
    [passed],
  )
  await launch.finish()

  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const row = list.row(launch.id)
  await test.step('[LIST-11] [LIST-18] name, environment, status, duration and counts', async () => {
    await list.expectRow(launch.id, {
      status: 'Failed',
      words: ['Everything known', `#${launch.id}`, 'staging', 'Spring release', 'Chrome 131', '33.3%', /\dm?s/],
    })
    await expect(row.getByRole('img', { name: '1 passed, 1 failed, 1 skipped' })).toBeVisible()
  })
  await test.step('[LIST-16] artifacts', async () => {
    await row.getByRole('button', { name: '2 artifacts' }).click()
    const artifacts = page.getByRole('dialog', { name: 'Artifacts of Everything known' })
    await expect(artifacts.getByRole('link', { name: 'Notes' })).toHaveAttribute(
      'href',
      'https://ci.example.test/notes',
    )
    await page.keyboard.press('Escape')
  })
  await row.getByRole('button', { name: /^\+\d+ labels?$/ }).click()
  const labels = page.getByRole('dialog', { name: 'All labels' })
  await test.step('[LIST-12] [LIST-13] [LIST-14] labels', async () => {
    for (const [about, words] of [
      ['Milestone', 'Spring release'],
      ['Browser', 'Chrome 131'],
      ['Platform', 'Linux 12'],
      ['Locale', 'de_DE'],
      ['Build', '2.41.2'],
      ['team', 'checkout'],
      ['feature', 'abcde'],
    ] as const)
      await expect(labels.locator('dl > div').filter({ hasText: about }).filter({ hasText: words })).toHaveCount(1)
  })
  await test.step('[LIST-15] five values of a key are one entry, four are separate', async () => {
    // Four values of a key stand for themselves, five are one entry.
    await expect(labels.getByRole('term').filter({ hasText: /^area$/ })).toHaveCount(4)
    await expect(labels.getByRole('term').filter({ hasText: /^feature$/ })).toHaveCount(1)
  })
})

test('page and filters are in the address: Back, a reload and a link lead to the same rows, where launches come, move and go live', async ({
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
  await test.step('[LIST-09] the first page', async () => {
    await list.open('', '?q=Nightly')
    await expect(list.rows()).toHaveCount(25)
  })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await test.step('[LIST-05] the second page, by reload, Back and Forward', async () => {
    await pages.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(list.rows()).toHaveCount(2)
    await page.reload()
    await expect(list.rows()).toHaveCount(2)
    await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page).not.toHaveURL(/page=2/)
    await expect(list.rows()).toHaveCount(25)
    await page.goForward()
    await expect(list.rows()).toHaveCount(2)
  })
  await test.step('[LIST-10] the size of a page is fixed', async () => {
    await expect(page.locator('[aria-haspopup=listbox]')).toHaveCount(0)
  })

  await test.step('[LIST-06] [LIST-07] a filter', async () => {
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    const filters = page.getByRole('dialog', { name: 'Filters' })
    // Escape calls off a panel whose code is still on its way.
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
    await expect(page).not.toHaveURL(/page=2/)
    await page.keyboard.press('Escape')
    await expect(list.rows()).toHaveCount(3)
    await page.reload()
    await expect(list.rows()).toHaveCount(3)
  })
  await list.expectLive()
  const moves = await agent.startLaunch('Nightly 28', { environment: 'staging' })
  await expect(list.rows()).toHaveCount(4)
  await expect(list.rows().first()).toContainText('Nightly 28')

  await test.step('[LIVE-11] filtered and sorted rows follow', async () => {
    await list.openInPlace('?q=Nightly&environment=staging&status=IN_PROGRESS&sort=tests')
    await expect(list.rows()).toHaveCount(1)
    await agent.startLaunch('Nightly 29', { environment: 'test' })
    const stays = await agent.startLaunch('Nightly 30', { environment: 'staging' })
    const names = list.rows().getByRole('link')
    await expect(names).toHaveText([/^Nightly 30/, /^Nightly 28/])
    await moves.test('one')
    await expect(names).toHaveText([/^Nightly 28/, /^Nightly 30/])
    await moves.finish()
    await expect(names).toHaveText([/^Nightly 30/])
    await stays.finish()
    await expect(page.getByText('No launches match these filters')).toBeVisible()
  })

  // A launch on the first page pushes one to the second, which does not hold it.
  await list.openInPlace('?q=Nightly&page=2')
  await expect(list.rows()).toHaveCount(5)
  await agent.startLaunch('Nightly 31')
  const show = page.getByRole('button', { name: 'Show: 1 launch changed' })
  await expect(page.getByRole('status').filter({ hasText: 'Some launches changed' })).toBeAttached()
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(list.rows()).toHaveCount(6)
  await expect(show).toBeHidden()
  await test.step('[LIST-27] [LIST-28] nothing matches', async () => {
    await page.getByRole('searchbox', { name: 'Search launches' }).fill('No such launch')
    await expect(page.getByText('No launches match these filters')).toBeVisible()
    await expect(page.getByText(TEXTS.noLaunches)).toBeHidden()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(list.rows()).toHaveCount(25)
    await expect(page).toHaveURL(/automation-launches$/)
  })
})

test('[LIST-32] a list that is refused says why and leads to the projects', async ({ page }) => {
  await signInDirectly(page, OWNER)
  await drawnByBrowser(page)
  await page.route('**/api/projects/*/launches?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The launches could not be read' } }),
  )
  await launchesPage(page).open()
  await launchesPage(page).expectToast('The launches could not be read')
  await expect(page).toHaveURL(/\/projects$/)
})
