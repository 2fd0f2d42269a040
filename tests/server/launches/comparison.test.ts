import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { compareLaunches, type Comparison } from '../../../contract/launches/comparison.ts'
import { linkIssue } from '../../../contract/launches/launch-tests.ts'
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

const params = (launch: TestLaunch, projectKey = 'DEF') => ({ projectKey, launchId: launch.id })
const compare = (launch: TestLaunch, query: Record<string, string | string[]> = {}): Promise<Comparison> =>
  ask(app, compareLaunches, { params: params(launch), token: owner.token, query })

type Outcome = readonly [name: string, result: 'PASSED' | 'FAILED' | 'SKIPPED', seconds?: number]
const aLaunch = async (name: string, outcomes: readonly Outcome[], environment?: string) => {
  const launch = await agent.startLaunch({ name, config: { environment } })
  for (const [test, result, seconds = 1] of outcomes) {
    const id = await launch.test(test, { result, ...(result === 'FAILED' ? { reason: `Error: ${test}` } : {}) })
    await sql`update test set ended_at = started_at + ${seconds}::int * interval '1 second' where id = ${id}`.execute(
      app.db,
    )
  }
  return launch
}
const ended = async (...of: Parameters<typeof aLaunch>) => {
  const launch = await aLaunch(...of)
  await launch.finish()
  return launch
}
const received = ({ items }: Comparison) => items.map((item) => [item.class, item.name])

test('each test is in the first class whose rule applies, and all classes are counted', async () => {
  const before = await ended('Nightly', [
    ['was fine', 'PASSED'],
    ['stays broken', 'FAILED'],
    ['gets mended', 'FAILED'],
    ['gets slow', 'PASSED', 2],
    ['gets a little slow', 'PASSED', 1],
    ['goes away', 'PASSED'],
    ['is skipped now', 'FAILED'],
    ['never ran', 'SKIPPED'],
    ['stays', 'PASSED'],
  ])
  const after = await ended('Nightly', [
    ['was fine', 'FAILED'],
    ['stays broken', 'FAILED'],
    ['gets mended', 'PASSED'],
    ['gets slow', 'PASSED', 3],
    ['gets a little slow', 'PASSED', 1],
    ['is skipped now', 'SKIPPED'],
    ['is new', 'PASSED'],
    ['is new and fails', 'FAILED'],
    ['stays', 'PASSED'],
  ])
  const answer = await compare(after)
  expect(answer.baseline).toMatchObject({ launchId: before.id, name: 'Nightly' })
  expect(received(answer)).toEqual([
    ['newFailure', 'is new and fails'],
    ['newFailure', 'was fine'],
    ['stillFailing', 'stays broken'],
    ['fixed', 'gets mended'],
    ['slower', 'gets slow'],
    ['missing', 'goes away'],
    ['missing', 'is skipped now'],
    ['new', 'is new'],
  ])
  expect(answer.counts).toEqual({ newFailure: 2, stillFailing: 1, fixed: 1, slower: 1, missing: 2, new: 1 })
  expect([answer.unchanged, answer.total]).toEqual([2, 8])
  const [slow] = answer.items.filter((item) => item.class === 'slower')
  expect(slow).toMatchObject({ kind: 'passed', baselineKind: 'passed', durationMs: 3000, baselineDurationMs: 2000 })
  const [gone] = answer.items.filter(({ name }) => name === 'goes away')
  expect(gone).toMatchObject({ testId: null, kind: null, baselineKind: 'passed' })

  const filtered = await compare(after, { class: ['fixed', 'missing'] })
  expect(received(filtered)).toEqual([
    ['fixed', 'gets mended'],
    ['missing', 'goes away'],
    ['missing', 'is skipped now'],
  ])
  expect([filtered.total, filtered.counts]).toEqual([3, answer.counts])
  expect(received(await compare(after, { offset: '1', limit: '2' }))).toEqual(received(answer).slice(1, 3))
  const past = await compare(after, { offset: '50' })
  expect([past.items, past.total, past.counts]).toEqual([[], 8, answer.counts])
})

test('the baseline is the last ended launch with the same name and environment, or the requested one', async () => {
  const staging = await ended('Smoke', [['pays', 'PASSED']], 'staging')
  const production = await ended('Smoke', [['pays', 'PASSED']], 'production')
  await aLaunch('Smoke', [['pays', 'FAILED']], 'staging')
  const latest = await aLaunch('Smoke', [['pays', 'FAILED']], 'staging')
  expect((await compare(latest)).baseline?.launchId).toBe(staging.id)
  expect((await compare(latest, { baselineId: String(production.id) })).baseline?.launchId).toBe(production.id)
  const elsewhere = await aLaunch('Smoke', [['pays', 'FAILED']], 'preview')
  expect((await compare(elsewhere)).baseline?.launchId).toBe(production.id)
  expect(await compare(await aLaunch('First', [['pays', 'FAILED']]))).toMatchObject({
    baseline: null,
    items: [],
    total: 0,
  })
})

test('the newest result of a test counts where a launch has it several times, and known issues are failures', async () => {
  const before = await ended('Twice', [
    ['pays', 'FAILED'],
    ['pays', 'PASSED'],
    ['leaves', 'PASSED'],
  ])
  const after = await aLaunch('Twice', [['pays', 'PASSED']])
  const failed = await after.test('leaves', { result: 'FAILED', reason: 'Error: leaves' })
  await ask(app, linkIssue, {
    params: params(after),
    token: owner.token,
    body: { ids: [failed], issueId: 'SHOP-1' },
  })
  const answer = await compare(after, { baselineId: String(before.id) })
  expect(answer.items).toMatchObject([{ name: 'leaves', class: 'newFailure', kind: 'failedAsKnown' }])
  expect(answer.unchanged).toBe(1)
})

test('launches of other projects are not found, and a launch is not compared with itself', async () => {
  const mine = await ended('Mine', [['pays', 'PASSED']])
  await aProject(app, owner, 'OTH')
  const refused = (launch: TestLaunch, projectKey: string, baselineId: number) =>
    refusalOf(app, compareLaunches, {
      params: params(launch, projectKey),
      token: owner.token,
      query: { baselineId: String(baselineId) },
    })
  expect(await refused(mine, 'OTH', mine.id)).toMatchObject({ status: 404 })
  expect(await refused(mine, 'DEF', 999_999)).toMatchObject({ status: 404 })
  expect(await refused(mine, 'DEF', mine.id)).toMatchObject({ status: 400 })
})
