import { readFileSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteLaunch } from '../../../contract/launches/launches.ts'
import { listTestLogs } from '../../../contract/launches/test-details.ts'
import { listPublicTestLogs } from '../../../contract/public/public-access.ts'
import { getRetentionUsage } from '../../../contract/settings/retention.ts'
import { storable } from '../../../server/db/storable.ts'
import { openFolderBlobs } from '../../../server/files/folder-blobs.ts'
import { createFileStore, type FileStore } from '../../../server/files/store.ts'
import { startHousekeeping } from '../../../server/jobs/housekeeping.ts'
import { clearSlice } from '../../../server/launches/deletion/clear.ts'
import { createSliceSize } from '../../../server/jobs/slices.ts'
import { packDue } from '../../../server/launches/logs/pack.ts'
import { readTestLogs } from '../../../server/launches/queries/test-logs.ts'
import { countStorage } from '../../../server/launches/storage/count.ts'
import { deleteLogs } from '../../../server/launches/storage/trim.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let files: FileStore
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  files = createFileStore(await openFolderBlobs(app.config.DATA_DIR), app.db)
})
afterAll(() => app.close())

const never = new AbortController().signal

/** Moves the last report to a launch two hours back, and packs the launches that are due. Resolves with their number. */
const pack = async (launch: { id: number }, put: FileStore['put'] = files.put): Promise<number> => {
  await app.db
    .updateTable('launch')
    .set({ heard_at: sql<Date>`heard_at - interval '2 hours'` })
    .where('id', '=', launch.id)
    .execute()
  while ((await countStorage(app.db, never)) > 0);
  return packDue({ db: app.db, files: { put } }, never)
}

const endLease = (launch: { id: number }) =>
  app.db.updateTable('launch_storage').set({ packing_until: null }).where('launch_id', '=', launch.id).execute()

const placeOf = (launch: { id: number }, testId: number) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id, testId },
})

/** All pages of an attempt's log. */
const read = async (launch: { id: number }, testId: number, { attempt = 1, maxPageSize = 1000 } = {}) => {
  const pages = []
  for (let pageToken: string | undefined; ;) {
    const query = { attempt, maxPageSize, pageToken }
    const page = await ask(app, listTestLogs, { ...placeOf(launch, testId), query })
    pages.push(page.items)
    if (page.nextPageToken === null) return pages
    pageToken = page.nextPageToken
  }
}
const messagesOf = async (launch: { id: number }, testId: number) =>
  (await read(launch, testId)).flat().map(({ message }) => message)

/** Where the lines of a launch are. */
const storedLines = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ rows: number; packed: number }>`
    select (select count(*)::int from log_line l join test t on t.id = l.test_id where t.launch_id = ${id}) as rows,
           (select coalesce(sum(line_count), 0)::int from log_frame where launch_id = ${id}) as packed`.execute(app.db)
  return rows[0]
}
const hashesOf = async ({ id }: { id: number }): Promise<string[]> =>
  (await app.db.selectFrom('log_frame').select('file_hash').distinct().where('launch_id', '=', id).execute()).map(
    ({ file_hash: hash }) => hash,
  )
const bytesOf = (hash: string) => path.join(app.config.DATA_DIR, 'files', hash.slice(0, 2), hash)

const aLaunch = async (lines: number): Promise<TestLaunch & { testId: number }> => {
  const launch = await agent.startLaunch()
  const testId = await launch.test('adds up', 'PASSED')
  await launch.logs(
    Array.from({ length: lines }, (_, n) => ({ testId, timestamp: n, message: `line ${n}`, level: 'INFO' })),
  )
  await launch.finish()
  return Object.assign(launch, { testId })
}

const HOSTILE = ['', '\0', '\ud800', 'a\udfffb', '\u0001\u001b[31mred', '日本語 🙂', '"},\\', ' '.repeat(3), '\r\n\t']
const line = fc.record({
  test: fc.nat(2),
  timestamp: fc.nat(3),
  level: fc.constantFrom('TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'),
  // Long ones fill a frame.
  message: fc.oneof(
    { weight: 12, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.constantFrom('é'.repeat(200_000), 'x'.repeat(300_000)) },
  ),
})
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => ({ type: 'report' as const, lines })),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'pack' as const }) },
  { weight: 1, arbitrary: fc.nat(2).map((turn) => ({ type: 'retry' as const, turn })) },
)

test('every page of every log is the same before and after packing, with late lines and attempts', async () => {
  let packed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const launch = await agent.startLaunch()
      const ids: number[] = []
      for (let i = 0; i < 3; i += 1) ids.push(await launch.test(`test ${i}`, 'PASSED'))
      const attempts = [1, 1, 1]
      for (const [turn, id] of ids.entries()) await launch.screenshot(id, turn + 1)
      await launch.finish()
      const model: { test: number; attempt: number; at: number; level: string; message: string }[] = []
      for (const one of [...steps, { type: 'pack' as const }]) {
        if (one.type === 'report') {
          await launch.logs(
            one.lines.map(({ test: turn, timestamp, level, message }) => ({
              testId: ids[turn] ?? 0,
              timestamp,
              level,
              message,
            })),
          )
          for (const { test: turn, timestamp: at, level, message } of one.lines)
            model.push({ test: turn, attempt: attempts[turn] ?? 0, at, level, message: storable(message) })
        } else if (one.type === 'retry') {
          const id = ids[one.turn] ?? 0
          await launch.restartTest(id, `test ${one.turn}`)
          await launch.finishTest(id, { result: 'PASSED' })
          attempts[one.turn] = (attempts[one.turn] ?? 0) + 1
        } else {
          packed += await pack(launch)
        }
        const stored = await storedLines(launch)
        const rows = one.type === 'pack' ? 0 : (stored?.rows ?? 0)
        expect(stored).toEqual({ rows, packed: model.length - rows })
        for (const [turn, id] of ids.entries())
          for (let attempt = 1; attempt <= (attempts[turn] ?? 0); attempt += 1) {
            const expected = model
              .filter((entry) => entry.test === turn && entry.attempt === attempt)
              .toSorted((a, b) => a.at - b.at)
            for (const maxPageSize of [1000, 3]) {
              const pages = await read(launch, id, { attempt, maxPageSize })
              const entries = pages.flat()
              const lines = entries.filter(({ kind }) => kind === 'line')
              expect(lines.map(({ at, level, message }) => ({ at, level, message }))).toEqual(
                expected.map(({ at, level, message }) => ({ at, level, message })),
              )
              expect(new Set(entries.map(({ kind, id: entry }) => `${kind} ${entry}`)).size).toBe(entries.length)
              for (const page of pages.slice(0, -1)) expect(page).toHaveLength(maxPageSize)
              // The screenshot is after the lines of its moment.
              const screenshot = attempt === 1 ? expected.filter(({ at }) => at <= turn + 1).length : -1
              expect(entries.findIndex(({ kind }) => kind === 'screenshot')).toBe(screenshot)
            }
          }
      }
    }),
    { numRuns: 6 },
  )
  expect(packed).toBeGreaterThan(0)
})

test('a long log has several frames and files, and each page, id and public page is the same', async () => {
  const launch = await agent.startLaunch()
  const [before, testId, after] = [
    await launch.test('before', 'PASSED'),
    await launch.test('long', 'FAILED'),
    await launch.test('after', 'PASSED'),
  ]
  const lines = Array.from({ length: 12_500 }, (_, n) => ({
    testId,
    timestamp: Math.floor(n / 700), // the same moment across frames
    message: `line ${n}`,
    level: 'INFO',
  }))
  await launch.logs([{ testId: before, timestamp: 1, message: 'of before', level: 'INFO' }, ...lines])
  await launch.logs([{ testId: after, timestamp: 1, message: 'of after', level: 'INFO' }])
  await launch.finish()
  const visitor = await aVisitor(app, owner, { resourceType: 'launch', resourceId: String(launch.id) }, 'DEF')
  const inPublic = () => ask(app, listPublicTestLogs, { token: visitor.token, params: { testId }, query: {} })
  const rows = [await read(launch, testId), await read(launch, testId, { maxPageSize: 333 }), await inPublic()]

  await pack(launch)
  expect(await storedLines(launch)).toEqual({ rows: 0, packed: 12_502 })
  expect(await hashesOf(launch)).toHaveLength(3)
  expect([await read(launch, testId), await read(launch, testId, { maxPageSize: 333 }), await inPublic()]).toEqual(rows)
  expect(await messagesOf(launch, before)).toEqual(['of before'])
  expect(await messagesOf(launch, after)).toEqual(['of after'])
})

test('packs neither launches in progress nor those with recent reports, and nothing twice', async () => {
  const running = await agent.startLaunch()
  const testId = await running.startTest()
  await running.logs([{ testId, timestamp: 1, message: 'first', level: 'INFO' }])
  await pack(running)
  expect(await storedLines(running)).toEqual({ rows: 1, packed: 0 })
  await running.finish()
  while ((await countStorage(app.db, never)) > 0);
  await packDue({ db: app.db, files }, never)
  expect(await storedLines(running)).toEqual({ rows: 1, packed: 0 })
  expect(await pack(running)).toBe(1)
  expect(await storedLines(running)).toEqual({ rows: 0, packed: 1 })
  expect(await packDue({ db: app.db, files }, never)).toBe(0)
})

test('usage counts every line, with what packed lines take', async () => {
  const usage = async () =>
    (await ask(app, getRetentionUsage, { token: owner.token, params: { projectKey: 'DEF' } })).stored
  while ((await countStorage(app.db, never)) > 0);
  const empty = await usage()
  const launch = await aLaunch(3000)
  while ((await countStorage(app.db, never)) > 0);
  const rows = await usage()
  await pack(launch)
  const packed = await usage()
  expect([rows.logLines - empty.logLines, packed.logLines - empty.logLines]).toEqual([3000, 3000])
  expect(packed.logBytes - empty.logBytes).toBeLessThan((rows.logBytes - empty.logBytes) / 2)
  // A recount has the same result.
  await app.db
    .updateTable('launch_storage')
    .set({ counted_at: new Date(0) })
    .where('launch_id', '=', launch.id)
    .execute()
  while ((await countStorage(app.db, never)) > 0);
  expect(await usage()).toEqual(packed)
})

test('a server that ends after it has stored the file leaves the rows, and another one packs them', async () => {
  const launch = await aLaunch(20)
  const before = await read(launch, launch.testId)
  let hash = ''
  await expect(
    pack(launch, async (...given) => {
      ;({ hash } = await files.put(...given))
      throw new Error('the server has ended')
    }),
  ).rejects.toThrow('the server has ended')
  expect(await storedLines(launch)).toEqual({ rows: 20, packed: 0 })
  expect(await packDue({ db: app.db, files }, never)).toBe(0) // its lease has not ended
  const keeper = startHousekeeping({
    db: app.db,
    files,
    config: app.config,
    log: pino({ level: 'silent' }),
    now: () => Date.now() + 2 * 3_600_000,
  })
  await keeper.run()
  await keeper.stop()
  expect(existsSync(bytesOf(hash))).toBe(false)
  await endLease(launch)
  expect(await packDue({ db: app.db, files }, never)).toBe(1)
  expect(await read(launch, launch.testId)).toEqual(before)
})

test('two servers pack a launch once, even if the first one was so slow that its lease ended', async () => {
  const [launch, other] = [await aLaunch(20), await aLaunch(20)]
  const before = await read(launch, launch.testId)
  let second: number | null = null
  const first = await pack(launch, async (...given) => {
    if (second === null) {
      second = 0
      await endLease(launch)
      second = await packDue({ db: app.db, files }, never)
    }
    return files.put(...given)
  })
  expect([first, second]).toEqual([0, 1])
  expect(await storedLines(launch)).toEqual({ rows: 0, packed: 20 })
  expect(await read(launch, launch.testId)).toEqual(before)

  await app.db
    .updateTable('launch')
    .set({ heard_at: new Date(0) })
    .where('id', '=', other.id)
    .execute()
  const packing = () => packDue({ db: app.db, files }, never)
  expect((await Promise.all([packing(), packing()])).reduce((a, b) => a + b)).toBe(1)
  expect(await storedLines(other)).toEqual({ rows: 0, packed: 20 })
})

/** Reads the log of a launch; `work` runs between the first and the second query, or between the second query and the file. */
const readWith = async (
  launch: TestLaunch & { testId: number },
  turn: 'first' | 'second',
  work: () => Promise<unknown>,
) => {
  let remaining = turn === 'first' ? 1 : 2
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      remaining -= 1
      if (remaining === 0) await work()
      return result
    },
  })
  const { items } = await readTestLogs({ db, files }, launch.testId, 1, { maxPageSize: 1000 })
  return [items]
}

test('a page that is read while the launch is packed has each line once', async () => {
  const launch = await aLaunch(50)
  const expected = await read(launch, launch.testId)
  expect(await readWith(launch, 'first', () => pack(launch))).toEqual(expected)
  expect(await storedLines(launch)).toEqual({ rows: 0, packed: 50 })
})

test('a page that is read while the packed log is deleted is empty', async () => {
  const launch = await aLaunch(50)
  await pack(launch)
  await ageFiles()
  expect(await readWith(launch, 'second', () => deleteLogs({ db: app.db, files }, launch.id, never))).toEqual([[]])
})

/** Ages files, because recent ones are left to the housekeeping. */
const ageFiles = () =>
  app.db
    .updateTable('file')
    .set({ created_at: new Date(0) })
    .execute()

test('the file of a packed log goes with the launch, and with its logs', async () => {
  const [deleted, trimmed, other] = [await aLaunch(20), await aLaunch(30), await aLaunch(40)]
  for (const launch of [deleted, trimmed, other]) await pack(launch)
  const [[ofDeleted = ''], [ofTrimmed = ''], [ofOther = '']] = [
    await hashesOf(deleted),
    await hashesOf(trimmed),
    await hashesOf(other),
  ]
  await ageFiles()
  await ask(app, deleteLaunch, { token: owner.token, params: { projectKey: 'DEF', launchId: deleted.id } })
  while (await clearSlice({ db: app.db, files }, createSliceSize()));
  await expect.poll(() => existsSync(bytesOf(ofDeleted))).toBe(false)
  expect(await storedLines(deleted)).toEqual({ rows: 0, packed: 0 })

  await deleteLogs({ db: app.db, files }, trimmed.id, never)
  expect([existsSync(bytesOf(ofTrimmed)), await messagesOf(trimmed, trimmed.testId)]).toEqual([false, []])
  expect([existsSync(bytesOf(ofOther)), (await messagesOf(other, other.testId)).length]).toEqual([true, 40])
})

test('a launch that is deleted while it is packed leaves no frames and no file', async () => {
  const launch = await aLaunch(20)
  let hash = ''
  await pack(launch, async (...given) => {
    const stored = await files.put(...given)
    ;({ hash } = stored)
    await ask(app, deleteLaunch, { token: owner.token, params: { projectKey: 'DEF', launchId: launch.id } })
    return stored
  })
  while (await clearSlice({ db: app.db, files }, createSliceSize()));
  await expect.poll(() => storedLines(launch)).toEqual({ rows: 0, packed: 0 })
  expect(await hashesOf(launch)).toEqual([])
  expect(hash).not.toBe('')
})

test('a log whose file is missing or damaged is answered with a sentence, and other logs are not affected', async () => {
  const [launch, other] = [await aLaunch(20), await aLaunch(10)]
  await pack(launch)
  await pack(other)
  const [hash = ''] = await hashesOf(launch)
  const bytes = readFileSync(bytesOf(hash))
  const answer = async () => {
    const { status, message } = await refusalOf(app, listTestLogs, placeOf(launch, launch.testId))
    return { status, message }
  }
  const refused = { status: 404, message: 'A part of the log is missing in the file storage, or damaged there' }
  const changed = Buffer.from(bytes)
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const damaged of [changed, Buffer.alloc(bytes.length), bytes.subarray(0, 30), Buffer.alloc(0)]) {
    writeFileSync(bytesOf(hash), damaged)
    expect(await answer()).toEqual(refused)
  }
  await files.remove(hash)
  expect(await answer()).toEqual(refused)
  expect(await messagesOf(other, other.testId)).toHaveLength(10)
  writeFileSync(bytesOf(hash), bytes)
  expect(await messagesOf(launch, launch.testId)).toHaveLength(20)
})
