import type { Browser } from 'playwright'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, test } from 'vitest'
import { listTests } from '../../contract/launches/launch-tests.ts'
import { ImportedLaunch } from '../../contract/launches/result-import.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { installStopwatch } from './in-page/stopwatch.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'
import { launchBrowser } from './support/page.ts'

const STEPS = 10_000
const ROUNDS = 5

let assay: AssayProcess
let token: string
let browser: Browser
beforeAll(async () => {
  assay = await startBenchServer()
  token = await signIn(assay.url)
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

/** A blob report of Playwright with one test, whose steps are in groups of ten; the last one failed. */
const report = (): Uint8Array<ArrayBuffer> => {
  const events: object[] = []
  const of = { testId: 't', resultId: 'r' }
  const add = (method: string, params: object) => events.push({ method, params })
  const entries = [{ testId: 't', title: 'walks', tags: [] }]
  add('onProject', { project: { name: '', suites: [{ title: 'shop.spec.ts', entries }] } })
  add('onTestBegin', { testId: 't', result: { id: 'r', startTime: 1_795_937_292_000 } })
  for (let i = 0; i < STEPS; i++) {
    const location = { file: 'shop.spec.ts', line: i + 1, column: 3 }
    const parentStepId = i % 10 === 0 ? undefined : `s${i - (i % 10)}`
    const title = `Click getByRole('button', { name: 'Article ${i}' })`
    const startTime = 1_795_937_292_000 + i
    add('onStepBegin', { ...of, step: { id: `s${i}`, parentStepId, title, category: 'pw:api', startTime, location } })
  }
  for (let i = STEPS - 1; i >= 0; i--) {
    const error = i === STEPS - 1 ? { message: 'Error: there is no article\n    at shop.spec.ts:9:1' } : undefined
    add('onStepEnd', { ...of, step: { id: `s${i}`, duration: 1, error } })
  }
  add('onTestEnd', {
    test: { testId: 't', expectedStatus: 'passed' },
    result: { id: 'r', duration: STEPS, status: 'failed' },
  })
  add('onEnd', { result: { status: 'failed' } })
  const lines = events.map((event) => JSON.stringify(event)).join('\n')
  return zipSync({ 'report.jsonl': strToU8(lines) }, { level: 1 }) as Uint8Array<ArrayBuffer>
}

test(`${STEPS} steps of a test are read, opened at the failure and expanded`, async () => {
  const headers = { authorization: `Bearer ${token}` }
  const body = new FormData()
  body.append('file', new Blob([report()]), 'blob.zip')
  const made = await fetch(`${assay.url}/api/projects/DEF/imported-launches`, { method: 'POST', headers, body })
  const { launchId } = ImportedLaunch.parse(await made.json())
  const place = `${assay.url}/api/projects/DEF/launches/${launchId}/tests`
  const { items } = listTests.answer.parse(await (await fetch(place, { headers })).json())
  const testId = items[0]?.id ?? 0
  const times = { read: [] as number[], open: [] as number[], expand: [] as number[], longest: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    await (await fetch(`${place}/${testId}/steps`, { headers })).text()
    const read = performance.now() - begun
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
    await context.addInitScript(installStopwatch, '[role=log]')
    const page = await context.newPage()
    await page.goto(`${assay.url}/projects/DEF/automation-launches/${launchId}/tests/${testId}?tab=log`)
    await page.waitForLoadState('networkidle')
    const before = await page.evaluate(() => window.stopwatch.longTasks().length)
    const [open, expand] = await page.evaluate(async () => [
      await window.stopwatch.time(
        () => document.querySelector<HTMLElement>('a[href*="tab=steps"]')?.click(),
        () => document.querySelector('[role=treeitem][data-kind=failed] pre') !== null,
      ),
      await window.stopwatch.time(
        () => document.querySelector<HTMLElement>('button[aria-label="Expand all"]')?.click(),
        () => document.querySelectorAll('[role=treeitem][aria-level="2"]').length > 9,
      ),
    ])
    const tasks = (await page.evaluate(() => window.stopwatch.longTasks())).slice(before)
    await context.close()
    if (round === 0) continue
    times.read.push(read)
    times.open.push(open ?? 0)
    times.expand.push(expand ?? 0)
    times.longest.push(Math.max(0, ...tasks))
  }
  const what = `${STEPS.toLocaleString('en-US')} steps of a test`
  limit(`${what}: read by the API`, median(times.read), 'ms', 'at most', 100)
  limit(`${what}: opened at the failure, with their request`, median(times.open), 'ms', 'at most', 200)
  limit(`${what}: expanded`, median(times.expand), 'ms', 'at most', 100)
  limit(`${what}: longest task`, median(times.longest), 'ms', 'at most', 100)
}, 600_000)
