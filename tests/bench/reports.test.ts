import { afterAll, beforeAll, test } from 'vitest'
import { limit } from './support/figures.ts'
import { fillTests } from './support/many-launches.ts'
import { startWithManyLaunches } from './support/many-launches-server.ts'

/** Number of launches with tests, and of tests in each. */
const [TESTED, TESTS] = [200, 500]
const ROUNDS = 5

let server: Awaited<ReturnType<typeof startWithManyLaunches>>
beforeAll(async () => {
  server = await startWithManyLaunches((dataDir) => fillTests(dataDir, TESTED, TESTS))
}, 600_000)
afterAll(() => server.remove())
const timeOf = (path: string) => server.timeOf(`/reports/${path}`, ROUNDS)

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
