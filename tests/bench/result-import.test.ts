import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit } from './support/figures.ts'

const TESTS = 100_000
/** Output of each test, so that the report has 100 MB. */
const OUTPUT = 'The basket holds one article and the price is right.\n'.repeat(17)

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

function* report(): Generator<string> {
  yield '<testsuites name="Large"><testsuite name="Shop" timestamp="2026-11-02T08:15:00">'
  for (let i = 0; i < TESTS; i++) {
    const failure =
      i % 20 === 0 ? '<failure message="expected 1 but was 2">at shop.Cart.add(Cart.java:21)</failure>' : ''
    yield `<testcase classname="shop.Suite${i % 500}" name="test ${i}" time="0.01">${failure}<system-out>${OUTPUT}</system-out></testcase>`
  }
  yield '</testsuite></testsuites>'
}

/** Resident memory of the server with its threads, in MB. */
const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${assay.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024

test('a JUnit report of 100 MB becomes a launch in bounded memory', async () => {
  // One chunk, as a file is: sending 100,000 chunks would measure the sender.
  const blob = new Blob([[...report()].join('')])
  const body = new FormData()
  body.append('file', blob, 'large.xml')
  const idle = memoryMb()
  let max = idle
  const watch = setInterval(() => (max = Math.max(max, memoryMb())), 50)
  const begun = performance.now()
  const response = await fetch(`${assay.url}/api/projects/DEF/imported-launches?name=Large`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const ms = performance.now() - begun
  clearInterval(watch)
  expect(response.status).toBe(201)
  const seconds = ms / 1000
  console.log(`${Math.round(blob.size / 1024 / 1024)} MB, ${TESTS} tests in ${seconds.toFixed(1)} s`)
  limit('import of a JUnit report of 100 MB', TESTS / seconds, 'tests/s', 'at least', 5000)
  limit('import of a JUnit report of 100 MB, memory above idle', max - idle, 'MB', 'at most', 150)
}, 600_000)
