import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDurationAnalysis, getLaunchSlowdown, type DurationView } from '../../../contract/reports/durations.ts'
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

type Timed = readonly [name: string, from: number, to: number, result?: 'PASSED' | 'FAILED']

let clock = Date.now() - 3_600_000
/** An ended launch whose tests ran between these seconds after its start. */
const aLaunch = async (name: string, tests: readonly Timed[]): Promise<TestLaunch> => {
  const begun = (clock += 60_000)
  const at = (seconds: number) => new Date(begun + seconds * 1000).toISOString()
  const launch = await agent.startLaunch({ name, startedAt: at(0) })
  for (const [test, from, to, result = 'PASSED'] of tests)
    await launch.test(test, { result, endedAt: at(to) }, { startedAt: at(from) })
  await launch.call('PUT', '', { endedAt: at(Math.max(...tests.map(([, , to]) => to))) })
  return launch
}
const params = { projectKey: 'DEF' }
const analysis = (view: DurationView, query: Record<string, string> = {}) =>
  ask(app, getDurationAnalysis, { params, token: owner.token, query: { view, ...query } })

test('[NAV-13] [NAV-15] tests are listed as slowest, variable and growing slower by the rules of the report', async () => {
  for (let run = 0; run < 8; run += 1)
    await aLaunch('Nightly', [
      ['steady', 0, 20],
      ['quick', 0, 1],
      ['shaky', 0, run % 2 === 0 ? 2 : 12],
      ['slowing', 0, run < 4 ? 3 : 6],
      ['failing', 0, 90, 'FAILED'],
    ])
  await aLaunch('Other', [['elsewhere', 0, 50]])

  const slowest = await analysis('slowest', { suite: 'Nightly' })
  expect(slowest).toMatchObject({ launches: 8, launchesTotal: 8, results: 40, total: 4, hasLaunches: true })
  expect(slowest.items.map(({ name, medianMs, p95Ms }) => [name, medianMs, p95Ms])).toEqual([
    ['steady', 20_000, 20_000],
    ['shaky', 7000, 12_000],
    ['slowing', 4500, 6000],
    ['quick', 1000, 1000],
  ])
  expect(slowest.points).toEqual([expect.objectContaining({ launches: 8, medianMs: 90_000 })])
  const variable = await analysis('variable', { suite: 'Nightly' })
  expect(variable.items.map(({ name }) => name)).toEqual(['shaky', 'slowing'])
  expect(variable.items[0]?.variation).toBeCloseTo(5 / 7)
  const slowing = await analysis('slowing', { suite: 'Nightly' })
  expect(slowing.items).toMatchObject([{ name: 'slowing', earlierMs: 3000, laterMs: 6000, runs: 8 }])
  expect((await analysis('slowest')).items[0]?.name).toBe('elsewhere')
  expect((await analysis('slowest', { suite: 'None' })).items).toEqual([])
})

test('[NAV-15] compares a launch with the median before, the tests that delayed its end first', async () => {
  const usual: Timed[] = [
    ['first', 0, 2],
    ['second', 2, 4],
    ['beside', 0, 1],
  ]
  for (let run = 0; run < 3; run += 1) await aLaunch('Chained', usual)
  const slow = await aLaunch('Chained', [
    ['first', 0, 4],
    ['second', 4, 6],
    ['beside', 0, 5],
    ['fresh', 0, 5],
  ])
  const slowdown = (launchId: number) =>
    ask(app, getLaunchSlowdown, { params: { ...params, launchId }, token: owner.token })
  const answer = await slowdown(slow.id)
  expect(
    answer.items.map(({ name, isCritical, durationMs, medianMs }) => [name, isCritical, durationMs, medianMs]),
  ).toEqual([
    ['first', true, 4000, 2000],
    ['beside', false, 5000, 1000],
  ])
  expect(answer).toMatchObject({ comparedWith: 3, medianMs: 4000, addedMs: 6000, criticalMs: 2000, total: 2 })
  expect(answer.launch.elapsedMs).toBe(6000)
  const { rows } = await sql<{ id: number }>`select min(id) as id from launch where name = 'Chained'`.execute(app.db)
  expect(await slowdown(rows[0]?.id ?? 0)).toMatchObject({ comparedWith: 0, medianMs: null, items: [] })
  const elsewhere = { params: { ...params, launchId: 999_999 }, token: owner.token }
  expect((await refusalOf(app, getLaunchSlowdown, elsewhere)).status).toBe(404)
})
