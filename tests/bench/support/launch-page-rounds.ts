import type { Browser, BrowserContext, Page } from 'playwright'
import { LIMITS } from '../../../contract/limits.ts'
import { installStopwatch } from '../in-page/stopwatch.ts'
import { OWNER } from './assay.ts'
import { LAST_FRAME } from './big-launch.ts'
import { saved } from './page.ts'

/** One visit of a launch with a new browser. Times in ms. */
export interface Visit {
  firstRow: number
  failedOnly: number
  openFailed: number
  /** From the end of the debounce, if there is one. */
  search: number
  /** Bytes sent by the server from the navigation until the page has no pending requests. */
  bytes: number
  longTasks: number[]
}

/** One test in every launch of any size: the search is compared, not the rendering of more rows. */
const SOUGHT = 'item 4321 to'

/** The launch page, opened by a signed-in user. */
export const visitAssay = (browser: Browser, url: string, launchId: number): Promise<Visit> =>
  visit(browser, '[data-test]', `${url}/projects/DEF/automation-launches/${launchId}`, {
    prepare: (context) => signIn(context, url),
    settled: saved,
    failedOnly: (page) =>
      page.evaluate(() => {
        const link = document.querySelector<HTMLElement>('section[aria-label=Summary] a[href*="testsState=failed"]')
        const rows = () => [...document.querySelectorAll('[data-test]')]
        return window.stopwatch.time(
          () => link?.click(),
          () =>
            rows().length > 0 && rows().every((row) => row.querySelector('button[aria-label^="Stack trace"]') !== null),
        )
      }),
    openFailed: (page) =>
      page.evaluate((last) => {
        const opener = document.querySelector<HTMLElement>('[data-test] button[aria-label^="Stack trace"]')
        return window.stopwatch.time(
          () => opener?.click(),
          () => document.querySelector('[role=region] code')?.textContent.includes(last) ?? false,
        )
      }, LAST_FRAME),
    search: async (page) => {
      await page.goto(`${url}/projects/DEF/automation-launches/${launchId}`)
      await page.waitForSelector('[data-test]')
      await page.waitForLoadState('networkidle')
      return (await page.evaluate(typeAndFind, ['input[type=search]', '[data-test]', SOUGHT])) - LIMITS.searchDebounceMs
    },
  })

/** From the navigation to the paint of the first `row` of a page without a session, in ms. */
export const firstRowOf = async (browser: Browser, url: string, row: string): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(installStopwatch, row)
    const page = await context.newPage()
    await windowStarted(page)
    await page.goto(url)
    return await page.evaluate(() => window.stopwatch.firstSeen())
  } finally {
    await context.close()
  }
}

/** Below all rows that a browser renders ahead: the page is complete once this one is present. */
const WHOLE = '#root:not([data-drawn]) [data-index="9"] [data-test]'

/** A server in use has compiled its rendering code: the first dozen pages take up to three times as long. */
const DRAWN_BEFORE = 40

export const warmUp = async (browser: Browser, url: string, launchId: number): Promise<void> => {
  const context = await browser.newContext()
  try {
    await signIn(context, url)
    for (let i = 0; i < DRAWN_BEFORE; i += 1)
      await context.request.get(`${url}/projects/DEF/automation-launches/${launchId}`)
  } finally {
    await context.close()
  }
}

/** From the navigation until the complete launch page is interactive, in ms: with and without server rendering. */
export const answering = async (
  browser: Browser,
  { url, launchId, isDrawn }: { url: string; launchId: number; isDrawn: boolean },
): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await signIn(context, url)
    // The server renders nothing for a user who is signing out.
    if (!isDrawn) await context.addCookies([{ name: 'assay_signing_out', value: '1', url: `${url}/projects` }])
    await context.addInitScript(installStopwatch, WHOLE)
    const page = await context.newPage()
    await windowStarted(page)
    const [document] = await Promise.all([
      page.waitForResponse((response) => response.request().isNavigationRequest()),
      page.goto(`${url}/projects/DEF/automation-launches/${launchId}`),
    ])
    const seen = await page.evaluate(() => window.stopwatch.firstSeen())
    if ((await document.text()).includes('data-drawn') !== isDrawn)
      throw new Error('drawn, or not, against what was asked')
    return seen
  } finally {
    await context.close()
  }
}

const signIn = async (context: BrowserContext, url: string): Promise<void> => {
  const answer = await context.request.post(`${url}/api/iam/v1/auth/login`, { data: OWNER })
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}`)
}

/** A test in a Playwright report. */
export const REPORT_ROW = '.test-file-test'

export const visitReport = (browser: Browser, url: string): Promise<Visit> =>
  visit(browser, REPORT_ROW, url, {
    failedOnly: (page) =>
      page.evaluate(() => {
        const link = document.querySelector<HTMLElement>('a.subnav-item[href*="failed"]')
        const rows = () => [...document.querySelectorAll('.test-file-test')]
        return window.stopwatch.time(
          () => link?.click(),
          () => rows().length > 0 && rows().every((row) => row.matches('.test-file-test-outcome-unexpected')),
        )
      }),
    openFailed: (page) =>
      page.evaluate(() => {
        const link = document.querySelector<HTMLElement>('.test-file-test-outcome-unexpected a')
        return window.stopwatch.time(
          () => link?.click(),
          () => document.querySelector('.test-error-view')?.textContent.includes('Received:') ?? false,
        )
      }),
    search: async (page) => {
      await page.goto(url)
      await page.waitForSelector('.test-file-test')
      await page.waitForLoadState('networkidle')
      return page.evaluate(typeAndFind, ['.subnav-search-input', '.test-file-test', SOUGHT])
    },
  })

/** In the page: types the text in one event, and waits until all rows match. */
const typeAndFind = ([field = '', row = '', words = '']: string[]): Promise<number> => {
  const input = document.querySelector<HTMLInputElement>(field)
  // React only notices a value that is set through the prototype's setter.
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const rows = () => [...document.querySelectorAll(row)]
  return window.stopwatch.time(
    () => {
      set?.call(input, words)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    },
    () => rows().length > 0 && rows().every((one) => one.textContent.includes(words)),
  )
}

interface Steps extends Record<'failedOnly' | 'openFailed' | 'search', (page: Page) => Promise<number>> {
  prepare?: (context: BrowserContext) => Promise<void>
  /** Waits for the one-time work of the page beside its content. */
  settled?: (page: Page) => Promise<void>
}

const visit = async (browser: Browser, row: string, url: string, steps: Steps): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await steps.prepare?.(context)
    await context.addInitScript(installStopwatch, row)
    const page = await context.newPage()
    await windowStarted(page)
    const received = await bytesOf(page)
    await page.goto(url)
    const firstRow = await page.evaluate(() => window.stopwatch.firstSeen())
    await page.waitForLoadState('networkidle')
    const bytes = received()
    await steps.settled?.(page)
    const failedOnly = await steps.failedOnly(page)
    const openFailed = await steps.openFailed(page)
    const before = await page.evaluate(() => window.stopwatch.longTasks())
    const search = await steps.search(page)
    const longTasks = [...before, ...(await page.evaluate(() => window.stopwatch.longTasks()))]
    return { firstRow, failedOnly, openFailed, search, bytes, longTasks }
  } finally {
    await context.close()
  }
}

/**
 * A new window starts processes for half a second on two cores: a page opened meanwhile would wait for them, and the measurement would
 * include the browser's start.
 */
const windowStarted = (page: Page): Promise<void> => page.waitForTimeout(1000)

/** Bytes on the wire, including headers. */
const bytesOf = async (page: Page): Promise<() => number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return () => bytes
}
