import type { Page } from '@playwright/test'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { expectToAnswer } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const aLaunch = async (url: string, more = 0) => {
  const launch = await (await anAgent(url)).startLaunch('Nightly', { environment: 'staging', build: '2.41.2' })
  await launch.test('adds <b>an item</b>')
  await launch.test('lowers the total', 'FAILED', 'AssertionError: 54.97')
  for (let number = 1; number <= more; number += 1) await launch.test(`pays ${number}`)
  await launch.finish()
  return launch.id
}

const hrefOf = (id: number) => `/projects/${PROJECT_KEY}/automation-launches/${id}`

/** Withholds all of the application's code from the page until the returned function is called. */
const withoutCode = async (page: Page): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** A busy server skips the rendering. */
const openDrawn = (page: Page, href: string) =>
  expect(async () => {
    await page.goto(href, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toHaveAttribute('data-drawn', '', { timeout: 2000 })
  }).toPass()

/** Position of each part of the page above its footer. */
const placesIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, nav a, [data-test], [data-test] a, [data-launch], section, input, main button')]
      .map((part) => ({ part, at: part.getBoundingClientRect() }))
      // Above the foot of the page.
      .filter(({ at }) => at.y < innerHeight - 60)
      .map(({ part: { tagName }, at: { x, y, width, height } }) => [tagName, x, y, width, height].join(' ')),
  )

test('a launch is shown before any code is loaded, and the page that replaces it has the same layout', async ({
  page,
  assay,
}) => {
  const id = await aLaunch(assay.url, 20)
  await signInDirectly(page)
  const come = await withoutCode(page)
  await openDrawn(page, hrefOf(id))
  const one = launchPage(page)
  await expect(one.tests()).toContainText(['lowers the total', 'adds <b>an item</b>'])
  await expect(page.locator('h1')).toHaveText('Nightly')
  await expect(page.locator('nav a').filter({ hasText: 'Launches' }).first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const before = await placesIn(page)
  const rows = await one.tests().count()
  expect(rows).toBeGreaterThan(10)
  const changes = await page.evaluateHandle(() => {
    const found = { max: 0, min: Infinity }
    new MutationObserver(() => {
      found.min = Math.min(found.min, document.querySelectorAll('[data-test]').length)
      found.max = Math.max(found.max, document.querySelectorAll('#root').length)
    }).observe(document.body, { childList: true, subtree: true })
    return found
  })
  come()
  await expectToAnswer(page)
  expect(await placesIn(page)).toEqual(before)
  const { max, min } = await changes.evaluate((found) => found)
  expect(max).toBe(1)
  expect(min).toBeGreaterThanOrEqual(rows)
  await one.search().fill('total')
  await one.expectTests(['lowers the total'])
})

test('the launches page and the page of a failed test are server-rendered, too', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('Nightly', { environment: 'staging', build: '2.41.2' })
  const failed = await launch.test('lowers the total', 'FAILED', 'AssertionError: 54.97')
  await launch.finish()
  await signInDirectly(page)
  // Without these answers, the layout stays as the server rendered it: the log and the history of a test change its height.
  await page.route(/\/tests\/\d+\/(?:logs|history)/, () => undefined)
  for (const [href, shown] of [
    [`/projects/${PROJECT_KEY}/automation-launches`, 'Nightly'],
    [`${hrefOf(launch.id)}/tests/${failed}`, 'AssertionError: 54.97'],
  ] as const)
    await test.step(href, async () => {
      const come = await withoutCode(page)
      await openDrawn(page, href)
      await expect(page.locator('main')).toContainText(shown)
      await page.evaluate(() => document.fonts.ready)
      const before = await placesIn(page)
      come()
      await expectToAnswer(page)
      // Buttons that load later may have been added.
      expect(await placesIn(page)).toEqual(expect.arrayContaining(before))
    })
})

test('clicks and keys before the code is loaded are replayed', async ({ page, assay }) => {
  const id = await aLaunch(assay.url, 20)
  await signInDirectly(page)
  const come = await withoutCode(page)
  await openDrawn(page, hrefOf(id))
  const one = launchPage(page)
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  await page.getByRole('checkbox', { name: 'Select lowers the total' }).click({ force: true })
  await one.search().pressSequentially('totl')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  come()
  await expectToAnswer(page)
  await one.expectTests(['lowers the total'])
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select lowers the total' })).toBeChecked()
  await expect(one.search()).toBeFocused()
  await page.keyboard.press('s')
  await expect(one.search()).toHaveValue('totasl')
})

test('a page that is scrolled before its code is there stays where it is', async ({ page, assay }) => {
  const id = await aLaunch(assay.url, 60)
  await signInDirectly(page)
  const come = await withoutCode(page)
  await openDrawn(page, hrefOf(id))
  const list = page.locator('#root [data-scroll]')
  const scrolled = () => list.evaluate(({ scrollTop }) => Math.round(scrollTop))
  // A script scrolls, because a wheel over a list that the browser has not drawn yet is lost.
  const scroll = () => list.evaluate((it) => it.scrollTo(0, 120))
  await expect.poll(() => scroll().then(scrolled)).toBe(120)
  come()
  await expectToAnswer(page)
  expect(await scrolled()).toBe(120)
})

test('a browser that runs no scripts shows the launch too', async ({ browser, assay }) => {
  const id = await aLaunch(assay.url)
  const context = await browser.newContext({ baseURL: assay.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await signInDirectly(page)
  await openDrawn(page, hrefOf(id))
  await expect(page.getByText('adds <b>an item</b>')).toBeVisible()
  await context.close()
})

test('renders in the theme of this browser, with the navigation collapsed or not', async ({ page, assay }) => {
  const id = await aLaunch(assay.url)
  await signInDirectly(page)
  await launchPage(page).open(id)
  await page.getByRole('button', { name: 'nadia' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  const come = await withoutCode(page)
  await openDrawn(page, hrefOf(id))
  await expect(page.locator('[aria-label="Expand navigation"]')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  come()
  await expectToAnswer(page)
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
})

test('renders nothing in the next document after an offline sign-out', async ({ page, assay }) => {
  const id = await aLaunch(assay.url)
  await signInDirectly(page)
  await launchPage(page).open(id)
  await page.route('**/api/session/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'nadia' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await withoutCode(page)
  const answer = await page.goto(hrefOf(id), { waitUntil: 'commit' })
  expect(await answer?.text()).not.toContain('lowers the total')
})

test('an expired session redirects from the rendered page to the sign-in', async ({ page, assay }) => {
  const id = await aLaunch(assay.url)
  await signInDirectly(page)
  await page.route('**/api/session/refresh', (route) =>
    route.fulfill({ status: 401, json: { code: 'IAM-4011', message: 'The session is over' } }),
  )
  await page.goto(hrefOf(id))
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('lowers the total')).toHaveCount(0)
})

test('a launch that was deleted meanwhile leads from its drawn page to the list', async ({ page, assay }) => {
  const id = await aLaunch(assay.url)
  await signInDirectly(page)
  // With the session, the browser would receive the answers that the page was rendered with.
  await page.route('**/api/session/refresh', async (route) =>
    route.fulfill({ response: await route.fetch({ postData: {} }) }),
  )
  await page.route(`**/launches/${id}**`, (route) =>
    route.fulfill({ status: 404, json: { code: 'REP-4041', message: 'The launch does not exist' } }),
  )
  await page.goto(hrefOf(id))
  await expect(page).toHaveURL(/\/automation-launches$/)
  await expect(page.getByRole('heading', { name: 'Launches', exact: true })).toBeVisible()
})
