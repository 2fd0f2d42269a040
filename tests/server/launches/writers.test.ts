import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FinishTest, StartLaunch, StartTest } from '../../../contract/launches/reporting.ts'
import { eventChannel, readStream } from '../../../server/db/events.ts'
import { openDatabase, type OpenedDatabase } from '../../../server/db/open.ts'
import { startLaunch } from '../../../server/launches/reporting/launch-operations.ts'
import { addLogs } from '../../../server/launches/reporting/log-operations.ts'
import {
  finishTest,
  labelTest,
  restartTest,
  revertTest,
  startTest,
} from '../../../server/launches/reporting/test-operations.ts'
import { createWriter, type Writer } from '../../../server/launches/writer/writer.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'

const log = { warn: () => undefined }
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))
const given = (name: string, second = 0) => StartTest.parse({ name, startedAt: at(second).toISOString() })
const result = (word: string, second = 1) => FinishTest.parse({ result: word, endedAt: at(second).toISOString() })

let database: TestDatabase
let other: OpenedDatabase | null = null
let userId: number
let projectId: number
beforeAll(async () => {
  database = await openTestDatabase()
  // Two nodes; the embedded database has one session, which two writers share.
  if (testEngine() === 'postgres') other = await openDatabase(database.location)
  const { rows } = await sql<{ userId: number; projectId: number }>`
    with o as (insert into workspace_user (username, email) values ('writer', 'writer@larkspur.test') returning id),
         p as (insert into project (key, name) values ('WRT', 'Writers') returning id)
    select o.id as "userId", p.id as "projectId" from o cross join p`.execute(database.db)
  ;({ userId = 0, projectId = 0 } = rows[0] ?? {})
})
afterAll(async () => {
  await other?.close()
  await database.remove()
})

const twoNodes = (): [Writer, Writer] => [
  createWriter(database.db, log, false),
  createWriter((other ?? database).db, log, false),
]

const newLaunch = async (writer: Writer): Promise<number> => {
  const started = StartLaunch.parse({ name: 'Two nodes', framework: 'mocha', startedAt: at(0).toISOString() })
  return (await writer.submit(startLaunch(projectId, userId, started))).id
}

const testsOf = async (launchId: number) =>
  (
    await sql<{ id: number; status: string; labels: unknown[]; attempt: number }>`
    select id, status, labels, attempt from test where launch_id = ${launchId} order by id`.execute(database.db)
  ).rows

/** The launch's counters and their expected values. */
const expectCounted = async (launchId: number) => {
  const { rows } = await sql<Record<'kept' | 'counted', Record<string, number>>>`
    select jsonb_build_object('PASSED', passed, 'FAILED', failed, 'IN_PROGRESS', in_progress) as kept,
           (select jsonb_build_object('PASSED', count(*) filter (where status = 'PASSED'),
                                      'FAILED', count(*) filter (where status = 'FAILED'),
                                      'IN_PROGRESS', count(*) filter (where status = 'IN_PROGRESS'))
              from test where launch_id = ${launchId}) as counted
      from launch where id = ${launchId}`.execute(database.db)
  expect(rows[0]?.kept).toEqual(rows[0]?.counted)
}

test('a node that knows a row from before another node changed it keeps that change', async () => {
  const [here, there] = twoNodes()
  const launchId = await newLaunch(here)
  const { id } = await here.submit(startTest(launchId, given('adds to the cart'), false))
  await there.submit(finishTest(launchId, id, result('FAILED')))
  await here.submit(labelTest(launchId, id, [{ key: 'feature', value: 'cart' }]))
  expect(await testsOf(launchId)).toMatchObject([{ id, status: 'FAILED', labels: [{ key: 'feature', value: 'cart' }] }])
  await expectCounted(launchId)
})

test('the same word said again is no repetition where another node has changed the test meanwhile', async () => {
  const [here, there] = twoNodes()
  const launchId = await newLaunch(here)
  const { id } = await here.submit(startTest(launchId, given('pays'), false))
  await here.submit(finishTest(launchId, id, result('PASSED')))
  await there.submit(restartTest(launchId, id, given('pays', 5), false))
  await here.submit(finishTest(launchId, id, result('PASSED')))
  expect(await testsOf(launchId)).toMatchObject([{ status: 'PASSED', attempt: 2 }])
  await expectCounted(launchId)
})

test('a test that another node took back is not written again', async () => {
  const [here, there] = twoNodes()
  const launchId = await newLaunch(here)
  const { id } = await here.submit(startTest(launchId, given('flies'), false))
  await there.submit(revertTest(launchId, id))
  await expect(here.submit(finishTest(launchId, id, result('PASSED')))).rejects.toMatchObject({ status: 404 })
  expect(await testsOf(launchId)).toEqual([])
  await expectCounted(launchId)
})

test('two nodes that write one launch concurrently lose nothing and announce everything in sequence', async () => {
  const nodes = twoNodes()
  const launchId = await newLaunch(nodes[0])
  const report = async (number: number): Promise<void> => {
    const node = (turn: number) => nodes[(number + turn) % 2 === 0 ? 0 : 1]
    const { id } = await node(0).submit(startTest(launchId, given(`test ${number}`), false))
    await node(number % 3 === 0 ? 1 : 0).submit(labelTest(launchId, id, [{ key: 'n', value: String(number) }]))
    await node(0).submit(addLogs(launchId, [{ testId: id, level: 'INFO', timestamp: 1, message: `line ${number}` }]))
    await node(1).submit(finishTest(launchId, id, result(number % 5 === 0 ? 'FAILED' : 'PASSED')))
  }
  // Eight agents, each of which sends its next call after an answer.
  await Promise.all(
    Array.from({ length: 8 }, async (_, agent) => {
      for (let turn = 0; turn < 8; turn += 1) await report(agent * 8 + turn)
    }),
  )
  const tests = await testsOf(launchId)
  expect(tests).toHaveLength(64)
  expect(tests.every(({ status, labels }) => status !== 'IN_PROGRESS' && labels.length === 1)).toBe(true)
  await expectCounted(launchId)
  const { rows } = await sql<{ lines: number; events: number; last: number }>`
    select (select count(*) from log_line l join test t on t.id = l.test_id where t.launch_id = ${launchId}) as lines,
           (select count(*) from event where stream = ${`launch:${launchId}`}) as events,
           (select sequence from event_stream where stream = ${`launch:${launchId}`}) as last`.execute(database.db)
  expect(rows[0]).toMatchObject({ lines: 64, events: rows[0]?.last })
})

test('a listener receives every change, and finds it stored', async () => {
  const writer = createWriter(database.db, log, database.isAlone)
  const launchId = await newLaunch(writer)
  let heard = 0
  const stop = await database.listen(eventChannel, () => (heard += 1))
  const { id } = await writer.submit(startTest(launchId, given('is heard of'), false))
  await vi.waitFor(() => expect(heard).toBe(1), { timeout: 60_000 })
  await writer.submit(finishTest(launchId, id, result('PASSED')))
  await vi.waitFor(() => expect(heard).toBe(2), { timeout: 60_000 })
  await stop()
  const { events } = await readStream(database.db, `launch:${launchId}`, 0, 10)
  expect(events.map(({ type }) => type)).toEqual(['test/started', 'test/finished'])
})

test('launches keep their own counts and the time of their last report, reported together or alone', async () => {
  const writer = createWriter(database.db, log, database.isAlone)
  const launches = [await newLaunch(writer), await newLaunch(writer)]
  const tests = await Promise.all(
    [0, 1, 2, 3].map(async (number) => {
      const launchId = launches[number % 2] ?? 0
      return { launchId, ...(await writer.submit(startTest(launchId, given(`test ${number}`), false))) }
    }),
  )
  await sql`update launch set heard_at = ${at(0)} where id = any(${launches}::bigint[])`.execute(database.db)
  for (const { launchId, id } of tests.slice(0, 3)) await writer.submit(finishTest(launchId, id, result('FAILED')))
  for (const launchId of launches) await expectCounted(launchId)
  const { rows } = await sql<{ isHeard: boolean }>`
    select heard_at > now() - interval '1 minute' as "isHeard" from launch where id = any(${launches}::bigint[])`.execute(
    database.db,
  )
  expect(rows).toEqual([{ isHeard: true }, { isHeard: true }])
})
