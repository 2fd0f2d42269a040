import { launchPage } from '../pages/launch.ts'
import { violationsOf } from '../support/axe.ts'
import { anAgent } from '../support/agent.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { passTime } from '../support/visits.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('a launch is shown as it was at each of its events, while it runs', async ({ page, assay }) => {
  await signInDirectly(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
  const adds = await launch.test('adds an item') // events 1 and 2
  await launch.test('lowers the total', 'FAILED', 'AssertionError: expected 49.47') // 3 and 4
  const refunds = await launch.startTest('refunds') // 5
  const one = launchPage(page)
  const bar = page.getByRole('region', { name: 'Time travel' })
  const slider = bar.getByRole('slider', { name: 'Moment of the launch' })
  const expectEvents = (position: number, of: number) =>
    expect(bar.getByText(`${position} of ${of} events`)).toBeVisible()

  await test.step('the slider begins at the newest event and goes back event by event', async () => {
    await one.open(launch.id)
    await one.expectTests(['adds an item', 'lowers the total', 'refunds'])
    await page.keyboard.press('t')
    await expectEvents(5, 5)
    await expect(slider).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(slider).toHaveAttribute('aria-valuetext', /, 4 of 5 events$/)
    await one.expectTests(['adds an item', 'lowers the total'])
    await one.expectCount('In progress', 0)
    await one.expectPassRate('50.0%')
    await page.keyboard.press('ArrowLeft')
    await one.expectCount('Failed', 0)
    await one.expectCount('In progress', 1)
    await one.expectPassRate('100%')
  })

  await test.step('nothing can be changed there, and everybody can use it', async () => {
    expect(await violationsOf(page)).toEqual([])
    await expect(bar.getByText('Return to the present to change anything.')).toBeVisible()
    await expect(one.test(adds).getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abort', exact: true })).toHaveCount(0)
    await one.openMenu(adds)
    await expect(page.getByRole('menuitem')).toHaveText(['Open in new tab', 'Copy link'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  })

  await test.step('the launch continues meanwhile: the end follows, the moment stays', async () => {
    await launch.finishTest(refunds, 'PASSED')
    await launch.finish()
    await expectEvents(3, 6)
    await one.expectCount('In progress', 1)
    await expect(page.getByText('In progress', { exact: true }).first()).toBeVisible()
  })

  await test.step('filters ask what it was then', async () => {
    await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Passed' }).click()
    await one.expectTests(['adds an item'])
    await expectEvents(3, 6)
    await page.goBack()
    await expectEvents(3, 6)
  })

  const [address] = await test.step('an address leads to the moment', async () => {
    await expect(page).toHaveURL(/[?&]at=\d{4}-/)
    const url = page.url()
    await page.reload()
    await expectEvents(3, 6)
    await one.expectTests(['adds an item', 'lowers the total'])
    await one.expectCount('In progress', 1)
    return [url]
  })

  await test.step('played, it continues to the end, which is the present state', async () => {
    await bar.getByRole('radio', { name: 'Speed 4×' }).check({ force: true })
    await bar.getByRole('button', { name: 'Play' }).click()
    await expectEvents(6, 6)
    await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
    await one.expectTests(['lowers the total', 'adds an item', 'refunds'])
    await one.expectCount('Failed', 1)
  })

  await test.step('Escape returns to the present, and an event that is not there yet is its end', async () => {
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
    await expect(page).not.toHaveURL(/[?&]at=/)
    await expect(one.test(adds).getByRole('checkbox')).toBeVisible()
    await one.open(launch.id, '?at=99')
    await expectEvents(6, 6)
    await page.goto(address ?? '')
    await expectEvents(3, 6)
  })

  await test.step('a history that does not load can be asked for again', async () => {
    await page.route('**/events?*', (route) => route.abort())
    await page.reload()
    await expect(bar.getByText('The history did not load.')).toBeVisible()
    await page.unroute('**/events?*')
    await bar.getByRole('button', { name: 'Retry' }).click()
    await expectEvents(3, 6)
  })
})

test('a launch page lists the changes since the last visit', async ({ page, assay }) => {
  await signInDirectly(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Visited')
  await launch.test('adds an item')
  const refunds = await launch.startTest('refunds')
  const one = launchPage(page)
  const news = page.getByRole('status').filter({ hasText: 'Since your last visit' })
  const visited = () =>
    page.waitForResponse((response) => response.url().endsWith('/visit') && response.request().method() === 'PUT')
  const newsLoaded = () => page.waitForResponse((response) => response.url().endsWith('/news'))

  await test.step('a first visit has no news', async () => {
    const loaded = newsLoaded()
    await one.open(launch.id)
    await loaded
    await one.expectTests(['adds an item', 'refunds'])
    await expect(news).toBeHidden()
    const left = visited()
    await page.getByRole('link', { name: 'Launches', exact: true }).first().click()
    await left
  })

  await test.step('the next one links to the tests that ended and failed, and keeps telling it until it is dismissed', async () => {
    await launch.finishTest(refunds, 'FAILED', 'AssertionError')
    await launch.test('lowers the total')
    await launch.finish()
    await passTime(assay)
    await page.reload()
    await one.open(launch.id)
    await expect(news).toHaveText(/Since your last visit \(1 h ago\): 2 tests finished, 1 failed, the launch ended/)
    await news.getByRole('link', { name: '2 tests finished' }).click()
    await one.expectTests(['refunds', 'lowers the total'])
    await news.getByRole('link', { name: '1 failed' }).click()
    await one.expectTests(['refunds'])
    await expect(page).toHaveURL(new RegExp(`testId=${refunds}(&|$)`))
    await page.reload()
    await one.expectTests(['refunds'])
    const read = visited()
    await news.getByRole('button', { name: 'Dismiss' }).click()
    await read
    await expect(news).toBeHidden()
    const loaded = newsLoaded()
    await page.reload()
    await loaded
    await one.expectTests(['refunds'])
    await expect(news).toBeHidden()
  })
})
