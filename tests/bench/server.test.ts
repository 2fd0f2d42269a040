import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { ACCESS_TOKEN, signIn, startBenchServer } from './support/assay.ts'
import { limit } from './support/figures.ts'
import { reportTests } from './support/load.ts'

describe('the server', () => {
  let assay: AssayProcess
  let launchId: number
  beforeAll(async () => {
    assay = await startBenchServer()
    ;({ launchId } = await reportTests(assay.url, ACCESS_TOKEN, 8, 10_000))
  }, 300_000)
  afterAll(() => assay.remove())

  test('answers a health check while a launch of 10,000 tests is queried', async () => {
    const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
    const tests = `${assay.url}/api/projects/DEF/launches/${launchId}/tests`
    const queries = [
      '?q=to+be+even&group=failure',
      '?sort=duration&order=desc&page=150',
      '?group=className&page=40',
      '?label=feature:feature+7',
    ]
    const queried = { isDone: false }
    const querying = (async () => {
      for (let round = 0; round < 10; round += 1)
        await Promise.all(queries.map(async (query) => (await fetch(tests + query, { headers })).text()))
      queried.isDone = true
    })()
    let longest = 0
    while (!queried.isDone) {
      const begun = performance.now()
      await (await fetch(`${assay.url}/api/health`)).text()
      longest = Math.max(longest, performance.now() - begun)
    }
    await querying
    limit('longest health check while 10,000 tests are queried', longest, 'ms', 'at most', 50)
  })

  test('starts on a warm data folder, and stays small with 100,000 tests', async () => {
    await reportTests(assay.url, ACCESS_TOKEN, 8, 90_000)
    await assay.stop()
    const begun = performance.now()
    await assay.restart()
    limit('start to listening, warm data folder', (performance.now() - begun) / 1000, 's', 'at most', 2)
    await reportTests(assay.url, ACCESS_TOKEN, 8, 1000)
    limit('memory of the server after 100,000 tests', residentMegabytes(assay.pid()), 'MB', 'at most', 350)
  }, 600_000)
})

/** Resident memory as Linux reports it. */
const residentMegabytes = (pid: number): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? NaN) / 1024
}
