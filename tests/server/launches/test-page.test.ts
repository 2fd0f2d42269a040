import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStability } from '../../../contract/launches/test-stability.ts'
import {
  getTest,
  listTestHistory,
  listTestLogs,
  listTestSessions,
  type LogEntry,
} from '../../../contract/launches/test-details.ts'
import { stableRuns } from '../../../views/launches/test/stable-runs.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent

const question = (launch: TestLaunch, testId: number) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id, testId },
})

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

test('[TESTPAGE-02] a test comes with its whole failure, its files and links, and its neighbours', async () => {
  const launch = await agent.startLaunch()
  const [before, id, after] = [
    await launch.test('before', 'PASSED'),
    await launch.startTest({ name: 'failing', correlationData: '{"file":"a"}' }),
    await launch.test('after', 'PASSED'),
  ]
  const reason = `Expected 1 to be 2\n${'    at line\n'.repeat(100)}`.trim()
  await launch.finishTest(id, { result: 'FAILED', reason })
  await launch.refer([{ name: 'Report', value: 'https://example.test' }], id)
  await launch.upload('page.html', '<b>', `/tests/${id}`)
  await launch.screenshot(id, 5)
  const answer = await ask(app, getTest, question(launch, id))
  expect(answer).toMatchObject({
    test: { id, name: 'failing', status: 'FAILED', artifactsCount: 2 },
    stackTrace: reason,
    correlationData: '{"file":"a"}',
    previousId: before,
    nextId: after,
    stream: `launch:${launch.id}`,
  })
  expect(answer.test.message).toHaveLength(259)
  expect(answer.artifacts.map(({ name, kind }) => [name, kind])).toEqual([
    ['Report', 'link'],
    ['page.html', 'file'],
  ])
  expect((await ask(app, getTest, question(launch, before))).previousId).toBeNull()
  expect((await ask(app, getTest, question(launch, after))).nextId).toBeNull()
})

test('[TESTPAGE-02] every try of a test is an attempt, in order', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.test('flaky', { result: 'FAILED', reason: 'first' })
  await launch.restartTest(id, 'flaky')
  await launch.finishTest(id, { result: 'PASSED' })
  const { attempts, test: row } = await ask(app, getTest, question(launch, id))
  expect(attempts.map(({ attempt, status, message }) => [attempt, status, message])).toEqual([
    [1, 'FAILED', 'first'],
    [2, 'PASSED', null],
  ])
  expect(row.attempts).toBe(2)
})

test('a test that is not of the launch is not found', async () => {
  const launch = await agent.startLaunch()
  const other = await agent.startLaunch()
  const id = await other.startTest()
  for (const call of [getTest, listTestLogs, listTestSessions, listTestHistory])
    expect((await refusalOf(app, call, question(launch, id))).status).toBe(404)
})

test('[TESTS-19] sessions of a test have their device, their recordings and all their tests', async () => {
  const launch = await agent.startLaunch()
  const [one, two] = [await launch.startTest({ name: 'one' }), await launch.startTest({ name: 'two' })]
  const session = await launch.startSession({
    sessionId: 'driver-1',
    testIds: [one],
    capabilities: { browserName: 'chrome', browserVersion: '156', platformName: 'linux' },
  })
  await launch.updateSession(session, { testIds: [two] })
  await launch.upload('video.mp4', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), `/test-sessions/${session}`)
  await launch.startSession({ status: 'FAILED', failureReason: 'no node', testIds: [two] })
  const { items } = await ask(app, listTestSessions, question(launch, one))
  expect(items).toMatchObject([
    {
      id: session,
      sessionId: 'driver-1',
      status: 'RUNNING',
      browser: 'chrome',
      browserVersion: '156',
      platform: 'linux',
      device: null,
      testIds: [one, two],
      artifacts: [{ name: 'video.mp4', kind: 'video' }],
    },
  ])
  const seconds = await ask(app, listTestSessions, question(launch, two))
  expect(seconds.items.map(({ status, failureReason }) => [status, failureReason])).toEqual([
    ['RUNNING', null],
    ['FAILED', 'no node'],
  ])
  const video = await send(app, items[0]?.artifacts[0]?.url ?? '', { token: owner.token })
  expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4'])
})

test('[TESTPAGE-02] pages lines and screenshots as one timeline, each exactly once', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.startTest()
  const lines = Array.from({ length: 25 }, (_, i) => ({
    testId: id,
    level: 'warning',
    timestamp: 1000 + Math.floor(i / 5), // five at the same moment
    message: `line ${i}`,
  }))
  await launch.logs(lines)
  for (const at of [999, 1002, 1003, 2000]) await launch.screenshot(id, at)

  const whole = (await ask(app, listTestLogs, question(launch, id))).items
  const shown = ({ kind, at, message }: LogEntry) => (kind === 'line' ? message : `picture ${at}`)
  expect(whole.map(shown)).toEqual([
    'picture 999',
    ...lines.slice(0, 15).map(({ message }) => message),
    'picture 1002',
    ...lines.slice(15, 20).map(({ message }) => message),
    'picture 1003',
    ...lines.slice(20).map(({ message }) => message),
    'picture 2000',
  ])
  expect(whole.find(({ kind }) => kind === 'line')?.level).toBe('WARN')

  for (const maxPageSize of [1, 2, 3, 7, 29, 30]) {
    const paged: LogEntry[] = []
    let pageToken: string | undefined
    do {
      const query = { maxPageSize, pageToken }
      const page = await ask(app, listTestLogs, { ...question(launch, id), query })
      paged.push(...page.items)
      pageToken = page.nextPageToken ?? undefined
    } while (pageToken !== undefined)
    expect(paged).toEqual(whole)
  }
  const picture = await send(app, whole[0]?.url ?? '', { token: owner.token })
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('returns the log of the last attempt unless an earlier one is requested', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.test('flaky', 'FAILED')
  await launch.logs([{ testId: id, timestamp: 1, message: 'first' }])
  await launch.restartTest(id, 'flaky')
  await launch.logs([{ testId: id, timestamp: 2, message: 'second' }])
  const messages = async (attempt?: number) =>
    (await ask(app, listTestLogs, { ...question(launch, id), query: { attempt } })).items.map(({ message }) => message)
  expect(await messages()).toEqual(['second'])
  expect(await messages(1)).toEqual(['first'])
})

test('rejects a forged page token at its field', async () => {
  const launch = await agent.startLaunch()
  const id = await launch.startTest()
  for (const pageToken of ['x', Buffer.from('1.line.x').toString('base64url')])
    expect(
      (await refusalOf(app, listTestLogs, { ...question(launch, id), query: { pageToken } })).errors,
    ).toMatchObject([{ field: 'pageToken' }])
})

test('[TESTPAGE-02] [TESTS-18] history and stability follow the same test over launches, and no other', async () => {
  const runs: { launch: TestLaunch; id: number }[] = []
  for (const result of ['FAILED', 'PASSED', 'PASSED', 'SKIPPED'] as const) {
    const launch = await agent.startLaunch({ name: 'Historic' })
    await launch.test('another', 'FAILED', { className: 'history.spec.js' })
    runs.push({ launch, id: await launch.test('the same', result, { className: 'history.spec.js' }) })
  }
  const third = runs[2]
  if (!third) throw new Error('there is no third run')
  const { items, stability: ofPage } = await ask(app, listTestHistory, question(third.launch, third.id))
  expect(items.map(({ testId, kind }) => [testId, kind])).toEqual(
    runs.map(({ id }, i) => [id, ['failed', 'passed', 'passed', 'skipped'][i]]).toReversed(),
  )
  expect(items[0]).toMatchObject({ launchName: 'Historic', launchId: runs[3]?.launch.id, durationMs: 1000 })

  const stability = await ask(app, getStability, {
    token: owner.token,
    params: { projectKey: 'DEF', launchId: third.launch.id },
    query: { testId: [third.id, 999_999] },
  })
  expect(stability.items).toEqual([{ testId: third.id, stability: 2 / 3, recent: ['failed', 'passed', 'passed'] }])
  // The test's page has the same figures, and shows the runs behind them.
  expect([ofPage]).toEqual(stability.items)
  expect(stableRuns(items, third.id).map(({ kind }) => kind)).toEqual(ofPage.recent)
})

test('[TESTS-18] stability looks at the last eight ended runs; a first run under way has none', async () => {
  const results = ['FAILED', 'FAILED', 'PASSED', 'PASSED', 'PASSED', 'PASSED', 'PASSED', 'PASSED', 'FAILED'] as const
  let last: { launch: TestLaunch; id: number } | null = null
  for (const result of results) {
    const launch = await agent.startLaunch()
    last = { launch, id: await launch.test('eight', result) }
  }
  const running = await agent.startLaunch()
  const fresh = await running.startTest({ name: 'fresh', methodName: 'fresh' })
  const ofLaunch = (launch: TestLaunch, id: number) =>
    ask(app, getStability, {
      token: owner.token,
      params: { projectKey: 'DEF', launchId: launch.id },
      query: { testId: [id] },
    })
  if (!last) throw new Error('there is no run')
  const [eight] = (await ofLaunch(last.launch, last.id)).items
  expect(eight).toMatchObject({ stability: 0.75 })
  expect(eight?.recent).toHaveLength(8)
  expect((await ofLaunch(running, fresh)).items).toEqual([{ testId: fresh, stability: null, recent: [] }])
})

test('[TESTS-18] a pass that needed another attempt lowers the stability', async () => {
  const last = new Map<string, { launch: TestLaunch; id: number }>()
  for (const results of [
    { retried: ['FAILED', 'PASSED'], rerun: ['FAILED', 'PASSED'], aborted: ['ABORTED', 'PASSED'] },
    { retried: ['FAILED', 'PASSED'], rerun: ['PASSED'], aborted: ['ABORTED', 'PASSED'] },
  ] as const) {
    const launch = await agent.startLaunch()
    for (const [name, [first, second]] of Object.entries(results)) {
      const id = await launch.test(name, first)
      last.set(name, { launch, id })
      if (second === undefined) continue
      await launch.restartTest(id, name)
      await launch.finishTest(id, { result: second })
    }
  }
  const histories = await Promise.all(
    [...last.values()].map(({ launch, id }) => ask(app, listTestHistory, question(launch, id))),
  )
  expect(histories.map(({ stability }) => stability.stability)).toEqual([0, 0.5, 1])
})
