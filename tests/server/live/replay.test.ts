import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteLaunch } from '../../../contract/launches/launches.ts'
import { launchStream, projectStream, replayStream, topics, type LiveMessage } from '../../../contract/live.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { appendEvents } from '../../../server/db/events.ts'
import { pruneEvents } from '../../../server/db/prune-events.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen } from './support/client.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
let launch: TestLaunch
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  launch = await agent.startLaunch()
})
afterAll(() => app.close())

const replay = (stream: string, after: number, token = owner.token) =>
  ask(app, replayStream, { token, params: { projectKey: 'DEF', stream }, query: { after } })

test('after a disconnect the replay contains exactly the missed messages, unchanged', async () => {
  const stream = launchStream(launch.id)
  const follow = async () => {
    const client = await listen(app, { token: owner.token })
    await client.subscribe(topics.tests(TENANT, launch.id))
    return client
  }
  const witness = await follow()
  const before = await follow()
  await launch.test('one', 'PASSED')
  await before.until(() => before.messages.length === 2)
  await before.close()
  await launch.test('two', 'FAILED')
  await launch.test('three', 'SKIPPED')
  await witness.until(() => witness.messages.length === 6)
  const again = await follow()
  const missed = await replay(stream, before.messages.at(-1)?.sequence ?? 0)
  await launch.test('four', 'PASSED')
  await again.until(() => again.messages.length === 2)
  await witness.until(() => witness.messages.length === 8)

  const pieced: LiveMessage[] = [...before.messages, ...missed.events, ...again.messages]
  expect(pieced).toEqual(witness.messages)
  expect(missed).toMatchObject({ last: missed.events.at(-1)?.sequence, reset: false })
  await Promise.all([witness, again].map((client) => client.close()))
})

test('[LIVE-11] a change of a launch or a test contains the previous values, and null for new ones', async () => {
  const one = await agent.startLaunch({ name: 'Told' })
  const id = await one.startTest({ name: 'pays' })
  await one.finishTest(id, { result: 'FAILED', reason: 'boom' })
  await one.finish()
  const { events } = await replay(launchStream(one.id), 0)
  const ofTest = events.flatMap((event) => (event.type === 'TEST' ? [event.test.before] : []))
  expect(ofTest).toEqual([
    null,
    {
      status: 'IN_PROGRESS',
      message: null,
      failureKey: null,
      failureTagAssignments: [],
      finishTime: null,
      durationMs: null,
      quarantined: false,
      hasTrace: false,
    },
  ])
  const ofLaunch = (await replay(projectStream(projectId), 0)).events.flatMap((event) =>
    event.type === 'TEST_RUN' && event.testRun.id === one.id ? [event.testRun.before] : [],
  )
  expect(ofLaunch).toEqual([
    null,
    { status: 'IN_PROGRESS', endedAt: null, elapsed: null, isAbortPossible: true, isRelaunchPossible: false },
  ])
  await ask(app, deleteLaunch, { token: owner.token, params: { projectKey: 'DEF', launchId: one.id } })
  const last = (await replay(projectStream(projectId), 0)).events.at(-1)
  expect(last).toMatchObject({ type: 'TEST_RUN_DELETED', before: { id: one.id, name: 'Told', status: 'FAILED' } })
})

test('the replay is empty when nothing was missed', async () => {
  const { last } = await replay(projectStream(projectId), 0)
  expect(await replay(projectStream(projectId), last)).toEqual({ events: [], last, reset: false })
  expect(await replay(launchStream((await agent.startLaunch()).id), 0)).toEqual({ events: [], last: 0, reset: false })
})

test('more than a replay holds, or numbers from a restored database: load again', async () => {
  const { id } = await agent.startLaunch()
  const stream = launchStream(id)
  const many = Array.from({ length: LIMITS.replayEvents + 1 }, (_, testId) => ({
    stream,
    type: 'test/deleted',
    payload: { testId },
    projectId,
  }))
  await app.db.transaction().execute((tx) => appendEvents(tx, many))
  expect(await replay(stream, 0)).toEqual({ events: [], last: many.length, reset: true })
  const max = await replay(stream, 1)
  expect([max.reset, max.events.length, max.events[0]?.sequence]).toEqual([false, LIMITS.replayEvents, 2])
  expect(await replay(stream, many.length + 1)).toEqual({ events: [], last: many.length, reset: true })

  while ((await pruneEvents(app.db, { olderThan: new Date(Date.now() + 60_000), limit: 1_000 })) === 1_000);
  expect(await replay(stream, 1)).toEqual({ events: [], last: many.length, reset: true })
  expect(await replay(stream, many.length)).toEqual({ events: [], last: many.length, reset: false })
})

test('a stream of another project, or of none, is not there', async () => {
  const otherId = await aProject(app, owner, 'OTHER')
  const hidden = await (await TestAgent.of(app, owner, 'OTHER')).startLaunch()
  const stranger = await aUser(app)
  for (const stream of [projectStream(otherId), launchStream(hidden.id), launchStream(999_999)]) {
    const requested = { token: owner.token, params: { projectKey: 'DEF', stream }, query: { after: 0 } }
    expect((await refusalOf(app, replayStream, requested)).status).toBe(404)
  }
  const of = { projectKey: 'DEF', stream: projectStream(projectId) }
  const refused = [
    { token: stranger.token, params: of, query: { after: 0 } },
    { params: of, query: { after: 0 } },
    { token: owner.token, params: { ...of, stream: 'workspace' }, query: { after: 0 } },
    { token: owner.token, params: of, query: { after: -1 } },
    { token: owner.token, params: of },
  ]
  const statuses = await Promise.all(refused.map(async (one) => (await refusalOf(app, replayStream, one)).status))
  expect(statuses).toEqual([404, 401, 400, 400, 400])
})
