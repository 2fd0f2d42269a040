import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUploadState, observationFilePath, uploadPath } from '../../../contract/exploratory/files.ts'
import { readConfig } from '../../../server/config.ts'
import { openBlobs } from '../../../server/files/open-blobs.ts'
import { BucketRefused } from '../../../server/files/s3-blobs.ts'
import { anExploratoryProject } from '../exploratory/support.ts'
import { artifactsOf } from '../launches/reporting/support/rows.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { TestAgent } from '../support/agent.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'

const SECRET_KEY = '00'.repeat(32)
const MB = 1024 * 1024
let bucket: TestBucket
let app: TestApp
let owner: TestUser
let agent: TestAgent
beforeAll(async () => {
  bucket = await openTestBucket()
  app = await startTestApp({ FILES_URL: bucket.url, SECRET_KEY })
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(async () => {
  await app.close()
  await bucket.remove()
})

/** Bytes that differ at every place. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) % 251)
const fetched = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${address}`, { headers: { authorization: `Bearer ${owner.token}`, ...headers } })
const bytesOf = async (answer: Promise<Response>) => new Uint8Array(await (await answer).arrayBuffer())
const addressOf = async (launchId: number) => {
  const stored = (await artifactsOf(app, launchId)).at(-1)
  return `/api/files/${stored?.public_id}/${stored?.name}`
}

test('serves files of one and of several parts from the bucket, whole and by range', async () => {
  for (const content of [bytes(10), bytes(20 * MB)]) {
    const launch = await agent.startLaunch()
    await launch.upload('film.bin', content)
    const address = await addressOf(launch.id)
    expect(Buffer.compare(await bytesOf(fetched(address)), content)).toBe(0)
    const part = await fetched(address, { range: 'bytes=3-6' })
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, content.subarray(3, 7)])
  }
  expect(readdirSync(path.join(app.config.DATA_DIR, 'files', 'incoming'))).toEqual([])
})

test('a file that arrives in pieces is put together in the bucket, and its pieces are deleted', async () => {
  const project = await anExploratoryProject(app, owner)
  const [fileUuid, content] = [crypto.randomUUID(), bytes(10)]
  const put = (offset: number, end: number) =>
    send(app, `${uploadPath(project.projectKey, fileUuid)}?offset=${offset}&sizeBytes=10&name=film.bin`, {
      method: 'PUT',
      body: content.subarray(offset, end),
      token: owner.token,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const blobs = await openBlobs(app.config)
  const begun = async () => (await blobs.folders('pieces')).map(({ name }) => name)
  await put(0, 4)
  expect(await begun()).toEqual([fileUuid])
  await put(4, 10)
  expect(await begun()).toEqual([])
  const state = await ask(app, getUploadState, { token: owner.token, params: { ...project.params, fileUuid } })
  expect(state.receivedBytes).toBe(10)
  const address = observationFilePath({ fileUuid, name: 'film.bin' })
  expect(await bytesOf(fetched(address))).toEqual(content)
})

test('while the storage cannot be reached, files are answered 503, and afterwards as before', async () => {
  const launch = await agent.startLaunch()
  await launch.upload('kept.txt', 'kept')
  const address = await addressOf(launch.id)
  await bucket.stop()
  await expect(launch.upload('refused.txt', 'refused')).rejects.toThrow('503')
  expect((await fetched(address)).status).toBe(503)
  await bucket.start()
  expect(await (await fetched(address)).text()).toBe('kept')
  expect(await artifactsOf(app, launch.id)).toHaveLength(1)
})

test('rejects a missing or unreachable bucket and a wrong secret at start', async () => {
  const openWith = (FILES_URL: string) => openBlobs({ FILES_URL, DATA_DIR: app.config.DATA_DIR })
  await expect(openWith(bucket.url.replace('/assay/', '/other/'))).rejects.toThrow(BucketRefused)
  await expect(openWith(bucket.url.replace(':S3RVER@', ':wrong@'))).rejects.toThrow(BucketRefused)
  await expect(openWith('s3+http://key:secret@127.0.0.1:1/assay')).rejects.toThrow('cannot be reached')
})

test('rejects a FILES_URL without a key, a secret or a bucket, and one without SECRET_KEY', () => {
  for (const url of [
    'https://s3.example.test/a',
    's3://s3.example.test/a',
    's3://key@s3.example.test/a',
    's3://key:secret@s3.example.test/',
  ])
    expect(() => readConfig({ FILES_URL: url, SECRET_KEY })).toThrow('FILES_URL: must be s3://')
  expect(() => readConfig({ FILES_URL: 's3://key:secret@s3.example.test/a' })).toThrow('SECRET_KEY: ')
  expect(readConfig({ FILES_URL: 's3://key:a%2Fb%3D@s3.example.test/a', SECRET_KEY }).FILES_URL).toBeDefined()
})
