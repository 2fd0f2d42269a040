import { TEXTS } from '../../../contract/texts.ts'
import { launchPage } from '../pages/launch.ts'
import { testPage } from '../pages/test-page.ts'
import { anAgent } from '../support/agent.ts'
import { film } from '../support/film.ts'
import { importReport } from '../support/imported-report.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const totalError = 'AssertionError: expected 49.47, got 54.97'
const trace = `${totalError}

Expected: "£49.47"
Received: "£54.97"
    at Cart.total (cart.ts:88:11)
    at cart.spec.ts:12:3
    at run (node_modules/runner/run.js:1:2)`

test('[TESTPAGE-01] a test opens from its card with its log, video, pictures and failure', async ({ page, assay }) => {
  const video = await film(page)
  const launch = await (await anAgent(assay.url)).startLaunch('Checkout', { environment: 'staging' })
  const startedAt = Date.now()
  const id = await launch.startTest('lowers the total', { startedAt, maintainer: 'nadia', labels: [['area', 'cart']] })
  // Sent out of order, as agents do.
  await launch.log(id, [
    { at: startedAt + 2000, level: 'WARN', message: 'The total is slow' },
    { at: startedAt + 500, level: 'INFO', message: 'Opens the cart' },
    { at: startedAt + 3000, level: 'ERROR', message: totalError },
  ])
  for (const at of [1000, 1200]) await launch.screenshot(id, startedAt + at)
  await launch.artifact(id, 'console.txt', 'what the browser said')
  await launch.session({ browserName: 'firefox', browserVersion: '133.0', platformName: 'linux' }, [id], {
    startedAt,
    video,
  })
  await launch.finishTest(id, 'FAILED', trace)
  await launch.finish()

  await signInDirectly(page)
  await launchPage(page).open(launch.id)
  await launchPage(page).test(id).getByRole('link', { name: 'lowers the total' }).click()
  await expect(page).toHaveURL(new RegExp(`/automation-launches/${launch.id}/tests/${id}$`))
  const one = testPage(page)
  await test.step('log and pictures are in the order of time', async () => {
    await expect(one.title()).toHaveText('lowers the total')
    await one.expectLogInOrder([
      /00:00\.500.*Opens the cart$/,
      /^00:01\.00000:01\.200$/,
      /00:02\.000.*The total is slow$/,
      /00:03\.000.*Failed here$/,
    ])
    const shot = one.log().getByRole('img', { name: 'Screenshot at 00:01.000' })
    await expect.poll(() => shot.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    await expect(one.about()).toContainText('firefox 133.0')
    await expect(one.about()).toContainText('cart')
  })
  await test.step('the error comes first with what differs, and frames of the runner are folded', async () => {
    const failure = page.getByRole('region', { name: 'Failure' })
    await expect(page.getByRole('main').getByText(totalError)).toHaveCount(1)
    for (const words of ['- "£49.47"', '+ "£54.97"', 'Last step 00:00.500 Opens the cart'])
      await expect(failure).toContainText(words)
    await expect(failure.getByText('node_modules/runner')).toBeHidden()
    await failure.getByText('1 line of runner and library code').click()
    await expect(failure.getByText('node_modules/runner')).toBeVisible()
  })
  await test.step('a line of the log leads into the video, which plays to its end', async () => {
    await one.expectVideo({ isReady: true })
    const line = one.log().getByRole('button', { name: /00:00\.500/ })
    await line.click()
    await expect.poll(async () => (await one.video()).at).toBeCloseTo(0.5, 1)
    await one.play()
    await expect.poll(async () => (await one.video()).hasEnded).toBe(true)
  })
  await test.step('the log is searched', async () => {
    await page.getByRole('searchbox', { name: 'Search in the log' }).fill('slow')
    await one.expectLogInOrder([/The total is slow$/])
  })
  await test.step('pictures open in a viewer by keys, which returns the focus', async () => {
    await one.tab('Screenshots').click()
    const picture = page.getByRole('main').getByRole('button', { name: 'Screenshot at 00:01.000' })
    await picture.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Screenshot 1 of 2' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: 'Screenshot 2 of 2' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(picture).toBeFocused()
  })
  await test.step('the tab is in the address: a reload shows it, and Back the one before', async () => {
    await one.tab('Artifacts').click()
    await page.reload()
    await expect(one.tab('Artifacts')).toHaveAttribute('aria-current', 'page')
    const file = page.getByRole('link', { name: 'console.txt' }).first()
    const answer = await page.request.get((await file.getAttribute('href')) ?? '')
    expect(await answer.text()).toBe('what the browser said')
    await page.goBack()
    await expect(one.tab('Screenshots')).toHaveAttribute('aria-current', 'page')
  })
})

test('a running test, attempts and neighbours', async ({ page, assay }) => {
  const agent = await anAgent(assay.url)
  const before = await agent.startLaunch('Nightly')
  const earlier = await before.test('settles', 'FAILED', trace)
  await before.finish()
  const launch = await agent.startLaunch('Nightly')
  const startedAt = Date.now()
  const id = await launch.startTest('settles', { startedAt })
  await launch.log(id, [{ at: startedAt + 100, level: 'INFO', message: 'First try' }])
  await launch.finishTest(id, 'FAILED', trace)
  await launch.test('refunds')
  await launch.restartTest(id, 'settles')
  await signInDirectly(page)
  const one = testPage(page)
  await one.open(launch.id, id)
  await test.step('lines and the end of a running test appear, and it is marked', async () => {
    await expect(page.getByText('No log yet')).toBeVisible()
    await launch.log(id, [{ at: Date.now(), level: 'INFO', message: 'Second try' }])
    await one.expectLogInOrder([/Second try$/])
    await one.tab('Artifacts').click()
    await launch.artifact(id, 'trace.txt', 'what happened')
    await expect(page.getByRole('link', { name: 'trace.txt' }).first()).toBeVisible()
    await one.tab('Log').click()
    await launch.finishTest(id, 'FAILED', trace)
    await page.getByRole('button', { name: 'Mark as' }).click()
    await page.getByRole('menuitem', { name: 'Passed' }).click()
    await one.expectToast(TEXTS.testMarked('Passed'))
    await expect(page.getByRole('main').getByText('Passed manually', { exact: true }).first()).toBeVisible()
  })
  await test.step('an earlier attempt has its own log and address', async () => {
    await one.attempt(1).click()
    await expect(page).toHaveURL(/attempt=1/)
    await one.expectLogInOrder([/First try$/])
  })
  await test.step('the previous test and earlier launches are one press away', async () => {
    // After the restart it is the later of the two.
    await one.neighbour('Previous').click()
    await expect(one.title()).toHaveText('refunds')
    await expect(one.neighbour('Previous')).toBeHidden()
    await one.neighbour('Next').click()
    await one.tab('History').click()
    const rows = page.getByRole('table', { name: 'History' }).getByRole('row')
    await expect(rows).toContainText([/./, `Nightly#${launch.id}`, `Nightly#${before.id}`])
    await rows.nth(2).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/${before.id}/tests/${earlier}$`))
  })
  await test.step('an unknown test leads to its launch', async () => {
    await openInPlace(page, `automation-launches/${launch.id}/tests/987654`)
    await one.expectToast('Test not found')
    await expect(page).toHaveURL(new RegExp(`/automation-launches/${launch.id}$`))
  })
})

test('pictures load as they come near, and below 992 pixels the details are under the log', async ({ page, assay }) => {
  const launch = await (await anAgent(assay.url)).startLaunch('Many pictures')
  const startedAt = Date.now()
  const id = await launch.startTest('takes pictures', { startedAt, labels: [['area', 'cart']] })
  for (let i = 0; i < 60; i += 1) await launch.screenshot(id, startedAt + i * 1000)
  await launch.finishTest(id, 'FAILED', trace)
  await launch.finish()
  await signInDirectly(page)
  await page.setViewportSize({ width: 1000, height: 500 })
  const one = testPage(page)
  await one.open(launch.id, id, '?tab=screenshots')
  await test.step('[DETAILS-16] pictures load 200 px before they come into view, and no earlier', async () => {
    const pictures = page.getByRole('main').getByRole('img', { name: /^Screenshot at / })
    await expect(pictures).toHaveCount(60)
    /** Number of pictures that begin this far below the window, and of those that were requested. */
    const below = (from: number, to: number) =>
      pictures.evaluateAll(
        (all, [min, max]) => {
          const near = (all as HTMLImageElement[]).filter((image) => {
            const gap = image.getBoundingClientRect().top - innerHeight
            return gap >= (min ?? 0) && gap < (max ?? Infinity)
          })
          return { all: near.length, loaded: near.filter(({ src }) => src.includes('/api/files/')).length }
        },
        [from, to],
      )
    const near = await below(0, 190)
    expect(near.all).toBeGreaterThan(0)
    await expect.poll(() => below(0, 190)).toEqual({ all: near.all, loaded: near.all })
    const far = await below(210, 100_000)
    expect(far.all).toBeGreaterThan(0)
    expect(far.loaded).toBe(0)
    await pictures.last().scrollIntoViewIfNeeded()
    await expect.poll(() => pictures.last().evaluate(({ src }: HTMLImageElement) => src)).toContain('/api/files/')
  })
  await test.step('[DETAILS-17] [DETAILS-18] below 992 pixels the log has the full width', async () => {
    await one.tab('Log').click()
    await expect(one.about()).toContainText('cart')
    const layout = async (width: number) => {
      await page.setViewportSize({ width, height: 800 })
      const [log, about] = [await one.log().boundingBox(), await one.about().boundingBox()]
      if (log === null || about === null) return null
      return { isBeside: about.x >= log.x + log.width, isUnder: about.y >= log.y + log.height, isWide: log.width > 700 }
    }
    await expect.poll(() => layout(992)).toEqual({ isBeside: true, isUnder: false, isWide: false })
    await expect.poll(() => layout(991)).toEqual({ isBeside: false, isUnder: true, isWide: true })
  })
})

test('the steps of an imported test open at its failure, and follow keys, searches and the attempt', async ({
  page,
  assay,
}) => {
  const { launchId, testIds } = await importReport(assay, 'steps/playwright-blob.zip')
  await signInDirectly(page)
  const one = testPage(page)
  await one.open(launchId, testIds['opens the lock'] ?? 0)
  const failed = one.step(/Expect "toHaveText"/)
  await test.step('the failure is open, with its error and the place of the step', async () => {
    await expect(one.tab('Steps')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name: 'Failure' })).toContainText('- "Berth 9"')
    await expect(failed).toContainText(/lock\.spec\.ts:15.*Error: expect\(locator\).*> 15 \|/s)
    await expect(failed).toHaveAttribute('aria-level', '2')
    await expect(one.step(/Before Hooks/)).toHaveAttribute('aria-expanded', 'false')
    await expect(one.step(/Launch browser/)).toBeHidden()
  })
  await test.step('the failure is copied as a prompt with the failed step', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as prompt' }).click()
    await expect(page.getByText('Prompt copied to clipboard')).toBeVisible()
    const prompt = await page.evaluate(() => navigator.clipboard.readText())
    expect(prompt).toMatch(/^# Failed test: opens the lock\n[^]*Location: \S*lock\.spec\.ts:15\n/)
  })
  await test.step('keys go through the tree, and open and close its steps', async () => {
    const tree = page.getByRole('tree', { name: 'Steps' })
    await tree.focus()
    await page.keyboard.press('Home')
    await expect(one.step(/Before Hooks/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(one.step(/beforeEach hook/)).toHaveAttribute('aria-selected', 'true')
    await expect(tree).toHaveAttribute(
      'aria-activedescendant',
      (await one.step(/beforeEach hook/).getAttribute('id')) ?? '',
    )
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(one.step(/beforeEach hook/)).toBeHidden()
  })
  await test.step('a search keeps the steps around its matches, and a step has its files', async () => {
    await page.getByRole('searchbox', { name: 'Search in the steps' }).fill('attach')
    await expect(one.steps()).toHaveText([/fill the basin/, /read the gauge/, /Attach "gauge\.json"/])
    const file = one.step(/Attach/).getByRole('link', { name: 'gauge.json' })
    const answer = await page.request.get((await file.getAttribute('href')) ?? '')
    expect(await answer.json()).toEqual({ level: 3 })
    await page.getByRole('button', { name: 'Go to failure' }).click()
    await expect(failed).toHaveAttribute('aria-selected', 'true')
  })
  await test.step('another attempt has its own steps', async () => {
    await one.attempt(1).click()
    await expect(failed).toContainText('Expected: "Berth 8"')
  })
})
