import { expect, test } from 'vitest'
import { launchRow, linksOf, sessionRow, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const row = (id: number) => sessionRow(server.app, id)

test("protocol 2.6: the answer has the driver's id, the status and the linked tests", async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  expect(
    await run.call('POST', '/test-sessions', {
      sessionId: '6132-driver',
      initiatedAt: at,
      startedAt: '2026-11-20T17:19:07Z',
      status: 'RUNNING',
      desiredCapabilities: { browserName: 'chrome' },
      capabilities: { browserName: 'chrome', browserVersion: '156.0', platformName: 'linux' },
      testIds: [testId],
    }),
  ).toEqual({
    id: expect.any(Number),
    sessionId: '6132-driver',
    status: 'RUNNING',
    initiatedAt: at,
    startedAt: '2026-11-20T17:19:07.000Z',
    endedAt: null,
    testIds: [testId],
  })
  expect(await launchRow(server.app, run.id)).toMatchObject({
    browser: 'chrome',
    browser_version: '156.0',
    platform: 'linux',
  })
})

test('protocol 2.6: testIds adds and never replaces; ids may be text', async () => {
  const run = await server.agent.startLaunch()
  const [a, b, c] = [
    await run.startTest({ name: 'a' }),
    await run.startTest({ name: 'b' }),
    await run.startTest({ name: 'c' }),
  ]
  const id = await run.startSession({ testIds: [String(a)] })
  expect(await run.call('PUT', `/test-sessions/${id}`, { testIds: [b] })).toMatchObject({
    status: 'RUNNING',
    testIds: [a, b],
  })
  expect(await run.call('PUT', `/test-sessions/${id}`, { testIds: [b, String(c)], endedAt: at })).toMatchObject({
    status: 'COMPLETED',
    endedAt: at,
    testIds: [a, b, c],
  })
  expect(await linksOf(server.app, id)).toEqual([a, b, c])
  for (const testId of [a, b, c]) expect((await testRow(server.app, testId)).sessions_count).toBe(1)
})

test('protocol 2.6: endedAt alone ends, testIds alone link, an ended session stays ended', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const id = await run.startSession()
  await run.updateSession(id, { endedAt: at })
  await run.updateSession(id, { testIds: [testId], endedAt: '2026-11-20T20:00:00Z' })
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', ended_at: new Date(at) })
  expect(await linksOf(server.app, id)).toEqual([testId])
})

test('protocol 2.6: a link may come after the test has ended, and for a test that is not there', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startSession()
  const ended = await run.test('ended', 'PASSED')
  const reverted = await run.startTest({ name: 'reverted' })
  await run.updateSession(id, { testIds: [reverted] })
  await run.call('DELETE', `/tests/${reverted}`)
  expect(await run.call('PUT', `/test-sessions/${id}`, { testIds: [reverted, ended, 99_999_999] })).toMatchObject({
    testIds: [ended],
  })
  expect(await linksOf(server.app, id)).toEqual([ended])
})

test('protocol 2.6: a link to a test of another launch is none', async () => {
  const [run, other] = [await server.agent.startLaunch(), await server.agent.startLaunch()]
  const foreign = await other.startTest()
  const id = await run.startSession({ testIds: [foreign] })
  await run.updateSession(id, { testIds: [foreign] })
  expect(await linksOf(server.app, id)).toEqual([])
})

test('protocol 2.6: a session can fail to start', async () => {
  const run = await server.agent.startLaunch()
  const given = {
    status: 'FAILED',
    failureReason: 'no such browser',
    capabilities: {},
    desiredCapabilities: { browserName: 'opera' },
    initiatedAt: at,
  }
  const answer = await run.call<{ id: number }>('POST', '/test-sessions', given)
  expect(answer).toMatchObject({ status: 'FAILED', sessionId: expect.stringMatching(/./) })
  expect(await row(answer.id)).toMatchObject({ status: 'FAILED', failure_reason: 'no such browser' })
  await run.finish()
  expect((await row(answer.id)).status).toBe('FAILED')
})

test('protocol 2.6: sessions left open are closed with the launch', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startSession()
  await run.finish('2026-11-20T19:00:00Z')
  expect(await row(id)).toMatchObject({ status: 'COMPLETED', ended_at: new Date('2026-11-20T19:00:00Z') })
})

test('protocol 2.6: starting one driver session twice creates one session', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const first = await run.startSession({ sessionId: 'driver-1' })
  expect(await run.startSession({ sessionId: 'driver-1', testIds: [testId] })).toBe(first)
  expect(await linksOf(server.app, first)).toEqual([testId])
  expect(await run.startSession({ sessionId: 'driver-2' })).not.toBe(first)
  const other = await server.agent.startLaunch()
  expect(await other.startSession({ sessionId: 'driver-1' })).not.toBe(first)
})

test.each([
  [{ browserName: 'chrome', version: '120' }, {}, { browser: 'chrome', browser_version: '120' }],
  [{}, { browserName: 'firefox', browserVersion: '130' }, { browser: 'firefox', browser_version: '130' }],
  [{ platform: 'ANY' }, {}, { platform: 'ANY' }],
  [{ platformName: 'Android', 'appium:platformVersion': '14' }, {}, { platform: 'Android', platform_version: '14' }],
  ['{"browserName":"edge"}', 'free text', { browser: 'edge' }],
  [{ browserName: { odd: true } }, { browserName: 'safari' }, { browser: 'safari' }],
  [{ browserName: `${'x'.repeat(254)}🦊` }, {}, { browser: 'x'.repeat(254) }],
])(
  "protocol 2.6: capabilities %j and %j determine the launch's platform",
  async (capabilities, desiredCapabilities, received) => {
    const run = await server.agent.startLaunch()
    await run.startSession({ capabilities, desiredCapabilities })
    expect(await launchRow(server.app, run.id)).toMatchObject(received)
  },
)
