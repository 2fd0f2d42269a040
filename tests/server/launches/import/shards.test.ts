import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { getLaunch, listLaunches } from '../../../../contract/launches/launches.ts'
import { getQualityGate } from '../../../../contract/launches/quality-gate.ts'
import { IMPORTED_LAUNCHES_PATH, ImportedLaunch } from '../../../../contract/launches/result-import.ts'
import { StartLaunch } from '../../../../contract/launches/reporting.ts'
import type { Shard } from '../../../../contract/launches/shards.ts'
import { joinShard } from '../../../../server/launches/shards/shards.ts'
import { createWriter } from '../../../../server/launches/writer/writer.ts'
import { endSilentLaunches } from '../../../../server/launches/silence.ts'
import { takeBack } from '../../../../server/launches/import/unfinished.ts'
import { TestAgent } from '../../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let owner: TestUser
let projectKey: string
let projects = 0
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  projectKey = `S${(projects += 1)}`
  await aProject(app, owner, projectKey)
})

const silent = { warn: () => undefined }
const report = (results: Record<string, 'passed' | 'failed'>): string =>
  `<testsuite name="cart">${Object.entries(results)
    .map(
      ([name, result]) =>
        `<testcase classname="cart" name="${name}" time="1">${result === 'failed' ? '<failure message="no"/>' : ''}</testcase>`,
    )
    .join('')}</testsuite>`

const post = (shard: string, content: string, more: Record<string, string> = {}, key?: string) => {
  const query = new URLSearchParams({ name: 'Nightly', buildKey: 'build-7', shard, ...more })
  const body = new FormData()
  body.append('file', new Blob([content]), 'cart.xml')
  return send(app, `${pathOf(IMPORTED_LAUNCHES_PATH, { projectKey })}?${query.toString()}`, {
    method: 'POST',
    token: owner.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
}
const upload = async (...given: Parameters<typeof post>) => {
  const { status, body } = await post(...given)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return ImportedLaunch.parse(body)
}
/** Begins a shard as an import on another server does. */
const begin = async (shard: Shard, id: string) => {
  const { id: projectId } = await app.db
    .selectFrom('project')
    .select('id')
    .where('key', '=', projectKey)
    .executeTakeFirstOrThrow()
  const given = StartLaunch.parse({ name: 'Nightly', startedAt: '2026-01-01T00:00:00Z' })
  const joined = { buildKey: 'build-7', shard, id, hash: id, isPartial: false }
  return createWriter(app.db, silent, false).submit(joinShard(projectId, owner.id, given, joined))
}
const launches = async () => (await ask(app, listLaunches, { token: owner.token, params: { projectKey } })).items
const theLaunch = async () => {
  const [launch, ...others] = await launches()
  if (launch === undefined || others.length > 0) throw new Error(`there are ${others.length + 1} launches`)
  return launch
}
const testsOf = async (launchId: number) =>
  (await ask(app, listTests, { token: owner.token, params: { projectKey, launchId }, query: {} })).items
    .map(({ name, status }) => `${name} ${status}`)
    .toSorted()
const gate = (query: Record<string, string> = {}) =>
  ask(app, getQualityGate, { token: owner.token, params: { projectKey }, query: { name: 'Nightly', ...query } })
const endings = async (launchId: number) =>
  (
    await sql<{ type: string }>`
      select type from event where type = 'launch/finished' and (payload->>'id')::bigint = ${launchId}`.execute(app.db)
  ).rows.length

describe('imported shards', () => {
  test('shards become one launch in any order, which ends once, with the last of them', async () => {
    await upload('3/3', report({ ships: 'passed' }), { branch: 'main' })
    expect(await theLaunch()).toMatchObject({ status: 'IN_PROGRESS', shards: { total: 3, done: 1, missing: [1, 2] } })
    expect(await gate()).toMatchObject({ verdict: 'pending' })
    await upload('1/3', report({ adds: 'passed', pays: 'failed' }), { commit: '1234567' })
    await upload('2/3', report({ leaves: 'passed' }))
    const launch = await theLaunch()
    expect(launch).toMatchObject({
      number: 1,
      status: 'FAILED',
      shards: { total: 3, done: 3, missing: [] },
      origin: { branch: 'main', commit: '1234567' },
      statistics: { passed: 3, failed: 1, inProgress: 0 },
    })
    expect(await testsOf(launch.id)).toEqual(['adds PASSED', 'leaves PASSED', 'pays FAILED', 'ships PASSED'])
    expect(await endings(launch.id)).toBe(1)
    expect(await gate()).toMatchObject({ verdict: 'failed', reasons: [] })
  })

  test('shards that arrive at the same time are in one launch, which ends once', async () => {
    const shards = ['1/4', '2/4', '3/4', '4/4']
    const made = await Promise.all(shards.map((shard, i) => upload(shard, report({ [`test ${i}`]: 'passed' }))))
    const launch = await theLaunch()
    expect(made.map(({ launchId }) => launchId)).toEqual(shards.map(() => launch.id))
    expect(launch).toMatchObject({ status: 'PASSED', shards: { done: 4 }, statistics: { passed: 4 } })
    expect(await endings(launch.id)).toBe(1)
  })

  test('shards that begin at the same time on several servers are in one launch', async () => {
    const joined = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => begin({ index, total: 6 }, `import ${index}`)))
    expect(new Set(joined.map(({ launch }) => launch.id)).size).toBe(1)
    expect((await theLaunch()).shards).toEqual({ total: 6, done: 0, missing: [] })
  })

  test('a shard that is sent twice changes nothing, with the same idempotency key, another one or none', async () => {
    const first = await upload('1/2', report({ adds: 'passed' }), {}, 'job-1')
    const before = await theLaunch()
    expect(await upload('1/2', report({ adds: 'passed' }), {}, 'job-1')).toEqual(first)
    expect(await upload('1/2', report({ adds: 'passed' }), {}, 'job-1-again')).toEqual(first)
    await Promise.all([upload('1/2', report({ adds: 'passed' })), upload('1/2', report({ adds: 'passed' }))])
    expect(await theLaunch()).toEqual(before)
    expect(await testsOf(first.launchId)).toEqual(['adds PASSED'])
  })

  test('a repeated job replaces the tests of its shard, and the launch ends again', async () => {
    await upload('1/2', report({ adds: 'failed', old: 'failed' }))
    await upload('2/2', report({ pays: 'passed' }))
    const { launchId } = await upload('1/2', report({ adds: 'passed' }))
    expect(await testsOf(launchId)).toEqual(['adds PASSED', 'pays PASSED'])
    expect(await theLaunch()).toMatchObject({
      status: 'PASSED',
      statistics: { passed: 2, failed: 0 },
      shards: { done: 2, missing: [] },
    })
  })

  test('a shard that comes after the launch has ended for its silence completes it; until then the gate names the missing one', async () => {
    const { launchId } = await upload('1/2', report({ adds: 'passed' }))
    await app.db
      .updateTable('launch')
      .set({ heard_at: new Date(0) })
      .where('id', '=', launchId)
      .execute()
    const writer = createWriter(app.db, silent, false)
    expect(await endSilentLaunches(app.db, writer, 10)).toBe(1)
    expect(await theLaunch()).toMatchObject({ status: 'ABORTED', shards: { total: 2, done: 1, missing: [2] } })
    expect(await gate()).toMatchObject({ verdict: 'failed', reasons: ['Only 1 of 2 shards have been reported'] })
    expect(await gate({ allowIncomplete: 'true' })).toMatchObject({ verdict: 'passed', reasons: [] })
    await upload('2/2', report({ pays: 'passed' }))
    expect(await theLaunch()).toMatchObject({ status: 'PASSED', shards: { done: 2 }, statistics: { passed: 2 } })
    expect(await gate()).toMatchObject({ verdict: 'passed', reasons: [] })
  })

  test('a shard that cannot be read in part marks the launch, until a complete one replaces it', async () => {
    await upload('1/2', `${report({ adds: 'passed' }).replace('</testsuite>', '')}<testcase name="pays"`)
    expect((await theLaunch()).labels).toEqual([{ key: 'import', value: 'incomplete' }])
    await upload('1/2', report({ adds: 'passed', pays: 'passed' }))
    expect((await theLaunch()).labels).toEqual([])
  })

  test('rejects a shard of another number of shards than announced, without a build key, or beyond the last', async () => {
    await upload('1/2', report({ adds: 'passed' }))
    const refused = async (shard: string, more: Record<string, string> = {}) => {
      const { status, body } = await post(shard, report({ pays: 'passed' }), more)
      return [status, (body as { errors?: { field: string; message: string }[] }).errors?.[0]]
    }
    const message = 'Other shards of this build say that there are 2 of them'
    expect(await refused('2/3')).toEqual([400, { field: 'shard', message }])
    expect(await refused('3/2')).toMatchObject([400, { field: 'shard' }])
    expect(await refused('0/2')).toMatchObject([400, {}])
    expect(await refused('2/2', { buildKey: ' ' })).toMatchObject([400, { field: 'buildKey' }])
    expect(await refused('two')).toMatchObject([400, { field: 'shard' }])
    expect(await testsOf((await theLaunch()).id)).toEqual(['adds PASSED'])
  })

  test('a shard whose import stopped with its server is imported by the next call', async () => {
    await begin({ index: 1, total: 2 }, 'gone')
    const { launchId } = await upload('1/2', report({ adds: 'passed' }))
    expect(await testsOf(launchId)).toEqual(['adds PASSED'])
    expect(await theLaunch()).toMatchObject({ id: launchId, shards: { total: 2, done: 1, missing: [2] } })
  })

  test('a shard whose import was interrupted leaves its launch, and the other shards stay', async () => {
    const { launchId } = await upload('1/2', report({ adds: 'passed' }))
    const again = await upload('2/2', report({ pays: 'passed' }))
    expect(again.launchId).toBe(launchId)
    // As if the server had stopped before the shard ended.
    const { rows } = await sql<{ id: string }>`
      update result_import set outcome = null where id::text = (
        select part->>'id' from launch, jsonb_array_elements(shards->'parts') part
         where launch.id = ${launchId} and part->>'index' = '2') returning id`.execute(app.db)
    await sql`update launch set status = 'IN_PROGRESS', ended_at = null, ended_by = null, shards = jsonb_set(shards, '{parts,1,endedAt}', 'null')
               where id = ${launchId}`.execute(app.db)
    const writer = createWriter(app.db, silent, false)
    expect(await takeBack(app.db, writer, rows[0]?.id ?? '')).toBe(true)
    expect(await testsOf(launchId)).toEqual(['adds PASSED'])
    expect((await theLaunch()).shards).toEqual({ total: 2, done: 1, missing: [2] })
    await upload('2/2', report({ pays: 'passed' }))
    expect(await theLaunch()).toMatchObject({ status: 'PASSED', statistics: { passed: 2 } })
  })
})

describe('shards of reporters', () => {
  const start = async (agent: TestAgent, index: number, total = 2) =>
    agent.startLaunch({ buildKey: 'build-7', shard: { index, total } })
  const finish = (agent: TestAgent, id: number, index: number) =>
    agent.call('PUT', `/test-runs/${id}`, { endedAt: new Date().toISOString(), shard: { index } })

  test('shards are one launch, in which the end of one aborts no test of another', async () => {
    const agent = await TestAgent.of(app, owner, projectKey)
    const [first, second] = await Promise.all([start(agent, 1), start(agent, 2)])
    expect(first.id).toBe(second.id)
    const open = await second.startTest()
    await first.test('adds', 'PASSED')
    await finish(agent, first.id, 1)
    await finish(agent, first.id, 1)
    expect(await theLaunch()).toMatchObject({
      status: 'IN_PROGRESS',
      statistics: { passed: 1, inProgress: 1 },
      shards: { done: 1, missing: [] },
    })
    await second.finishTest(open, { result: 'PASSED' })
    await finish(agent, second.id, 2)
    expect(await theLaunch()).toMatchObject({ status: 'PASSED', statistics: { passed: 2 }, shards: { done: 2 } })
    expect(await endings(first.id)).toBe(1)
  })

  test('a shard joins the imported ones of the same build', async () => {
    const agent = await TestAgent.of(app, owner, projectKey)
    const launch = await start(agent, 1)
    await launch.test('adds', 'PASSED')
    await finish(agent, launch.id, 1)
    await upload('2/2', report({ pays: 'passed' }))
    expect(await theLaunch()).toMatchObject({ id: launch.id, status: 'PASSED', statistics: { passed: 2 } })
  })

  test('an imported shard takes the place of one that its reporter has begun and not ended', async () => {
    const agent = await TestAgent.of(app, owner, projectKey)
    const launch = await start(agent, 1, 1)
    await upload('1/1', report({ pays: 'passed' }))
    expect(await theLaunch()).toMatchObject({ id: launch.id, status: 'PASSED', shards: { total: 1, done: 1 } })
  })

  test('rejects the end of a shard that has not begun, and a build key without a shard', async () => {
    const agent = await TestAgent.of(app, owner, projectKey)
    const launch = await start(agent, 1)
    await expect(finish(agent, launch.id, 2)).rejects.toThrow('Shard 2 has not begun')
    await expect(agent.startLaunch({ buildKey: 'build-8' })).rejects.toThrow('a build key needs a shard')
  })
})

test('a launch that is reported as one has no shards', async () => {
  const agent = await TestAgent.of(app, owner, projectKey)
  const { id } = await agent.startLaunch()
  const { launch } = await ask(app, getLaunch, { token: owner.token, params: { projectKey, launchId: id } })
  expect(launch.shards).toBeNull()
})
