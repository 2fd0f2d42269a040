import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readStream, streamSequence } from '../../../server/db/events.ts'
import type { Db } from '../../../server/db/open.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore, type FileStore } from '../../../server/files/store.ts'
import { expiredAuthTokens, orphanedFiles } from '../../../server/jobs/clearing.ts'
import { startHousekeeping, type Housekeeping } from '../../../server/jobs/housekeeping.ts'
import { renewSession, openSession } from '../../../server/session/sessions.ts'
import { TestAgent } from '../support/agent.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { testEngine } from '../support/database.ts'
import { aProject, aWorkspace, SIGNED_IN, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
let files: FileStore
const hour = 3_600_000
const keepers: Housekeeping[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
})
afterEach(() => Promise.all(keepers.splice(0).map((keeper) => keeper.stop())))
afterAll(() => app.close())

/** Runs housekeeping with the clock moved forward by `ms`. */
const runAfter = async (ms: number, given: Partial<FileStore> = {}) => {
  const keeper = startHousekeeping({
    db: app.db,
    files: { ...files, ...given },
    config: app.config,
    log: pino({ level: 'silent' }),
    now: () => Date.now() + ms,
  })
  keepers.push(keeper)
  return keeper.run()
}
const upload = (text: string) => files.put(Readable.from([Buffer.from(text)]), 'note.txt', 1_000)
const bytesOf = (hash: string) => path.join(app.config.DATA_DIR, 'files', hash.slice(0, 2), hash)
const rowOf = (hash: string) => app.db.selectFrom('file').selectAll().where('hash', '=', hash).executeTakeFirst()
const count = async (table: 'auth_token' | 'session' | 'used_refresh_token' | 'password_reset') =>
  (await app.db.selectFrom(table).selectAll().execute()).length

test('keeps valid tokens and sessions', async () => {
  const before = [await count('auth_token'), await count('session')]
  await runAfter(0)
  expect([await count('auth_token'), await count('session')]).toEqual(before)
})

test('files that nothing refers to go after an hour, those of an artifact stay', async () => {
  const launch = await agent.startLaunch()
  await launch.upload('kept.txt', 'referred to')
  const { file_hash: saved } = await app.db.selectFrom('artifact').select('file_hash').executeTakeFirstOrThrow()
  const { hash: orphan } = await upload('nobody refers to it')
  expect(await runAfter(hour / 2)).toMatchObject({ files: 0 })
  expect(await runAfter(hour + 60_000)).toMatchObject({ files: 1 })
  expect([await rowOf(orphan), existsSync(bytesOf(orphan))]).toEqual([undefined, false])
  expect([(await rowOf(saved))?.hash, existsSync(bytesOf(saved))]).toEqual([saved, true])
})

test('a file that is uploaded again is young again', async () => {
  const { hash } = await upload('again')
  await app.db
    .updateTable('file')
    .set({ created_at: new Date(Date.now() - 2 * hour) })
    .where('hash', '=', hash)
    .execute()
  await upload('again')
  await runAfter(0)
  expect([(await rowOf(hash))?.hash, existsSync(bytesOf(hash))]).toEqual([hash, true])
})

test('a file that is uploaded while it is cleared away is there afterwards', async () => {
  const { hash } = await upload('twice')
  let again: Promise<unknown> = Promise.resolve()
  await runAfter(hour + 60_000, {
    remove: async (gone) => {
      // The upload waits while the row is locked.
      await new Promise<void>((resolve) => {
        const db = Object.assign(Object.create(app.db) as Db, {
          insertInto: (table: 'file') => {
            resolve()
            return app.db.insertInto(table)
          },
        })
        again = createFileStore(files.blobs, db).put(Readable.from([Buffer.from('twice')]), 'note.txt', 1_000)
      })
      await files.remove(gone)
    },
  })
  await again
  expect([(await rowOf(hash))?.hash, existsSync(bytesOf(hash))]).toEqual([hash, true])
})

test('a file that was referred to meanwhile keeps its bytes', async () => {
  const { hash } = await upload('referred to late')
  const { id } = await agent.startLaunch()
  await app.db
    .insertInto('artifact')
    .values({ launch_id: id, kind: 'file', name: 'late.txt', file_hash: hash, at: 0 } as never)
    .execute()
  await app.db.transaction().execute((tx) => orphanedFiles(files, new Date(Date.now() + hour))(tx, 100))
  expect([(await rowOf(hash))?.hash, existsSync(bytesOf(hash))]).toEqual([hash, true])
})

test('removes leftovers of interrupted uploads and keeps a running upload', async () => {
  const incoming = files.blobs.incoming
  mkdirSync(incoming, { recursive: true })
  const [left, underWay] = [path.join(incoming, 'left'), path.join(incoming, 'under-way')]
  for (const file of [left, underWay]) writeFileSync(file, 'half')
  const old = new Date(Date.now() - 2 * hour)
  utimesSync(left, old, old)
  expect(await runAfter(0)).toMatchObject({ leftovers: 1 })
  expect([existsSync(left), existsSync(underWay)]).toEqual([false, true])
})

test('live events go when they can be replayed no longer, the change log stays', async () => {
  const stream = `project:${projectId}`
  await agent.startLaunch()
  const last = await streamSequence(app.db, stream)
  const log = await readStream(app.db, 'workspace', 0, 100)
  expect(log.events.length).toBeGreaterThan(0)
  await runAfter((app.config.EVENT_RETENTION_DAYS - 1) * 24 * hour)
  expect((await readStream(app.db, stream, 0, 100)).events.length).toBe(last)
  await runAfter((app.config.EVENT_RETENTION_DAYS + 1) * 24 * hour)
  expect(await readStream(app.db, stream, 0, 100)).toEqual({ events: [], last, first: null })
  expect(await readStream(app.db, 'workspace', 0, 100)).toEqual(log)
})

test('sessions, their tokens and links to reset a password go when they are over', async () => {
  const { refreshToken } = await openSession(app.db, owner.id, app.config, SIGNED_IN)
  const second = await renewSession(app.db, refreshToken, app.config, SIGNED_IN.client)
  await renewSession(app.db, second.refreshToken, app.config, SIGNED_IN.client)
  await app.db
    .insertInto('password_reset')
    .values({ hash: Buffer.from('x'), user_id: owner.id, expires_at: new Date(Date.now() + hour) })
    .execute()
  expect(await count('used_refresh_token')).toBe(1)
  const sessions = await count('session')
  await runAfter(2 * hour)
  expect([await count('password_reset'), await count('session')]).toEqual([0, sessions])
  await runAfter((app.config.SESSION_DAYS + 1) * 24 * hour)
  expect(await Promise.all((['auth_token', 'session', 'used_refresh_token'] as const).map(count))).toEqual([0, 0, 0])
})

test('deletes large numbers in several batches', async () => {
  const expired = Array.from({ length: 1_100 }, (_, at) => ({
    hash: Buffer.from(`token ${at}`),
    user_id: owner.id,
    session_id: null,
    access_token_id: 1,
    expires_at: new Date(0),
  }))
  const [token] = await app.db.selectFrom('access_token').select('id').execute()
  await app.db
    .insertInto('auth_token')
    .values(expired.map((row) => ({ ...row, access_token_id: token?.id ?? 0 })))
    .execute()
  expect(await app.db.transaction().execute((tx) => expiredAuthTokens(new Date())(tx, 50))).toBe(50)
  expect(await runAfter(0)).toMatchObject({ authTokens: 1_050 })
})

test.skipIf(testEngine() === 'pglite')('runs on one of two nodes', async () => {
  await upload('whose turn is it')
  let second: unknown = 'not asked'
  const first = await runAfter(hour + 60_000, {
    remove: async (hash) => {
      second = await runAfter(hour + 60_000)
      await files.remove(hash)
    },
  })
  expect([first?.files, second]).toEqual([1, null])
})

test('sign-ins of the log go after 90 days', async () => {
  const rows = async () => (await app.db.selectFrom('sign_in').selectAll().execute()).length
  expect(await rows()).toBeGreaterThan(0)
  await runAfter(89 * 24 * hour)
  expect(await rows()).toBeGreaterThan(0)
  await runAfter(91 * 24 * hour)
  expect(await rows()).toBe(0)
})
