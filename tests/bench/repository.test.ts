import { afterAll, beforeAll, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { moveTestCases, selectTestCases } from '../../contract/cases/operations.ts'
import { listSuites } from '../../contract/cases/suites.ts'
import { pathOf } from '../../contract/call.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { fillRepository } from './support/big-repository.ts'
import { limit, median } from './support/figures.ts'
import { saved, launchBrowser } from './support/page.ts'

const SUITES = 3000
const CASES = 50_000
const ROUNDS = 5

let assay: AssayProcess
let browser: Browser
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  await fillRepository(assay.dataDir, { suites: SUITES, cases: CASES })
  await assay.restart()
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

const visit = async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: assay.url })
  const page = await context.newPage()
  await page.request.post('/api/iam/v1/auth/login', { data: OWNER })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const begun = performance.now()
  await page.goto('/projects/DEF/test-cases')
  await page.getByRole('treegrid').getByRole('link').first().waitFor()
  const firstRow = performance.now() - begun
  await page.waitForTimeout(1500)
  return { page, session, firstRow, kilobytes: bytes / 1000, close: () => context.close() }
}

/** From a user's action to the frame that shows it, measured in the page. */
const inPage = (page: Page, act: string, isSeen: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const begun = performance.now()
    ${act}
    const check = () => (${isSeen}) ? resolve(performance.now() - begun) : requestAnimationFrame(check)
    check()
  })`)

test(`a repository of ${CASES} cases in ${SUITES} suites`, async () => {
  const visits = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await visit()
    await one.close()
    if (round > 0) visits.push(one)
  }
  limit('repository: first rows', median(visits.map((one) => one.firstRow)), 'ms', 'at most', 1000)
  limit('repository: transferred', median(visits.map((one) => one.kilobytes)), 'kB', 'at most', 300)

  const { page, session, close } = await visit()
  await saved(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  limit('repository: heap', await heap(), 'MB', 'at most', 60)

  const toggles: number[] = []
  const first = `document.querySelector('[role=treegrid] [aria-expanded] button')`
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const was = await page.evaluate(`document.querySelector('[role=treegrid] [aria-expanded]').ariaExpanded`)
    toggles.push(
      await inPage(
        page,
        `${first}.click()`,
        `document.querySelector('[role=treegrid] [aria-expanded]').ariaExpanded !== '${String(was)}'`,
      ),
    )
  }
  limit('repository: expand or collapse a suite', median(toggles), 'ms', 'at most', 50)

  const searches: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = round % 2 === 0 ? 'expire' : 'combine'
    await page.getByRole('searchbox', { name: 'Search cases' }).fill(words)
    searches.push(
      (await inPage(
        page,
        '',
        `new URLSearchParams(location.search).get('q') === '${words}' && [...document.querySelectorAll('[role=treegrid] a')].some((a) => a.textContent.includes('${words}'))`,
      )) - LIMITS.searchDebounceMs,
    )
  }
  limit('repository: search, from the end of the typing', median(searches), 'ms', 'at most', 150)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('3,000 suites and 50,000 test cases').waitFor()

  /** Milliseconds per frame of a scroll by this many pixels per frame. */
  const scrolling = async (pixels: number | 'end to end'): Promise<number[]> =>
    page.evaluate(async (pace) => {
      const scroll = document.querySelector('[data-repository-list] > [data-scroll]') as HTMLElement
      const spent: number[] = []
      let last = performance.now()
      scroll.scrollTop = 0
      const step = pace === 'end to end' ? scroll.scrollHeight / 240 : pace
      for (let i = 0; i < 240; i += 1) {
        scroll.scrollTop += step
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        spent.push(now - last)
        last = now
      }
      return spent.slice(2)
    }, pixels)
  limit(
    'repository: longest frame of scrolling from end to end',
    Math.max(...(await scrolling('end to end'))),
    'ms',
    'at most',
    33,
  )
  // The fastest scroll at which every passing row is rendered.
  limit(
    'repository: longest frame of scrolling 400 pixels a frame',
    Math.max(...(await scrolling(400))),
    'ms',
    'at most',
    33,
  )
  await page.evaluate(() => {
    ;(document.querySelector('[data-repository-list] > [data-scroll]') as HTMLElement).scrollTop = 0
  })
  await page.keyboard.press('Control+Shift+S')
  await page.getByRole('checkbox', { name: 'Select all test cases' }).waitFor()
  const all = await inPage(
    page,
    `document.querySelector('[aria-label="Select all test cases"]').click()`,
    `document.querySelector('[aria-label=Selection] strong').textContent.startsWith('50,000')`,
  )
  limit('repository: select all', all, 'ms', 'at most', 50)

  const row = page
    .getByRole('treegrid')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
    .nth(2)
  await row.hover({ position: { x: 200, y: 12 } })
  // The listener of clicks is loaded with the first pointer event.
  await page.locator('[data-surface][data-sensed]').first().waitFor()
  await page.mouse.down()
  await page.evaluate(`window.started = new Promise((resolve) => {
    window.addEventListener('mousemove', ({ timeStamp }) => {
      const check = () =>
        document.querySelector('[aria-hidden][class*=_lifted_]')?.textContent.startsWith('50,000')
          ? resolve(performance.now() - timeStamp)
          : requestAnimationFrame(check)
      check()
    }, { once: true })
  }); undefined`)
  const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 215, y + 16)
  limit('repository: drag start of all', await page.evaluate<number>('window.started'), 'ms', 'at most', 50)
  await page.mouse.up()
  await close()

  const token = await signIn(assay.url)
  const call = async (path: string, body?: object) => {
    const answer = await fetch(assay.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { ids: number[]; items: { id: number }[] }
  }
  const params = { projectKey: 'DEF' }
  const { ids } = await call(pathOf(selectTestCases.path, params))
  const { items } = await call(pathOf(listSuites.path, params))
  const moves: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    await call(pathOf(moveTestCases.path, params), {
      operationId: crypto.randomUUID(),
      ids: ids.slice(round * 1000, round * 1000 + 1000),
      targetTestSuiteId: items[round]?.id,
      placementMode: 'AT_TEST_SUITE_END',
    })
    moves.push(performance.now() - begun)
  }
  limit('repository: move 1,000 cases', median(moves), 'ms', 'at most', 1000)
}, 600_000)
