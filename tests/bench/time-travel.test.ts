import { afterAll, beforeAll, test } from 'vitest'
import type { Browser } from 'playwright'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { installStopwatch } from './in-page/stopwatch.ts'
import { OWNER, startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { atMost, limit, median } from './support/figures.ts'
import { saved, launchBrowser } from './support/page.ts'

/** Each test has two events: its start and its end. */
const EVENTS = [10_000, 1_000] as const
/** Moments of the history, far from each other, so that each shows other tests. */
const PLACES = [0.95, 0.11, 0.52, 0.99, 0.31, 0.78, 0.04, 0.64, 0.23, 0.87, 0.4, 0.72, 0.17]

let assay: AssayProcess
let browser: Browser
let launches: number[]
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  launches = await fillLaunches(
    assay.dataDir,
    EVENTS.map((events) => events / 2),
  )
  await assay.restart()
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

/** From the move of the slider to the paint of the tests and counts at that moment, in ms, for each moment. */
const travel = async (launchId: number, events: number): Promise<{ opened: number; moments: number[] }> => {
  const context = await browser.newContext()
  try {
    const answer = await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
    if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}`)
    const page = await context.newPage()
    await page.addInitScript(installStopwatch, '[data-test]')
    await page.goto(`${assay.url}/projects/DEF/automation-launches/${launchId}`)
    await page.waitForSelector('[data-test]')
    await saved(page)
    const opened = await page.evaluate(() =>
      window.stopwatch.time(
        () => document.querySelector<HTMLElement>('button[aria-label="Time travel"]')?.click(),
        () => document.querySelector('section[aria-label="Time travel"] input[type=range]') !== null,
      ),
    )
    const moments: number[] = []
    for (const place of PLACES) {
      const took = await page.evaluate(
        (position) => {
          const slider = document.querySelector<HTMLInputElement>('section[aria-label="Time travel"] input[type=range]')
          const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
          const shown = () => document.querySelector('section[aria-label=Summary]')?.textContent
          const before = shown()
          return window.stopwatch.time(
            () => {
              setValue?.call(slider, String(position))
              slider?.dispatchEvent(new Event('input', { bubbles: true }))
            },
            () => shown() !== before && document.querySelector('[data-test]') !== null,
          )
        },
        Math.round(events * place),
      )
      moments.push(took)
    }
    return { opened, moments: moments.slice(1) }
  } finally {
    await context.close()
  }
}

test('any moment of a launch with 10,000 events', async () => {
  const [big, small] = launches
  const many = await travel(big ?? 0, EVENTS[0])
  const few = await travel(small ?? 0, EVENTS[1])
  limit('time travel: a moment of 10,000 events, median', median(many.moments), 'ms', 'at most', 100)
  limit('time travel: a moment of 10,000 events, slowest', Math.max(...many.moments), 'ms', 'at most', 100)
  atMost(
    'time travel: a moment of 10,000 events against one of 1,000',
    median(many.moments),
    median(few.moments),
    2,
    'ms',
  )
  limit('time travel: 10,000 events are read and folded', many.opened, 'ms', 'at most', 3000)
}, 600_000)
