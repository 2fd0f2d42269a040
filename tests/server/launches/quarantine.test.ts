import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getQualityGate } from '../../../contract/launches/quality-gate.ts'
import {
  changeQuarantine,
  listLaunchQuarantine,
  listQuarantine,
  undoOfQuarantine,
  type WantedQuarantine,
} from '../../../contract/launches/quarantine.ts'
import { linkIssue, listTests, markTests } from '../../../contract/launches/launch-tests.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { launchStream } from '../../../contract/live.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { readStream } from '../../../server/db/events.ts'
import { TestAgent } from '../support/agent.ts'
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
const listed = async () => (await ask(app, listQuarantine, { params, token: owner.token })).items
const change = async (...items: WantedQuarantine[]) =>
  (await ask(app, changeQuarantine, { params, token: owner.token, body: { items } })).items
const refused = (...items: WantedQuarantine[]) =>
  refusalOf(app, changeQuarantine, { params, token: owner.token, body: { items } })
const marked = async (launchId: number) =>
  (await ask(app, listLaunchQuarantine, { params: { ...params, launchId }, token: owner.token })).items
const gate = (launchId: number, query: Record<string, string> = {}) =>
  ask(app, getQualityGate, { params, token: owner.token, query: { launchId: String(launchId), ...query } })

const entry = { reason: 'The clock of the sandbox drifts', until: null }
type Outcome = readonly [name: string, result: 'PASSED' | 'FAILED' | 'SKIPPED']
const aLaunch = async (...outcomes: readonly Outcome[]) => {
  const launch = await agent.startLaunch({ name: 'Nightly' })
  const ids: number[] = []
  for (const [name, result] of outcomes)
    ids.push(await launch.test(name, { result, ...(result === 'FAILED' ? { reason: `Error: ${name}` } : {}) }))
  await launch.finish()
  return { id: launch.id, ids, first: ids[0] ?? 0 }
}

test('failures of a quarantined test do not count in the gate, which says how many were left out', async () => {
  const launch = await aLaunch(['drifts', 'FAILED'], ['known', 'FAILED'], ['pays', 'PASSED'])
  const [drifts = 0, known = 0] = launch.ids
  await ask(app, linkIssue, {
    params: { ...params, launchId: launch.id },
    token: owner.token,
    body: { ids: [known], issueId: 'SHOP-1' },
  })
  const rules = { maxFailures: '0', maxNewFailures: '0', minPassRate: '100' }
  expect(await gate(launch.id, rules)).toMatchObject({ verdict: 'failed', quarantined: 0 })
  const done = await change({ testId: drifts, version: null, entry })
  expect(await gate(launch.id, { maxFailures: '0', maxNewFailures: '0' })).toMatchObject({
    verdict: 'passed',
    quarantined: 1,
    checks: [{ actual: 0 }, { actual: 0 }],
    newFailures: [],
  })
  expect(await gate(launch.id, { minPassRate: '60' })).toMatchObject({ checks: [{ actual: 50, isPassed: false }] })
  await change({ testId: known, version: null, entry })
  expect(await gate(launch.id, rules)).toMatchObject({ verdict: 'passed', quarantined: 2 })
  expect(await marked(launch.id)).toMatchObject([
    { testId: drifts, version: 1, ...entry },
    { testId: known, version: 1 },
  ])
  await change(...undoOfQuarantine(done))
  expect(await gate(launch.id, rules)).toMatchObject({ verdict: 'failed', quarantined: 1 })
})

test('a list of tests says which are in quarantine, on the row, in news of the test and by a filter', async () => {
  const launch = await agent.startLaunch({ name: 'Nightly' })
  const flickers = await launch.test('flickers', { result: 'FAILED', reason: 'Error: flickers' })
  await launch.test('holds', { result: 'PASSED' })
  const of = { params: { ...params, launchId: launch.id }, token: owner.token }
  const names = async (query: Record<string, string>) =>
    (await ask(app, listTests, { ...of, query })).items.map(({ name, quarantined }) => [name, quarantined])
  await change({ testId: flickers, version: null, entry })
  expect(await names({})).toEqual([
    ['flickers', true],
    ['holds', false],
  ])
  expect(await names({ quarantined: 'true' })).toEqual([['flickers', true]])
  expect(await names({ quarantined: 'false', group: 'failure' })).toEqual([['holds', false]])
  const wrong = await refusalOf(app, listTests, { ...of, query: { quarantined: 'perhaps' } })
  expect(wrong.errors?.map(({ field }) => field)).toEqual(['quarantined'])
  const detail = () => ask(app, getTest, { ...of, params: { ...of.params, testId: flickers } })
  expect((await detail()).test.quarantined).toBe(true)
  const body = { ids: [flickers], status: 'BLOCKED' as const }
  expect((await ask(app, markTests, { ...of, body })).items).toMatchObject([{ id: flickers, quarantined: true }])
  const { events } = await readStream(app.db, launchStream(launch.id), 0, 100)
  expect(events.at(-1)).toMatchObject({ type: 'test/changed', payload: { id: flickers, quarantined: true } })
  expect(events.at(-1)?.payload).not.toHaveProperty('before.quarantined')
  await change({ testId: flickers, version: 1, entry: { ...entry, until: '2020-01-01' } })
  expect(await names({ quarantined: 'true' })).toEqual([])
  expect((await detail()).test.quarantined).toBe(false)
})

test('a change names the version that its author saw, and is all or none', async () => {
  const { ids, first } = await aLaunch(['races', 'FAILED'], ['other', 'FAILED'])
  const second = ids[1] ?? 0
  const [outcome] = await change({ testId: first, version: null, entry })
  expect(outcome).toMatchObject({ name: 'races', version: 1, before: null, after: entry })
  expect(
    (await refused({ testId: second, version: null, entry }, { testId: first, version: null, entry })).status,
  ).toBe(409)
  expect((await listed()).map(({ name }) => name)).not.toContain('other')
  const later = { reason: 'Until the new sandbox', until: '2999-12-31' }
  const [changed] = await change({ testId: first, version: 1, entry: later })
  expect(changed).toMatchObject({ version: 2, before: entry, after: later })
  expect((await refused({ testId: first, version: 1, entry: null })).status).toBe(409)
  const released = await change({ testId: first, version: 2, entry: null })
  expect(released).toMatchObject([{ version: null, before: later, after: null }])
  expect((await refused({ testId: first, version: null, entry: null })).status).toBe(404)
  const [restored] = await change(...undoOfQuarantine(released))
  expect(restored).toMatchObject({ version: 1, before: null, after: later })
  const log = await ask(app, listSettingsChanges, { params, token: owner.token, query: {} })
  expect(log.items.slice(0, 3)).toMatchObject([
    { area: 'quarantine', changes: [{ kind: 'added', subject: 'races' }] },
    { area: 'quarantine', changes: [{ kind: 'deleted', subject: 'races' }] },
    { area: 'quarantine', changes: [{ kind: 'changed', values: { reason: { before: entry.reason } } }] },
  ])
})

test('a quarantine ends after its last day, and can be started again', async () => {
  const launch = await aLaunch(['expires', 'FAILED'])
  await change({ testId: launch.first, version: null, entry: { ...entry, until: '2020-01-01' } })
  expect(await marked(launch.id)).toEqual([])
  expect(await gate(launch.id)).toMatchObject({ verdict: 'failed', quarantined: 0 })
  expect((await listed()).filter(({ name }) => name === 'expires')).toMatchObject([
    { isExpired: true, until: '2020-01-01' },
  ])
  const [again] = await change({ testId: launch.first, version: null, entry })
  expect(again).toMatchObject({ version: 2, before: null, after: entry })
  expect(await gate(launch.id)).toMatchObject({ verdict: 'passed', quarantined: 1 })
})

test('the list says how a test did since it was quarantined', async () => {
  const before = await aLaunch(['heals', 'PASSED'])
  await change({ testId: before.first, version: null, entry })
  await aLaunch(['heals', 'FAILED'])
  await aLaunch(['heals', 'PASSED'])
  const last = await aLaunch(['heals', 'PASSED'])
  expect((await listed()).filter(({ name }) => name === 'heals')).toMatchObject([
    {
      recent: ['failed', 'passed', 'passed'],
      passedInARow: 2,
      last: { launchId: last.id, testId: last.first },
      by: 'owner Tester',
    },
  ])
})

test('a pass that needed another attempt does not count for the release', async () => {
  const before = await aLaunch(['flickers again', 'PASSED'])
  await change({ testId: before.first, version: null, entry })
  await aLaunch(['flickers again', 'PASSED'])
  const launch = await agent.startLaunch({ name: 'Nightly' })
  const id = await launch.test('flickers again', { result: 'FAILED', reason: 'Error' })
  await launch.restartTest(id, 'flickers again')
  await launch.finishTest(id, { result: 'PASSED' })
  await aLaunch(['flickers again', 'PASSED'])
  expect((await listed()).filter(({ name }) => name === 'flickers again')).toMatchObject([
    { recent: ['passed', 'passed', 'passed'], passedInARow: 1 },
  ])
})

test('wrong input and tests of other projects change nothing', async () => {
  const { first } = await aLaunch(['stays', 'FAILED'])
  await aProject(app, owner, 'OTH')
  const elsewhere = { params: { projectKey: 'OTH' }, token: owner.token }
  const body = { items: [{ testId: first, version: null, entry }] }
  expect((await refusalOf(app, changeQuarantine, { ...elsewhere, body })).status).toBe(404)
  const wrong = await refused({ testId: first, version: null, entry: { reason: ' ', until: 'soon' } })
  expect(wrong.status).toBe(400)
  await sql`update test set identity = null where id = ${first}`.execute(app.db)
  expect((await refused({ testId: first, version: null, entry })).status).toBe(400)
  expect((await listed()).map(({ name }) => name)).not.toContain('stays')
})
