import { readFile } from 'node:fs/promises'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { passTime } from '../support/visits.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('a launch is compared with others, and its tests are quarantined', async ({ page, context, assay }) => {
  const agent = await anAgent(assay.url)
  const first = await agent.startLaunch('Checkout', { build: '2.41.1' })
  await first.test('pays', 'PASSED')
  await first.test('chooses a slot', 'FAILED', 'Error: no slot')
  await first.test('goes away', 'PASSED')
  await first.finish()
  const other = await agent.startLaunch('Nightly', { build: '2.40.9' })
  await other.test('pays', 'FAILED', 'Error: declined')
  await other.finish()
  const launch = await agent.startLaunch('Checkout', { build: '2.41.2' })
  const pays = await launch.test('pays', 'FAILED', 'Error: declined')
  await launch.test('chooses a slot', 'PASSED')
  await launch.test('is new', 'FAILED', 'Error: new')
  await launch.finish()
  await signInDirectly(page)
  const one = launchPage(page)
  const rows = page.getByRole('table', { name: 'Compared tests' }).getByRole('row')
  const filter = (name: string) => page.getByRole('group', { name: 'Classes' }).getByRole('button', { name })

  await test.step('two selected launches are compared by a key, and classes filter by the address', async () => {
    const list = launchesPage(page)
    const compare = page.getByRole('link', { name: 'Compare', exact: true })
    await list.open()
    await list.checkbox(launch.id).click({ force: true })
    await expect(compare).toHaveCount(0)
    await list.checkbox(first.id).click({ force: true })
    const address = new RegExp(`/automation-launches/${launch.id}\\?compare=${first.id}$`)
    await expect(compare).toHaveAttribute('href', address)
    await page.keyboard.press('m')
    await expect(page).toHaveURL(address)
    await expect(rows).toContainText(['Class', 'is new', 'pays', 'chooses a slot', 'goes away'])
    await filter('missing').click()
    await filter('fixed').click()
    await expect(page).toHaveURL(/class=fixed&class=missing$/)
    await expect(rows).toContainText(['Class', 'chooses a slot', 'goes away'])
  })
  await test.step('the differences are saved as CSV', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    const csv = await readFile(await (await coming).path(), 'utf8')
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\u{feff}Class', 'Fixed', 'Missing', ''])
  })
  await test.step('another launch is found by a search, and a button leads back to the previous one', async () => {
    await page.getByRole('button', { name: /^Compared with/ }).click()
    await page.getByRole('combobox', { name: 'Search launches' }).fill('Nightly')
    await page.getByRole('option', { name: /Nightly/ }).click()
    await expect(page).toHaveURL(new RegExp(`compare=${other.id}`))
    await page.getByRole('button', { name: 'Previous launch' }).click()
    await expect(page).toHaveURL(/compare=previous/)
  })
  await test.step('a test is quarantined, and a filter follows what another browser releases', async () => {
    await openInPlace(page, `automation-launches/${launch.id}`)
    await one.openMenu(pays)
    await page.getByRole('menuitem', { name: 'Quarantine' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sandbox declines')
    await dialog.getByRole('button', { name: 'Quarantine' }).click()
    await expect(one.test(pays)).toContainText('The sandbox declines')
    await page.getByRole('button', { name: 'Quarantined', exact: true }).click()
    await page.getByRole('option', { name: 'Yes' }).click()
    await expect(page).toHaveURL(/quarantined=true/)
    await one.expectTests(['pays'])
    await page.keyboard.press('Escape')

    const second = await context.newPage()
    await second.goto(`/projects/${PROJECT_KEY}/automation-launches/quarantine`)
    await second.getByRole('button', { name: 'Release pays' }).click()
    await expect(page.getByText('No tests match these filters')).toBeVisible()
    await second.getByRole('button', { name: 'Undo' }).click()
    await one.expectTests(['pays'])
  })
})

test('a launch is shown as of each of its events while it runs', async ({ page, assay }) => {
  await signInDirectly(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
  const adds = await launch.test('adds an item') // events 1 and 2
  await launch.test('lowers the total', 'FAILED', 'AssertionError: expected 49.47') // 3 and 4
  const refunds = await launch.startTest('refunds') // 5
  const one = launchPage(page)
  const bar = page.getByRole('region', { name: 'Time travel' })
  const expectEvents = (position: number, of: number) =>
    expect(bar.getByText(`${position} of ${of} events`)).toBeVisible()

  await test.step('the slider begins at the newest event and goes back event by event', async () => {
    await one.open(launch.id)
    await one.expectTests(['adds an item', 'lowers the total', 'refunds'])
    await page.keyboard.press('t')
    const slider = bar.getByRole('slider', { name: 'Moment of the launch' })
    await expect(slider).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(slider).toHaveAttribute('aria-valuetext', /, 3 of 5 events$/)
    await one.expectTests(['adds an item', 'lowers the total'])
    await one.expectPassRate('100%')
  })
  await test.step('nothing can be changed in the past', async () => {
    await expect(bar.getByText('Return to the present to change anything.')).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abort', exact: true })).toHaveCount(0)
    await one.openMenu(adds)
    await expect(page.getByRole('menuitem')).toHaveText(['Open in new tab', 'Copy link'])
    await page.keyboard.press('Escape')
  })
  await test.step('new events are added, the moment stays, and a reload shows it', async () => {
    await launch.finishTest(refunds, 'PASSED')
    await launch.finish()
    await expectEvents(3, 6)
    await expect(page).toHaveURL(/[?&]at=\d{4}-/)
    await page.reload()
    await expectEvents(3, 6)
    await one.expectTests(['adds an item', 'lowers the total'])
  })
  await test.step('played, it continues to the end; Escape returns to the present', async () => {
    await bar.getByRole('radio', { name: 'Speed 4×' }).check({ force: true })
    await bar.getByRole('button', { name: 'Play' }).click()
    await expectEvents(6, 6)
    await one.expectCount('Failed', 1)
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(one.test(adds).getByRole('checkbox')).toBeVisible()
  })
})

test('a launch page lists the changes since the last visit', async ({ page, assay }) => {
  await signInDirectly(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Visited')
  const refunds = await launch.startTest('refunds')
  const one = launchPage(page)
  const news = page.getByRole('status').filter({ hasText: 'Since your last visit' })
  const visited = () =>
    page.waitForResponse((response) => response.url().endsWith('/visit') && response.request().method() === 'PUT')
  // A visit is recorded only once its news are loaded.
  const loaded = page.waitForResponse((response) => response.url().endsWith('/news'))
  await one.open(launch.id)
  await loaded
  await expect(news).toBeHidden()
  const left = visited()
  await page.getByRole('link', { name: 'Launches', exact: true }).first().click()
  await left

  await launch.finishTest(refunds, 'FAILED', 'AssertionError')
  await launch.test('lowers the total')
  await launch.finish()
  await passTime(assay)
  await one.open(launch.id)
  await expect(news).toHaveText(/Since your last visit \(1 h ago\): 2 tests finished, 1 failed, the launch ended/)
  await news.getByRole('link', { name: '1 failed' }).click()
  await one.expectTests(['refunds'])
  const read = visited()
  await news.getByRole('button', { name: 'Dismiss' }).click()
  await read
  await expect(news).toBeHidden()
})
