import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { atMost, limit, median } from './support/figures.ts'
import { firstRowOf, REPORT_ROW } from './support/launch-page-rounds.ts'
import { launchBrowser } from './support/page.ts'
import { playwrightReport, serveFolder } from './support/playwright-report.ts'

const TESTS = 10_000
const ROUNDS = 5

let assay: AssayProcess
let browser: Browser
let launchId = 0
beforeAll(async () => {
  browser = await launchBrowser()
  assay = await startBenchServer()
  await assay.stop()
  const [id = 0] = await fillLaunches(assay.dataDir, [TESTS])
  launchId = id
  await assay.restart()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

test('a launch of 10,000 tests is exported to HTML', async () => {
  const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
  const whole: number[] = []
  const first: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    const answer = await fetch(`${assay.url}/api/projects/DEF/launches/${launchId}/html`, { headers })
    expect(answer.status).toBe(200)
    let html = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!html.includes('<li') && part.includes('<li') && round > 0) first.push(performance.now() - begun)
      html += part
    }
    if (round > 0) whole.push(performance.now() - begun)
    expect(html.split('<li').length - 1).toBe(TESTS)
  }
  limit('HTML export of 10,000 tests', median(whole), 'ms', 'at most', 5000)
  limit('HTML export of 10,000 tests: first test', median(first), 'ms', 'at most', 1000)
}, 600_000)

test('an export of 10,000 tests shows its first one as soon as a Playwright report of the same tests', async () => {
  const answer = await fetch(`${assay.url}/api/projects/DEF/launches/${launchId}/html`, {
    headers: { authorization: `Bearer ${await signIn(assay.url)}` },
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'))
  writeFileSync(path.join(folder, 'index.html'), await answer.text())
  const [ours, theirs] = [await serveFolder(folder), await serveFolder(await playwrightReport())]
  try {
    const firstRows: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [our, their] = [
        await firstRowOf(browser, ours.url, 'li'),
        await firstRowOf(browser, theirs.url, REPORT_ROW),
      ]
      if (round === 0) continue
      firstRows.ours.push(our)
      firstRows.theirs.push(their)
    }
    atMost(
      'HTML export of 10,000 tests: first row, against a Playwright report',
      median(firstRows.ours),
      median(firstRows.theirs),
      1,
      'ms',
    )
  } finally {
    for (const { close } of [ours, theirs]) close()
    rmSync(folder, { recursive: true })
  }
}, 1_200_000)
