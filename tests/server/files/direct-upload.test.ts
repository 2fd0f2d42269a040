import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod/mini'
import type { DirectUpload } from '../../../contract/launches/reporting.ts'
import type { Blobs } from '../../../server/files/blobs.ts'
import { createDirectUploads } from '../../../server/files/direct-uploads.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { createFileStore, keyOf } from '../../../server/files/store.ts'
import { startHousekeeping } from '../../../server/jobs/housekeeping.ts'
import { artifactsOf, countRows } from '../launches/reporting/support/rows.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { openTestBucket, type Checks, type TestBucket } from '../support/s3.ts'

const SECRET_KEY = '00'.repeat(32)
const hour = 3_600_000
let bucket: TestBucket
let app: TestApp
let owner: TestUser
let agent: TestAgent
let launch: TestLaunch
let testId: number
let projectId: number
let blobs: Blobs
beforeAll(async () => {
  bucket = await openTestBucket()
  app = await startTestApp({
    FILES_URL: bucket.url,
    FILES_PUBLIC_URL: bucket.publicUrl,
    SECRET_KEY,
    MAX_UPLOAD_MB: '2',
  })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  launch = await agent.startLaunch()
  testId = await launch.startTest()
  blobs = await openBlobs(app.config)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await bucket.remove()
})

type Content = Buffer<ArrayBuffer>
const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
let contents = 0
/** A video with other content each time. */
const aVideo = (): Content => Buffer.concat([WEBM, Buffer.alloc(10_000, `${(contents += 1)} `)])
const sha256Of = (content: Content) => createHash('sha256').update(content).digest('hex')

interface Target {
  agent: TestAgent
  launch: TestLaunch
  testId: number
}
const here = (): Target => ({ agent, launch, testId })
const pathOf = ({ launch: { id }, testId: test }: Target) => `/test-runs/${id}/tests/${test}`

const begin = async (content: Content, target = here()) => {
  const body = { sizeBytes: content.length, sha256: sha256Of(content) }
  const path = `${pathOf(target)}/direct-uploads`
  const { upload } = await target.agent.call<z.infer<typeof DirectUpload>>('POST', path, body)
  if (upload === null) throw new Error('there is no direct upload')
  return upload
}
const put = (
  { url, headers }: Awaited<ReturnType<typeof begin>>,
  content: Content,
  changed: Record<string, string> = {},
) => fetch(url, { method: 'PUT', headers: { ...headers, ...changed }, body: content })
const complete = (id: string, content: Content, key: string | null = null, target = here()) =>
  target.agent.request(
    'POST',
    `${pathOf(target)}/direct-uploads/${id}?attempt=1&at=7`,
    { name: 'film.webm', sha256: sha256Of(content) },
    key === null ? {} : { 'idempotency-key': key },
  )
const sendForm = (content: Content, key: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), 'film.webm')
  return agent.request('POST', `${pathOf(here())}/attachments?attempt=1&at=7`, form, { 'idempotency-key': key })
}
/** Uploads a video, and does not complete it. */
const anUpload = async (content: Content) => {
  const upload = await begin(content)
  expect((await put(upload, content)).status).toBe(200)
  return upload
}
const incoming = async () => (await blobs.folders('direct-uploads')).map(({ name }) => name)
const statuses = (...answers: { status: number }[]) => answers.map(({ status }) => status)

test('completing an upload adds the same attachment as a form does, and deletes the uploaded object', async () => {
  const content = aVideo()
  const upload = await anUpload(content)
  expect(new URL(upload.url).searchParams.get('X-Amz-Expires')).toBe('900')
  expect((await incoming()).map((name) => name.endsWith(upload.id))).toEqual([true])
  expect(await complete(upload.id, content)).toMatchObject({ status: 201, body: {} })
  expect((await artifactsOf(app, launch.id)).at(-1)).toMatchObject({
    name: 'film.webm',
    kind: 'video',
    attempt: 1,
    at: 7,
    test_id: testId,
    hash: sha256Of(content),
    size_bytes: content.length,
    content_type: 'video/webm',
  })
  expect(Buffer.compare(await buffer(blobs.read(keyOf(sha256Of(content)))), content)).toBe(0)
  expect(await incoming()).toEqual([])
})

test('the bucket rejects other content, another checksum, a copy header and an expired address', async () => {
  const content = aVideo()
  const upload = await begin(content)
  const other = Buffer.concat([content.subarray(1), Buffer.from('.')])
  expect((await put(upload, other)).status).toBe(400)
  expect((await put(upload, Buffer.concat([content, content]))).status).toBe(403)
  const otherSum = createHash('sha256').update(other).digest('base64')
  expect((await put(upload, other, { 'x-amz-checksum-sha256': otherSum })).status).toBe(403)
  const { hash = '' } = (await artifactsOf(app, launch.id)).at(-1) ?? {}
  expect((await put(upload, content, { 'x-amz-copy-source': `/assay/files/${keyOf(hash)}` })).status).toBe(403)
  expect((await fetch(upload.url)).status).toBe(403)

  const uploads = createDirectUploads(blobs, app.db, app.app.log)
  const beginAgain = () =>
    uploads.begin({ launchId: launch.id, userId: owner.id }, { sizeBytes: content.length, sha256: sha256Of(content) })
  expect(await beginAgain()).not.toBeNull()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 901_000 })
  const old = await beginAgain()
  vi.useRealTimers()
  expect((await put(old ?? upload, content)).status).toBe(403)
  expect(statuses(await complete(upload.id, content), await complete(old?.id ?? '', content))).toEqual([404, 404])
  expect(await incoming()).toEqual([])
})

test('only its user can complete an upload, in its launch, and with the hash of its content', async () => {
  const content = aVideo()
  const { id } = await anUpload(content)
  const colleague = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  const byColleague = { ...here(), agent: await TestAgent.of(app, colleague) }
  const second = await agent.startLaunch()
  const inSecond = { agent, launch: second, testId: await second.startTest() }
  const before = await countRows(app)
  expect(
    statuses(
      await complete(id, content, null, byColleague),
      await complete(id, content, null, inSecond),
      await complete(randomUUID(), content),
      await complete(id, aVideo()),
    ),
  ).toEqual([404, 404, 404, 400])
  expect(await countRows(app)).toEqual(before)
  expect((await complete(id, content)).status).toBe(201)
  // The colleague knows the hash of a stored file, and still has to upload its content.
  expect((await complete(id, content, null, byColleague)).status).toBe(404)
  const stored = encodeURIComponent(`x/../../${keyOf(sha256Of(content))}`)
  expect((await complete(stored, content, null, byColleague)).status).toBe(404)
})

test('the file is stored once when its upload is completed twice, and when a form follows a lost answer', async () => {
  const content = aVideo()
  const { id } = await anUpload(content)
  const before = (await artifactsOf(app, launch.id)).length
  const count = async () => (await artifactsOf(app, launch.id)).length - before
  expect(statuses(await complete(id, content, 'film-1'), await complete(id, content, 'film-1'))).toEqual([201, 201])
  expect((await sendForm(content, 'film-1')).status).toBe(201)
  expect(await count()).toBe(1)
  expect((await complete(id, aVideo(), 'film-1')).status).toBe(409)

  const next = await anUpload(content)
  expect((await sendForm(content, 'film-2')).status).toBe(201)
  expect((await complete(next.id, content, 'film-2')).status).toBe(201)
  const last = await anUpload(content)
  // Some of them find the object deleted.
  await Promise.all([1, 2, 3, 4].map(() => complete(last.id, content, 'film-3')))
  expect((await complete(last.id, content, 'film-3')).status).toBe(201)
  expect([await count(), await incoming()]).toEqual([3, []])
})

test('another server with the same database and bucket completes an upload', async () => {
  const content = aVideo()
  const begun = await createDirectUploads(await openBlobs(app.config), app.db, app.app.log).begin(
    { launchId: launch.id, userId: owner.id },
    { sizeBytes: content.length, sha256: sha256Of(content) },
  )
  if (begun === null) throw new Error('there is no direct upload')
  expect((await put(begun, content)).status).toBe(200)
  expect((await complete(begun.id, content)).status).toBe(201)
})

test('the stored file does not have the headers of the upload', async () => {
  const content = aVideo()
  const upload = await begin(content)
  expect((await put(upload, content, { 'content-language': 'xx', 'content-type': 'text/html' })).status).toBe(200)
  expect((await complete(upload.id, content)).status).toBe(201)
  const address = await blobs.direct?.addressOf(keyOf(sha256Of(content)), {
    seconds: 60,
    contentType: '',
    contentDisposition: '',
    cacheControl: '',
  })
  const stored = await fetch(address ?? '')
  expect(stored.headers.get('content-language')).toBeNull()
  expect(stored.headers.get('content-type')).not.toBe('text/html')

  const encoded = await begin(content)
  expect((await put(encoded, content, { 'content-encoding': 'gzip' })).status).toBe(200)
  expect((await complete(encoded.id, content)).status).toBe(400)
})

test('rejects wrong values at their fields, files above the limit, and tests and attempts that do not exist', async () => {
  const content = { sizeBytes: 5, sha256: 'a'.repeat(64) }
  const beginWith = (body: object, path = pathOf(here())) => agent.request('POST', `${path}/direct-uploads`, body)
  const fieldsOf = async (body: object) => {
    const answer = await beginWith(body)
    expect(answer.status).toBe(400)
    return (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field)
  }
  expect(await fieldsOf({})).toEqual(['sizeBytes', 'sha256'])
  expect(await fieldsOf({ ...content, sizeBytes: 0 })).toEqual(['sizeBytes'])
  expect(await fieldsOf({ ...content, sizeBytes: 2 ** 40 })).toEqual(['sizeBytes'])
  expect(await fieldsOf({ ...content, sha256: 'A'.repeat(64) })).toEqual(['sha256'])
  expect(await beginWith({ ...content, sizeBytes: 3 * 1024 * 1024 })).toMatchObject({
    status: 413,
    body: { message: 'The file is larger than 2 MB' },
  })
  expect((await beginWith(content, `/test-runs/${launch.id}/tests/${testId + 1000}`)).status).toBe(404)

  const video = aVideo()
  const { id } = await anUpload(video)
  const attempt = `${pathOf(here())}/direct-uploads/${id}?attempt=9&at=7`
  const rejected = await agent.request('POST', attempt, { name: 'film.webm', sha256: sha256Of(video) })
  expect(rejected).toMatchObject({ status: 400, body: { errors: [{ field: 'attempt' }] } })
  expect((await complete(id, video)).status).toBe(201)
})

test('completing an upload is answered with 503 while the bucket is unreachable, and succeeds afterwards', async () => {
  const content = aVideo()
  const { id } = await anUpload(content)
  await bucket.stop()
  expect((await complete(id, content)).status).toBe(503)
  await bucket.start()
  expect((await complete(id, content)).status).toBe(201)
})

test('housekeeping deletes an upload that is not completed within a day', async () => {
  const { id } = await anUpload(aVideo())
  const runAfter = async (ms: number) => {
    const keeper = startHousekeeping({
      db: app.db,
      files: createFileStore(blobs, app.db),
      config: app.config,
      log: pino({ level: 'silent' }),
      now: () => Date.now() + ms,
    })
    // Then it sweeps the storage only.
    await keeper.stop()
    await keeper.run()
    return (await incoming()).some((name) => name.endsWith(id))
  }
  expect(await runAfter(23 * hour)).toBe(true)
  expect(await runAfter(25 * hour)).toBe(false)
})

const beginIn = async ({ url, publicUrl }: TestBucket, warnings: string[] = []) => {
  const opened = await openBlobs({ ...app.config, FILES_URL: url, FILES_PUBLIC_URL: publicUrl })
  const uploads = createDirectUploads(opened, app.db, { warn: (message) => void warnings.push(message) })
  return {
    begin: () => uploads.begin({ launchId: 1, userId: 1 }, { sizeBytes: 5, sha256: 'a'.repeat(64) }),
    written: () => opened.folders('direct-uploads'),
  }
}

test.each<[string, Partial<Checks>, RegExp]>([
  ['computes no checksums', { checksums: 'ignored' }, /does not compute/],
  ['does not compare checksums', { checksums: 'given' }, /another checksum/],
  ['lets a request copy other objects by a header that is not signed', { rejectsUnsigned: false }, /not signed/],
])('offers no upload where the bucket %s, and logs the reason once', async (_name, checks, reason) => {
  const other = await openTestBucket(checks)
  try {
    const warnings: string[] = []
    const { begin: beginThere, written } = await beginIn(other, warnings)
    expect([await beginThere(), await beginThere(), await written()]).toEqual([null, null, []])
    expect(warnings).toEqual([expect.stringMatching(reason)])
  } finally {
    await other.remove()
  }
})

test('offers no upload while it cannot check the bucket, and checks it again', async () => {
  const { begin: beginThere } = await beginIn(bucket)
  await bucket.stop()
  expect(await beginThere()).toBeNull()
  await bucket.start()
  expect(await beginThere()).toMatchObject({ url: expect.stringContaining(bucket.publicUrl) })
})

test.each([
  ['a bucket without FILES_PUBLIC_URL', () => ({ FILES_URL: bucket.url, SECRET_KEY })],
  ['the data folder', () => ({})],
])('a server with %s offers no upload', async (_name, environment) => {
  const plain = await startTestApp(environment())
  try {
    const someone = await aWorkspace(plain)
    await aProject(plain, someone)
    const reporter = await TestAgent.of(plain, someone)
    const begun = await reporter.startLaunch()
    const path = `/test-runs/${begun.id}/tests/${await begun.startTest()}/direct-uploads`
    const body = { sizeBytes: 5, sha256: 'a'.repeat(64) }
    expect(await reporter.call('POST', path, body)).toEqual({ upload: null })
    const end = await reporter.request('POST', `${path}/${randomUUID()}?attempt=1&at=7`, { sha256: body.sha256 })
    expect(end.status).toBe(404)
  } finally {
    await plain.close()
  }
})
