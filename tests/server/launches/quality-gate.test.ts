import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { getGateSettings, updateGateSettings } from '../../../contract/launches/gate-settings.ts'
import { getQualityGate } from '../../../contract/launches/quality-gate.ts'
import { PARTIAL_LABEL } from '../../../contract/launches/result-import.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
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
const gate = (query: Record<string, string>) => ask(app, getQualityGate, { params, token: owner.token, query })
const enforced = (query: Record<string, string>) =>
  send(app, `${pathOf(getQualityGate.path, params)}?${new URLSearchParams({ ...query, enforce: 'true' }).toString()}`, {
    token: owner.token,
  })

test('a failure is new unless the base branch has it, or without one the branch, or without a branch the last launch', async () => {
  const failing = async (tests: readonly string[], origin: object) => {
    const launch = await agent.startLaunch({ name: 'By branch', origin })
    for (const name of tests) await launch.test(name, { result: 'FAILED', reason: `Error: ${name}` })
    await launch.finish()
    const { comparedWith, newFailures } = await gate({ launchId: String(launch.id) })
    return { id: launch.id, comparedWith: comparedWith?.id ?? null, fresh: newFailures.map(({ name }) => name) }
  }
  const main = await failing(['a'], { branch: 'main' })
  const other = await failing(['a', 'b'], { branch: 'other' })
  expect(other).toMatchObject({ comparedWith: main.id, fresh: ['b'] })
  const change = { branch: 'fix', baseBranch: 'main', pullRequest: 12 }
  const first = await failing(['a', 'c'], change)
  expect(first).toMatchObject({ comparedWith: main.id, fresh: ['c'] })
  expect(await failing(['a', 'c'], change)).toMatchObject({ comparedWith: main.id, fresh: ['c'] })
  const newest = await failing(['c'], { branch: 'other' })
  expect(newest).toMatchObject({ comparedWith: other.id, fresh: ['c'] })
  expect(await failing(['c'], {})).toMatchObject({ comparedWith: newest.id, fresh: [] })
})

type Outcome = readonly [name: string, result: 'PASSED' | 'FAILED' | 'SKIPPED']
const aLaunch = async (name: string, outcomes: readonly Outcome[], build?: string) => {
  const launch = await agent.startLaunch({ name, config: { build } })
  for (const [test, result] of outcomes) {
    await launch.test(test, { result, ...(result === 'FAILED' ? { reason: `Error: ${test}` } : {}) })
  }
  return launch
}

test('a gate counts failures, new failures, skipped tests and the pass rate', async () => {
  await (
    await aLaunch('Nightly', [
      ['pays', 'FAILED'],
      ['leaves', 'PASSED'],
      ['signs in', 'PASSED'],
    ])
  ).finish()
  const second = await aLaunch(
    'Nightly',
    [
      ['pays', 'FAILED'],
      ['leaves', 'FAILED'],
      ['signs in', 'PASSED'],
      ['looks', 'SKIPPED'],
    ],
    '77',
  )
  expect(await gate({ build: '77' })).toMatchObject({ verdict: 'pending' })
  await second.finish()

  const query = { name: 'Nightly', minPassRate: '50', maxFailures: '2', maxNewFailures: '0', maxSkipped: '1' }
  expect(await gate(query)).toMatchObject({
    verdict: 'failed',
    launch: { id: second.id, name: 'Nightly' },
    checks: [
      { rule: 'minPassRate', wanted: 50, isPassed: false },
      { rule: 'maxFailures', wanted: 2, actual: 2, isPassed: true },
      { rule: 'maxNewFailures', wanted: 0, actual: 1, isPassed: false },
      { rule: 'maxSkipped', wanted: 1, actual: 1, isPassed: true },
    ],
    newFailures: [{ name: 'leaves' }],
  })
  expect(await gate({ launchId: String(second.id), maxNewFailures: '1' })).toMatchObject({ verdict: 'passed' })
  expect(await gate({ uuid: second.uuid })).toMatchObject({
    verdict: 'failed',
    checks: [{ rule: 'maxFailures', wanted: 0 }],
  })
})

test('failures of the first launch of a name are new', async () => {
  await (await aLaunch('First', [['pays', 'FAILED']])).finish()
  expect(await gate({ name: 'First', maxNewFailures: '0' })).toMatchObject({
    verdict: 'failed',
    comparedWith: null,
    newFailures: [{ name: 'pays' }],
  })
})

test('a script learns the verdict from the status alone, and waits for a launch that is under way', async () => {
  const launch = await aLaunch('Script', [['pays', 'FAILED']])
  const waiting = await enforced({ name: 'Script' })
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '5'])
  await launch.finish()
  const refused = await enforced({ name: 'Script', maxNewFailures: '0' })
  expect(refused.status).toBe(412)
  expect(JSON.stringify(refused.body)).toContain('1 new failure (at most 0)')
  expect((await enforced({ name: 'Script', maxFailures: '1' })).status).toBe(200)
  expect((await enforced({ name: 'Nobody' })).status).toBe(404)
  expect((await enforced({})).status).toBe(400)
  expect((await enforced({ name: 'Script', minPassRate: '101' })).status).toBe(400)
})

test('thresholds of the project hold where the query names none', async () => {
  const launch = await aLaunch('Defaults', [
    ['pays', 'FAILED'],
    ['leaves', 'PASSED'],
  ])
  await launch.finish()
  const requested = { params, token: owner.token }
  expect(await gate({ name: 'Defaults' })).toMatchObject({
    verdict: 'failed',
    checks: [{ rule: 'maxFailures', wanted: 0 }],
  })
  await ask(app, updateGateSettings, { ...requested, body: { maxFailures: 1, minPassRate: 50 } })
  expect(await ask(app, getGateSettings, requested)).toEqual({
    minPassRate: 50,
    maxFailures: 1,
    maxNewFailures: null,
    maxSkipped: null,
    maxRetried: null,
    minTests: null,
    allowIncomplete: false,
  })
  expect(await gate({ name: 'Defaults' })).toMatchObject({
    verdict: 'passed',
    checks: [
      { rule: 'minPassRate', wanted: 50 },
      { rule: 'maxFailures', wanted: 1 },
    ],
  })
  expect((await gate({ name: 'Defaults', maxNewFailures: '0' })).checks.map(({ rule }) => rule)).toEqual([
    'maxNewFailures',
  ])
})

test('a launch in which no test ran does not pass, unless the policy of the project or of the call allows it', async () => {
  await (await aLaunch('Empty', [])).finish()
  await (
    await aLaunch('Ice', [
      ['is broken', 'SKIPPED'],
      ['is measured', 'SKIPPED'],
    ])
  ).finish()
  for (const name of ['Empty', 'Ice']) {
    expect(await gate({ name })).toMatchObject({ verdict: 'failed', reasons: ['No tests ran'] })
    expect(await gate({ name, maxFailures: '0' })).toMatchObject({ verdict: 'failed', reasons: ['No tests ran'] })
    expect(await gate({ name, minTests: '0', maxFailures: '0' })).toMatchObject({ verdict: 'passed', reasons: [] })
    const refused = await enforced({ name })
    expect(refused.status).toBe(412)
    expect(JSON.stringify(refused.body)).toContain('No tests ran')
  }
  const save = (minTests: number | null, expected: number | null) =>
    ask(app, updateGateSettings, { params, token: owner.token, body: { minTests, expected: { minTests: expected } } })
  await save(0, null)
  expect(await gate({ name: 'Ice', maxFailures: '0' })).toMatchObject({ verdict: 'passed' })
  await save(3, 0)
  expect(await gate({ name: 'Nightly', maxFailures: '9' })).toMatchObject({
    verdict: 'passed',
    checks: [{ rule: 'maxFailures' }, { rule: 'minTests', wanted: 3, actual: 3, isPassed: true }],
  })
  await save(null, 3)
})

test('a launch of which a part could not be imported does not pass, unless the call or the policy of the project allows it', async () => {
  const launch = await aLaunch('Cut', [['pays', 'PASSED']])
  await launch.finish()
  expect(await gate({ name: 'Cut' })).toMatchObject({ verdict: 'passed' })
  await app.db
    .updateTable('launch')
    .set({ labels: JSON.stringify([PARTIAL_LABEL]) as never })
    .where('id', '=', launch.id)
    .execute()
  expect(await gate({ name: 'Cut' })).toMatchObject({
    verdict: 'failed',
    reasons: ['A part of the reports could not be imported'],
  })
  expect(await gate({ name: 'Cut', allowIncomplete: 'false' })).toMatchObject({ verdict: 'failed' })
  expect(await gate({ name: 'Cut', allowIncomplete: 'true' })).toMatchObject({ verdict: 'passed', reasons: [] })
  expect((await enforced({ name: 'Cut', allowIncomplete: 'true' })).status).toBe(200)
  const failed = await gate({ name: 'Cut', allowIncomplete: 'true', minPassRate: '100', minTests: '2' })
  expect(failed).toMatchObject({ verdict: 'failed', reasons: [] })

  const save = (allowIncomplete: boolean) =>
    ask(app, updateGateSettings, {
      params,
      token: owner.token,
      body: { allowIncomplete, expected: { allowIncomplete: !allowIncomplete } },
    })
  expect(await save(true)).toMatchObject({ allowIncomplete: true })
  expect(await gate({ name: 'Cut' })).toMatchObject({ verdict: 'passed', reasons: [] })
  expect(await gate({ name: 'Cut', maxFailures: '0' })).toMatchObject({ verdict: 'passed' })
  expect(await gate({ name: 'Cut', allowIncomplete: 'false' })).toMatchObject({ verdict: 'failed' })
  await save(false)
})
