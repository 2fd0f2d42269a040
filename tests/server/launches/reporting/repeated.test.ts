import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TestAgent } from '../../support/agent.ts'
import { send } from '../../support/app.ts'
import { aUser } from '../../support/people.ts'
import { countRows, linesOf, testRow, testRows } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const start = { name: 'adds up', className: 'cart.js', methodName: 'adds up', startedAt: at }

const projectId = async () =>
  (await server.app.db.selectFrom('project').select('id').where('key', '=', 'DEF').executeTakeFirstOrThrow()).id

/** Sends one request twice, as after a lost answer. Creating calls have a key that only these two share. */
const twice = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const keyed = { ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}), ...headers }
  const first = await server.agent.request(method, path, body, keyed)
  const rows = await countRows(server.app)
  const second = await server.agent.request(method, path, body, keyed)
  expect(second.status).toBe(first.status)
  expect(second.body).toEqual(first.body)
  expect(await countRows(server.app)).toEqual(rows)
  return first.body as { id: number }
}

test('protocol 1: every call, repeated as an agent with a broken connection repeats it, changes nothing', async () => {
  const { id } = await twice('POST', '/test-runs?projectKey=DEF', { name: 'Nightly', startedAt: at, uuid: null })
  const run = `/test-runs/${id}`
  await twice('PUT', `${run}/labels`, { items: [{ key: 'team', value: 'a' }] })
  await twice('PUT', `${run}/artifact-references`, { items: [{ name: 'build', value: 'b' }] })
  await twice('PATCH', `${run}/tcm-configs`, { xraySyncEnabled: true })
  await twice('PATCH', run, [{ op: 'replace', path: '/config/build', value: '2' }])
  await twice('PUT', `${run}/platform`, { name: 'linux' })
  const { id: testId } = await twice('POST', `${run}/tests`, start)
  const test = `${run}/tests/${testId}`
  const { id: sessionId } = await twice('POST', `${run}/test-sessions`, {
    sessionId: 's',
    startedAt: at,
    testIds: [testId],
  })
  await twice('POST', `${run}/test-sessions`, { status: 'FAILED', initiatedAt: at, failureReason: 'no browser' })
  await twice('PUT', `${run}/test-sessions/${sessionId}`, { testIds: [testId] })
  await twice('POST', `${run}/logs`, [{ testId, level: 'INFO', timestamp: 1, message: 'line' }])
  await twice('POST', `${test}/screenshots`, new Uint8Array([1, 2, 3]), { 'x-zbr-screenshot-captured-at': '7' })
  await twice('PATCH', test, { maintainer: 'alice' })
  await twice('PUT', `${test}/labels`, { items: [{ key: 'feature', value: 'cart' }] })
  await twice('PUT', `${test}/artifact-references`, { items: [{ name: 'a', value: 'b' }] })
  await twice('POST', `${test}/test-cases:upsert`, { items: [{ tcmType: 'XRAY', testCaseId: 'A-1' }] })
  await twice('PUT', test, { result: 'FAILED', reason: 'Error', endedAt: at })
  await twice('POST', test, { ...start, startedAt: '2026-11-20T17:25:00Z' })
  await twice('PUT', test, { result: 'PASSED', endedAt: '2026-11-20T17:26:00Z' })
  await twice('PUT', `${run}/test-sessions/${sessionId}`, { endedAt: at })
  await twice('POST', `${run}/tests?headless=true`, { startedAt: at })
  const { id: reverted } = await twice('POST', `${run}/tests`, { ...start, name: 'reverted' })
  await twice('DELETE', `${run}/tests/${reverted}`)
  await twice('PUT', run, { endedAt: at })
  expect((await linesOf(server.app, testId)).map(({ message }) => message)).toEqual(['line'])
})

test('equal requests without a key are distinct: parallel starts are two tests, repeated log lines two lines', async () => {
  const run = await server.agent.startLaunch()
  const ids = await Promise.all(Array.from({ length: 8 }, () => run.call('POST', '/tests', start)))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(8)
  const testId = ids[0]?.id ?? 0
  const lines = [{ testId, level: 'INFO', timestamp: 1, message: 'waiting' }]
  for (let i = 0; i < 10; i += 1)
    expect((await server.agent.request('POST', `/test-runs/${run.id}/logs`, lines)).status).toBe(202)
  expect(await linesOf(server.app, testId)).toHaveLength(10)
})

test('concurrent equal requests with one key are one request', async () => {
  const run = await server.agent.startLaunch()
  const headers = { 'idempotency-key': 'start-1' }
  const ids = await Promise.all(Array.from({ length: 8 }, () => run.call('POST', '/tests', start, headers)))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  expect(await testRows(server.app, run.id)).toHaveLength(1)
})

test('a restart sent again after the launch has ended starts no further attempt', async () => {
  const run = await server.agent.startLaunch()
  const { id } = await run.call('POST', '/tests', start)
  const again = { ...start, startedAt: '2026-11-20T17:25:00Z' }
  const restart = () => run.call('POST', `/tests/${id}`, again, { 'idempotency-key': 'restart-1' })
  const restarted = await restart()
  await run.call('PUT', '', { endedAt: at })
  expect(await restart()).toEqual(restarted)
  expect(await testRow(server.app, id)).toMatchObject({ attempt: 2, status: 'ABORTED' })
})

test('a key belongs to one request and one user', async () => {
  const run = await server.agent.startLaunch()
  const path = `/test-runs/${run.id}/tests`
  const headers = { 'idempotency-key': 'mine' }
  const { id } = await server.agent.call('POST', path, start, headers)
  expect((await server.agent.request('POST', path, { ...start, name: 'another' }, headers)).status).toBe(409)
  const colleague = await aUser(server.app, { username: 'colleague', roles: { [await projectId()]: 'ENGINEER' } })
  const other = await TestAgent.of(server.app, colleague)
  expect((await other.call('POST', path, start, headers)).id).not.toBe(id)
  expect((await server.agent.request('POST', path, start, { 'idempotency-key': 'a b' })).status).toBe(400)
})

test('a created case is created once per key, also by a server started since', async () => {
  const { app, owner } = server
  const headers = { 'idempotency-key': 'suite-1' }
  const create = () =>
    send(app, '/api/projects/DEF/test-suites', {
      method: 'POST',
      token: owner.token,
      body: { title: 'Checkout' },
      headers,
    })
  const first = await create()
  expect(first.status).toBeLessThan(300)
  expect((await create()).body).toEqual(first.body)
  expect(await app.db.selectFrom('suite').select('id').where('title', '=', 'Checkout').execute()).toHaveLength(1)
})

test('protocol 1: a rejected call may be sent again, and is accepted once its reason is resolved', async () => {
  const run = await server.agent.startLaunch()
  const path = `/test-runs/${run.id}/tests`
  expect((await server.agent.request('POST', path, { ...start, name: '', methodName: '' })).status).toBe(400)
  const { id } = await run.call('POST', '/tests', start)
  expect(await testRow(server.app, id)).toMatchObject({ name: 'adds up' })
})
