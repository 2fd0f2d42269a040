import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getUploadState,
  observationFilePath,
  uploadPath,
  type UploadState,
} from '../../../contract/exploratory/files.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../server/files/store.ts'
import { startHousekeeping } from '../../../server/jobs/housekeeping.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { anExploratoryProject, exploratoryOf, type Exploratory } from './support.ts'

const MB = 1024 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
let app: TestApp
let owner: TestUser
let project: Exploratory
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
})
afterAll(() => app.close())

const uuid = () => crypto.randomUUID()
/** Bytes that differ at every position. */
const bytes = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 251))

const addressOf = (fileUuid: string, offset: number, sizeBytes: number, name = 'film.bin', { projectKey } = project) =>
  `${uploadPath(projectKey, fileUuid)}?${new URLSearchParams({ offset: String(offset), sizeBytes: String(sizeBytes), name }).toString()}`
const put = (
  fileUuid: string,
  content: Uint8Array,
  {
    offset = 0,
    sizeBytes = content.length,
    name = 'film.bin',
    as = project,
  }: Partial<{ offset: number; sizeBytes: number; name: string; as: Exploratory }> = {},
) =>
  send(app, addressOf(fileUuid, offset, sizeBytes, name, as), {
    method: 'PUT',
    body: content,
    token: as.token,
    headers: { 'content-type': 'application/octet-stream' },
  })
const stateOf = async (fileUuid: string, { token, params } = project): Promise<UploadState> =>
  ask(app, getUploadState, { token, params: { ...params, fileUuid } })
const served = async (fileUuid: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${observationFilePath({ fileUuid, name: 'film.bin' })}`, {
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
  })
const piecesOf = (fileUuid: string): string[] => {
  const folder = path.join(app.config.DATA_DIR, 'files', 'pieces', fileUuid)
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('a file arrives', () => {
  test('[OBS-01] piece by piece, and is served once it is whole', async () => {
    const [fileUuid, content] = [uuid(), Buffer.concat([PNG, bytes(5000)])]
    const sizeBytes = content.length
    expect(await stateOf(fileUuid)).toEqual({ fileUuid, receivedBytes: 0, sizeBytes: 0 })
    const first = await put(fileUuid, content.subarray(0, 2000), { sizeBytes })
    expect([first.status, first.body]).toEqual([200, { fileUuid, receivedBytes: 2000, sizeBytes }])
    expect((await served(fileUuid)).status).toBe(404)
    await put(fileUuid, content.subarray(2000, 2001), { sizeBytes, offset: 2000 })
    expect(await stateOf(fileUuid)).toEqual({ fileUuid, receivedBytes: 2001, sizeBytes })
    const last = await put(fileUuid, content.subarray(2001), { sizeBytes, offset: 2001 })
    expect(last.body).toEqual({ fileUuid, receivedBytes: sizeBytes, sizeBytes })
    const whole = await served(fileUuid)
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    expect([whole.headers.get('content-type'), whole.headers.get('content-security-policy')]).toEqual([
      'image/png',
      expect.stringContaining('sandbox'),
    ])
    const part = await served(fileUuid, { range: 'bytes=8-10' })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(8, 11)])
    expect(piecesOf(fileUuid)).toEqual([])
  })

  test('rejects a chunk at the wrong offset and returns the received size', async () => {
    const [fileUuid, content] = [uuid(), bytes(100)]
    const refused = async (offset: number, at: number) => {
      const { status, body } = await put(fileUuid, content.subarray(offset, offset + 10), { offset, sizeBytes: 100 })
      expect([status, body]).toMatchObject([409, { current: { fileUuid, receivedBytes: at } }])
    }
    await refused(10, 0)
    await put(fileUuid, content.subarray(0, 40), { sizeBytes: 100 })
    await refused(0, 40)
    await refused(50, 40)
    await put(fileUuid, content.subarray(40), { offset: 40, sizeBytes: 100 })
    await refused(40, 100)
    expect(Buffer.from(await (await served(fileUuid)).arrayBuffer()).equals(content)).toBe(true)
  })

  test('keeps the received part of an interrupted upload', async () => {
    const [fileUuid, content] = [uuid(), bytes(300_000)]
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const head = [
      `PUT ${addressOf(fileUuid, 0, content.length)} HTTP/1.1`,
      'host: assay',
      `authorization: Bearer ${owner.token}`,
      'content-type: application/octet-stream',
      `content-length: ${content.length}`,
    ].join('\r\n')
    socket.write(`${head}\r\n\r\n`)
    socket.write(content.subarray(0, 100_000), () => setImmediate(() => socket.destroy()))
    await expect.poll(async () => (await stateOf(fileUuid)).receivedBytes).toBeGreaterThan(0)
    const { receivedBytes } = await stateOf(fileUuid)
    expect(receivedBytes).toBeLessThanOrEqual(100_000)
    await put(fileUuid, content.subarray(receivedBytes), { offset: receivedBytes, sizeBytes: content.length })
    expect(Buffer.from(await (await served(fileUuid)).arrayBuffer()).equals(content)).toBe(true)
  })

  test('lets only one of two concurrent uploads continue', async () => {
    const [fileUuid, content] = [uuid(), bytes(600_000)]
    const sizeBytes = content.length
    for (let offset = 0; offset < sizeBytes; offset += 200_000) {
      const piece = content.subarray(offset, offset + 200_000)
      const answers = await Promise.all([1, 2, 3].map(() => put(fileUuid, piece, { offset, sizeBytes })))
      expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409'])
    }
    expect(Buffer.from(await (await served(fileUuid)).arrayBuffer()).equals(content)).toBe(true)
    expect(piecesOf(fileUuid)).toEqual([])
  })

  test('starts over when parts are lost on the disk', async () => {
    const [fileUuid, content] = [uuid(), bytes(100)]
    await put(fileUuid, content.subarray(0, 60), { sizeBytes: 100 })
    rmSync(path.join(app.config.DATA_DIR, 'files', 'pieces', fileUuid), { recursive: true })
    const last = await put(fileUuid, content.subarray(60), { offset: 60, sizeBytes: 100 })
    expect([last.status, last.body]).toMatchObject([409, { current: { receivedBytes: 0 } }])
    expect((await put(fileUuid, content)).status).toBe(200)
  })

  test('viewers of its session are notified when it is complete', async () => {
    const [fileUuid, content] = [uuid(), Buffer.concat([PNG, bytes(50)])]
    const { id } = await project.create()
    const file = { fileUuid, name: 'a.png', contentType: 'text/plain', sizeBytes: content.length }
    await project.observe(id, { attachments: [file] })
    expect((await project.get(id)).revision).toBe(2)
    await put(fileUuid, content.subarray(0, 10), { sizeBytes: content.length })
    const [before] = await project.observations(id)
    expect(before?.attachments).toEqual([{ ...file, receivedBytes: 10 }])
    await put(fileUuid, content.subarray(10), { offset: 10, sizeBytes: content.length })
    const [after] = await project.observations(id)
    expect(after?.attachments).toEqual([{ ...file, contentType: 'image/png', receivedBytes: content.length }])
    expect((await project.get(id)).revision).toBe(3)
  })
})

describe('limits and ownership', () => {
  test('rejects too many files, too many chunks, and bytes beyond the size of the file', async () => {
    const fileUuid = uuid()
    expect((await put(fileUuid, bytes(10), { sizeBytes: LIMITS.exploratoryFileBytes + 1 })).status).toBe(413)
    expect((await put(fileUuid, bytes(LIMITS.exploratoryChunkBytes + 1), { sizeBytes: 10 * MB })).status).toBe(413)
    expect((await put(fileUuid, bytes(LIMITS.exploratoryChunkBytes), { sizeBytes: 10 * MB })).status).toBe(200)
    const end = LIMITS.exploratoryChunkBytes
    expect((await put(fileUuid, bytes(10), { offset: end, sizeBytes: end + 5 })).status).toBe(400)
    const small = uuid()
    expect((await put(small, bytes(10), { sizeBytes: 5 })).status).toBe(400)
    expect([await stateOf(small), piecesOf(small)]).toMatchObject([{ receivedBytes: 0 }, []])
  })

  test('bytes that do not say how many they are stop at the limit, too', async () => {
    const fileUuid = uuid()
    const init = {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      body: new Blob([bytes(6 * MB)]).stream(),
      duplex: 'half',
    }
    const response = await fetch(`${app.url}${addressOf(fileUuid, 0, 20 * MB)}`, init)
    expect(response.status).toBe(413)
    expect([await stateOf(fileUuid), piecesOf(fileUuid)]).toMatchObject([{ receivedBytes: 0 }, []])
  })

  test('rejects invalid parameters, a form, and files of other users and projects', async () => {
    const fileUuid = uuid()
    const { status, body } = await send(
      app,
      `${uploadPath(project.projectKey, fileUuid)}?offset=-1&sizeBytes=0&name=`,
      {
        method: 'PUT',
        body: bytes(1),
        token: owner.token,
        headers: { 'content-type': 'application/octet-stream' },
      },
    )
    const fields = (body as { errors: { field: string }[] }).errors.map(({ field }) => field)
    expect([status, fields]).toEqual([400, ['offset', 'sizeBytes', 'name']])
    const json = await send(app, addressOf(fileUuid, 0, 10), { method: 'PUT', body: {}, token: owner.token })
    expect(json.status).toBe(400)
    await put(fileUuid, bytes(5), { sizeBytes: 10 })
    const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
    const theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
    const other = await anExploratoryProject(app, owner)
    for (const as of [theirs, other])
      expect((await put(fileUuid, bytes(5), { offset: 5, sizeBytes: 10, as })).status).toBe(404)
    expect(await stateOf(fileUuid, other)).toEqual({ fileUuid, receivedBytes: 0, sizeBytes: 0 })
  })

  test('[OBS-19] guests neither send files nor ask for their state, and read those that are there', async () => {
    const guest = await aUser(app, { roles: { [project.projectId]: 'GUEST' } })
    const theirs = await exploratoryOf(app, guest, project.projectKey, project.projectId)
    const fileUuid = uuid()
    expect((await put(fileUuid, bytes(5), { as: theirs })).status).toBe(403)
    await put(fileUuid, bytes(5))
    const read = (token: string) => send(app, observationFilePath({ fileUuid, name: 'x' }), { token })
    expect((await read(guest.token)).status).toBe(200)
    const stranger = await aUser(app)
    expect((await read(stranger.token)).status).toBe(404)
    expect((await send(app, observationFilePath({ fileUuid, name: 'x' }))).status).toBe(401)
  })

  test('rejects more unused files than one user may begin', async () => {
    const user = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
    const theirs = await exploratoryOf(app, user, project.projectKey, project.projectId)
    const begun = (n: number) => ({
      id: uuid(),
      project_id: project.projectId,
      name: `${n}`,
      content_type: 'x',
      size_bytes: 10,
      file_hash: null,
      created_by: user.id,
    })
    await app.db
      .insertInto('observation_file')
      .values(Array.from({ length: 200 }, (_, n) => begun(n)))
      .execute()
    const { status, headers } = await put(uuid(), bytes(5), { as: theirs })
    expect([status, headers.get('retry-after')]).toEqual([429, '10'])
    expect((await put(uuid(), bytes(5))).status).toBe(200)
  })
})

describe('clearing away', () => {
  const day = 86_400_000
  // Tokens are deleted as well, and the callers continue.
  beforeAll(() =>
    app.db
      .updateTable('auth_token')
      .set({ expires_at: new Date(Date.now() + 365 * day) })
      .execute(),
  )
  const runAfter = async (ms: number) => {
    const files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
    const log = pino({ level: 'silent' })
    const keeper = startHousekeeping({ db: app.db, files, config: app.config, log, now: () => Date.now() + ms })
    try {
      return await keeper.run()
    } finally {
      await keeper.stop()
    }
  }

  test('files that no observation holds go after a day, with their pieces; those that are held stay', async () => {
    const { id } = await project.create()
    const [whole, begun, held, partlyHeld] = [uuid(), uuid(), uuid(), uuid()]
    const attachment = (fileUuid: string) => ({ fileUuid, name: 'a', contentType: 'x', sizeBytes: 10 })
    await project.observe(id, { attachments: [attachment(held), attachment(partlyHeld)] })
    await put(whole, bytes(10))
    await put(begun, bytes(5), { sizeBytes: 10 })
    await put(held, bytes(10))
    await put(partlyHeld, bytes(5), { sizeBytes: 10 })
    await runAfter(day / 2)
    expect((await stateOf(begun)).receivedBytes).toBe(5)
    await runAfter(day + 60_000)
    expect([(await stateOf(whole)).sizeBytes, (await stateOf(begun)).sizeBytes, piecesOf(begun)]).toEqual([0, 0, []])
    expect((await served(held)).status).toBe(200)
    expect([(await stateOf(partlyHeld)).receivedBytes, piecesOf(partlyHeld).length]).toEqual([5, 1])
    await put(partlyHeld, bytes(10).subarray(5), { offset: 5, sizeBytes: 10 })
    expect((await served(partlyHeld)).status).toBe(200)
  })

  test('pieces of files that the database knows no more go, too', async () => {
    const fileUuid = uuid()
    await put(fileUuid, bytes(5), { sizeBytes: 10 })
    await app.db.deleteFrom('observation_file').where('id', '=', fileUuid).execute()
    const old = new Date(Date.now() - 2 * day)
    utimesSync(path.join(app.config.DATA_DIR, 'files', 'pieces', fileUuid), old, old)
    expect(await runAfter(0)).toMatchObject({ pieces: 1 })
    expect(piecesOf(fileUuid)).toEqual([])
  })

  test('remembers applied commands for 90 days', async () => {
    const keys = [uuid()]
    await project.send([{ type: 'session/delete', sessionId: uuid() }], { keys })
    const saved = () => app.db.selectFrom('exploratory_command').select('key').where('key', 'in', keys).execute()
    await runAfter(89 * day)
    expect(await saved()).toHaveLength(1)
    await runAfter(91 * day)
    expect(await saved()).toHaveLength(0)
  })
})
