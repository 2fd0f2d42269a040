import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FinishTest, StartLaunch, StartTest } from '../../../../contract/launches/reporting.ts'
import { launchStream } from '../../../../contract/live.ts'
import { readStream } from '../../../../server/db/events.ts'
import { addReportedTests, prepareTests, type PreparedTest } from '../../../../server/launches/import/add-tests.ts'
import { aTest } from '../../../../server/launches/import/formats/reported.ts'
import { deletePartlyStored } from '../../../../server/launches/import/run.ts'
import { startLaunch } from '../../../../server/launches/reporting/launch-operations.ts'
import { finishTest, startTest } from '../../../../server/launches/reporting/test-operations.ts'
import type { Operation } from '../../../../server/launches/writer/operation.ts'
import { createWriter, type Writer } from '../../../../server/launches/writer/writer.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second))

let database: TestDatabase
let writer: Writer
let userId: number
let projectId: number
let tagIds: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  // No other process writes this database, so that the writer reads and builds large operations ahead of their turn.
  writer = createWriter(database.db, { warn: () => undefined }, true)
  const { rows } = await sql<{ userId: number; projectId: number }>`
    with o as (insert into workspace_user (username, email) values ('importer', 'importer@larkspur.test') returning id),
         p as (insert into project (key, name) values ('LRG', 'Large operations') returning id)
    select o.id as "userId", p.id as "projectId" from o cross join p`.execute(database.db)
  ;({ userId = 0, projectId = 0 } = rows[0] ?? {})
  const tags = await sql<{ id: number }>`
    insert into failure_tag (project_id, name, value, color_hex, position)
    values (${projectId}, 'To investigate', 'TO_INVESTIGATE', '#888888', 1), (${projectId}, 'Product', 'PRODUCT_DEFECT', '#ff0000', 2)
    returning id`.execute(database.db)
  tagIds = tags.rows.map(({ id }) => id)
})
afterAll(() => database.remove())

const newLaunch = async (): Promise<number> => {
  const started = StartLaunch.parse({ name: 'Report', framework: 'junit', startedAt: at(0).toISOString() })
  return (await writer.submit(startLaunch(projectId, userId, started))).id
}

/** A part of a report with this many passed tests and one failed one. */
const part = (name: string, passed = 20): PreparedTest[] =>
  prepareTests([
    ...Array.from({ length: passed }, (_, i) => timed(aTest({ name: `${name} ${i}`, status: 'PASSED' }))),
    timed(aTest({ name: `${name} fails`, status: 'FAILED', reason: 'Error: no stock' })),
  ])
const timed = (reported: ReturnType<typeof aTest>) => ({ ...reported, start: at(1), end: at(2) })

const add = (launchId: number, tests: readonly PreparedTest[]) =>
  writer.submit(addReportedTests({ launchId, projectId }, tests))

const stored = async (launchId: number) => {
  const { rows } = await sql<{ kept: number; counted: number; tags: (number | null)[] }>`
    select passed + failed + in_progress as kept,
           (select count(*)::int from test t where t.launch_id = l.id) as counted,
           (select array_agg(t.failure_tag_id order by t.id) from test t where t.launch_id = l.id and t.status = 'FAILED') as tags
      from launch l where id = ${launchId}`.execute(database.db)
  return rows[0]
}

test('parts that are submitted together are all stored and counted', async () => {
  const launchId = await newLaunch()
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(launchId, part(name))))
  expect(await stored(launchId)).toMatchObject({ kept: 84, counted: 84 })
})

test('a part that cannot be written does not affect the part after it', async () => {
  const launchId = await newLaunch()
  const broken = part('b').map((one) => ({ ...one, row: { ...one.row, attempt: 2 ** 40 } }))
  const outcomes = await Promise.allSettled([
    add(launchId, part('a')),
    add(launchId, broken),
    add(launchId, part('c')),
    add(launchId, part('d')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await stored(launchId)).toMatchObject({ kept: 63, counted: 63 })
})

test('keeps what agents report between two parts', async () => {
  const launchId = await newLaunch()
  const first = add(launchId, part('a'))
  const second = add(launchId, part('b'))
  const begun = writer.submit(
    startTest(launchId, StartTest.parse({ name: 'live', startedAt: at(3).toISOString() }), false),
  )
  const third = add(launchId, part('c'))
  const { id } = await begun
  const ended = FinishTest.parse({ result: 'PASSED', endedAt: at(4).toISOString() })
  await Promise.all([first, second, third, writer.submit(finishTest(launchId, id, ended)), add(launchId, part('d'))])
  expect(await stored(launchId)).toMatchObject({ kept: 85, counted: 85 })
})

test('a tag that is assigned to a cause before the turn of a part is given to its failures', async () => {
  const launchId = await newLaunch()
  const [untagged, product] = tagIds
  const failed = part('a').at(-1)?.row
  const tagCause: Operation<void> = {
    needs: { launches: [launchId] },
    apply: (batch) => {
      const cause = { project_id: projectId, key: failed?.failure_key ?? '', tag_id: product ?? null }
      batch.causeTags.set('cause', { ...cause, tagged_by: userId, tagged_at: at(5), tagged_launch_id: launchId })
    },
  }
  await Promise.all([
    add(launchId, part('a')),
    writer.submit(tagCause),
    add(launchId, part('b')),
    add(launchId, part('c')),
  ])
  expect((await stored(launchId))?.tags).toEqual([untagged, product, product])
})

test('a part marks the tests that are in quarantine', async () => {
  const launchId = await newLaunch()
  const tests = part('kept apart', 1)
  await sql`insert into quarantined_test (project_id, identity, name, reason, quarantined_by, newest_test_id)
            values (${projectId}, ${tests[0]?.row.identity}, 'kept apart 0', 'flaky', ${userId}, 1)`.execute(
    database.db,
  )
  await add(launchId, tests)
  const { events } = await readStream(database.db, launchStream(launchId), 0, 100)
  expect(events.map(({ payload }) => (payload as { quarantined?: boolean }).quarantined)).toEqual([true, false])
})

test('rejects a part for a launch that is deleted before its turn', async () => {
  const launchId = await newLaunch()
  const outcomes = await Promise.allSettled([
    add(launchId, part('a')),
    writer.submit(deletePartlyStored(launchId)),
    add(launchId, part('b')),
  ])
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }, { reason: { status: 404 } }])
  expect(await stored(launchId)).toBeUndefined()
})
