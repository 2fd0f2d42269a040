import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { expectToAnswer } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const totalError = 'AssertionError: expected 49.47, got 54.97'

/** Ended, with tests of three kinds in two classes. */
const aMixedLaunch = async (url: string, name: string) => {
  const launch = await (await anAgent(url)).startLaunch(name, { environment: 'staging', build: '2.41.2' })
  const labels = [['area', 'cart']] as const
  const adds = await launch.test('adds an item', 'PASSED', undefined, { labels })
  const lowers = await launch.test('lowers the total', 'FAILED', `${totalError}\n    at cart.spec.ts:12:3`)
  const pays = await launch.test('pays later', 'SKIPPED', undefined, { className: 'shop/pay.spec.ts' })
  const refunds = await launch.test('refunds', 'FAILED', 'TimeoutError', { className: 'shop/pay.spec.ts' })
  await launch.finish()
  return { id: launch.id, adds, lowers, pays, refunds }
}

test('a launch that is not there, without tests, and under way', async ({ page, assay }) => {
  await test.step('[DETAILS-01] an unknown launch says so and leads to the list, also under an address that is no number', async () => {
    await signInDirectly(page)
    const one = launchPage(page)
    for (const id of [987_654, 'yesterday']) {
      await one.open(id)
      await one.expectToast(TEXTS.launchNotFound)
      await expect(page).toHaveURL(/\/automation-launches$/)
    }
  })

  await test.step('the page of a launch without tests names it, and it can be aborted there', async () => {
    const agent = await anAgent(assay.url)
    const launch = await agent.startLaunch('Empty', {
      environment: 'staging',
      build: '2.41.2',
      labels: [['team', 'checkout']],
      ciUrl: 'https://ci.example.test/job/118',
    })
    const one = launchPage(page)
    await one.open(launch.id)
    await test.step('[DETAILS-02] the header', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empty')
      const main = page.getByRole('main')
      for (const words of ['In progress', 'staging', '2.41.2', 'checkout', 'Started by nadia'])
        await expect(main.getByText(words, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'CI build 118' })).toHaveAttribute(
        'href',
        'https://ci.example.test/job/118',
      )
    })
    await test.step('[TESTS-26] no tests yet', async () => {
      await expect(page.getByText(TEXTS.noTestsYet, { exact: true })).toBeVisible()
    })
    await test.step('[DETAILS-14] [ACTIONS-11] [ACTIONS-12] the launch is aborted', async () => {
      await page.getByRole('button', { name: 'Abort', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Abort launch' }).click()
      await one.expectToast(TEXTS.launchAborted)
    })
    await test.step('[TESTS-27] no tests at the end', async () => {
      await expect(page.getByText(TEXTS.noTests, { exact: true })).toBeVisible()
    })
    await expect(page.getByRole('button', { name: 'Abort', exact: true })).toBeHidden()
  })

  await test.step('[SUMMARY-01] [SUMMARY-05] [SUMMARY-09] [LIVE-08] [LIVE-11] tests, filtered and grouped too, counts, pass rate and history follow the agent without a reload', async () => {
    const agent = await anAgent(assay.url)
    const before = await agent.startLaunch('Followed')
    await before.test('adds an item')
    await before.finish()
    const launch = await agent.startLaunch('Followed')
    await launch.test('adds an item')
    const one = launchPage(page)
    await one.open(launch.id)
    await one.expectTests(['adds an item'])
    await one.expectPassRate('100%')
    await expect(one.kinds()).toHaveCount(8)
    const later = await launch.startTest('lowers the total')
    await expect(one.test(later).getByRole('img', { name: 'In progress' })).toBeVisible()
    await one.expectCount('In progress', 1)
    await launch.finishTest(later, 'FAILED', totalError)
    await expect(one.test(later).getByRole('img', { name: 'Failed' })).toBeVisible()
    await one.expectCount('Failed', 1)
    await one.expectCount('In progress', 0)
    await one.expectPassRate('50.0%')
    await one.open(launch.id, '?testsState=failed&group=failure&sort=name')
    await one.expectTests(['lowers the total'])
    const refunds = await launch.startTest('refunds')
    await launch.finishTest(refunds, 'FAILED', totalError)
    await one.expectTests(['lowers the total', 'refunds'])
    const buys = await launch.startTest('buys')
    await launch.finishTest(buys, 'FAILED', 'TimeoutError: no answer')
    await one.expectTests(['lowers the total', 'refunds', 'buys'])
    const group = page.getByRole('row').filter({ hasText: 'TimeoutError: no answer' })
    await expect(group).toContainText('1 test')
    await one.expectPassRate('25.0%')
    const histories: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/pass-rate-history')) histories.push(request.url())
    })
    await launch.finish()
    await expect(page.getByRole('main').getByText('Failed', { exact: true }).first()).toBeVisible()
    await expect.poll(() => histories.length).toBeGreaterThan(0)
    const history = page.getByRole('table', { name: 'Pass rate of the launches around this one' })
    await expect(history.getByRole('row')).toHaveText([`#${before.id}100%`, `#${launch.id}25.0%`])
    await expect(one.summary).toContainText(`−75.0 points since #${before.id}`)
  })
})

test('tests are searched, filtered, grouped and sorted, and the address remembers it', async ({ page, assay }) => {
  const { id, lowers } = await aMixedLaunch(assay.url, 'Asked')
  await signInDirectly(page)
  const one = launchPage(page)
  // Failures first, each under its cause.
  const all = ['lowers the total', 'refunds', 'adds an item', 'pays later']
  const inOrder = ['adds an item', 'lowers the total', 'pays later', 'refunds']
  await one.open(id)
  await one.expectTests(all)
  await test.step('[TESTS-01] words are sought, and kept', async () => {
    await one.search().fill('total')
    await one.expectTests(['lowers the total'])
    await expect(page).toHaveURL(/q=total/)
    await page.reload()
    await one.expectTests(['lowers the total'])
    await expect(one.search()).toHaveValue('total')
  })
  await test.step('[TESTS-09] [TESTS-12] [TESTS-30] a class, a failure, nothing; reset', async () => {
    // A class, a failure's words, and what no test has.
    await one.search().fill('pay.spec')
    await one.expectTests(['refunds', 'pays later'])
    await one.search().fill('timeouterror')
    await one.expectTests(['refunds'])
    await one.search().fill('no such test')
    await expect(page.getByText('No tests match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await one.expectTests(all)
    await expect(page).toHaveURL(new RegExp(`/${id}$`))
  })

  await test.step('[DETAILS-10] [DETAILS-12] a count filters', async () => {
    await one.summary.getByRole('link', { name: 'Failed' }).click()
    await expect(page).toHaveURL(/testsState=failed/)
    await one.expectTests(['lowers the total', 'refunds'])
  })
  await test.step('[TESTS-03] by status', async () => {
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('dialog', { name: 'Status' }).getByRole('option', { name: 'Skipped' }).click()
    await one.expectTests(['lowers the total', 'refunds', 'pays later'])
    await page.keyboard.press('Escape')
  })

  const choose = async (menu: RegExp, item: string, of: readonly string[]) => {
    await page.getByRole('button', { name: menu }).click()
    const items = page.getByRole('menuitemradio')
    await expect(items).toHaveText([...of])
    await items.filter({ hasText: item }).click()
  }
  await test.step('[TESTS-07] [TESTS-08] [TESTS-12] [DETAILS-07] [DETAILS-08] grouped and sorted', async () => {
    await choose(/^Group/, 'Class', ['None', 'Failure', 'Class', 'Status', 'Maintainer'])
    await choose(/^Sort/, 'Duration', ['Name', 'Status', 'Start', 'Duration'])
    await expect(page).toHaveURL(/group=className/)
    await expect(page).toHaveURL(/sort=duration/)
  })
  const heads = page.getByRole('button', { name: /shop\/(cart|pay)\.spec\.ts/, expanded: true })
  await test.step('[TESTS-14] under their classes', async () => {
    await expect(heads).toHaveCount(2)
  })
  await test.step('[DETAILS-13] a reload keeps all of it', async () => {
    await page.reload()
    await expect(heads).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Sort Duration' })).toBeVisible()
    await expect(one.tests()).toHaveCount(3)
  })
  await heads.filter({ hasText: 'shop/cart.spec.ts' }).click()
  await expect(one.test(lowers)).toBeHidden()
  await expect(one.tests()).toHaveCount(2)

  await test.step('[TESTS-06] [DETAILS-09] by label', async () => {
    await one.open(id, '?label=area%3Acart')
    await one.expectTests(['adds an item'])
  })
  await test.step('[DETAILS-07] sorted the other way round', async () => {
    await one.open(id, '?sort=name&order=desc&group=none')
    await one.expectTests(inOrder.toReversed())
  })
  await test.step('[DETAILS-06] a page of a size', async () => {
    await one.open(id, '?page=2&pageSize=3&group=none')
    await one.expectTests(['refunds'])
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  })
})

test('Back and Forward, movement, and one search', async ({ page, assay }) => {
  await test.step('Back and Forward show the tests of their address', async () => {
    const { id } = await aMixedLaunch(assay.url, 'Gone back')
    await signInDirectly(page)
    const one = launchPage(page)
    await one.open(id)
    await one.summary.getByRole('link', { name: 'Failed' }).click()
    await one.expectTests(['lowers the total', 'refunds'])
    await one.search().fill('total')
    await one.expectTests(['lowers the total'])
    await page.goBack()
    await one.expectTests(['lowers the total', 'refunds'])
    await expect(one.search()).toHaveValue('')
    await page.goBack()
    await one.expectTests(['lowers the total', 'refunds', 'adds an item', 'pays later'])
    await page.goForward()
    await one.expectTests(['lowers the total', 'refunds'])
  })

  await test.step('the page of a launch moves only while the launch runs', async () => {
    const { id } = await aMixedLaunch(assay.url, 'Still')
    const running = await (await anAgent(assay.url)).startLaunch('Under way')
    await running.startTest('adds an item')
    const one = launchPage(page)
    const moving = () => page.evaluate(() => document.getAnimations().length)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await one.open(running.id)
    await one.expectTests(['adds an item'])
    await expect.poll(moving).toBeGreaterThan(0)
    await one.open(id)
    await one.expectTests(['lowers the total', 'refunds', 'adds an item', 'pays later'])
    await expect.poll(moving).toBe(0)
  })

  await test.step('[TESTS-02] a search is asked for once, when the words have come to rest', async () => {
    const { id } = await aMixedLaunch(assay.url, 'Searched')
    const one = launchPage(page)
    await one.open(id)
    await expect(one.tests()).toHaveCount(4)
    // Keys that are held until the application is there come in one by one, later than they were pressed.
    await expectToAnswer(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const words = searchParams.get('q')
      if (pathname.endsWith(`/launches/${id}/tests`) && words !== null) asked.push(words)
    })
    await one.search().pressSequentially('total')
    await one.expectTests(['lowers the total'])
    expect(asked).toEqual(['total'])
  })
})

test('tests are marked one by one and together, and the counts follow', async ({ page, assay }) => {
  const { id, adds, lowers } = await aMixedLaunch(assay.url, 'Marked')
  await signInDirectly(page)
  const one = launchPage(page)
  await one.open(id)
  await one.expectPassRate('25.0%')
  await test.step('[MARK-01] [MARK-06] what a failed test is offered', async () => {
    await one.openMenu(lowers)
    await expect(one.marks()).toHaveText(['Passed', 'Blocked'])
    await page.keyboard.press('Escape')
  })
  await test.step('[MARK-08] [MARK-12] [TESTS-24] one is marked', async () => {
    await one.mark(lowers, 'Passed')
    await one.expectToast(TEXTS.testMarked('Passed'))
    await expect(one.test(lowers).getByRole('img', { name: 'Passed manually' })).toBeVisible()
    await one.expectCount('Passed manually', 1)
    await one.expectPassRate('50.0%')
  })

  await test.step('[TESTS-13] all, failed or skipped ones are selected', async () => {
    await one.open(id, '?pageSize=1')
    await one.pick('All')
    await expect(one.selection()).toContainText('4 tests selected')
    await expect(one.checked()).toHaveCount(1)
    await one.open(id)
    await one.pick('Failed')
    await expect(one.selection()).toContainText('1 test selected')
    await one.pick('Skipped')
    await expect(one.checked()).toHaveCount(1)
    await one.pick('All')
    await expect(one.checked()).toHaveCount(4)
  })
  const markAs = one.selection().getByRole('button', { name: 'Mark as' })
  await test.step('[MARK-03] what all of them are offered', async () => {
    await markAs.click()
    // Among passed, failed and skipped tests only Blocked is new to all.
    await expect(page.getByRole('menuitem')).toHaveText(['Blocked'])
    await page.keyboard.press('Escape')
  })
  await test.step('[TESTS-10] [MARK-09] several are marked', async () => {
    await one.test(adds).getByRole('checkbox').uncheck()
    await one.test(lowers).getByRole('checkbox').uncheck()
    await expect(one.selection()).toContainText('2 tests selected')
    await one.markSelected('Blocked')
    await one.expectToast(TEXTS.testsMarked('Blocked'))
    await one.expectCount('Blocked', 2)
    await one.expectCount('Failed', 0)
  })
  await page.reload()
  await one.expectCount('Blocked', 2)

  const running = await (await anAgent(assay.url)).startLaunch('Marked while it runs')
  await running.test('ends', 'FAILED', totalError)
  const open = await running.startTest('still runs')
  await test.step('[MARK-02] none while one of them runs', async () => {
    await one.open(running.id)
    await one.openMenu(open)
    await expect(page.getByRole('menuitem')).toHaveText(['Open in new tab', 'Copy link', 'Quarantine'])
    await page.keyboard.press('Escape')
    await one.pick('All')
    await expect(one.selection()).toContainText('2 tests selected')
    await expect(markAs).toBeHidden()
  })
  await running.finish()
})

test('facts and marks of tests', async ({ page, assay }) => {
  await test.step('a test shows its facts, its sessions, its stack trace and its issue', async () => {
    const launch = await (await anAgent(assay.url)).startLaunch('Told in full')
    const reason = `${totalError}\n${'    at cart.spec.ts:12:3\n'.repeat(20)}    at the-very-last-line`
    const about = {
      maintainer: 'nadia',
      labels: [
        ['area', 'cart'],
        ['com.zebrunner.app/tcm.zebrunner.test-case-key', 'SHOP-17'],
      ] as const,
    }
    const failed = await launch.test('lowers the total', 'FAILED', reason, about)
    const passed = await launch.test('adds an item')
    await launch.artifact(failed, 'console.txt', 'one line')
    await launch.session({ browserName: 'firefox', browserVersion: '133.0', platformName: 'linux' }, [failed])
    await launch.finish()
    await signInDirectly(page)
    const one = launchPage(page)
    await one.open(launch.id)
    const row = one.test(failed)
    await test.step('[TESTS-20] labels, cases and artifacts', async () => {
      await expect(row).toContainText('lowers the total')
      await expect(row).toContainText('cart')
      await expect(row).toContainText('SHOP-17')
      await expect(row).toContainText(/\dm?s/)
      await expect(row.getByRole('img', { name: /nadia/ })).toBeVisible()
      await expect(row.getByRole('link', { name: '1 artifact' })).toHaveAttribute('href', /tab=artifacts$/)
    })

    await test.step('[TESTS-19] sessions', async () => {
      await row.getByRole('button', { name: '1 session of lowers the total' }).click()
      const sessions = page.getByRole('complementary', { name: 'Sessions' })
      await expect(sessions).toContainText('firefox 133.0')
      await expect(sessions).toContainText(`session-${launch.id}`)
      await expect(sessions).toContainText('Completed')
      await sessions.getByRole('button', { name: 'Close sessions' }).click()
      await expect(sessions).toBeHidden()
    })

    await test.step('[TESTS-21] the stack trace', async () => {
      await row.getByRole('button', { name: 'Stack trace of lowers the total' }).click()
      const trace = page.getByRole('region', { name: 'Stack trace of lowers the total' })
      await expect(trace).toContainText('the-very-last-line')
      await row.getByRole('button', { name: 'Stack trace of lowers the total' }).click()
      await expect(trace).toBeHidden()
    })

    await test.step('[ISSUES-01] only failures have issues', async () => {
      await one.openMenu(passed)
      await expect(page.getByRole('menuitem', { name: 'Link issue' })).toBeHidden()
      await page.keyboard.press('Escape')
      await one.openMenu(failed)
      await page.getByRole('menuitem', { name: 'Link issue' }).click()
    })
    await test.step('[ISSUES-04] [TESTS-25] the failure is known', async () => {
      await page.getByRole('dialog').getByLabel('Issue').fill('SHOP-2214')
      await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
      await expect(row).toContainText('SHOP-2214')
      await expect(row.getByRole('img', { name: 'Known issue' })).toBeVisible()
      await one.expectCount('Known issue', 1)
    })
  })

  await test.step('[TESTS-23] a test shows by its mark which of the statuses it has', async () => {
    const launch = await (await anAgent(assay.url)).startLaunch('Of every kind')
    const marks = { PASSED: 'Passed', FAILED: 'Failed', BLOCKED: 'Blocked', SKIPPED: 'Skipped', ABORTED: 'Aborted' }
    const tests: [id: number, mark: string][] = [[await launch.startTest('still runs'), 'In progress']]
    for (const [result, mark] of Object.entries(marks))
      tests.push([await launch.test(`ends ${mark}`, result as keyof typeof marks), mark])
    const one = launchPage(page)
    await one.open(launch.id)
    for (const [id, mark] of tests)
      await expect(one.test(id).getByRole('img', { name: mark, exact: true })).toBeVisible()
    await launch.finish()
  })
})

test('[ISSUES-06] an issue is named by its key or its address, changed, and taken away again; what is neither is said', async ({
  page,
  assay,
}) => {
  const { id, lowers } = await aMixedLaunch(assay.url, 'Linked and unlinked')
  await signInDirectly(page)
  const one = launchPage(page)
  await one.open(id)
  const dialog = page.getByRole('dialog', { name: 'Link issue' })
  const issue = dialog.getByLabel('Issue')
  const submit = dialog.getByRole('button', { name: 'Link', exact: true })
  const ask = async (item: string) => {
    await one.openMenu(lowers)
    await page.getByRole('menuitem', { name: item }).click()
  }
  await ask('Link issue')
  await expect(dialog.getByRole('button', { name: 'Unlink' })).toHaveCount(0)
  await submit.click()
  await expect(dialog.getByText(TEXTS.required)).toBeVisible()
  await issue.fill('SHOP 2214')
  await submit.click()
  await expect(dialog.getByText('Must not hold spaces')).toBeVisible()
  await issue.fill(' SHOP-2214 ')
  await submit.click()
  await one.expectToast('Issue was linked')
  await expect(one.test(lowers)).toContainText('SHOP-2214')
  await one.expectCount('Known issue', 1)

  // The same failure in the next launch: its issue is one press away.
  const next = await aMixedLaunch(assay.url, 'The next')
  await one.open(next.id)
  const suggestion = page.getByRole('note', { name: 'Suggested issue SHOP-2214' })
  await expect(suggestion).toContainText('Same failure as in launch #')
  await suggestion.getByRole('button', { name: 'Link 1 test' }).click()
  await one.expectToast('1 test linked to SHOP-2214')
  await expect(one.test(next.lowers)).toContainText('SHOP-2214')
  await expect(suggestion).toHaveCount(0)
  await one.expectCount('Known issue', 1)

  await one.open(id)
  await ask('Change issue')
  await expect(issue).toHaveValue('SHOP-2214')
  const address = 'https://tracker.example/browse/SHOP-17'
  await issue.fill(address)
  await submit.click()
  await expect(one.test(lowers).getByRole('link', { name: 'SHOP-17' })).toHaveAttribute('href', address)
  await expect(one.test(lowers)).not.toContainText('SHOP-2214')
  await ask('Change issue')
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await one.expectToast('Issue was unlinked')
  await expect(one.test(lowers)).not.toContainText('SHOP-17')
  await one.expectCount('Known issue', 0)
  await one.expectCount('Failed', 2)
})

test('on narrow screens', async ({ page, assay }) => {
  await test.step('[DETAILS-17] [DETAILS-18] labels give way below 1280 pixels, the filters below 992, and below 960 the navigation does and a test takes two lines', async () => {
    const { id, adds } = await aMixedLaunch(assay.url, 'Narrower and narrower')
    await signInDirectly(page)
    const one = launchPage(page)
    await one.open(id)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const status = page.getByRole('button', { name: 'Status', exact: true })
    const filters = page.getByRole('button', { name: /^Filters, / })
    const label = one.test(adds).getByText('cart', { exact: true })
    const [name, place] = [one.test(adds).getByText('adds an item'), one.test(adds).getByText('shop/cart.spec.ts')]
    // Polled: the bar above may change its height between the two measurements, which moves the rows.
    const expectLines = (lines: 1 | 2) =>
      expect
        .poll(async () => {
          const [above, below] = [await name.boundingBox(), await place.boundingBox()]
          if (above === null || below === null) return undefined
          return below.y < above.y + above.height ? 1 : 2
        })
        .toBe(lines)
    const at = (width: number) => page.setViewportSize({ width, height: 800 })
    await at(1280)
    await expect(label).toBeVisible()
    await at(1279)
    await expect(label).toBeHidden()
    await expect(status).toBeVisible()
    await at(992)
    await expect(status).toBeVisible()
    await expect(filters).toBeHidden()
    await at(991)
    await expect(status).toBeHidden()
    await expect(filters).toBeVisible()
    await at(960)
    await expect(navigation).toBeVisible()
    await expectLines(1)
    await at(959)
    await expect(navigation).toBeHidden()
    await expectLines(2)
  })

  await test.step('[TESTS-11] a narrow page keeps its filters in a dialog', async () => {
    const { id } = await aMixedLaunch(assay.url, 'Narrow')
    await page.setViewportSize({ width: 720, height: 900 })
    const one = launchPage(page)
    await one.open(id)
    await expect(one.tests()).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Status', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Filters, 0 in force' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByRole('button', { name: 'Status' }).click()
    await dialog.getByRole('option', { name: 'Skipped' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await one.expectTests(['pays later'])
    await page.getByRole('button', { name: 'Filters, 1 in force' }).click()
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(one.tests()).toHaveCount(4)
  })
})
