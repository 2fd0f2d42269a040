import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteLaunch, listLaunches } from '../../../contract/launches/launches.ts'
import { getTest, listTestHistory } from '../../../contract/launches/test-details.ts'
import { deleteProject } from '../../../contract/projects/projects.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { clearSlice, startClearing } from '../../../server/launches/deletion/clear.ts'
import { createSliceSize, type SliceSize } from '../../../server/jobs/slices.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const TESTS = 7
const place = ({ id }: { id: number }) => ({ token: owner.token, params: { projectKey: 'DEF', launchId: id } })
const noFiles: Pick<FileStore, 'remove'> = { remove: () => Promise.resolve() }
const slicesOf = (rows: number): SliceSize => ({ rows: () => rows, took: () => undefined })

/** An ended launch whose tests have logs, files, sessions and attempts. */
const aLaunch = async (given: { agent?: TestAgent } = {}): Promise<TestLaunch> => {
  const launch = await (given.agent ?? agent).startLaunch()
  for (let i = 0; i < TESTS; i += 1) {
    const testId = await launch.test(`test ${i}`, { result: 'FAILED', reason: 'boom' })
    await launch.logs([1, 2, 3].map((n) => ({ testId, timestamp: n, message: `line ${n}`, level: 'INFO' })))
    await launch.screenshot(testId, 5)
  }
  await launch.upload('report.txt', `report of ${launch.id}`)
  await launch.finish()
  return launch
}

/** Deletes the row of a launch as the writer does, without waking the server that clears. */
const deleteRow = (launch: TestLaunch) => app.db.deleteFrom('launch').where('id', '=', launch.id).execute()

const rowsOf = async ({ id }: { id: number }) => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from test where launch_id = ${id}) as tests,
           (select count(*)::int from log_line l join test t on t.id = l.test_id where t.launch_id = ${id}) as lines,
           (select count(*)::int from artifact where launch_id = ${id}) as artifacts,
           (select count(*)::int from launch_deletion where launch_id = ${id}) as deletions`.execute(app.db)
  return rows[0]
}
const NOTHING = { tests: 0, lines: 0, artifacts: 0, deletions: 0 }

test('a deleted launch is invisible immediately, while its tests are still stored', async () => {
  const [launch, other] = [await aLaunch(), await aLaunch()]
  const [{ id: testId }, { id: otherTest }] = (await Promise.all(
    [launch, other].map(({ id }) =>
      app.db.selectFrom('test').select('id').where('launch_id', '=', id).executeTakeFirstOrThrow(),
    ),
  )) as [{ id: number }, { id: number }]
  const { public_id: file } = await app.db
    .selectFrom('artifact')
    .select('public_id')
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow()
  // The lock keeps other connections from clearing; the embedded database has one connection, which this test does not give away.
  await deleteRow(launch)
  expect(await rowsOf(launch)).toMatchObject({ tests: TESTS, deletions: 1 })

  const { items } = await ask(app, listLaunches, place(launch))
  expect(items.map(({ id }) => id)).not.toContain(launch.id)
  const ofTest = { token: owner.token, params: { projectKey: 'DEF', launchId: launch.id, testId } }
  expect((await refusalOf(app, getTest, ofTest)).status).toBe(404)
  const ofOther = { token: owner.token, params: { projectKey: 'DEF', launchId: other.id, testId: otherTest } }
  const history = await ask(app, listTestHistory, ofOther)
  expect(history.items.map(({ launchId }) => launchId)).toEqual([other.id])
  expect((await send(app, `/api/files/${file}/x.png`, { token: owner.token })).status).toBe(404)
  await clearAll()
})

const clearAll = async (rows = 1000) => {
  let slices = 0
  while (await clearSlice({ db: app.db, files: noFiles }, slicesOf(rows))) slices += 1
  return slices
}

test('a deletion continues after a restart, in slices', async () => {
  const [launch, other] = [await aLaunch(), await aLaunch()]
  await deleteRow(launch)
  // The server stops after each of these.
  for (let i = 0; i < 4; i += 1) expect(await clearSlice({ db: app.db, files: noFiles }, slicesOf(2))).toBe(true)
  const partly = await rowsOf(launch)
  expect(partly?.['artifacts']).toBeLessThan(TESTS + 1)
  expect(partly?.['tests']).toBe(TESTS)

  const clearing = startClearing({ db: app.db, files: noFiles }, { warn: () => undefined })
  await expect.poll(() => rowsOf(launch)).toEqual(NOTHING)
  await clearing.stop()
  expect(await rowsOf(other)).toEqual({ tests: TESTS, lines: 3 * TESTS, artifacts: TESTS + 1, deletions: 0 })
})

test('two servers delete different launches, and everything once', async () => {
  const launches = [await aLaunch(), await aLaunch(), await aLaunch()]
  for (const launch of launches) await deleteRow(launch)
  await Promise.all([clearAll(3), clearAll(3)])
  // A server that finds the last launch locked leaves it to the other one.
  await clearAll()
  for (const launch of launches) expect(await rowsOf(launch)).toEqual(NOTHING)
})

test('rejects reports to a launch that is being deleted, and keeps none of them', async () => {
  const launch = await aLaunch()
  const testId = (
    await app.db.selectFrom('test').select('id').where('launch_id', '=', launch.id).executeTakeFirstOrThrow()
  ).id
  const reports = () =>
    Promise.all([
      agent.request('POST', `/test-runs/${launch.id}/tests`, {
        name: 'late',
        className: 'a',
        methodName: 'late',
        startedAt: new Date().toISOString(),
      }),
      agent.request('PUT', `/test-runs/${launch.id}/tests/${testId}`, {
        result: 'PASSED',
        endedAt: new Date().toISOString(),
      }),
      agent.request('POST', `/test-runs/${launch.id}/logs`, [{ testId, timestamp: 1, message: 'late', level: 'INFO' }]),
      agent.request('PUT', `/test-runs/${launch.id}/labels`, { items: [{ key: 'a', value: 'b' }] }),
    ])
  const [during] = await Promise.all([reports(), ask(app, deleteLaunch, place(launch))])
  for (const { status } of during) expect(status).toBeLessThan(500)
  for (const { status } of await reports()) expect(status).toBe(404)
  await expect.poll(() => rowsOf(launch)).toEqual(NOTHING)
})

test('the tests of a deleted project are deleted, too', async () => {
  await aProject(app, owner, 'GONE')
  const launch = await aLaunch({ agent: await TestAgent.of(app, owner, 'GONE') })
  await ask(app, deleteProject, { token: owner.token, params: { projectKey: 'GONE' } })
  expect(await rowsOf(launch)).toMatchObject({ tests: TESTS, deletions: 1 })
  await clearAll()
  expect(await rowsOf(launch)).toEqual(NOTHING)
})

test('a slice shrinks after a long transaction and grows after a short one', () => {
  const size = createSliceSize()
  const before = size.rows()
  size.took(400)
  expect(size.rows()).toBeLessThan(before / 2)
  for (let i = 0; i < 20; i += 1) size.took(1)
  expect(size.rows()).toBe(5000)
  for (let i = 0; i < 20; i += 1) size.took(5000)
  expect(size.rows()).toBe(20)
})
