import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { expectToAnswer } from '../support/prerendered.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { aMixedLaunch, totalError } from './mixed-launch.ts'

test.use({ environment: unattended })

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
