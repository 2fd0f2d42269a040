import { afterAll, beforeAll, test } from 'vitest'
import type { Browser } from 'playwright'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { atMost, limit, median } from './support/figures.ts'
import { answering, visitAssay, visitReport, warmUp, type Visit } from './support/launch-page-rounds.ts'
import { launchBrowser } from './support/page.ts'
import { playwrightReport, serveFolder } from './support/playwright-report.ts'

const ROUNDS = 7

let assay: AssayProcess
let report: Awaited<ReturnType<typeof serveFolder>>
let browser: Browser
let launches: number[]
beforeAll(async () => {
  report = await serveFolder(await playwrightReport())
  assay = await startBenchServer()
  await assay.stop()
  launches = await fillLaunches(assay.dataDir, [10_000, 100_000])
  await assay.restart()
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  report.close()
  await assay.remove()
})

test('a launch of 10,000 tests against the same launch as a Playwright report, and against one of 100,000', async () => {
  const [small = 0, big = 0] = launches
  const ours: Visit[] = []
  const theirs: Visit[] = []
  const bigger: Visit[] = []
  // Alternating, so that other load on the machine slows all three; the first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const visits = [
      await visitAssay(browser, assay.url, small),
      await visitReport(browser, report.url),
      await visitAssay(browser, assay.url, big),
    ] as const
    if (round === 0) continue
    ours.push(visits[0])
    theirs.push(visits[1])
    bigger.push(visits[2])
  }
  const of = (visits: Visit[], part: (visit: Visit) => number) => median(visits.map(part))
  const parts = [
    ['first row', 'firstRow', 0.7],
    ['failed only', 'failedOnly', 0.5],
    ['open a failed test', 'openFailed', 1],
    ['search', 'search', 1],
  ] as const
  for (const [words, part, max] of parts)
    atMost(
      `launch page: ${words}, against a Playwright report`,
      of(ours, (v) => v[part]),
      of(theirs, (v) => v[part]),
      max,
      'ms',
    )
  const kilobytes = (visits: Visit[]) => of(visits, ({ bytes }) => bytes / 1000)
  atMost('launch page: transferred, against a Playwright report', kilobytes(ours), kilobytes(theirs), 0.25, 'kB')
  for (const [words, part] of parts)
    atMost(
      `launch page: ${words}, 100,000 tests against 10,000`,
      of(bigger, (v) => v[part]),
      of(ours, (v) => v[part]),
      1.3,
      'ms',
    )
  const longest = (visits: Visit[]) => of(visits, ({ longTasks }) => Math.max(0, ...longTasks))
  limit('launch page: longest task of a visit', longest(ours), 'ms', 'at most', 50)
  limit('launch page: longest task of a visit, 100,000 tests', longest(bigger), 'ms', 'at most', 50)
}, 600_000)

test('a page that the server draws answers as soon as one that it does not draw', async () => {
  const [launchId = 0] = launches
  await warmUp(browser, assay.url, launchId)
  const times: Record<'drawn' | 'plain', number[]> = { drawn: [], plain: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const drawn = await answering(browser, { url: assay.url, launchId, isDrawn: true })
    const plain = await answering(browser, { url: assay.url, launchId, isDrawn: false })
    if (round === 0) continue
    times.drawn.push(drawn)
    times.plain.push(plain)
  }
  atMost(
    'launch page: answers people, drawn by the server against drawn by the browser alone',
    median(times.drawn),
    median(times.plain),
    1.1,
    'ms',
  )
}, 600_000)
