import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { anAgent } from '../support/agent.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { aMixedLaunch, totalError } from './mixed-launch.ts'

test.use({ environment: unattended })

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

test('[ISSUES-06] an issue is linked by its key or its address, changed, and unlinked; any other text is refused', async ({
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
