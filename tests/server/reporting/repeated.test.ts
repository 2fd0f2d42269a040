import { expect, test } from 'vitest'
import { TestAgent } from '../support/agent.ts'
import { countRows, linesOf, testRow, testRows } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const start = { name: 'adds up', className: 'cart.js', methodName: 'adds up', startedAt: at }

/** The same request twice: the same answer, and no row more. */
const twice = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const first = await server.agent.request(method, path, body, headers)
  const rows = await countRows(server.app)
  const second = await server.agent.request(method, path, body, headers)
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

test('protocol 1: the same start at the same time from one agent, several times over, is one test', async () => {
  const run = await server.agent.startLaunch()
  const ids = await Promise.all(Array.from({ length: 8 }, () => run.call('POST', '/tests', start)))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  expect(await testRows(server.app, run.id)).toHaveLength(1)
})

test('protocol 1: the same start from another process is another test', async () => {
  const run = await server.agent.startLaunch()
  const other = await TestAgent.of(server.app, server.owner)
  const [a, b] = [
    await run.call('POST', '/tests', start),
    await other.call('POST', `/test-runs/${run.id}/tests`, start),
  ]
  expect(a.id).not.toBe(b.id)
})

test('protocol 1: after the agent has used what it got, a like start is a new one', async () => {
  const run = await server.agent.startLaunch()
  const first = (await run.call('POST', '/tests', start)).id
  await run.finishTest(first, { result: 'SKIPPED' })
  const second = (await run.call('POST', '/tests', start)).id
  expect(second).not.toBe(first)

  const given = { name: 'Nightly', startedAt: at }
  const launch = (await server.agent.call('POST', '/test-runs?projectKey=DEF', given)).id
  await server.agent.call('PUT', `/test-runs/${launch}`, { endedAt: at })
  expect((await server.agent.call('POST', '/test-runs?projectKey=DEF', given)).id).not.toBe(launch)
})

test('protocol 1: a refused call may be sent again, and is taken when its reason is gone', async () => {
  const run = await server.agent.startLaunch()
  const path = `/test-runs/${run.id}/tests`
  expect((await server.agent.request('POST', path, { ...start, name: '', methodName: '' })).status).toBe(400)
  const { id } = await run.call('POST', '/tests', start)
  expect(await testRow(server.app, id)).toMatchObject({ name: 'adds up' })
})
