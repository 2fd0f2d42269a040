import { expect, test } from 'vitest'
import { linkIssue } from '../../../../contract/launches/launch-tests.ts'
import { ask } from '../../support/app.ts'
import { aUser } from '../../support/people.ts'
import { artifactsOf, countRows, eventsOf, expectCounted, linesOf, some, testRow, testRows } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const row = (id: number) => testRow(server.app, id)

test('protocol 2.5: the answer to a start echoes the given fields', async () => {
  const run = await server.agent.startLaunch()
  const given = {
    name: 'Cart.adds an item @smoke',
    className: 'test/cart.e2e.js',
    methodName: 'adds an item @smoke',
    startedAt: at,
    argumentsIndex: 3,
    maintainer: 'alice',
    correlationData: '{"spec":"test/cart.e2e.js"}',
    labels: [{ key: 'feature', value: 'cart' }],
    testGroups: ['Cart', 'Shop'],
  }
  expect(await run.call('POST', '/tests?headless=false', given)).toEqual({
    ...given,
    id: expect.any(Number),
    artifactReferences: [],
    status: 'IN_PROGRESS',
    endedAt: null,
  })
  expect(await eventsOf(server.app, run.id)).toEqual([
    'launch/statistics',
    'launch/started',
    'launch/statistics',
    'test/started',
  ])
})

test('protocol 2.5: returns correlation data byte by byte', async () => {
  const run = await server.agent.startLaunch()
  for (const correlationData of [
    '{"spec":"test/a.js","fullTitle":"..."}',
    '{"name": "test_x"}',
    '  {"ä":"\\u00e9 é 🦊 \\n","n":1.0,  "z": [ ]}\n',
    'no JSON <b>at all</b> \' " \\ %s $1',
  ]) {
    const id = await run.startTest({ correlationData })
    expect((await row(id)).correlation_data).toBe(correlationData)
    const { correlationData: echoed } = await run.call<{ correlationData: string }>('PATCH', `/tests/${id}`, {})
    expect(echoed).toBe(correlationData)
  }
})

test('protocol 2.5: a headless test collects its data and gets its identity later, under its id', async () => {
  const run = await server.agent.startLaunch()
  const { id } = await run.call('POST', '/tests?headless=true', { startedAt: at, correlationData: 'c' })
  expect(await row(id)).toMatchObject({ status: 'IN_PROGRESS', headless: true, name: 'Unnamed test' })
  await run.logs([{ testId: id, timestamp: 1, message: 'before method' }])
  await run.label([{ key: 'early', value: 'yes' }], id)
  const answer = await run.call('PUT', `/tests/${id}?headless=true`, {
    name: 'pays',
    className: 'shop.Cart',
    methodName: 'pays',
    startedAt: '2026-11-20T17:19:07Z',
    labels: [{ key: 'late', value: 'yes' }],
  })
  expect(answer).toMatchObject({ id, name: 'pays', className: 'shop.Cart', startedAt: '2026-11-20T17:19:07.000Z' })
  expect(await row(id)).toMatchObject({
    headless: false,
    status: 'IN_PROGRESS',
    attempt: 1,
    labels: [
      { key: 'early', value: 'yes' },
      { key: 'late', value: 'yes' },
    ],
  })
  expect(await linesOf(server.app, id)).toHaveLength(1)
  await run.finishTest(id, { result: 'PASSED' })
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1 })
})

test('protocol 4: a headless test that is never filled in keeps its provisional name', async () => {
  const run = await server.agent.startLaunch()
  const { id } = await run.call('POST', '/tests?headless=true', { name: 'setUp', startedAt: at })
  await run.finish()
  expect((await row(id)).name).toBe('setUp')
})

test('protocol 2.5: a test that is not headless needs a name', async () => {
  const run = await server.agent.startLaunch()
  for (const name of [undefined, null, '', '  '])
    expect(await server.agent.request('POST', `/test-runs/${run.id}/tests`, { name, startedAt: at })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: expect.any(String) }] },
    })
  const { id } = await run.call('POST', '/tests', { methodName: 'only its method', startedAt: at })
  expect((await row(id)).name).toBe('only its method')
  expect(await testRows(server.app, run.id)).toHaveLength(1)
})

test('protocol 2.5: a restarted test keeps its id, and the previous try becomes an attempt with its own log', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startTest({ name: 'flaky', labels: [{ key: 'a', value: '1' }], correlationData: 'c' })
  await run.logs([{ testId: id, timestamp: 1, message: 'first try' }])
  await run.screenshot(id, 1000)
  await run.upload('trace.txt', 'same bytes', `/tests/${id}`)
  await run.refer([{ name: 'video', value: 'https://grid.test/1' }], id)
  await run.finishTest(id, { result: 'FAILED', reason: 'Error: too slow', endedAt: '2026-11-20T17:20:00Z' })
  expect(
    await run.call('POST', `/tests/${id}`, {
      name: 'flaky',
      startedAt: '2026-11-20T17:21:00Z',
      labels: [{ key: 'b', value: '2' }],
    }),
  ).toMatchObject({ id, status: 'IN_PROGRESS', endedAt: null, artifactReferences: [] })
  await run.logs([{ testId: id, timestamp: 2, message: 'second try' }])
  await run.upload('trace.txt', 'same bytes', `/tests/${id}`)
  await run.finishTest(id, { result: 'PASSED', endedAt: '2026-11-20T17:22:00Z' })

  expect(await row(id)).toMatchObject({
    status: 'PASSED',
    attempt: 2,
    reason: null,
    message: null,
    failure_key: null,
    correlation_data: 'c',
    labels: [{ key: 'b', value: '2' }],
    artifacts_count: 1,
  })
  expect(await server.app.db.selectFrom('test_attempt').selectAll().where('test_id', '=', id).execute()).toMatchObject([
    { attempt: 1, status: 'FAILED', reason: 'Error: too slow', ended_at: new Date('2026-11-20T17:20:00Z') },
  ])
  const messages = async (attempt: number) => (await linesOf(server.app, id, attempt)).map(({ message }) => message)
  expect([await messages(1), await messages(2)]).toEqual([['first try'], ['second try']])
  expect((await artifactsOf(server.app, run.id)).map(({ name, attempt }) => `${name} ${attempt}`)).toEqual([
    '1000.png 1',
    'trace.txt 1',
    'trace.txt 2',
  ])
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1 })
})

test.each(['PASSED', 'FAILED', 'SKIPPED', 'ABORTED', 'BLOCKED'] as const)(
  'protocol 2.5: a test ends %s',
  async (result) => {
    const run = await server.agent.startLaunch()
    const id = await run.startTest()
    const answer = await run.call('PUT', `/tests/${id}?headless=false`, { result, endedAt: at, maintainer: null })
    expect(answer).toMatchObject({ id, status: result, endedAt: at })
    const kind = { PASSED: 'passed', FAILED: 'failed', SKIPPED: 'skipped', ABORTED: 'aborted', BLOCKED: 'blocked' }[
      result
    ]
    expect(some(await expectCounted(server.app, run.id))).toEqual({ [kind]: 1 })
    expect((await eventsOf(server.app, run.id)).slice(-2)).toEqual(['launch/statistics', 'test/finished'])
  },
)

test('protocol 2.5: rejects an invalid result at its field', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startTest()
  for (const result of ['IN_PROGRESS', 'GREEN', null, 7])
    expect(
      await server.agent.request('PUT', `/test-runs/${run.id}/tests/${id}`, { result, endedAt: at }),
    ).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('result') },
    })
  expect((await row(id)).status).toBe('IN_PROGRESS')
})

test('protocol 2.5: stores a long failure with colours completely, and shows its beginning as the message', async () => {
  const run = await server.agent.startLaunch()
  const trace = `Error: total\n${'    at cart (cart.js:1:1)\n'.repeat(400)}the end`
  const id = await run.test('a', { result: 'FAILED', reason: `\u001b[31m${trace}\u001b[0m` })
  const { reason, message } = await row(id)
  expect(reason).toBe(trace)
  expect(message).toBe(`${trace.slice(0, 255)} ...`)
})

test('protocol 2.5: accepts a failure that is cut inside a character', async () => {
  const run = await server.agent.startLaunch()
  const reason = `${'x'.repeat(254)}🦊${'y'.repeat(244)}🦊 and more`
  const id = await run.test('a', { result: 'FAILED', reason })
  expect(await row(id)).toMatchObject({ reason, message: `${'x'.repeat(254)} ...` })
})

test('protocol 2.5: maintainers: known, unknown, several by commas, changed, taken away', async () => {
  const alice = await aUser(server.app, { username: 'Alice' })
  const run = await server.agent.startLaunch()
  const id = await run.startTest({ maintainer: 'alice' })
  expect(await row(id)).toMatchObject({ owner: 'alice', maintainer_id: alice.id })
  const set = async (maintainer: string | null) => {
    await run.call('PATCH', `/tests/${id}`, { maintainer })
    const { owner, maintainer_id: maintainerId } = await row(id)
    return [owner, maintainerId]
  }
  expect(await set('nobody-knows')).toEqual(['nobody-knows', null])
  expect(await set('ALICE, bob')).toEqual(['ALICE, bob', alice.id])
  expect(await set('')).toEqual([null, null])
})

test('protocol 2.5: groups stay in the order they came in', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startTest({ testGroups: ['inner', 'outer', 'a'] })
  expect((await row(id)).test_groups).toEqual(['inner', 'outer', 'a'])
})

test('protocol 4: identity over launches is class, method and arguments index', async () => {
  const identity = async (given: Record<string, unknown>) => {
    const run = await server.agent.startLaunch()
    return (await row(await run.startTest(given))).identity
  }
  const given = { className: 'Cart', methodName: 'pays', argumentsIndex: 1 }
  const known = await identity({ ...given, name: 'pays 5 EUR' })
  expect(await identity({ ...given, name: 'pays 7 EUR' })).toBe(known)
  for (const other of [{ className: 'Cart2' }, { methodName: 'buys' }, { argumentsIndex: 2 }, { argumentsIndex: null }])
    expect(await identity({ ...given, ...other })).not.toBe(known)
})

test('protocol 4: a revert removes the test with all that is its own; later calls about it fail no batch', async () => {
  const run = await server.agent.startLaunch()
  const saved = await run.test('kept', 'PASSED')
  const before = await countRows(server.app)
  const id = await run.startTest({ name: 'reverted', labels: [{ key: 'a', value: 'b' }] })
  const sessionId = await run.startSession({ testIds: [id, saved] })
  await run.logs([{ testId: id, timestamp: 1, message: 'gone' }])
  await run.screenshot(id, 1)
  await run.upload('a.txt', 'a', `/tests/${id}`)
  await run.restartTest(id, 'reverted')
  await run.call('DELETE', `/tests/${id}`)
  expect((await eventsOf(server.app, run.id)).slice(-2)).toEqual(['launch/statistics', 'test/deleted'])
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1 })
  const { event: _, file: __, ...after } = await countRows(server.app)
  const { event: ___, file: ____, ...rows } = before
  expect(after).toEqual({
    ...rows,
    test_session: (rows.test_session ?? 0) + 1,
    test_session_test: (rows.test_session_test ?? 0) + 1,
  })

  await run.logs([
    { testId: id, timestamp: 2, message: 'too late' },
    { testId: saved, timestamp: 3, message: 'in time' },
  ])
  expect((await linesOf(server.app, saved)).map(({ message }) => message)).toEqual(['in time'])
  await run.updateSession(sessionId, { testIds: [id] })
  await run.call('DELETE', `/tests/${id}`)
  expect(
    (await server.agent.request('PUT', `/test-runs/${run.id}/tests/${id}`, { result: 'PASSED', endedAt: at })).status,
  ).toBe(404)
  const again = await run.startTest({ name: 'reverted' })
  expect(again).not.toBe(id)
})

test('protocol 2.5: a failure that was linked to an issue is known; another is not', async () => {
  const run = await server.agent.startLaunch()
  const linked = await run.test('a', { result: 'FAILED', reason: 'Error: order 17 was lost\n    at a.js:1' })
  await ask(server.app, linkIssue, {
    params: { projectKey: 'DEF', launchId: run.id },
    body: { ids: [linked], issueId: 'SHOP-1' },
    token: server.owner.token,
  })
  const id = await run.startTest()
  const isKnown = async (failureReason: string | null) =>
    (await run.call<{ knownIssue: boolean }>('POST', `/tests/${id}/known-issue-confirmations`, { failureReason }))
      .knownIssue
  expect(await isKnown('Error: order 99 was lost\n    at a.js:7')).toBe(true)
  // In another place it may have another cause.
  expect(await isKnown('Error: order 99 was lost\n    at b.js:7')).toBe(false)
  expect(await isKnown('Error: something else')).toBe(false)
  expect(await isKnown(null)).toBe(false)
})

test('protocol 3: the next test may start before the previous one ends', async () => {
  const run = await server.agent.startLaunch()
  const first = await run.startTest({ name: 'first' })
  const second = await run.startTest({ name: 'second' })
  await run.finishTest(first, { result: 'PASSED' })
  await run.finishTest(second, { result: 'FAILED' })
  expect(some(await expectCounted(server.app, run.id))).toEqual({ passed: 1, failed: 1 })
})

test('takes a repetition under a changed name as an attempt of the test that failed', async () => {
  const launch = await server.agent.startLaunch({ name: 'Retry run' })
  const run = `/test-runs/${launch.id}`
  const at = (second: number) => `2026-05-13T12:00:${String(second).padStart(2, '0')}Z`
  const start = async (name: string, second: number) => {
    const body = { name, className: 'org.harbour.FareTest', methodName: 'pays', startedAt: at(second) }
    return ((await server.agent.request('POST', `${run}/tests`, body)).body as { id: number }).id
  }
  const finish = (id: number, result: string, second: number) =>
    server.agent.request('PUT', `${run}/tests/${id}`, { result, reason: 'no change', endedAt: at(second) })
  const first = await start('pays the fare', 1)
  await finish(first, 'FAILED', 2)
  const second = await start('pays the fare (InvCount=0002)', 3)
  expect(second).toBe(first)
  await finish(second, 'PASSED', 4)
  // Invocations after a passed one, other names and running tests are separate tests.
  const third = await start('pays the fare (InvCount=0003)', 5)
  expect(third).not.toBe(first)
  expect(await start('pays the fare (InvCount=0004)', 6)).not.toBe(third)
  await finish(third, 'FAILED', 7)
  expect(await start('pays the ticket (InvCount=0005)', 8)).not.toBe(third)
  const row = await server.app.db
    .selectFrom('test')
    .select(['name', 'status', 'attempt'])
    .where('id', '=', first)
    .executeTakeFirst()
  expect(row).toEqual({ name: 'pays the fare', status: 'PASSED', attempt: 2 })
})
