import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAgent } from '../e2e/support/agent.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { ACCESS_TOKEN, OWNER, startBenchServer } from './support/assay.ts'
import { atMost, median } from './support/figures.ts'
import { launchBrowser, saved } from './support/page.ts'

const ROUNDS = 5
const MEGABYTES = 50
/** A trace has each body twice: as the answer of the network, and as that of the route. */
const PICTURES = MEGABYTES / 2

let folder: string
let browser: Browser
let assay: AssayProcess
let viewer: { process: ChildProcess; url: string }
let launchUrl: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-trace-'))
  browser = await launchBrowser()
  const file = path.join(folder, 'trace.zip')
  await recordTrace(file)
  assay = await startBenchServer()
  const launch = await (await anAgent(assay.url, ACCESS_TOKEN, 'DEF')).startLaunch('Traces')
  const id = await launch.startTest('loads pictures')
  await launch.artifact(id, 'trace.zip', new Uint8Array(readFileSync(file)))
  await launch.finishTest(id, 'FAILED', 'Error')
  await launch.finish()
  launchUrl = `${assay.url}/projects/DEF/automation-launches/${launch.id}`
  viewer = await showTrace(file)
}, 300_000)
afterAll(async () => {
  viewer.process.kill()
  await browser.close()
  await assay.remove()
  rmSync(folder, { recursive: true })
})

/** A page with large pictures, whose bytes do not compress. */
const recordTrace = async (file: string): Promise<void> => {
  const context = await browser.newContext()
  await context.tracing.start({ screenshots: true, snapshots: true })
  const page = await context.newPage()
  await page.route('**/*', (route) =>
    route.request().url().endsWith('.bin')
      ? route.fulfill({ contentType: 'application/octet-stream', body: randomBytes(1024 * 1024) })
      : route.fulfill({ contentType: 'text/html', body: '<h1>Pictures</h1>' }),
  )
  await page.goto('https://shop.test/')
  for (let i = 0; i < PICTURES; i += 1)
    await page.evaluate(
      (n) =>
        fetch(`/${n}.bin`)
          .then((answer) => answer.arrayBuffer())
          .then(() => undefined),
      i,
    )
  await page.getByRole('heading').click()
  await context.tracing.stop({ path: file })
  await context.close()
  expect(statSync(file).size).toBeGreaterThan(MEGABYTES * 1024 * 1024)
}

/** Starts the viewer of the command `playwright show-trace`. */
const showTrace = async (file: string): Promise<typeof viewer> => {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json')
  const cli = path.join(path.dirname(manifest), 'cli.js')
  const args = [cli, 'show-trace', '--host', '127.0.0.1', '--port', '0', file]
  const process = spawn(globalThis.process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => {
    let output = ''
    process.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      const found = /https?:\/\/\S+/.exec(output)?.[0]
      if (found !== undefined) resolve(found)
    })
  })
  return { process, url }
}

/** Resolves with the ms from the step that opens the viewer until the page of the last action is visible in it. */
const firstFrame = async (
  { prepare, open }: { prepare?: (page: Page) => Promise<unknown>; open: (page: Page) => Promise<unknown> },
  viewerIn: (page: Page) => Page | FrameLocator,
): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await prepare?.(page)
  const start = performance.now()
  await open(page)
  await viewerIn(page).frameLocator('iframe.snapshot-visible').getByRole('heading', { name: 'Pictures' }).waitFor()
  const time = performance.now() - start
  await context.close()
  return time
}

/** Opens the launch on a device that has the application already; the trace opens from there. */
const openLaunch = async (page: Page) => {
  await page.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
  await page.goto(launchUrl)
  await page.getByRole('link', { name: 'Trace of loads pictures' }).waitFor()
  await saved(page)
}

test('a trace of 50 MB on the page of its test against playwright show-trace', async () => {
  const ours: number[] = []
  const theirs: number[] = []
  // Alternating, so that other load on the machine slows both; the first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = [
      await firstFrame(
        { prepare: openLaunch, open: (page) => page.getByRole('link', { name: 'Trace of loads pictures' }).click() },
        (page) => page.frameLocator('iframe[title^="Trace"]'),
      ),
      await firstFrame({ open: (page) => page.goto(viewer.url, { waitUntil: 'commit' }) }, (page) => page),
    ] as const
    if (round === 0) continue
    ours.push(times[0])
    theirs.push(times[1])
  }
  atMost('trace of 50 MB: first frame, against playwright show-trace', median(ours), median(theirs), 1, 'ms')
}, 600_000)
