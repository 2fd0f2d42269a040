import { afterAll, beforeAll, test } from 'vitest'
import type { Assay } from '../e2e/support/server.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'
import { fillManyLaunches, fillTests } from './support/many-launches.ts'

const LAUNCHES = 100_000
/** Launches that have tests, and how many each has. */
const [TESTED, TESTS] = [200, 500]
const ROUNDS = 5

let assay: Assay
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  await fillManyLaunches(assay.dataDir, LAUNCHES)
  await fillTests(assay.dataDir, TESTED, TESTS)
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

/** The median of what a call takes; the first round only warms up. */
const timeOf = async (path: string): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begun = performance.now()
    const response = await fetch(`${assay.url}/api/projects/DEF/reports/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    if (round > 0) times.push(performance.now() - begun)
  }
  return median(times)
}

test('reports on 100,000 launches of 70 days, 100,000 results among them', async () => {
  for (const [what, query] of [
    ['30 days by environment', 'timeZone=Europe/Berlin'],
    ['365 days by environment', 'days=365&timeZone=Europe/Berlin'],
    ['365 days by suite, one environment', 'days=365&by=suite&environment=PROD'],
    ['365 days by milestone', 'days=365&by=milestone'],
    ['365 days by label', 'days=365&by=label'],
    ['365 days by test class', 'days=365&by=class'],
    ['365 days, one label', 'days=365&label=team:team%203'],
  ] as const)
    limit(`execution summary: ${what}`, await timeOf(`execution-summary?${query}`), 'ms', 'at most', 300)
  for (const view of ['slowest', 'variable', 'slowing'] as const)
    limit(`duration analysis: ${view}`, await timeOf(`durations?days=365&view=${view}`), 'ms', 'at most', 1000)
}, 600_000)
