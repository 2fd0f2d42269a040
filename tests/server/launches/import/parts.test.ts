import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { getLaunch } from '../../../../contract/launches/launches.ts'
import { IMPORTED_LAUNCHES_PATH } from '../../../../contract/launches/result-import.ts'
import { TestAgent, type TestLaunch } from '../../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let launch: TestLaunch
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())
beforeEach(async () => {
  launch = await agent.startLaunch()
})

const projectKey = 'DEF'
const caseOf = (name: string) => `<testcase classname="cart" name="${name}" time="1"/>`
const report = (...names: string[]) => `<testsuite name="cart">${names.map(caseOf).join('')}</testsuite>`
const post = (content: string, query: Record<string, string>, key?: string) => {
  const body = new FormData()
  body.append('file', new Blob([content]), 'cart.xml')
  return send(app, `${pathOf(IMPORTED_LAUNCHES_PATH, { projectKey })}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    token: owner.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
}
const upload = (content: string, part: number, key?: string) =>
  post(content, { launch: launch.uuid, part: String(part) }, key)
const names = async () => {
  const rows = await app.db
    .selectFrom('test')
    .select('name')
    .where('launch_id', '=', launch.id)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
const read = () => ask(app, getLaunch, { token: owner.token, params: { projectKey, launchId: launch.id } })

test('adds parts to a launch in progress; one that is sent again replaces its tests', async () => {
  expect((await upload(report('adds', 'removes'), 1)).status).toBe(201)
  expect((await upload(report('pays'), 2)).status).toBe(201)
  expect((await read()).launch).toMatchObject({ status: 'IN_PROGRESS', statistics: { passed: 3 } })
  await upload(report('adds'), 1)
  expect(await names()).toEqual(['adds', 'pays'])
  await agent.call('PUT', `/test-runs/${launch.id}`, {})
  expect((await read()).launch).toMatchObject({ status: 'PASSED', statistics: { passed: 2 } })
})

test('calls with one key that arrive together add the tests once', async () => {
  const key = crypto.randomUUID()
  await Promise.all([1, 2, 3].map(() => upload(report('adds', 'removes'), 1, key)))
  expect(await names()).toEqual(['adds', 'removes'])
})

test('marks the launch if a part of the reports is lost', async () => {
  await upload(`<testsuite name="cart">${caseOf('adds')}`, 1)
  expect((await read()).launch).toMatchObject({ labels: [{ key: 'import', value: 'incomplete' }] })
})

test('rejects unknown launches, ended launches, and parts of shards', async () => {
  const fields = (answer: { body: unknown }) => (answer.body as { errors: { field: string }[] }).errors[0]?.field
  expect(fields(await post(report('adds'), { launch: crypto.randomUUID(), part: '1' }))).toBe('launch')
  expect(fields(await post(report('adds'), { launch: launch.uuid }))).toBe('part')
  expect(fields(await post(report('adds'), { launch: launch.uuid, part: '0' }))).toBe('part')
  const both = { launch: launch.uuid, part: '1', buildKey: 'b', shard: '1/2' }
  expect(fields(await post(report('adds'), both))).toBe('shard')
  const shard = await agent.startLaunch({ buildKey: 'b', shard: { index: 1, total: 2 } })
  expect(fields(await post(report('adds'), { launch: shard.uuid, part: '1' }))).toBe('launch')
  await agent.call('PUT', `/test-runs/${launch.id}`, {})
  expect((await upload(report('adds'), 1)).status).toBe(409)
  expect(await names()).toEqual([])
})
