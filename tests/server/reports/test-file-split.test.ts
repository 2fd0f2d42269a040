import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitTestFiles } from '../../../contract/reports/test-file-split.ts'
import { pathOf } from '../../../contract/call.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
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
const begun = Date.now() - 3_600_000
/** An ended launch with a test of this many seconds in each file. */
const aLaunch = async (name: string, seconds: Record<string, number>): Promise<void> => {
  const at = (second: number) => new Date(begun + second * 1000).toISOString()
  const launch = await agent.startLaunch({ name, startedAt: at(0) })
  for (const [className, duration] of Object.entries(seconds))
    await launch.test(className, { result: 'PASSED', endedAt: at(duration) }, { className, startedAt: at(0) })
  await launch.finish(at(Math.max(...Object.values(seconds))))
}
const files = ['a.spec.ts', 'b.spec.ts', 'c.spec.ts']
const request = { files, shards: 2, launchName: 'Nightly' }
const split = (body: object = request, key?: string) =>
  send(app, pathOf(splitTestFiles.path, params), {
    method: 'POST',
    token: owner.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })

test('files are distributed by the median of their durations in launches with the name', async () => {
  for (const seconds of [30, 50, 31])
    await aLaunch('Nightly', { 'a.spec.ts': seconds, 'b.spec.ts': 10, 'c.spec.ts': 12 })
  await aLaunch('Other', { 'a.spec.ts': 1, 'b.spec.ts': 100, 'c.spec.ts': 1 })
  expect(await ask(app, splitTestFiles, { params, token: owner.token, body: request })).toEqual({
    shards: [
      { files: ['a.spec.ts'], expectedMs: 31_000 },
      { files: ['b.spec.ts', 'c.spec.ts'], expectedMs: 22_000 },
    ],
    known: 3,
  })
  const other = await ask(app, splitTestFiles, {
    params,
    token: owner.token,
    body: { ...request, launchName: 'Other' },
  })
  expect(other.shards.map((shard) => shard.files)).toEqual([['b.spec.ts'], ['a.spec.ts', 'c.spec.ts']])
})

test('the jobs of a build get one split, also at the same time and after a launch that would change it', async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => split(request, 'build-1')))
  expect(first?.status).toBe(200)
  for (let run = 0; run < 5; run += 1) await aLaunch('Nightly', { 'a.spec.ts': 1, 'b.spec.ts': 90, 'c.spec.ts': 1 })
  const later = await split(request, 'build-1')
  for (const { body } of [...others, later]) expect(body).toEqual(first?.body)
  expect((await split(request, 'build-2')).body).not.toEqual(first?.body)
  expect((await split({ ...request, files: ['a.spec.ts'] }, 'build-1')).status).toBe(409)
})

test('names the fields that are not valid', async () => {
  const body = { files: [''], shards: 0 }
  const refused = await refusalOf(app, splitTestFiles, { params, token: owner.token, body })
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['files.0', 'shards']])
})
