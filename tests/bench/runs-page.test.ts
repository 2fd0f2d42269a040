import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { openDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'
import { saved, launchBrowser } from './support/page.ts'

const CASES = 20_000
const ROUNDS = 9

let assay: AssayProcess
let browser: Browser
let runId = 0
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir })
  await sql`
    with place as (select p.id as project, o.id as owner from (select id from project limit 1) p, (select id from workspace_user limit 1) o),
         suites as (insert into suite (project_id, title, position)
                    select project, 'Suite ' || n, n from place, generate_series(1, 100) n returning id, project_id, position)
    insert into test_case (project_id, number, title, suite_id, position, steps, created_by)
    select s.project_id, n, 'Case ' || n, s.id, n,
           '[{"kind": "step", "id": "s", "action": "Open the basket", "expectedResult": "It holds one item", "attachments": []}]', owner
      from place, suites s join generate_series(1, ${CASES}::int) n on n % 100 = s.position - 1`.execute(db)
  await close()
  await assay.restart()
  const token = await signIn(assay.url)
  const call = async (method: string, address: string, body?: unknown) => {
    const response = await fetch(`${assay.url}/api/projects/DEF${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as unknown
  }
  const { ids } = (await call('GET', '/test-case-ids')) as { ids: number[] }
  const made = await call('POST', '/test-runs', { title: 'Regression', testCases: ids.map((id) => ({ id })) })
  runId = (made as { data: { id: number } }).data.id
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

/** The awaited change: the result icon in the row of a case, or another heading of the open case. */
type Wanted = { passed: string } | { passed?: undefined; otherThan: string | null }

/** Time in the page from a key to the frame that shows the wanted content. */
const fromKey = async (page: Page, key: string, requested: Wanted): Promise<number> => {
  await page.evaluate(
    (what) => {
      const holds = () =>
        typeof what.passed === 'string'
          ? document
              .querySelector(`[aria-label="Select ${what.passed}"]`)
              ?.closest('[class*="pick"]')
              ?.querySelector('svg[aria-label="Passed"]') != null
          : document.querySelector('section[aria-label="Test case"] h2')?.textContent !== what.otherThan
      if (holds()) throw new Error('what is waited for is there already')
      const measured = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('nothing came of the key')), 20_000)
        const begin = () => {
          const begun = performance.now()
          const look = () => (holds() ? resolve(performance.now() - begun) : requestAnimationFrame(look))
          requestAnimationFrame(look)
        }
        addEventListener('keydown', (event) => event.key === what.key && begin(), { capture: true })
      })
      Object.assign(window, { measured })
    },
    { ...requested, key: key.split('+').at(-1) ?? key },
  )
  await page.keyboard.press(key)
  return page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured)
}

/** Resolves once the server has confirmed every result and the page has rendered the open case with its buttons. */
const settled = async (page: Page): Promise<void> => {
  await page.getByLabel('Not sent yet').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save and next' }).waitFor()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
}

test('the page of a run of 20,000 cases shows its rows, records results and continues', async () => {
  const context = await browser.newContext({ baseURL: assay.url, bypassCSP: true })
  const page = await context.newPage()
  await page.request.post('/api/iam/v1/auth/login', { data: { login: OWNER.login, password: OWNER.password } })
  await page.goto(`/projects/DEF/test-runs/${runId}`)
  await page
    .getByRole('link', { name: /^DEF-\d+/ })
    .first()
    .waitFor()
  await saved(page)
  const first: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`/projects/DEF/test-runs/${runId}`)
    await page
      .getByRole('link', { name: /^DEF-\d+/ })
      .first()
      .waitFor()
    first.push(await page.evaluate(() => performance.now()))
  }
  limit('runs: first rows of 20,000 on the page', median(first), 'ms', 'at most', 1000)

  await page.getByText(`0 of ${CASES} done`).waitFor()
  await page.getByRole('button', { name: 'Open my next case' }).click()
  await page.getByRole('button', { name: 'Save and next' }).waitFor()
  const shown: number[] = []
  const next: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await settled(page)
    await page.keyboard.press('1')
    const before = await page.getByRole('region', { name: 'Test case' }).locator('h2').textContent()
    // The next case is opened once the result is on this device's disk: the figure includes both.
    next.push(await fromKey(page, 'Control+Enter', { otherThan: before }))
    await settled(page)
    await page.keyboard.press('1')
    const open = page.getByRole('region', { name: 'Test case' }).getByText(/^DEF-\d+$/)
    const passed = (await open.first().textContent()) ?? ''
    shown.push(await fromKey(page, 'Control+Enter', { passed }))
  }
  const stepped: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await settled(page)
    const before = await page.getByRole('region', { name: 'Test case' }).locator('h2').textContent()
    stepped.push(await fromKey(page, ']', { otherThan: before }))
  }
  limit('runs: the next case is there', median(stepped), 'ms', 'at most', 50)
  limit('runs: a result shows on the page', median(shown), 'ms', 'at most', 50)
  limit('runs: a result is on disk and the next case is there', median(next), 'ms', 'at most', 100)
}, 600_000)
