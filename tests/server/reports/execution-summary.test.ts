import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BREAKDOWNS, getExecutionSummary, type ExecutionSummary } from '../../../contract/reports/execution-summary.ts'
import { kindOf, NO_STATISTICS, deleteLaunch, type Statistics } from '../../../contract/launches/launches.ts'
import { linkIssue, markTests } from '../../../contract/launches/launch-tests.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const summaryOf = (query: Record<string, string | string[]> = {}): Promise<ExecutionSummary> =>
  ask(app, getExecutionSummary, { params, token: owner.token, query })
const rowsOf = ({ rows }: ExecutionSummary) =>
  Object.fromEntries(
    rows.map(({ value, launches, statistics }) => [value, [launches, statistics.passed, statistics.failed]]),
  )

interface Given {
  daysAgo?: number
  environment?: string
  milestone?: string
  label?: string
}
const aLaunch = async (
  name: string,
  results: readonly ('PASSED' | 'FAILED' | 'SKIPPED')[],
  { daysAgo = 0, environment, milestone, label }: Given = {},
): Promise<TestLaunch> => {
  const launch = await agent.startLaunch({
    name,
    startedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    config: { environment },
    ...(milestone === undefined ? {} : { milestone: { name: milestone } }),
  })
  if (label !== undefined) await launch.label([{ key: 'team', value: label }])
  for (const [index, result] of results.entries())
    await launch.test(`${name} ${index}`, result, { className: `${name}.spec` })
  await launch.finish()
  return launch
}

test('[NAV-12] [NAV-15] launches are counted over time and by environment, suite, class, milestone and label', async () => {
  expect(await summaryOf()).toMatchObject({ hasLaunches: false, points: [], rows: [], total: { launches: 0 } })
  await aLaunch('Checkout', ['PASSED', 'FAILED'], { environment: 'PROD', milestone: 'R1', label: 'red' })
  await aLaunch('Checkout', ['PASSED', 'PASSED'], { environment: 'DEV', label: 'blue' })
  await aLaunch('Search', ['PASSED'], { daysAgo: 10, environment: 'PROD' })
  await aLaunch('Old', ['FAILED'], { daysAgo: 100, environment: 'PROD' })

  const all = await summaryOf()
  expect(all.total).toMatchObject({ launches: 3, launchesPassed: 2, launchesFailed: 1 })
  expect(all.points.map(({ launches }) => launches)).toEqual([1, 2])
  expect(rowsOf(all)).toEqual({ PROD: [2, 2, 1], DEV: [1, 2, 0] })
  expect(rowsOf(await summaryOf({ by: 'suite' }))).toEqual({ Checkout: [2, 3, 1], Search: [1, 1, 0] })
  expect(rowsOf(await summaryOf({ by: 'class' }))).toEqual({ 'Checkout.spec': [2, 3, 1], 'Search.spec': [1, 1, 0] })
  expect(rowsOf(await summaryOf({ by: 'milestone' }))).toEqual({ R1: [1, 1, 1], null: [2, 3, 0] })
  expect(rowsOf(await summaryOf({ by: 'label' }))).toEqual({ 'team: blue': [1, 2, 0], 'team: red': [1, 1, 1] })
  expect((await summaryOf({ days: '365' })).total.launches).toBe(4)
  expect((await summaryOf({ days: '7' })).total.launches).toBe(2)
  expect((await summaryOf({ environment: 'PROD', suite: 'Checkout' })).total.launches).toBe(1)
  expect((await summaryOf({ label: 'team:blue' })).total.launches).toBe(1)
  const refused = { params, token: owner.token, query: { timeZone: 'Mars/Olympus', by: 'colour' } }
  expect((await refusalOf(app, getExecutionSummary, refused)).status).toBe(400)
})

test('days are those of the reader, and weeks begin on Monday', async () => {
  const launch = await aLaunch('Zoned', ['PASSED'])
  // 22:30 in UTC on a Tuesday is Wednesday in Tokyo.
  await sql`update launch set started_at = date_trunc('week', now()) - interval '6 days' + interval '22.5 hours' where id = ${launch.id}`.execute(
    app.db,
  )
  const dayIn = async (timeZone: string, days = '14') =>
    new Date(`${(await summaryOf({ suite: 'Zoned', timeZone, days })).points[0]?.day ?? ''}T00:00:00Z`).getUTCDay()
  expect([await dayIn('UTC'), await dayIn('Asia/Tokyo'), await dayIn('Asia/Tokyo', '90')]).toEqual([2, 3, 1])
})

type Change =
  | { do: 'start' | 'rerun' | 'delete' | 'revert'; pick: number }
  | { do: 'finish'; pick: number; result: 'PASSED' | 'FAILED' | 'SKIPPED' }
  | { do: 'mark' | 'link'; pick: number }
const pick = fc.nat(20)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('start' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      pick,
      result: fc.constantFrom('PASSED' as const, 'FAILED' as const, 'SKIPPED' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('rerun' as const, 'revert' as const, 'mark' as const, 'link' as const, 'delete' as const),
      pick,
    }),
  },
)

/** Counts every test again. */
const recount = async (suite: string): Promise<Statistics> => {
  const { rows } = await sql<{ status: 'PASSED'; passed_manually: boolean; issue_id: string | null }>`
    select t.status, t.passed_manually, t.issue_id from test t join launch l on l.id = t.launch_id where l.name = ${suite}`.execute(
    app.db,
  )
  const counts = { ...NO_STATISTICS }
  for (const row of rows)
    counts[kindOf({ status: row.status, passedManually: row.passed_manually, knownIssue: row.issue_id !== null })] += 1
  return counts
}

test('[NAV-15] after any changes of tests and launches each breakdown equals a plain recount', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 18 }), async (changes) => {
      const suite = `Random ${(run += 1)}`
      const now = () => new Date().toISOString()
      const launches = [
        await agent.startLaunch({ name: suite, startedAt: now() }),
        await agent.startLaunch({ name: suite, startedAt: now() }),
      ]
      const tests: { id: number; launch: TestLaunch }[] = []
      for (const one of changes) {
        const launch = launches[one.pick % Math.max(1, launches.length)]
        const chosen = tests[one.pick % Math.max(1, tests.length)]
        if (one.do === 'start' && launch !== undefined) {
          const name = `test ${tests.length}`
          tests.push({ id: await launch.startTest({ name, methodName: name }), launch })
        } else if (one.do === 'delete' && launch !== undefined && launches.length > 1) {
          await launch.finish()
          const at = { params: { ...params, launchId: launch.id }, token: owner.token }
          await ask(app, deleteLaunch, at)
          launches.splice(launches.indexOf(launch), 1)
          for (const gone of tests.filter((of) => of.launch === launch)) tests.splice(tests.indexOf(gone), 1)
        } else if (chosen === undefined) continue
        else if (one.do === 'finish') await chosen.launch.finishTest(chosen.id, { result: one.result, reason: 'broke' })
        else if (one.do === 'rerun') await chosen.launch.restartTest(chosen.id, 'again')
        else if (one.do === 'revert') {
          await chosen.launch.call('DELETE', `/tests/${chosen.id}`)
          tests.splice(tests.indexOf(chosen), 1)
        } else if (one.do === 'mark' || one.do === 'link') await byUser(one.do, chosen)
      }
      const expected = await recount(suite)
      for (const by of BREAKDOWNS) {
        const { total, points, rows } = await summaryOf({ suite, by })
        expect([by, total.statistics]).toEqual([by, expected])
        expect(sumOf(points)).toEqual(expected)
        // Without labels there are no rows of labels.
        expect([by, sumOf(rows)]).toEqual([by, by === 'label' ? NO_STATISTICS : expected])
        expect(total.launches).toBe(launches.length)
      }
    }),
    { numRuns: 12 },
  )
})

const byUser = async (what: 'mark' | 'link', { id, launch }: { id: number; launch: TestLaunch }): Promise<void> => {
  const at = { params: { ...params, launchId: launch.id }, token: owner.token }
  // Rejected for tests in a wrong state: then nothing may change.
  if (what === 'mark')
    await ask(app, markTests, { ...at, body: { ids: [id], status: 'PASSED' } }).catch(() => undefined)
  else await ask(app, linkIssue, { ...at, body: { ids: [id], issueId: 'SHOP-1' } }).catch(() => undefined)
}

const sumOf = (all: readonly { statistics: Statistics }[]): Statistics => {
  const sum = { ...NO_STATISTICS }
  for (const { statistics } of all)
    for (const kind of Object.keys(sum) as (keyof Statistics)[]) sum[kind] += statistics[kind]
  return sum
}
