import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../../contract/limits.ts'
import { removePhoto, setPhoto, updateProfile } from '../../../../contract/workspace/profile.ts'
import { listMembers } from '../../../../contract/settings/members.ts'
import { TEXTS } from '../../../../contract/texts.ts'
import { openFolderBlobs } from '../../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../../server/files/store.ts'
import { orphanedFiles } from '../../../../server/jobs/clearing.ts'
import { givePassword, PASSWORD } from '../../session/browser.ts'
import { aWorldOf, type World } from '../../access/callers.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let world: World & { projectId: number }
let token: string

beforeAll(async () => {
  app = await startTestApp()
  world = await aWorldOf(app)
  token = world.people.ENGINEER.token
})
afterAll(() => app.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const another = Buffer.concat([PNG, Buffer.from('another')])
const photo = (bytes: Buffer) => ({ image: bytes.toString('base64') })
const photoOf = async (username: string) => {
  const params = { projectKey: 'SHOP' }
  const { items } = await ask(app, listMembers, { token: world.owner.token, params })
  return items.find((member) => member.username === username)?.photoUrl
}

test('[PROF-02] serves a photo by its hash to signed-in users, so that it cannot run as a script', async () => {
  const { photoUrl } = await ask(app, setPhoto, { token, body: photo(PNG) })
  if (photoUrl === null) throw new Error('there is no photo')
  expect(await photoOf('engineer')).toBe(photoUrl)
  const served = await send(app, photoUrl, { token: world.people['non-member'].token })
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
  expect((await send(app, photoUrl)).status).toBe(401)

  const next = await ask(app, setPhoto, { token, body: photo(another) })
  expect(next.photoUrl).not.toBe(photoUrl)
  expect((await send(app, photoUrl, { token })).status).toBe(404)
  expect((await ask(app, removePhoto, { token })).photoUrl).toBeNull()
  expect(await photoOf('engineer')).toBeNull()
  expect((await send(app, next.photoUrl ?? '', { token })).status).toBe(404)
})

test('[PROF-18] names and address are saved together, and the photo stays', async () => {
  const { photoUrl } = await ask(app, setPhoto, { token, body: photo(PNG) })
  const body = { firstName: 'Emil', lastName: 'Svensson', email: 'emil@larkspur.test' }
  const { id } = world.people.ENGINEER
  await givePassword(app, world.people.ENGINEER)
  const sent = { ...body, currentPassword: PASSWORD }
  expect(await ask(app, updateProfile, { token, body: sent })).toMatchObject({ id, ...body, photoUrl })
})

test('[PROF-03] rejects photos of a read-only user', async () => {
  const reader = { token: world.people['read-only'].token }
  expect(await refusalOf(app, setPhoto, { ...reader, body: photo(PNG) })).toMatchObject({ status: 403 })
  expect(await refusalOf(app, removePhoto, reader)).toMatchObject({ status: 403 })
  expect(await photoOf('read-only')).toBeNull()
})

test.each([
  ['a page that calls itself a picture', Buffer.from('<svg onload=alert(1)>'), TEXTS.photoType],
  ['a film', Buffer.from('....ftypisom', 'latin1'), TEXTS.photoType],
  ['too large a picture', Buffer.concat([PNG, Buffer.alloc(LIMITS.pictureBytes)]), TEXTS.photoSize],
])('[PROF-20] rejects %s', async (_name, bytes, message) => {
  const refused = await refusalOf(app, setPhoto, { token, body: photo(bytes) })
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'image', message }] })
})

test('housekeeping and deleted launches keep the current photo, and delete a replaced one', async () => {
  const files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
  const isStored = async (hash: string) =>
    (await app.db.selectFrom('file').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined
  const hashOf = async (bytes: Buffer) => (await files.put(Readable.from([bytes]), 'x', LIMITS.pictureBytes)).hash
  await ask(app, setPhoto, { token, body: photo(PNG) })
  const [kept, replaced] = [await hashOf(PNG), await hashOf(another)]
  await orphanedFiles(files, new Date(Date.now() + 60_000))(app.db, 100)
  expect([await isStored(kept), await isStored(replaced)]).toEqual([true, false])
})
