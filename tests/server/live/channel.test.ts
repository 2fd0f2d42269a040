import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Feature } from '../../../contract/access.ts'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { LIVE_ENDPOINT, projectStream, topics, type LiveMessage } from '../../../contract/live.ts'
import { deleteAccessToken } from '../../../contract/workspace/profile.ts'
import { createProject, deleteProject } from '../../../contract/projects/projects.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { addMembers } from '../../../contract/settings/members.ts'
import { appendEvents, streamSequence, type NewEvent } from '../../../server/db/events.ts'
import { createToken } from '../../../server/access/access-tokens.ts'
import { TENANT } from '../../../server/config.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen, type LiveClient } from './support/client.ts'

let app: TestApp
let owner: TestUser
let guest: TestUser
let agent: TestAgent
let projectId: number
const clients: LiveClient[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  agent = await TestAgent.of(app, owner)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await app.close()
})

const joined = async (user: { token: string }, ...destinations: string[]): Promise<LiveClient> => {
  const client = await listen(app, { token: user.token })
  clients.push(client)
  for (const destination of destinations) await client.subscribe(destination)
  return client
}
const inStream = (messages: readonly LiveMessage[], stream: string): LiveMessage[] =>
  messages.filter((message) => message.stream === stream)

describe('coming in', () => {
  test('[LIVE-01] [LIVE-06] STOMP over SockJS answers at its address, with heart-beats of 10 s both ways', async () => {
    expect(LIVE_ENDPOINT).toBe('/api/reporting/api/websockets')
    const info = await send(app, `${LIVE_ENDPOINT}/info`)
    expect(info.body).toMatchObject({ websocket: true })
    const { connected } = await joined(guest)
    expect(connected.headers).toMatchObject({ version: '1.2', 'heart-beat': '10000,10000' })
  })

  test.each(['xhr-streaming', 'xhr-polling'])('%s carries it where a websocket does not come through', async (way) => {
    const client = await listen(app, { token: guest.token, transports: [way] })
    clients.push(client)
    await client.subscribe(topics.statistics(TENANT))
    const launch = await agent.startLaunch()
    await client.until(() => client.messages.length > 0)
    expect(client.messages[0]).toMatchObject({ testRunStatistics: { testRunId: launch.id } })
    await client.close()
  })

  test.each([undefined, 'made-up'])('rejects a connection without a valid token (%s)', async (token) => {
    await expect(listen(app, { token })).rejects.toThrow('unauthorised')
  })

  test('clients may not send', async () => {
    const client = await joined(guest, topics.statistics(TENANT))
    client.send(topics.statistics(TENANT))
    await client.ended
    expect(client.errors[0]?.headers.message).toBe('clients may not SEND')
  })
})

describe('topics', () => {
  test('[LIVE-02] [LIVE-10] a reported test reaches the four topics: statistics, then the launch, then the test', async () => {
    const client = await joined(guest, topics.statistics(TENANT), topics.testRuns(TENANT))
    const launch = await agent.startLaunch({ name: 'Told' })
    await client.subscribe(topics.tests(TENANT, launch.id))
    await client.subscribe(topics.passRate(TENANT, launch.id))
    // In one batch with them, statistics of the test would replace those of the start.
    await client.until(() => client.messages.length === 2)
    const testId = await launch.test('adds up', 'PASSED')
    await launch.finish()
    await client.until(() => client.messages.some(({ type }) => type === 'PASS_RATE'))

    const received = client.messages
    expect(received.slice(0, 2).map(({ type }) => type)).toEqual(['TEST_RUN_STATISTICS', 'TEST_RUN'])
    expect(received[0]).toMatchObject({ testRunStatistics: { testRunId: launch.id, passed: 0, reviewed: false } })
    expect(received[1]).toMatchObject({ event: 'launch/started', testRun: { id: launch.id, name: 'Told', projectId } })
    expect(received.filter(({ type }) => type === 'TEST')).toMatchObject([
      { event: 'test/started', test: { id: testId, status: 'IN_PROGRESS' } },
      { event: 'test/finished', test: { id: testId, status: 'PASSED' } },
    ])
    expect(received.findLast(({ type }) => type === 'TEST_RUN')).toMatchObject({ event: 'launch/finished' })
    expect(received.at(-1)).toMatchObject({ passRate: { testRunId: launch.id, passRate: 1 } })
  })

  test('numbers of a stream have no gaps under concurrent writes', async () => {
    const client = await joined(guest, topics.statistics(TENANT), topics.testRuns(TENANT))
    const launches = await Promise.all(Array.from({ length: 8 }, () => agent.startLaunch()))
    for (const { id } of launches) await client.subscribe(topics.tests(TENANT, id))
    await Promise.all(
      launches.map(async (launch) => {
        for (let at = 0; at < 5; at += 1) await launch.test(`test ${at}`, at % 2 === 0 ? 'PASSED' : 'FAILED')
        await launch.finish()
      }),
    )
    const isOver = ({ id }: { id: number }) =>
      client.messages.some((m) => m.event === 'launch/finished' && m.testRun.id === id)
    await client.until(() => launches.every(isOver))
    for (const stream of [`project:${projectId}`, ...launches.map(({ id }) => `launch:${id}`)]) {
      const messages = inStream(client.messages, stream)
      expect(messages.length).toBeGreaterThan(5)
      const previous = messages.map((message) => message.previous ?? message.sequence - 1)
      expect(previous.slice(1)).toEqual(messages.slice(0, -1).map(({ sequence }) => sequence))
    }
  })

  test('a client receives only the last of several statistics that were committed together', async () => {
    const client = await joined(guest, topics.statistics(TENANT), topics.testRuns(TENANT))
    const stream = projectStream(projectId)
    const before = await streamSequence(app.db, stream)
    const statistics = [1, 2, 1, 2, 1].map((testRunId, passed) => ({
      stream,
      projectId,
      type: 'launch/statistics',
      payload: { testRunId, reviewed: false, ...NO_STATISTICS, passed },
    }))
    const deleted = { stream, projectId, type: 'launch/deleted', payload: { testRunId: 9 } }
    await app.db
      .transaction()
      .execute((tx) => appendEvents(tx, [...statistics.slice(0, 2), deleted, ...statistics.slice(2)]))
    await client.until(() => client.messages.some(({ sequence }) => sequence === before + 6))
    expect(client.messages).toMatchObject([
      { event: 'launch/deleted', sequence: before + 3, previous: before },
      { testRunStatistics: { testRunId: 2, passed: 3 }, sequence: before + 5, previous: before + 3 },
      { testRunStatistics: { testRunId: 1, passed: 4 }, sequence: before + 6 },
    ])
    expect(client.messages[2]).not.toHaveProperty('previous')
  })

  test.each([
    '/topic/other.statistics',
    `/topic/${TENANT}.everything`,
    `/topic/${TENANT}.testRuns.0.tests`,
    `/topic/${TENANT}.testRuns.999999.tests`,
    '/queue/x',
    '',
  ])('rejects an unknown destination and keeps the other subscriptions (%s)', async (destination) => {
    const client = await joined(guest, topics.statistics(TENANT))
    await expect(client.subscribe(destination)).rejects.toThrow('subscription refused')
    expect(client.errors[0]?.headers.destination).toBe(destination)
    await agent.startLaunch()
    await client.until(() => client.messages.length > 0)
  })
})

describe('audience', () => {
  test('sends nothing about launches of other projects', async () => {
    const otherId = await aProject(app, owner, 'OTHER')
    const other = await TestAgent.of(app, owner, 'OTHER')
    const member = await aUser(app, { roles: { [otherId]: 'ENGINEER' } })
    const theirs = await joined(member, topics.statistics(TENANT))
    const ours = await joined(guest, topics.statistics(TENANT))
    const owners = await joined(owner, topics.statistics(TENANT))
    const hidden = await other.startLaunch()
    const seen = await agent.startLaunch()
    await Promise.all([theirs, ours].map((client) => client.until(() => client.messages.length > 0)))
    await owners.until(() => owners.messages.length === 2)
    expect(ours.messages).toMatchObject([{ testRunStatistics: { testRunId: seen.id } }])
    expect(theirs.messages).toMatchObject([{ testRunStatistics: { testRunId: hidden.id } }])
    for (const destination of [topics.tests(TENANT, hidden.id), topics.passRate(TENANT, hidden.id)])
      await expect(ours.subscribe(destination)).rejects.toThrow('subscription refused')
  })

  test('a project created after the subscription is included from its first launch', async () => {
    const founder = await aUser(app)
    const client = await joined(founder, topics.testRuns(TENANT))
    await ask(app, createProject, {
      token: founder.token,
      body: { name: 'Later', key: 'LATER', publiclyAccessible: false },
    })
    const launch = await (await TestAgent.of(app, founder, 'LATER')).startLaunch()
    await client.until(() => client.messages.length > 0)
    expect(client.messages[0]).toMatchObject({ testRun: { id: launch.id } })
    await ask(app, deleteProject, { token: founder.token, params: { projectKey: 'LATER' } })
  })

  test('a change of a private project notifies every user, without its name, key and id', async () => {
    const founder = await aUser(app, { permissions: ['projects:create'] })
    const stranger = await aUser(app)
    const client = await joined(stranger, topics.workspace(TENANT))
    // Messages about changes of earlier tests may still arrive.
    const before = await streamSequence(app.db, 'workspace')
    const projectNews = () => client.news.filter(({ type, sequence }) => type === 'PROJECTS' && sequence > before)
    const requested = { token: founder.token, params: { projectKey: 'NEWS' } }
    const changes = [
      () => ask(app, createProject, { ...requested, body: { name: 'Secret', key: 'NEWS', publiclyAccessible: false } }),
      () => ask(app, updateProject, { ...requested, body: { name: 'Very secret' } }),
      () => ask(app, addMembers, { ...requested, body: { role: 'GUEST', userIds: [stranger.id] } }),
      () => ask(app, deleteProject, requested),
    ]
    for (const [done, change] of changes.entries()) {
      await change()
      await client.until(() => projectNews().length > done)
    }
    expect(projectNews().map(({ uid: _, at: __, sequence: ___, ...rest }) => rest)).toEqual(
      changes.map(() => ({ type: 'PROJECTS', event: 'projects/changed', stream: 'workspace' })),
    )
  })

  test('a role that is taken away ends delivery', async () => {
    const leaver = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const client = await joined(leaver, topics.statistics(TENANT))
    const stays = await joined(guest, topics.statistics(TENANT))
    await app.db.deleteFrom('project_member').where('user_id', '=', leaver.id).execute()
    // Each cause of revocation is in the event log.
    await app.db
      .transaction()
      .execute((tx) => appendEvents(tx, [{ stream: `person:${leaver.id}`, type: 'person/changed', payload: {} }]))
    await agent.startLaunch()
    await stays.until(() => stays.messages.length > 0)
    // A receipt follows everything sent before it.
    await expect(client.subscribe('/topic/none')).rejects.toThrow('refused')
    expect(client.messages).toEqual([])
  })

  test('a deleted access token ends its connections', async () => {
    const reporter = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const { id, value } = await createToken(app.db, reporter.id, { name: 'dashboard', expiresAt: null })
    const { body } = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: value } })
    const client = await joined({ token: (body as { authToken: string }).authToken }, topics.statistics(TENANT))
    await ask(app, deleteAccessToken, { token: reporter.token, params: { accessTokenId: id } })
    await client.ended
    expect(client.errors[0]?.headers.message).toBe('unauthorised')
  })

  test('a workspace without test automation sends nothing', async () => {
    const client = await joined(guest, topics.statistics(TENANT))
    const { features } = await app.db.selectFrom('workspace').select('features').executeTakeFirstOrThrow()
    const changed = (testRunId: number): NewEvent => ({
      stream: `project:${projectId}`,
      type: 'launch/statistics',
      payload: { testRunId, reviewed: false, ...NO_STATISTICS },
      projectId,
    })
    const change = (requested: readonly Feature[], event: NewEvent) =>
      app.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('workspace')
          .set({ features: JSON.stringify(requested) })
          .execute()
        await appendEvents(tx, [{ stream: 'workspace', type: 'workspace/changed', payload: {} }, event])
      })
    const isRefused = () =>
      client.subscribe(topics.testRuns(TENANT)).then(
        () => false,
        () => true,
      )
    await change(
      features.filter((feature) => feature !== 'test-automation'),
      changed(1),
    )
    await expect.poll(isRefused).toBe(true)
    await change(features, changed(2))
    await client.until(() => client.messages.length > 0)
    expect(client.messages).toMatchObject([{ testRunStatistics: { testRunId: 2 } }])
    expect(await isRefused()).toBe(false)
  })
})
