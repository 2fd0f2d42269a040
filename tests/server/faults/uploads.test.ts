// oxlint-disable vitest/expect-expect -- `refused` expects
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { artifactUrl } from '../../../server/launches/rows.ts'
import { send } from '../support/app.ts'
import { form, raw } from '../launches/reporting/support/raw.ts'
import { artifactsOf, countRows } from '../launches/reporting/support/rows.ts'
import { reportingServer } from '../launches/reporting/support/server.ts'

const server = reportingServer({ MAX_UPLOAD_MB: '1', MAX_SCREENSHOT_MB: '1' })
const MB = 1024 * 1024
const bearer = () => ({ authorization: `Bearer ${server.owner.token}` })

const filesOnDisk = (): string[] => {
  const folder = path.join(server.app.config.DATA_DIR, 'files')
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      )
    : []
}

const post = (target: string, body: Uint8Array | string, type: string) =>
  raw(server.app, 'POST', `/api/reporting/v1${target}`, { headers: { ...bearer(), 'content-type': type }, body })

/** Rejected without storing a row or a file. */
const refused = async (target: string, body: Uint8Array | string, type: string, status: number, names: RegExp) => {
  const [rows, files] = [await countRows(server.app), filesOnDisk()]
  const answer = await post(target, body, type)
  expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
    status,
    expect.stringMatching(names),
  ])
  expect(await countRows(server.app)).toEqual(rows)
  expect(filesOnDisk()).toEqual(files)
  expect((await send(server.app, '/api/health')).status).toBe(200)
}

const aFile = (content: string | Uint8Array) => form([{ name: 'file', filename: 'a.bin', content }])

test('faults: an upload of the maximum size is accepted, and one more byte is rejected with 413', async () => {
  const run = await server.agent.startLaunch()
  const largest = aFile(Buffer.alloc(MB, 1))
  expect((await post(`/test-runs/${run.id}/artifacts`, largest.body, largest.type)).status).toBe(201)
  for (const size of [MB + 1, 5 * MB]) {
    const { body, type } = aFile(Buffer.alloc(size, 2))
    await refused(`/test-runs/${run.id}/artifacts`, body, type, 413, /(?:larger than|at most) 1 MB/)
  }
})

test('faults: an oversized screenshot is rejected with 413', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  await refused(`/test-runs/${run.id}/tests/${testId}/screenshots`, Buffer.alloc(2 * MB), 'image/png', 413, /too large/)
  await refused(`/test-runs/${run.id}/tests/${testId}/screenshots`, '', 'image/png', 400, /empty/)
})

test('faults: a malformed form is rejected with 400', async () => {
  const run = await server.agent.startLaunch()
  const target = `/test-runs/${run.id}/artifacts`
  const whole = aFile('content')
  const text = Buffer.from(whole.body).toString()
  await refused(target, text, 'multipart/form-data', 400, /form/)
  await refused(target, text, 'multipart/form-data; boundary=other', 400, /form/)
  await refused(target, text, 'application/json', 400, /form/)
  await refused(target, '{}', 'text/plain', 400, /form/)
  await refused(target, '', whole.type, 400, /form/)
  await refused(target, 'no form at all', whole.type, 400, /form/)
  await refused(target, form([{ name: 'note', content: 'no file' }]).body, whole.type, 400, /no file/)
  const unended = form([{ name: 'file', filename: 'a.bin', content: Buffer.alloc(100_000, 3) }], { end: false })
  await refused(target, unended.body, unended.type, 400, /broken/)
  await refused(target, text.slice(0, 60), whole.type, 400, /form/)
})

test('faults: a file for an unknown test is rejected with 404 and not stored', async () => {
  const run = await server.agent.startLaunch()
  const { body, type } = aFile('for nobody')
  await refused(`/test-runs/${run.id}/tests/77777777/artifacts`, body, type, 404, /Test 77777777/)
  await refused(`/test-runs/${run.id}/test-sessions/77777777/artifacts`, body, type, 404, /Session 77777777/)
  await refused(`/test-runs/${run.id}/tests/77777777/screenshots`, 'bytes', 'image/png', 404, /Test 77777777/)
})

test('faults: an aborted upload leaves no file', async () => {
  const run = await server.agent.startLaunch()
  const [rows, files] = [await countRows(server.app), filesOnDisk()]
  const { hostname, port } = new URL(server.app.url)
  const { body, type } = aFile(Buffer.alloc(500_000, 4))
  const head = [
    `POST /api/reporting/v1/test-runs/${run.id}/artifacts HTTP/1.1`,
    'Host: assay',
    `Authorization: Bearer ${server.owner.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n')
  const socket = connect(Number(port), hostname)
  socket.write(head)
  socket.write(body.subarray(0, 300_000))
  // Half of it is on disk now.
  await vi.waitFor(() => expect(filesOnDisk().length).toBe(files.length + 1), { timeout: 60_000 })
  socket.destroy()
  await vi.waitFor(() => expect(filesOnDisk()).toEqual(files), { timeout: 60_000 })
  expect(await countRows(server.app)).toEqual(rows)
  await run.upload('afterwards.txt', 'still answering')
  expect(await artifactsOf(server.app, run.id)).toHaveLength(1)
})

test('faults: a file that is lost in the data folder is answered 404, and stored again by the next upload of its content', async () => {
  const run = await server.agent.startLaunch()
  await run.upload('log.txt', 'lost and found')
  const [artifact] = await artifactsOf(server.app, run.id)
  if (artifact === undefined) throw new Error('the file was not stored')
  const { hash, public_id: id, name } = artifact
  rmSync(path.join(server.app.config.DATA_DIR, 'files', hash.slice(0, 2), hash))
  const open = () => send(server.app, artifactUrl(id, name), { token: server.owner.token })
  const lost = await open()
  expect([lost.status, (lost.body as { message: string }).message]).toEqual([404, 'The file is missing in the storage'])
  expect(lost.headers.get('cache-control')).not.toContain('immutable')
  await run.upload('log.txt', 'lost and found')
  expect((await open()).body).toBe('lost and found')
})
