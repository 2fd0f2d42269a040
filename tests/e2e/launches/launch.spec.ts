import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const totalError = 'AssertionError: expected 49.47, got 54.97'

test('a launch is followed from its first test to its end', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const before = await agent.startLaunch('Followed')
  await before.test('adds an item')
  await before.finish()
  const one = launchPage(page)
  await signInDirectly(page)
  await test.step('an unknown launch leads to the list', async () => {
    await one.open('yesterday')
    await one.expectToast(TEXTS.launchNotFound)
    await expect(page).toHaveURL(/\/automation-launches$/)
  })
  await test.step('[DETAILS-14] [TESTS-26] [TESTS-27] an empty launch is aborted on its page', async () => {
    const empty = await agent.startLaunch('Empty')
    await openInPlace(page, `automation-launches/${empty.id}`)
    await expect(page.getByText(TEXTS.noTestsYet, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Abort', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abort launch' }).click()
    await one.expectToast(TEXTS.launchAborted)
    await expect(page.getByText(TEXTS.noTests, { exact: true })).toBeVisible()
  })

  const launch = await agent.startLaunch('Followed', {
    environment: 'staging',
    build: '2.41.2',
    labels: [['team', 'checkout']],
    ciUrl: 'https://ci.example.test/job/118',
  })
  const marks = { PASSED: 'Passed', BLOCKED: 'Blocked', SKIPPED: 'Skipped', ABORTED: 'Aborted' } as const
  for (const [result, mark] of Object.entries(marks)) await launch.test(`ends ${mark}`, result as keyof typeof marks)
  const moving = () => page.evaluate(() => document.getAnimations().length)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openInPlace(page, `automation-launches/${launch.id}`)
  await test.step('[DETAILS-02] the header shows name and environment', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed')
    for (const words of ['In progress', 'staging', '2.41.2', 'checkout', 'Started by nadia'])
      await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'CI build 118' })).toHaveAttribute('href', /ci\.example\.test/)
    await expect(one.kinds()).toHaveCount(8)
  })
  await test.step('[TESTS-23] tests, counts and pass rate follow the agent, and the page moves meanwhile', async () => {
    const later = await launch.startTest('lowers the total')
    await expect(one.test(later).getByRole('img', { name: 'In progress' })).toBeVisible()
    for (const mark of Object.values(marks))
      await expect(one.tests().getByRole('img', { name: mark, exact: true })).toHaveCount(1)
    await one.expectCount('In progress', 1)
    await expect.poll(moving).toBeGreaterThan(0)
    await launch.finishTest(later, 'FAILED', totalError)
    await expect(one.test(later).getByRole('img', { name: 'Failed' })).toBeVisible()
    await one.expectCount('Failed', 1)
    await one.expectPassRate('20.0%')
  })
  await test.step('[SUMMARY-05] at its end the history shows its pass rate, and nothing moves any more', async () => {
    await launch.finish()
    const history = page.getByRole('table', { name: 'Pass rate of the launches around this one' })
    await expect(history.getByRole('row')).toHaveText([`#${before.id}100%`, `#${launch.id}20.0%`])
    await expect(one.summary).toContainText(`−80.0 points since #${before.id}`)
    await expect.poll(moving).toBe(0)
  })
})

test('tests are searched, filtered and grouped, show their facts, and are marked and linked to issues', async ({
  page,
  assay,
}) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Asked', { environment: 'staging', build: '2.41.2' })
  const { id } = launch
  const adds = await launch.test('adds an item', 'PASSED', undefined, { labels: [['area', 'cart']] })
  const reason = `${totalError}\n${'    at cart.spec.ts:12:3\n'.repeat(20)}    at the-very-last-line`
  const lowers = await launch.test('lowers the total', 'FAILED', reason, {
    maintainer: 'nadia',
    labels: [
      ['area', 'cart'],
      ['com.zebrunner.app/tcm.zebrunner.test-case-key', 'SHOP-17'],
    ],
  })
  await launch.test('pays later', 'SKIPPED', undefined, { className: 'shop/pay.spec.ts' })
  const refunds = await launch.test('refunds', 'FAILED', 'TimeoutError', { className: 'shop/pay.spec.ts' })
  await launch.artifact(lowers, 'console.txt', 'one line')
  await launch.session({ browserName: 'firefox', browserVersion: '133.0', platformName: 'linux' }, [lowers])
  await launch.finish()
  await signInDirectly(page)
  const one = launchPage(page)
  // Failures first, each under its cause.
  const all = ['lowers the total', 'refunds', 'adds an item', 'pays later']
  await one.open(id)
  await one.expectTests(all)
  const row = one.test(lowers)
  const heads = page.getByRole('button', { name: /shop\/(cart|pay)\.spec\.ts/, expanded: true })
  await test.step('[TESTS-20] its row shows labels, cases and artifacts', async () => {
    for (const words of ['cart', 'SHOP-17', /\dm?s/]) await expect(row).toContainText(words)
    await expect(row.getByRole('img', { name: /nadia/ })).toBeVisible()
    await expect(row.getByRole('link', { name: '1 artifact' })).toHaveAttribute('href', /tab=artifacts$/)
  })
  await test.step('its sessions and its stack trace open', async () => {
    await row.getByRole('button', { name: '1 session of lowers the total' }).click()
    const sessions = page.getByRole('complementary', { name: 'Sessions' })
    for (const words of ['firefox 133.0', `session-${launch.id}`, 'Completed'])
      await expect(sessions).toContainText(words)
    await sessions.getByRole('button', { name: 'Close sessions' }).click()
    await row.getByRole('button', { name: 'Stack trace of lowers the total' }).click()
    const trace = page.getByRole('region', { name: 'Stack trace of lowers the total' })
    await expect(trace).toContainText('the-very-last-line')
  })
  await test.step('[DETAILS-17] [DETAILS-18] labels are hidden below 1280 pixels, filters below 992, the navigation below 960', async () => {
    const passed = one.test(adds)
    const [name, place] = [passed.getByText('adds an item'), passed.getByText('shop/cart.spec.ts')]
    // Polled: the bar above may change its height between the two measurements, which moves the rows.
    const linesOfRow = async () => {
      const [above, below] = [await name.boundingBox(), await place.boundingBox()]
      return above === null || below === null ? 0 : below.y < above.y + above.height ? 1 : 2
    }
    const parts = {
      label: passed.getByText('cart', { exact: true }),
      status: page.getByRole('button', { name: 'Status', exact: true }),
      filters: page.getByRole('button', { name: /^Filters, / }),
      navigation: page.getByRole('navigation', { name: 'Main' }),
    }
    for (const [width, visible, lines] of [
      [1280, ['label', 'status', 'navigation'], 1],
      [1279, ['status', 'navigation'], 1],
      [991, ['filters', 'navigation'], 1],
      [959, ['filters'], 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const [part, locator] of Object.entries(parts))
        await expect(locator, `${part} at ${width}`).toBeVisible({ visible: visible.some((seen) => seen === part) })
      await expect.poll(linesOfRow).toBe(lines)
    }
  })
  await test.step('[TESTS-11] on small screens the filters open in a dialog', async () => {
    await page.getByRole('button', { name: 'Filters, 0 in force' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('button', { name: 'Status' }).click()
    await dialog.getByRole('option', { name: 'Skipped' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await one.expectTests(['pays later'])
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openInPlace(page, `automation-launches/${id}`)
  await test.step('[TESTS-09] [TESTS-30] words are searched; Reset clears a search without results', async () => {
    await one.search().fill('total')
    await one.expectTests(['lowers the total'])
    await expect(page).toHaveURL(/q=total/)
    await one.search().fill('no such test')
    await expect(page.getByText('No tests match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await one.expectTests(all)
  })
  await test.step('[DETAILS-10] [DETAILS-12] a count filters, and Back leads to the tests of its address', async () => {
    await one.summary.getByRole('link', { name: 'Failed' }).click()
    await expect(page).toHaveURL(/testsState=failed/)
    await one.expectTests(['lowers the total', 'refunds'])
    await page.goBack()
    await one.expectTests(all)
    await page.goForward()
  })
  await test.step('[DETAILS-09] by status', async () => {
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('dialog', { name: 'Status' }).getByRole('option', { name: 'Skipped' }).click()
    await one.expectTests(['lowers the total', 'refunds', 'pays later'])
    await page.keyboard.press('Escape')
  })
  await test.step('a reload keeps groups, order and filters', async () => {
    for (const [menu, item] of [
      [/^Group/, 'Class'],
      [/^Sort/, 'Duration'],
    ] as const) {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitemradio', { name: item }).click()
    }
    await expect(page).toHaveURL(/group=className.*sort=duration|sort=duration.*group=className/)
    await page.reload()
    await expect(heads).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Sort Duration' })).toBeVisible()
    await heads.filter({ hasText: 'shop/cart.spec.ts' }).click()
    await expect(one.test(lowers)).toBeHidden()
    await expect(one.tests()).toHaveCount(2)
  })
  await openInPlace(page, `automation-launches/${id}`)
  await test.step('an issue makes the failure a known one', async () => {
    await one.openMenu(lowers)
    await page.getByRole('menuitem', { name: 'Link issue' }).click()
    await page.getByRole('dialog').getByLabel('Issue').fill(' SHOP-2214 ')
    await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
    await one.expectToast('Issue was linked')
    await expect(row).toContainText('SHOP-2214')
    await expect(row.getByRole('img', { name: 'Known issue' })).toBeVisible()
    await one.expectCount('Known issue', 1)
  })
  await test.step('[MARK-01] [MARK-08] a test is marked, and the counts follow', async () => {
    await one.mark(refunds, 'Passed')
    await one.expectToast(TEXTS.testMarked('Passed'))
    await expect(one.test(refunds).getByRole('img', { name: 'Passed manually' })).toBeVisible()
    await one.expectCount('Passed manually', 1)
    await one.expectPassRate('50.0%')
  })
  await test.step('[TESTS-10] [MARK-09] selected tests are marked together, which a reload keeps', async () => {
    await one.pick('All')
    await expect(one.checked()).toHaveCount(4)
    await row.getByRole('checkbox').uncheck()
    await expect(one.selection()).toContainText('3 tests selected')
    await one.markSelected('Blocked')
    await one.expectToast(TEXTS.testsMarked('Blocked'))
    await page.reload()
    await one.expectCount('Blocked', 3)
  })
})
