import http from 'node:http'
import { afterAll, beforeAll, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { fillRepository } from './support/big-repository.ts'
import { limit, median } from './support/figures.ts'
import { createCases } from './support/load.ts'

const SUITES = 3000
const CASES = 50_000

let assay: AssayProcess
let token: string
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  await fillRepository(assay.dataDir, { suites: SUITES, cases: CASES })
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(async () => {
  agent.destroy()
  await assay.remove()
})

/** One call as a browser makes it. `bytes`: size on the wire. */
const call = (method: string, path: string, body?: unknown): Promise<{ bytes: number; ms: number; answer: Buffer }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(assay.url)
    const begun = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' }
    const request = http.request(
      { agent, hostname, port, method, path: `/api/projects/DEF${path}`, headers },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const answer = Buffer.concat(parts)
          if ((response.statusCode ?? 500) >= 300)
            reject(new Error(`${path}: ${response.statusCode} ${answer.toString()}`))
          else resolve({ bytes: answer.length, ms: performance.now() - begun, answer })
        })
      },
    )
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })

const timesOf = async (path: string): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < 7; round += 1) times.push((await call('GET', path)).ms)
  return median(times)
}

test('reading a repository of 50,000 cases in 3,000 suites', async () => {
  limit('repository: all suites', await timesOf('/test-suites'), 'ms', 'at most', 150)
  limit('repository: all suites, transferred', (await call('GET', '/test-suites')).bytes / 1000, 'kB', 'at most', 60)
  limit(
    'repository: a window of cases',
    await timesOf('/test-cases?suite=1&suite=10&suite=11&limit=100'),
    'ms',
    'at most',
    50,
  )
  for (const [what, query] of [
    ['search that finds many', 'q=voucher'],
    ['search that finds some', 'q=apply%20prin'],
    ['search by key', 'q=DEF-4711'],
    ['filter by priority', `filter=${encodeURIComponent('{"priorities":[1]}')}`],
    ['filter by draft', `filter=${encodeURIComponent('{"draft":true}')}`],
    ['filter by a text', `filter=${encodeURIComponent('{"preConditions":"item 12"}')}`],
  ] as const)
    limit(`repository: counts of a ${what}`, await timesOf(`/test-case-counts?${query}`), 'ms', 'at most', 150)
  limit('repository: best matches', await timesOf('/test-case-search?q=apply%20print'), 'ms', 'at most', 150)
  limit('repository: ids of all cases', await timesOf('/test-case-ids'), 'ms', 'at most', 500)
}, 600_000)

test('moving 1,000 cases', async () => {
  const { answer } = await call('GET', '/test-case-ids')
  // Compressed answers are not read here: the ids follow from how the cases were created.
  if (answer.length === 0) throw new Error('no ids')
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const ids = Array.from({ length: 1000 }, (_, i) => 1 + round * 1000 + i)
    const body = { operationId: crypto.randomUUID(), ids, targetTestSuiteId: 1, placementMode: 'AT_TEST_SUITE_END' }
    times.push((await call('POST', '/test-cases/move', body)).ms)
  }
  limit('repository: moving 1,000 cases', median(times), 'ms', 'at most', 1000)
}, 600_000)

test('creating cases, 8 connections', async () => {
  await createCases(assay.url, token, 8, 300, SUITES)
  const { perSecond } = await createCases(assay.url, token, 8, 3000, SUITES)
  limit('repository: creating cases, 8 connections, embedded database', perSecond, 'cases/s', 'at least', 1000)
}, 600_000)
