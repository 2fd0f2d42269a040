import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { getProject, listProjects } from '../../../contract/projects/projects.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { removeProjectLogo, setProjectLogo, updateProject } from '../../../contract/settings/general.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore } from '../../../server/files/store.ts'
import { orphanedFiles } from '../../../server/jobs/clearing.ts'
import { aWorldOf, type World } from '../access/callers.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser } from '../support/people.ts'

let app: TestApp
let world: World & { projectId: number }
let token: string
const params = { projectKey: 'SHOP' }

beforeAll(async () => {
  app = await startTestApp()
  world = await aWorldOf(app)
  token = world.people.MANAGER.token
})
afterAll(() => app.close())

const asManager = <B>(body?: B) => ({ token, params, ...(body === undefined ? {} : { body }) })
const lastChange = async () => (await ask(app, listSettingsChanges, { token, params })).items[0]

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const another = Buffer.concat([PNG, Buffer.from('another')])
const logo = (bytes: Buffer) => ({ image: bytes.toString('base64') })

test('[GENERAL-02] [PRODUCT-08] [PRODUCT-09] the name and the lead change, the key does not', async () => {
  const changed = await ask(app, updateProject, asManager({ name: '  Web shop ', leadId: world.people.ENGINEER.id }))
  expect(changed).toMatchObject({
    key: 'SHOP',
    name: 'Web shop',
    lead: { id: world.people.ENGINEER.id, username: 'engineer' },
  })
  expect(await ask(app, getProject, { token: world.people.GUEST.token, params })).toMatchObject({ name: 'Web shop' })
  expect(await lastChange()).toMatchObject({
    area: 'project',
    user: { id: world.people.MANAGER.id },
    changes: [
      {
        kind: 'changed',
        subject: 'Web shop',
        values: {
          name: { before: 'Project SHOP', after: 'Web shop' },
          lead: { before: 'owner Tester', after: 'engineer Tester' },
        },
      },
    ],
  })
})

test('keeps omitted fields, and accepts no lead', async () => {
  await ask(app, updateProject, asManager({ leadId: null }))
  const { name, lead } = await ask(app, updateProject, asManager({ name: 'Shop' }))
  expect([name, lead]).toEqual(['Shop', null])
})

test('a save that changes nothing leaves no event', async () => {
  const before = await lastChange()
  await ask(app, updateProject, asManager({ name: 'Shop' }))
  expect(await lastChange()).toEqual(before)
})

test('the lead must be a member; every wrong field is named', async () => {
  const stranger = await aUser(app)
  const refused = await refusalOf(app, updateProject, asManager({ leadId: stranger.id }))
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'leadId' }] })
  const blank = await refusalOf(app, updateProject, asManager({ name: '   ' }))
  expect(blank).toMatchObject({ status: 400, errors: [{ field: 'name', message: TEXTS.required }] })
  const long = await refusalOf(app, updateProject, asManager({ name: 'x'.repeat(LIMITS.projectName + 1) }))
  expect(long.errors).toEqual([{ field: 'name', message: 'Must be between 1 and 100 characters' }])
})

test('a logo is served by its content, to who may read the project, and cannot run', async () => {
  const { logoUrl } = await ask(app, setProjectLogo, asManager(logo(PNG)))
  if (logoUrl === null) throw new Error('there is no logo')
  const served = await send(app, logoUrl, { token: world.people.GUEST.token })
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
  expect(served.headers.get('cache-control')).toContain('immutable')
  expect((await send(app, logoUrl, { token: world.people['non-member'].token })).status).toBe(404)
  expect((await send(app, logoUrl)).status).toBe(401)
  const { items } = await ask(app, listProjects, { token })
  expect(items.find(({ key }) => key === 'SHOP')?.logoUrl).toBe(logoUrl)
  expect((await lastChange())?.changes[0]?.values).toEqual({ logo: { before: null, after: 'A picture' } })

  const next = await ask(app, setProjectLogo, asManager(logo(another)))
  expect(next.logoUrl).not.toBe(logoUrl)
  expect((await send(app, logoUrl, { token })).status).toBe(404)
  expect((await ask(app, removeProjectLogo, asManager())).logoUrl).toBeNull()
})

test.each([
  ['a page that calls itself a picture', Buffer.from('<svg onload=alert(1)>'), TEXTS.logoType],
  ['a film', Buffer.from('....ftypisom', 'latin1'), TEXTS.logoType],
  ['too large a picture', Buffer.concat([PNG, Buffer.alloc(LIMITS.pictureBytes)]), TEXTS.logoSize],
])('rejects %s', async (_name, bytes, message) => {
  const refused = await refusalOf(app, setProjectLogo, asManager(logo(bytes)))
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'image', message }] })
})

test('housekeeping and deleted launches keep the current logo, and delete a replaced one', async () => {
  const files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
  const isStored = async (hash: string) =>
    (await app.db.selectFrom('file').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined
  const hashOf = async (bytes: Buffer) => (await files.put(Readable.from([bytes]), 'x', LIMITS.pictureBytes)).hash
  await ask(app, setProjectLogo, asManager(logo(PNG)))
  const [kept, replaced] = [await hashOf(PNG), await hashOf(another)]
  await orphanedFiles(files, new Date(Date.now() + 60_000))(app.db, 100)
  expect([await isStored(kept), await isStored(replaced)]).toEqual([true, false])
})
