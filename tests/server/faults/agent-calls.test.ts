import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { send } from '../support/app.ts'
import { countRows, expectCounted, launchRow, sessionRow, testRow } from '../launches/reporting/support/rows.ts'
import { reportingServer } from '../launches/reporting/support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'

/** Rejected with this status and a message that names the field; nothing is stored, and the server continues. */
const refused = async (
  method: string,
  path: string,
  body: unknown,
  { status = 400, names }: { status?: number; names: string | RegExp },
) => {
  const rows = await countRows(server.app)
  const answer = await server.agent.request(method, path, body, { 'content-type': 'application/json' })
  const { message } = answer.body as { message: string }
  expect([answer.status, message]).toEqual([status, expect.stringMatching(names)])
  expect(await countRows(server.app)).toEqual(rows)
  expect((await send(server.app, '/api/health')).status).toBe(200)
}

test.each(['{', '{"name":', 'null null', '<xml/>', '\u0000', "{'name':'x'}", '{"a":1}}'])(
  'faults: the body %j is no JSON: 400, and nothing is written',
  async (body) => {
    const run = await server.agent.startLaunch()
    for (const path of ['/test-runs?projectKey=DEF', `/test-runs/${run.id}/tests`, `/test-runs/${run.id}/logs`])
      await refused('POST', path, body, { names: /JSON/ })
  },
)

test.each([[[]], ['text'], [7], [true], [null]])('faults: %j where an object belongs: 400', async (body) => {
  const run = await server.agent.startLaunch()
  await refused('POST', `/test-runs/${run.id}/tests`, JSON.stringify(body), { names: /./ })
  await refused('POST', '/test-runs?projectKey=DEF', JSON.stringify(body), { names: /./ })
})

test('faults: wrong types are rejected with every wrong field', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const launch = `/test-runs/${run.id}`
  await refused('POST', '/test-runs?projectKey=DEF', { name: {}, startedAt: at }, { names: /name/ })
  await refused(
    'POST',
    '/test-runs?projectKey=DEF',
    { name: [], startedAt: 'x' },
    { names: /name.*startedAt|startedAt.*name/ },
  )
  await refused('POST', '/test-runs?projectKey=DEF', { name: 'a', startedAt: at, config: 'x' }, { names: /config/ })
  await refused('POST', `${launch}/tests`, { name: 'a', startedAt: at, labels: {} }, { names: /labels/ })
  await refused(
    'POST',
    `${launch}/tests`,
    { name: 'a', startedAt: at, argumentsIndex: 'x' },
    { names: /argumentsIndex/ },
  )
  await refused(
    'POST',
    `${launch}/tests`,
    { name: 'a', startedAt: at, argumentsIndex: 2 ** 40 },
    { names: /argumentsIndex/ },
  )
  await refused('PUT', `${launch}/tests/${testId}`, { endedAt: at }, { names: /result/ })
  await refused('PUT', `${launch}/tests/${testId}`, { result: 'PASSED', endedAt: 'late' }, { names: /endedAt/ })
  await refused('PUT', `${launch}/labels`, { items: [{ key: 'a', value: {} }] }, { names: /items\.0\.value/ })
  await refused('PUT', `${launch}/labels`, { items: [{ key: '', value: 'a' }] }, { names: /items\.0\.key/ })
  await refused('PUT', `${launch}/artifact-references`, { items: 'a' }, { names: /items/ })
  await refused('PATCH', `${launch}/tcm-configs`, { xraySyncEnabled: {} }, { names: /xraySyncEnabled/ })
  await refused('PATCH', launch, { path: '/config/build' }, { names: /./ })
  await refused('PUT', `${launch}/platform`, {}, { names: /name/ })
  await refused('POST', `${launch}/test-sessions`, { testIds: ['x'] }, { names: /testIds\.0/ })
  await refused('POST', `${launch}/logs`, {}, { names: /./ })
  await refused('PUT', launch, { endedAt: {} }, { names: /endedAt/ })
})

test('faults: one invalid line rejects its whole batch and is named', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const line = { testId, level: 'INFO', timestamp: 1, message: 'good' }
  for (const [wrong, field] of [
    [{ timestamp: 'noon' }, /1\.timestamp/],
    [{ timestamp: -1 }, /1\.timestamp/],
    [{ testId: 'x' }, /1\.testId/],
    [{ testId: 1e30 }, /1\.testId/],
    [{ message: {} }, /1\.message/],
  ] as const)
    await refused('POST', `/test-runs/${run.id}/logs`, [line, { ...line, ...wrong }], { names: field })
})

test('faults: values longer than their field are rejected at it', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const launch = `/test-runs/${run.id}`
  const long = 'x'.repeat(100_001)
  await refused('POST', '/test-runs?projectKey=DEF', { name: long, startedAt: at }, { names: /^name/ })
  await refused('POST', '/test-runs?projectKey=DEF', { uuid: long, name: 'a', startedAt: at }, { names: /^uuid/ })
  await refused(
    'POST',
    '/test-runs?projectKey=DEF',
    { name: 'a', startedAt: at, config: { build: long } },
    { names: /config\.build/ },
  )
  for (const field of ['name', 'className', 'methodName', 'maintainer', 'correlationData'])
    await refused(
      'POST',
      `${launch}/tests`,
      { name: 'a', startedAt: at, [field]: long },
      { names: new RegExp(`^${field}`) },
    )
  await refused(
    'PUT',
    `${launch}/tests/${testId}/labels`,
    { items: [{ key: long, value: 'a' }] },
    { names: /items\.0\.key/ },
  )
  await refused(
    'PUT',
    `${launch}/tests/${testId}`,
    { result: 'FAILED', reason: 'x'.repeat(2_000_001) },
    { names: /^reason/ },
  )
})

test('faults: a body above the limit is rejected with 413', async () => {
  const run = await server.agent.startLaunch()
  const message = 'x'.repeat(33 * 1024 * 1024)
  await refused('POST', `/test-runs/${run.id}/logs`, JSON.stringify([{ message }]), {
    status: 413,
    names: /too large/,
  })
})

test('faults: lists of millions are rejected before their entries are validated', async () => {
  const run = await server.agent.startLaunch()
  const listOf = (length: number) => `[${'1,'.repeat(length - 1)}1]`
  await refused('POST', `/test-runs/${run.id}/logs`, listOf(5_000_000), { status: 413, names: /1000000 values/ })
  const long = listOf(900_000)
  await refused('POST', `/test-runs/${run.id}/logs`, long, { names: /at most/ })
  await refused('PUT', `/test-runs/${run.id}/labels`, `{"items":${long}}`, { names: /items: .*at most/ })
  await refused('POST', `/test-runs/${run.id}/test-sessions`, `{"testIds":${long}}`, { names: /testIds: .*at most/ })
  const wrong = Array.from({ length: 5000 }, () => ({}))
  const answer = await server.agent.request('POST', `/test-runs/${run.id}/logs`, wrong)
  expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
})

test('faults: JSON is accepted up to 64 levels and rejected beyond, whether it is parsed or not', async () => {
  const run = await server.agent.startLaunch()
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const ignored = (levels: number) => `{"name":"a","startedAt":"${at}","extra":${deep(levels)}}`
  for (const levels of [64, 100_000]) {
    const body = `{"sessionId":"s","capabilities":${deep(levels)}}`
    await refused('POST', `/test-runs/${run.id}/test-sessions`, body, { names: /deeper than 64/ })
    await refused('POST', `/test-runs/${run.id}/tests`, ignored(levels), { names: /deeper than 64/ })
  }
  expect((await server.agent.request('POST', `/test-runs/${run.id}/tests`, ignored(63))).status).toBe(200)
  const sessionId = await run.startSession({ capabilities: JSON.parse(deep(20)) })
  expect(JSON.stringify((await sessionRow(server.app, sessionId)).capabilities)).toBe(deep(20))
})

const odd = 'a\0b\ud800c\udfffd'
const mended = 'ab\ufffdc\ufffdd'
test('faults: NUL and halves of characters are mended in every text, and lose nothing else', async () => {
  const run = await server.agent.startLaunch({
    name: odd,
    framework: odd,
    config: { environment: odd, build: odd },
    milestone: { name: odd },
    ciContext: { ciType: odd, envVariables: { [odd]: odd } },
    notifications: { [odd]: [odd] },
  })
  expect(await launchRow(server.app, run.id)).toMatchObject({
    name: mended,
    framework: mended,
    environment: mended,
    milestone: { name: mended },
    ci: { ciType: mended, envVariables: { [mended]: mended } },
    notifications: { [mended]: [mended] },
  })
  await run.call('PUT', '/platform', { name: odd, version: odd })
  await run.call('PATCH', '/tcm-configs', { [odd]: odd })
  await run.call('PATCH', '', [{ op: odd, path: '/config/build', value: odd }])
  await run.label([
    { key: odd, value: odd },
    { key: 'com.zebrunner.app/sut.locale', value: odd },
  ])
  await run.refer([{ name: odd, value: odd }])
  const testId = await run.startTest({
    name: odd,
    className: odd,
    methodName: odd,
    maintainer: odd,
    correlationData: odd,
    labels: [{ key: odd, value: odd }],
    testGroups: [odd],
  })
  await run.call('POST', `/tests/${testId}/test-cases:upsert`, {
    items: [{ tcmType: 'XRAY', testCaseId: odd, resultStatus: odd }],
  })
  await run.call('POST', `/tests/${testId}/known-issue-confirmations`, { failureReason: odd })
  const sessionId = await run.startSession({
    sessionId: odd,
    failureReason: odd,
    capabilities: { [odd]: [{ a: odd }] },
  })
  expect(await sessionRow(server.app, sessionId)).toMatchObject({
    session_id: mended,
    capabilities: { [mended]: [{ a: mended }] },
  })
  await run.logs([{ testId, level: odd, timestamp: 1, message: odd }])
  await run.finishTest(testId, { result: 'FAILED', reason: odd })
  expect(await testRow(server.app, testId)).toMatchObject({
    name: mended,
    class_name: mended,
    owner: mended,
    correlation_data: mended,
    reason: mended,
    labels: [{ key: mended, value: mended }],
    test_groups: [mended],
  })
  for (const path of ['/test-runs?projectKey=D%00EF', '/test-runs?projectKey=%ED%A0%80', '/test-runs?projectKey='])
    await refused('POST', path, { name: 'a', startedAt: at }, { status: 404, names: /Project/ })
})

test('faults: keys that mean something to JavaScript mean nothing here', async () => {
  const run = await server.agent.startLaunch()
  const evil = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":"x"}'
  const { id } = await run.call('POST', '/test-sessions', `{"capabilities":${evil},"__proto__":{"testIds":[1]}}`)
  expect(JSON.stringify((await sessionRow(server.app, id)).capabilities)).toContain('"__proto__"')
  await run.call('PATCH', '/tcm-configs', '{"__proto__":"x","constructor":"y"}')
  await run.call(
    'PUT',
    '/labels',
    '{"items":[{"key":"__proto__","value":"x"},{"key":"com.zebrunner.app/tcm.__proto__","value":"y"}]}',
  )
  expect((await launchRow(server.app, run.id)).labels).toEqual([{ key: '__proto__', value: 'x' }])
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test('faults: text that looks like SQL is stored as text', async () => {
  const run = await server.agent.startLaunch()
  const name = `'); drop table test; --  \\' " \${1} $1 ?`
  const testId = await run.test(name, { result: 'FAILED', reason: name })
  expect(await testRow(server.app, testId)).toMatchObject({ name, reason: name })
  await expectCounted(server.app, run.id)
})

test('faults: a call that cannot be written takes no other with it', async () => {
  const run = await server.agent.startLaunch()
  await sql`alter table test add constraint no_bad_names check (name <> 'bad')`.execute(server.app.db)
  try {
    const answers = await Promise.all(
      ['good 1', 'bad', 'good 2', 'good 3'].map((name) =>
        server.agent.request('POST', `/test-runs/${run.id}/tests`, { name, startedAt: at }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200, 200])
    expect(answers[1]?.body).toMatchObject({ message: expect.stringMatching(/./) })
    expect(JSON.stringify(answers[1]?.body)).not.toMatch(/constraint|no_bad_names/)
  } finally {
    await sql`alter table test drop constraint no_bad_names`.execute(server.app.db)
  }
  expect((await expectCounted(server.app, run.id)).inProgress).toBe(3)
})
