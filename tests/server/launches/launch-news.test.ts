import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignFailureTag } from '../../../contract/launches/failure-tags.ts'
import { getLaunchNews, recordLaunchVisit } from '../../../contract/launches/launch-visits.ts'
import { linkIssue, listTests, markTests, type TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { abortLaunch, reviewLaunch } from '../../../contract/launches/launches.ts'
import { launchStream } from '../../../contract/live.ts'
import { readStream } from '../../../server/db/events.ts'
import { pruneEvents } from '../../../server/db/prune-events.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let other: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  other = await aUser(app)
  await app.db
    .insertInto('project_member')
    .values({ project_id: projectId, user_id: other.id, role: 'ADMINISTRATOR' })
    .execute()
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const of = (launch: TestLaunch) => ({ projectKey: 'DEF', launchId: launch.id })
const newsFor = ({ token }: TestUser, launch: TestLaunch) => ask(app, getLaunchNews, { token, params: of(launch) })
const record = ({ token }: TestUser, launch: TestLaunch, isRead: boolean) =>
  ask(app, recordLaunchVisit, { token, params: of(launch), body: { isRead } })
/** Leaves the launch long enough that the next visit is a new one. */
const leave = async (user: TestUser, launch: TestLaunch) => {
  await record(user, launch, false)
  await comeBackLater(user, launch)
}
const comeBackLater = ({ id }: TestUser, launch: TestLaunch) =>
  sql`update launch_visit set left_at = left_at - interval '1 hour' where user_id = ${id} and launch_id = ${launch.id}`.execute(
    app.db,
  )
const idsOf = ({ finished, failed, tagged, linked, marked }: Awaited<ReturnType<typeof newsFor>>) => ({
  finished: finished.ids,
  failed: failed.ids,
  tagged: tagged.ids,
  linked: linked.ids,
  marked: marked.ids,
})
const nothing = { finished: [], failed: [], tagged: [], linked: [], marked: [] }

test('lists what ended, failed and was tagged by others since the user left the launch, and none of the user’s own actions', async () => {
  const launch = await agent.startLaunch()
  const before = await launch.test('pays', { result: 'FAILED', reason: 'expected 1 to be 2' })
  const open = await launch.startTest({ name: 'ships' })
  expect(await newsFor(owner, launch)).toMatchObject({ since: null, hasEnded: false, review: null })
  await leave(owner, launch)
  expect(idsOf(await newsFor(owner, launch))).toEqual(nothing)
  expect((await newsFor(other, launch)).since).toBeNull()

  await launch.finishTest(open, { result: 'FAILED', reason: 'no answer' })
  const passed = await launch.test('refunds', 'PASSED')
  const params = of(launch)
  await ask(app, linkIssue, { token: other.token, params, body: { ids: [before], issueId: 'QA-1' } })
  await ask(app, markTests, { token: other.token, params, body: { ids: [passed], status: 'BLOCKED' } })
  const { items } = await ask(app, listTests, { token: owner.token, params })
  const assigned = items.find(({ id }) => id === open)?.failureTagAssignments[0]?.tagId ?? 0
  const newTagId = assigned + 1
  await ask(app, assignFailureTag, { token: owner.token, params: { ...params, testId: before }, body: { newTagId } })
  await ask(app, assignFailureTag, { token: other.token, params: { ...params, testId: open }, body: { newTagId } })
  const news = await newsFor(owner, launch)
  expect(news.since).not.toBeNull()
  expect(idsOf(news)).toEqual({
    finished: [open, passed],
    failed: [open],
    tagged: [open],
    linked: [before],
    marked: [passed],
  })
  expect(news.finished.count).toBe(2)
  await leave(owner, launch)
  expect(idsOf(await newsFor(owner, launch))).toEqual(nothing)
})

test('recording a visit appends its event in the same transaction', async () => {
  const launch = await agent.startLaunch()
  await record(owner, launch, true)
  const { events } = await readStream(app.db, `visits:${owner.id}`, 0, 1000)
  expect(events.at(-1)).toMatchObject({
    type: 'launch/visited',
    payload: { launchId: launch.id, isRead: true },
    userId: owner.id,
  })
})

test('a visit continues for half an hour, and its news stay until they are read', async () => {
  const launch = await agent.startLaunch()
  await record(owner, launch, false)
  const first = await launch.test('pays', 'PASSED')
  expect((await newsFor(owner, launch)).since).toBeNull()
  await comeBackLater(owner, launch)
  expect((await newsFor(owner, launch)).finished.ids).toEqual([first])
  await record(owner, launch, false)
  const second = await launch.test('refunds', 'PASSED')
  expect((await newsFor(owner, launch)).finished.ids).toEqual([first, second])
  await record(owner, launch, true)
  expect((await newsFor(owner, launch)).finished.ids).toEqual([])
  const third = await launch.test('ships', 'PASSED')
  expect((await newsFor(owner, launch)).finished.ids).toEqual([third])
  await record(other, launch, true)
  expect((await newsFor(other, launch)).finished.count).toBe(0)
})

test('the end of the launch and its review by another user are news, and the user’s own abort is not', async () => {
  const launch = await agent.startLaunch()
  await launch.startTest()
  await leave(owner, launch)
  await leave(other, launch)
  const { comments } = await ask(app, abortLaunch, { token: owner.token, params: of(launch), body: { comment: '' } })
  const body = { comment: 'Known outage', expected: { comment: comments ?? '' } }
  await ask(app, reviewLaunch, { token: owner.token, params: of(launch), body })
  expect(idsOf(await newsFor(owner, launch))).toEqual(nothing)
  const received = await newsFor(other, launch)
  expect([received.hasEnded, received.finished.count, received.review?.by?.id]).toEqual([true, 1, owner.id])
  expect((await newsFor(owner, launch)).review).toBeNull()
})

test('derives the news from the end times of tests when events are missing', async () => {
  const launch = await agent.startLaunch()
  await launch.test('pays', 'PASSED')
  await leave(owner, launch)
  const failed = await launch.test('refunds', { result: 'FAILED', endedAt: new Date(Date.now() + 1000).toISOString() })
  await app.db
    .updateTable('event')
    .set({ at: new Date(0) })
    .where('stream', '=', launchStream(launch.id))
    .execute()
  await pruneEvents(app.db, { olderThan: new Date(1), limit: 1000 })
  expect(idsOf(await newsFor(owner, launch))).toEqual({ ...nothing, finished: [failed], failed: [failed] })
})

test('lists the affected tests individually', async () => {
  const launch = await agent.startLaunch()
  const ids = [await launch.test('pays', 'PASSED'), await launch.test('refunds', 'FAILED'), await launch.startTest()]
  const listed = async (named: number[], more: Partial<TestsQuery> = {}) => {
    const query = { testId: named.map(String), ...more }
    const { items, _meta } = await ask(app, listTests, { token: owner.token, params: of(launch), query })
    expect(_meta.total).toBe(items.length)
    return items.map(({ id }) => id)
  }
  expect(await listed([ids[1] ?? 0, ids[2] ?? 0])).toEqual(ids.slice(1))
  expect(await listed([ids[1] ?? 0, ids[2] ?? 0], { testsState: ['failed'] })).toEqual([ids[1]])
  expect(await listed([1e9])).toEqual([])
  expect(await listed([])).toEqual(ids)
})

test('a launch of another project is not there', async () => {
  await aProject(app, owner, 'OTHER')
  const hidden = await (await TestAgent.of(app, owner, 'OTHER')).startLaunch()
  const { token } = owner
  expect((await refusalOf(app, getLaunchNews, { token, params: of(hidden) })).status).toBe(404)
  const body = { isRead: false }
  expect((await refusalOf(app, recordLaunchVisit, { token, params: of(hidden), body })).status).toBe(404)
})
