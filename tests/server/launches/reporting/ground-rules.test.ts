import { expect, test } from 'vitest'
import { send } from '../../support/app.ts'
import { TestAgent } from '../../support/agent.ts'
import { aUser, aProject, aWorkspace } from '../../support/people.ts'
import { startTestApp } from '../../support/app.ts'
import { form, raw } from './support/raw.ts'
import { launchRow, testRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const launch = { name: 'Nightly', framework: 'testng', startedAt: at }
const bearer = () => ({ authorization: `Bearer ${server.owner.token}` })
const json = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  raw(server.app, method, path, { headers: { ...bearer(), ...headers }, body: JSON.stringify(body) })

test('protocol 1: doubled slashes and trailing slashes are answered directly', async () => {
  const started = await json('POST', '//api/reporting/v1/test-runs?projectKey=DEF', launch)
  expect(started.status).toBe(200)
  const { id } = JSON.parse(started.text) as { id: number }
  const testId = (await server.agent.call('POST', `/test-runs/${id}/tests`, { name: 'a', startedAt: at })).id
  const again = { name: 'a', startedAt: '2026-11-20T17:20:06.757Z' }
  expect((await json('POST', `/api/reporting/v1/test-runs/${id}/tests/${testId}/`, again)).status).toBe(200)
  expect((await testRow(server.app, testId)).attempt).toBe(2)
  const items = [{ name: 'build', value: 'https://ci.test/1' }]
  expect((await json('PUT', `//api/reporting/v1/test-runs/${id}/artifact-references/`, { items })).status).toBe(204)
  expect((await launchRow(server.app, id)).refs).toEqual(items)
})

test('protocol 1: a token is accepted after any scheme: Bearer, bearer or Token', async () => {
  for (const scheme of ['Bearer', 'bearer', 'Token'])
    expect(
      (
        await json('POST', '/api/reporting/v1/test-runs?projectKey=DEF', launch, {
          authorization: `${scheme} ${server.owner.token}`,
        })
      ).status,
    ).toBe(200)
})

test.each([
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json-patch+json',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'false',
  'what/ever;;',
])('protocol 1: a JSON body is taken under the content type %s', async (type) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const answer = await json('POST', '/api/reporting/v1/test-runs?projectKey=DEF', launch, headers)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"id"')])
})

test('protocol 1: DELETE with a JSON content type and no body', async () => {
  const run = await server.agent.startLaunch()
  const type = { 'content-type': 'application/json' }
  const both: Record<string, string>[] = [type, { ...type, 'content-length': '0' }]
  for (const headers of both) {
    const testId = await run.startTest()
    const path = `/api/reporting/v1/test-runs/${run.id}/tests/${testId}`
    expect((await raw(server.app, 'DELETE', path, { headers: { ...bearer(), ...headers } })).status).toBe(204)
  }
})

test('protocol 1: every optional field may be null', async () => {
  const given = await server.agent.call('POST', '/test-runs?projectKey=DEF', {
    ...launch,
    uuid: null,
    status: null,
    config: { environment: null, build: null, treatSkipsAsFailures: null },
    milestone: { id: null, name: null },
    ciContext: null,
    notifications: null,
    notificationTargets: null,
    jenkinsContext: null,
  })
  const testId = (
    await server.agent.call('POST', `/test-runs/${given.id}/tests`, {
      name: 'a',
      className: null,
      methodName: null,
      startedAt: at,
      argumentsIndex: null,
      maintainer: null,
      correlationData: null,
      labels: null,
      testGroups: null,
    })
  ).id
  const session = await server.agent.call('POST', `/test-runs/${given.id}/test-sessions`, {
    sessionId: null,
    initiatedAt: null,
    startedAt: null,
    status: null,
    failureReason: null,
    desiredCapabilities: null,
    capabilities: null,
    testIds: null,
  })
  await server.agent.call('PUT', `/test-runs/${given.id}/test-sessions/${session.id}`, { endedAt: null, testIds: null })
  await server.agent.call('PATCH', `/test-runs/${given.id}/tests/${testId}`, { maintainer: null })
  await server.agent.call('PUT', `/test-runs/${given.id}/tests/${testId}`, {
    endedAt: null,
    result: 'PASSED',
    reason: null,
  })
  await server.agent.call('PUT', `/test-runs/${given.id}`, { endedAt: null })
  expect((await launchRow(server.app, given.id)).status).toBe('PASSED')
})

test('protocol 1: every optional field may be empty', async () => {
  const given = await server.agent.call('POST', '/test-runs?projectKey=DEF', {
    ...launch,
    uuid: '',
    config: { environment: '', build: '', treatSkipsAsFailures: '' },
    milestone: { id: '', name: '' },
    ciContext: { ciType: '', envVariables: {} },
    notifications: {},
    notificationTargets: [],
  })
  const testId = (
    await server.agent.call('POST', `/test-runs/${given.id}/tests`, {
      name: 'a',
      className: '',
      methodName: '',
      startedAt: at,
      argumentsIndex: '',
      maintainer: '',
      correlationData: '',
      labels: [],
      testGroups: [],
    })
  ).id
  await server.agent.call('PATCH', `/test-runs/${given.id}/tests/${testId}`, { maintainer: ' ' })
  await server.agent.call('PUT', `/test-runs/${given.id}/tests/${testId}`, {
    endedAt: at,
    result: 'SKIPPED',
    reason: ' \n ',
  })
  expect(await testRow(server.app, testId)).toMatchObject({
    owner: null,
    maintainer_id: null,
    reason: null,
    message: null,
  })
})

test('protocol 1: unknown fields are ignored', async () => {
  const extra = { _hasAnyValue: true, type: 'log', testCase: { id: 1 }, status: 'IN_PROGRESS', uuid: 'x' }
  const run = await server.agent.startLaunch({ _hasAnyValue: true, more: { nested: [1] } })
  const testId = await run.startTest({ ...extra, maintainer: 'alice' } as object)
  await run.call('POST', '/logs', [{ testId, level: 'INFO', timestamp: 1, message: 'hello', ...extra }])
  await run.call('PUT', `/tests/${testId}`, { ...extra, result: 'PASSED', endedAt: at })
  expect((await testRow(server.app, testId)).status).toBe('PASSED')
})

test.each([
  ['2026-11-20T17:19:06.757Z', '2026-11-20T17:19:06.757Z'],
  ['2026-11-20T17:19:06.123456789Z', '2026-11-20T17:19:06.123Z'],
  ['2026-11-20T17:19:06Z', '2026-11-20T17:19:06.000Z'],
  ['2026-11-20T17:19Z', '2026-11-20T17:19:00.000Z'],
  ['2026-11-20T17:33:14.593387+00:00', '2026-11-20T17:33:14.593Z'],
  ['2026-11-20T19:33:14.593387+02:00', '2026-11-20T17:33:14.593Z'],
  // The sender's clock is ahead.
  ['2031-01-01T00:00:00Z', '2031-01-01T00:00:00.000Z'],
])('protocol 1: the time %s is understood and answered with a zone', async (given, understood) => {
  const answer = await server.agent.call<{ startedAt: string }>('POST', '/test-runs?projectKey=DEF', {
    ...launch,
    startedAt: given,
  })
  expect(answer.startedAt).toBe(understood)
})

test.each(['yesterday', '1', '', 'Nightly 7', null, true, {}, '2026-13-40T00:00:00Z', '9999-01-01T00:00:00Z'])(
  'protocol 1: %j is no time: 400 that names the field',
  async (startedAt) => {
    const { status, body } = await server.agent.request('POST', '/test-runs?projectKey=DEF', { ...launch, startedAt })
    expect([status, body]).toEqual([400, expect.objectContaining({ message: expect.stringContaining('startedAt') })])
  },
)

test('protocol 1: a test that ends before it started, or with the same time, is taken', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest({ startedAt: '2026-11-20T17:19:06Z' })
  await run.finishTest(testId, { result: 'PASSED', endedAt: '2026-11-20T17:19:05Z' })
  expect((await testRow(server.app, testId)).status).toBe('PASSED')
})

test('protocol 1: a connection that is to be closed is closed after the answer', async () => {
  const answer = await json('POST', '/api/reporting/v1/test-runs?projectKey=DEF', launch, { connection: 'close' })
  expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
})

test('protocol 1: ids are numbers in answers; logs name a test by number or by text', async () => {
  const run = await server.agent.startLaunch()
  const answer = await run.call<{ id: unknown }>('POST', '/tests', { name: 'a', startedAt: at })
  expect([typeof run.id, typeof answer.id]).toEqual(['number', 'number'])
  const session = await run.call<{ id: unknown }>('POST', '/test-sessions', { testIds: [String(answer.id)] })
  expect(typeof session.id).toBe('number')
})

test('protocol 1: every call is answered with the status that the strictest agent compares with', async () => {
  const status = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await server.agent.request(method, path, body, headers)
    return [answer.status, answer.body === null ? 'none' : typeof answer.body]
  }
  const run = await server.agent.startLaunch()
  const at2 = `/test-runs/${run.id}`
  const testId = await run.startTest()
  const sessionId = await run.startSession()
  const upload = form([{ name: 'file', filename: 'a.txt', content: 'a' }])
  const labels = { items: [{ key: 'a', value: 'b' }] }
  const references = { items: [{ name: 'a', value: 'b' }] }
  const test = { name: 'a', startedAt: at }
  const ofForm = { 'content-type': upload.type }
  expect(await status('POST', '/run-context-exchanges', { testRunUuid: run.uuid })).toEqual([200, 'object'])
  expect(await status('POST', '/test-runs?projectKey=DEF', launch)).toEqual([200, 'object'])
  expect(await status('POST', `${at2}/tests`, test)).toEqual([200, 'object'])
  expect(await status('POST', `${at2}/tests/${testId}`, test)).toEqual([200, 'object'])
  expect(await status('PUT', `${at2}/tests/${testId}?headless=true`, test)).toEqual([200, 'object'])
  expect(await status('PATCH', `${at2}/tests/${testId}`, { maintainer: 'a' })).toEqual([200, 'object'])
  expect(await status('POST', `${at2}/tests/${testId}/known-issue-confirmations`, { failureReason: 'x' })).toEqual([
    200,
    'object',
  ])
  expect(await status('POST', `${at2}/test-sessions`, { sessionId: 's' })).toEqual([200, 'object'])
  expect(await status('PUT', `${at2}/test-sessions/${sessionId}`, { testIds: [testId] })).toEqual([200, 'object'])
  expect((await status('POST', `${at2}/logs`, []))[0]).toBe(202)
  expect((await status('POST', `${at2}/tests/${testId}/screenshots`, new Uint8Array([1])))[0]).toBe(201)
  expect((await status('POST', `${at2}/artifacts`, upload.body, ofForm))[0]).toBe(201)
  expect((await status('POST', `${at2}/tests/${testId}/artifacts`, upload.body, ofForm))[0]).toBe(201)
  expect((await status('POST', `${at2}/test-sessions/${sessionId}/artifacts`, upload.body, ofForm))[0]).toBe(201)
  expect(await status('PUT', `${at2}/labels`, labels)).toEqual([204, 'none'])
  expect(await status('PUT', `${at2}/tests/${testId}/labels`, labels)).toEqual([204, 'none'])
  expect(await status('PUT', `${at2}/artifact-references`, references)).toEqual([204, 'none'])
  expect(await status('PUT', `${at2}/tests/${testId}/artifact-references`, references)).toEqual([204, 'none'])
  expect(await status('PATCH', `${at2}/tcm-configs`, {})).toEqual([204, 'none'])
  expect(await status('POST', `${at2}/tests/${testId}/test-cases:upsert`, { items: [] })).toEqual([204, 'none'])
  expect(await status('PATCH', at2, [])).toEqual([204, 'none'])
  expect(await status('PUT', `${at2}/platform`, { name: 'linux' })).toEqual([204, 'none'])
  expect(await status('PUT', `${at2}/tests/${testId}`, { result: 'PASSED', endedAt: at })).toEqual([200, 'object'])
  expect(await status('DELETE', `${at2}/tests/${testId}`)).toEqual([204, 'none'])
  expect(await status('PUT', at2, { endedAt: at })).toEqual([200, 'object'])
})

const everyCall = (
  launchId: number,
  testId: number,
  sessionId: number,
): [method: string, path: string, body?: unknown][] => [
  ['PUT', `/test-runs/${launchId}`, { endedAt: at }],
  ['PATCH', `/test-runs/${launchId}`, []],
  ['PUT', `/test-runs/${launchId}/platform`, { name: 'linux' }],
  ['PUT', `/test-runs/${launchId}/labels`, { items: [] }],
  ['PUT', `/test-runs/${launchId}/artifact-references`, { items: [] }],
  ['PATCH', `/test-runs/${launchId}/tcm-configs`, {}],
  ['POST', `/test-runs/${launchId}/artifacts`],
  ['POST', `/test-runs/${launchId}/logs`, []],
  ['POST', `/test-runs/${launchId}/tests`, { name: 'a', startedAt: at }],
  ['POST', `/test-runs/${launchId}/tests/${testId}`, { name: 'a', startedAt: at }],
  ['PUT', `/test-runs/${launchId}/tests/${testId}`, { result: 'PASSED', endedAt: at }],
  ['PUT', `/test-runs/${launchId}/tests/${testId}?headless=true`, { name: 'a', startedAt: at }],
  ['PATCH', `/test-runs/${launchId}/tests/${testId}`, { maintainer: 'a' }],
  ['PUT', `/test-runs/${launchId}/tests/${testId}/labels`, { items: [] }],
  ['PUT', `/test-runs/${launchId}/tests/${testId}/artifact-references`, { items: [] }],
  ['POST', `/test-runs/${launchId}/tests/${testId}/test-cases:upsert`, { items: [] }],
  ['POST', `/test-runs/${launchId}/tests/${testId}/known-issue-confirmations`, { failureReason: 'a' }],
  ['POST', `/test-runs/${launchId}/tests/${testId}/screenshots`, new Uint8Array([1])],
  ['POST', `/test-runs/${launchId}/tests/${testId}/artifacts`],
  ['POST', `/test-runs/${launchId}/test-sessions`, { sessionId: 'a' }],
  ['PUT', `/test-runs/${launchId}/test-sessions/${sessionId}`, { endedAt: at }],
  ['POST', `/test-runs/${launchId}/test-sessions/${sessionId}/artifacts`],
]

const refusals = async (agent: Pick<TestAgent, 'request'>, calls: ReturnType<typeof everyCall>) => {
  const upload = form([{ name: 'file', filename: 'a.txt', content: 'a' }])
  return Promise.all(
    calls.map(async ([method, path, body]) => {
      const answer =
        body === undefined
          ? await agent.request(method, path, upload.body, { 'content-type': upload.type })
          : await agent.request(method, path, body)
      const message = (answer.body as { message?: unknown } | null)?.message
      return [method, path, answer.status, typeof message === 'string' && message !== '']
    }),
  )
}
const refusedWith = (status: number, calls: ReturnType<typeof everyCall>) =>
  calls.map(([method, path]) => [method, path, status, true])

test('protocol 1: rejects every call without a valid token with 401 and a message', async () => {
  const run = await server.agent.startLaunch()
  const calls = everyCall(run.id, await run.startTest(), await run.startSession())
  for (const token of [undefined, 'nonsense']) {
    const nobody = {
      request: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        send(server.app, `/api/reporting/v1${path}`, {
          method,
          body,
          headers,
          ...(token === undefined ? {} : { token }),
        }),
    }
    expect(await refusals(nobody, calls)).toEqual(refusedWith(401, calls))
  }
})

test('protocol 1: rejects every call without the right to report with 403 in a visible project and 404 in a hidden one', async () => {
  const run = await server.agent.startLaunch()
  const calls = everyCall(run.id, await run.startTest(), await run.startSession())
  const stranger = await TestAgent.of(server.app, await aUser(server.app))
  const guest = await TestAgent.of(server.app, await aUser(server.app, { roles: { [server.projectId]: 'GUEST' } }))
  for (const [agent, status] of [
    [stranger, 404],
    [guest, 403],
  ] as const) {
    expect(await refusals(agent, calls)).toEqual(refusedWith(status, calls))
    expect((await agent.request('POST', '/test-runs?projectKey=DEF', launch)).status).toBe(status)
  }
})

test('protocol 1: an engineer, a manager and an administrator of the project may report to it', async () => {
  for (const role of ['ENGINEER', 'MANAGER', 'ADMINISTRATOR'] as const) {
    const agent = await TestAgent.of(server.app, await aUser(server.app, { roles: { [server.projectId]: role } }))
    expect((await agent.request('POST', '/test-runs?projectKey=DEF', launch)).status).toBe(200)
  }
})

test('protocol 1: an unknown project, launch, test or session is answered with 404 and a message', async () => {
  const run = await server.agent.startLaunch()
  const other = await server.agent.startLaunch()
  const [testId, sessionId] = [await other.startTest(), await other.startSession()]
  expect((await server.agent.request('POST', '/test-runs?projectKey=NONE', launch)).status).toBe(404)
  const ofNoLaunch = everyCall(999_999, testId, sessionId)
  expect(await refusals(server.agent, ofNoLaunch)).toEqual(refusedWith(404, ofNoLaunch))
  // The test and the session exist, but in another launch.
  const ofOthers = everyCall(run.id, testId, sessionId).filter(
    ([, path]) => /\/(tests|test-sessions)\/\d/.test(path) && !path.endsWith('confirmations'),
  )
  expect(await refusals(server.agent, ofOthers)).toEqual(refusedWith(404, ofOthers))
  expect((await server.agent.request('PUT', '/test-runs/undefined', { endedAt: at })).status).toBe(404)
  expect(await testRow(server.app, testId)).toMatchObject({ status: 'IN_PROGRESS', labels: [], artifacts_count: 0 })
})

test('protocol 1: rejects unknown calls as JSON with a message', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['POST', '/test-runs/1/nothing'],
    ['POST', '/test-runs/%E0%A4%A/tests'],
  ] as const) {
    const answer = await server.agent.request(method, path, method === 'GET' ? undefined : {})
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/./) })
  }
})

test('protocol 1: the project is DEF unless the call names one', async () => {
  const { id } = await server.agent.call('POST', '/test-runs', launch)
  expect((await launchRow(server.app, id)).project_id).toBe(server.projectId)
  const otherId = await aProject(server.app, server.owner, 'OTHER')
  const other = await server.agent.call('POST', '/test-runs?projectKey=OTHER', launch)
  expect((await launchRow(server.app, other.id)).project_id).toBe(otherId)
})

test('protocol 1: rejects every call while test automation is off', async () => {
  const app = await startTestApp()
  try {
    const owner = await aWorkspace(app, [])
    await aProject(app, owner)
    const agent = await TestAgent.of(app, owner)
    const answer = await agent.request('POST', '/test-runs?projectKey=DEF', launch)
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ message: expect.any(String) })])
  } finally {
    await app.close()
  }
})
