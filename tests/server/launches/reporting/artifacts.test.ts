import { expect, test } from 'vitest'
import { getLaunch } from '../../../../contract/launches/launches.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { ask, send } from '../../support/app.ts'
import { aUser } from '../../support/people.ts'
import { artifactsOf, eventsOf, testRow } from './support/rows.ts'
import { form, raw } from './support/raw.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
type Part = Parameters<typeof form>[0][number]
const upload = (path: string, parts: readonly Part[], headers: Record<string, string> = {}) => {
  const { body, type } = form(parts)
  return raw(server.app, 'POST', `/api/reporting/v1${path}`, {
    headers: { authorization: `Bearer ${server.owner.token}`, 'content-type': type, ...headers },
    body,
  })
}
const download = (publicId: string, name: string, token = server.owner.token) =>
  send(server.app, `/api/files/${publicId}/${encodeURIComponent(name)}`, { token })

test('protocol 2.9: a JSON part with a line break before its text comes first, under a boundary of eight digits', async () => {
  const run = await server.agent.startLaunch()
  const answer = await upload(`/test-runs/${run.id}/artifacts`, [
    { name: 'json_request_part', type: 'application/json', content: '\r\n"launch-notes.txt"' },
    { name: 'file', filename: 'launch-notes.txt', type: 'text/plain', content: 'hello\n' },
  ])
  expect(answer.status).toBe(201)
  expect(await artifactsOf(server.app, run.id)).toMatchObject([
    { name: 'launch-notes.txt', kind: 'file', test_id: null, test_session_id: null, size_bytes: 6 },
  ])
  expect((await eventsOf(server.app, run.id)).at(-1)).toBe('launch/changed')
})

test('a follower of a launch has the artifacts that a reload shows', async () => {
  const run = await server.agent.startLaunch()
  for (const filename of ['one.txt', 'two.txt'])
    await upload(`/test-runs/${run.id}/artifacts`, [{ name: 'file', filename, type: 'text/plain', content: filename }])
  const events = await server.app.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'launch/changed')
    .orderBy('id')
    .execute()
  const { launch } = await ask(server.app, getLaunch, {
    token: server.owner.token,
    params: { projectKey: 'DEF', launchId: run.id },
  })
  expect(launch.artifacts.map(({ name }) => name)).toEqual(['one.txt', 'two.txt'])
  expect(events.at(-1)?.payload).toMatchObject({ id: run.id, artifacts: launch.artifacts })
})

test.each([null, 'false', 'application/octet-stream', 'nonsense;;', 'application/json'])(
  'protocol 2.9: the content type of the part may be %s',
  async (type) => {
    const run = await server.agent.startLaunch()
    const testId = await run.startTest()
    const parts = [{ name: 'file', filename: 'a.json', type, content: '{"a":1}' }]
    expect((await upload(`/test-runs/${run.id}/tests/${testId}/artifacts`, parts)).status).toBe(201)
    expect(await artifactsOf(server.app, run.id)).toMatchObject([
      { name: 'a.json', test_id: testId, content_type: 'text/plain; charset=utf-8' },
    ])
    expect((await testRow(server.app, testId)).artifacts_count).toBe(1)
  },
)

test('a test has a trace from its upload on, also when the attempt is repeated', async () => {
  const run = await server.agent.startLaunch()
  const id = await run.startTest({ name: 'pays' })
  const sendFile = (filename: string) =>
    upload(`/test-runs/${run.id}/tests/${id}/artifacts`, [{ name: 'file', filename, content: 'PK' }])
  const read = async () => {
    const { items } = await ask(server.app, listTests, {
      token: server.owner.token,
      params: { projectKey: 'DEF', launchId: run.id },
      query: {},
    })
    return items.map(({ hasTrace, artifactsCount }) => ({ hasTrace, artifactsCount }))
  }
  await sendFile('stacktrace.zip')
  expect(await read()).toEqual([{ hasTrace: false, artifactsCount: 1 }])
  await sendFile('trace.zip')
  expect(await read()).toEqual([{ hasTrace: true, artifactsCount: 2 }])
  await run.restartTest(id, 'pays')
  expect(await read()).toEqual([{ hasTrace: true, artifactsCount: 0 }])
})

test.each([
  'a/b/c.txt',
  '../../../etc/passwd',
  'C:\\temp\\a.txt',
  'trace 2026-11-20T17:19:06.757Z.txt',
  'naïve 🦊 名前.txt',
  "it's 100% <b>.txt",
])('protocol 2.9: the name %s is shown unchanged and can be used to read the file', async (filename) => {
  const run = await server.agent.startLaunch()
  expect((await upload(`/test-runs/${run.id}/artifacts`, [{ name: 'file', filename, content: filename }])).status).toBe(
    201,
  )
  const [stored] = await artifactsOf(server.app, run.id)
  expect(stored?.name).toBe(filename)
  expect(await download(stored?.public_id ?? '', filename)).toMatchObject({ status: 200, body: filename })
})

test('protocol 2.9: a name of controls, none at all, or cut inside a character is mended', async () => {
  const run = await server.agent.startLaunch()
  for (const [given, shown] of [
    ['\u0007', 'file'],
    ['', 'file'],
    [`${'x'.repeat(499)}🦊.txt`, 'x'.repeat(499)],
  ] as const) {
    await upload(`/test-runs/${run.id}/artifacts`, [{ name: 'file', filename: given, content: given }])
    const stored = (await artifactsOf(server.app, run.id)).at(-1)
    expect(stored?.name).toBe(shown)
    expect(await download(stored?.public_id ?? '', shown)).toMatchObject({ status: 200 })
  }
})

test("protocol 2.9: a session's video comes as the part video, with its length as a header", async () => {
  const run = await server.agent.startLaunch()
  const sessionId = await run.startSession()
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(2000, 7)])
  const answer = await upload(
    `/test-runs/${run.id}/test-sessions/${sessionId}/artifacts`,
    [{ name: 'video', filename: 'video.mp4', type: 'video/mp4', content: mp4 }],
    { 'x-zbr-video-content-length': String(mp4.length) },
  )
  expect(answer.status).toBe(201)
  const [stored] = await artifactsOf(server.app, run.id)
  expect(stored).toMatchObject({
    kind: 'video',
    content_type: 'video/mp4',
    test_session_id: sessionId,
    size_bytes: mp4.length,
  })
  const range = await send(server.app, `/api/files/${stored?.public_id}/video.mp4`, {
    token: server.owner.token,
    headers: { range: 'bytes=4-7' },
  })
  expect([range.status, range.body, range.headers.get('content-range')]).toEqual([
    206,
    'ftyp',
    `bytes 4-7/${mp4.length}`,
  ])
})

test('protocol 2.9: uploads come also after the launch has ended', async () => {
  const run = await server.agent.startLaunch()
  await run.finish()
  await run.upload('late.txt', 'late')
  expect(await artifactsOf(server.app, run.id)).toHaveLength(1)
})

test('protocol 2.9: equal uploads are two files; a retry with the same key is one, and the key belongs to its bytes', async () => {
  const run = await server.agent.startLaunch()
  await run.upload('a.txt', 'one')
  await run.upload('a.txt', 'one')
  const headers = { 'idempotency-key': 'upload-1' }
  const path = `/test-runs/${run.id}/artifacts`
  const again = async (content: string) =>
    (await upload(path, [{ name: 'file', filename: 'b.txt', content }], headers)).status
  expect([await again('two'), await again('two'), await again('three')]).toEqual([201, 201, 409])
  expect((await artifactsOf(server.app, run.id)).map(({ name }) => name)).toEqual(['a.txt', 'a.txt', 'b.txt'])
})

test('protocol 2.7: equal screenshots are two; a retry with the same key is one', async () => {
  const run = await server.agent.startLaunch()
  const { id } = await run.call('POST', '/tests', { name: 'pays', startedAt: '2026-11-20T17:19:06.757Z' })
  const path = `/test-runs/${run.id}/tests/${id}/screenshots`
  const taken = { 'x-zbr-screenshot-captured-at': '7' }
  const send = (headers: Record<string, string>) =>
    server.agent.request('POST', path, new Uint8Array([1, 2, 3]), { ...taken, ...headers })
  const keyed = { 'idempotency-key': 'shot-1' }
  for (const headers of [{}, {}, keyed, keyed]) expect((await send(headers)).status).toBe(201)
  expect(await artifactsOf(server.app, run.id)).toHaveLength(3)
})

test('protocol 2.9: uploaded content cannot run in our origin', async () => {
  const run = await server.agent.startLaunch()
  for (const name of ['page.html', 'picture.svg', 'code.js'])
    await run.upload(name, `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("${name}")</script></svg>`)
  for (const { public_id: id, name } of await artifactsOf(server.app, run.id)) {
    const { status, headers } = await download(id, name)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  }
})

test('protocol 2.9: a file is read by who may read its launch', async () => {
  const run = await server.agent.startLaunch()
  await run.upload('a.txt', 'secret')
  const [stored] = await artifactsOf(server.app, run.id)
  const id = stored?.public_id ?? ''
  const guest = await aUser(server.app, { roles: { [server.projectId]: 'GUEST' } })
  const stranger = await aUser(server.app)
  expect((await download(id, 'a.txt', guest.token)).status).toBe(200)
  expect((await download(id, 'a.txt', stranger.token)).status).toBe(404)
  expect((await download(id, 'a.txt', 'nonsense')).status).toBe(401)
  expect((await download('7', 'a.txt')).status).toBe(404)
})
