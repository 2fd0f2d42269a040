import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { atLeast, limit } from './support/figures.ts'

const TESTS = 2000
const SCREENSHOTS = 200
const SCREENSHOT_BYTES = 200 * 1024
const RUNS = 3

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

/** Returns a blob report of Playwright; every tenth test has a screenshot of its own. */
const report = (screenshots: boolean): Uint8Array<ArrayBuffer> => {
  const events: object[] = []
  const resources: Record<string, Uint8Array> = {}
  const add = (method: string, params: object) => events.push({ method, params })
  const entries = Array.from({ length: TESTS }, (_, i) => ({ testId: `t${i}`, title: `test ${i}`, tags: [] }))
  add('onProject', { project: { name: 'chromium', suites: [{ title: 'shop.spec.ts', entries }] } })
  for (let i = 0; i < TESTS; i++) {
    const [testId, resultId] = [`t${i}`, `r${i}`]
    add('onTestBegin', { testId, result: { id: resultId, retry: 0, startTime: 1_795_937_292_795 + i } })
    if (screenshots && i % (TESTS / SCREENSHOTS) === 0) {
      const path = `resources/${i}.png`
      resources[path] = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(SCREENSHOT_BYTES)])
      add('onAttach', { testId, resultId, attachments: [{ name: 'screenshot', path, contentType: 'image/png' }] })
    }
    add('onTestEnd', {
      test: { testId, expectedStatus: 'passed' },
      result: { id: resultId, duration: 5, status: 'passed' },
    })
  }
  add('onEnd', { result: { status: 'passed' } })
  const lines = events.map((event) => JSON.stringify(event)).join('\n')
  return zipSync({ ...resources, 'report.jsonl': strToU8(lines) }, { level: 1 }) as Uint8Array<ArrayBuffer>
}

/** Resident memory of the server with its threads, in MB. */
const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${assay.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024

const imported = async (content: Uint8Array<ArrayBuffer>): Promise<number> => {
  const body = new FormData()
  body.append('file', new Blob([content]), 'report.zip')
  const begun = performance.now()
  const response = await fetch(`${assay.url}/api/projects/DEF/imported-launches?name=Blob`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  expect(await response.json()).toMatchObject({ tests: TESTS, problems: [] })
  return TESTS / ((performance.now() - begun) / 1000)
}

test('a blob report with 200 screenshots of 200 kB becomes a launch in bounded memory', async () => {
  const [plain, full] = [report(false), report(true)]
  await imported(plain)
  const idle = memoryMb()
  let max = idle
  const watch = setInterval(() => (max = Math.max(max, memoryMb())), 50)
  const speeds = { plain: [] as number[], full: [] as number[] }
  for (let run = 0; run < RUNS; run++) {
    speeds.plain.push(await imported(plain))
    speeds.full.push(await imported(full))
  }
  clearInterval(watch)
  const what = 'import of 2,000 tests with 200 screenshots of 200 kB'
  atLeast(what, Math.max(...speeds.full), Math.max(...speeds.plain), 0.25, 'tests/s')
  limit(`${what}, memory above idle`, max - idle, 'MB', 'at most', 150)
}, 600_000)
