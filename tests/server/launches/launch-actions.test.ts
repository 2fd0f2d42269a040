import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleMay, ROLES } from '../../../contract/access.ts'
import {
  abortLaunch,
  deleteLaunch,
  getLaunch,
  getPassRateHistory,
  listLaunches,
  reviewLaunch,
} from '../../../contract/launches/launches.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let manager: TestUser
let agent: TestAgent
let projectId: number

const at = ({ id }: { id: number }) => ({ projectKey: 'DEF', launchId: id })
const as = (user: TestUser, launch: { id: number }) => ({ token: user.token, params: at(launch) })
const read = async (launch: { id: number }) => (await ask(app, getLaunch, as(manager, launch))).launch
const ended = async (name = 'Nightly'): Promise<TestLaunch> => {
  const launch = await agent.startLaunch({ name })
  await launch.test('a', 'PASSED')
  await launch.finish()
  return launch
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  await aProject(app, owner, 'OTHER')
  manager = await aUser(app, { username: 'maria', roles: { [projectId]: 'MANAGER' } })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

test('[REVIEW-10] [REVIEW-12] a review marks the launch and keeps its comment', async () => {
  const launch = await ended()
  const answer = await ask(app, reviewLaunch, { ...as(manager, launch), body: { comment: 'Looks fine' } })
  expect(answer).toMatchObject({ id: launch.id, reviewed: true, comments: 'Looks fine' })
  expect(answer.review).toMatchObject({ by: { username: 'maria' } })
  expect(Math.abs(Date.parse(answer.review?.at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await read(launch)).toEqual(answer)
  const received = await app.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'launch/statistics')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(received.payload).toMatchObject({ reviewed: true })
})

test('[REVIEW-03] rejects a comment of more than 10000 characters at its field', async () => {
  const launch = await ended()
  const requested = { ...as(manager, launch), body: { comment: 'x'.repeat(10_001) } }
  expect((await refusalOf(app, reviewLaunch, requested)).errors).toEqual([
    { field: 'comment', message: TEXTS.reviewLength },
  ])
  await ask(app, reviewLaunch, { ...as(manager, launch), body: { comment: 'x'.repeat(10_000) } })
})

test('an empty comment keeps the stored one, and is rejected when there is none', async () => {
  const launch = await ended()
  const empty = { ...as(manager, launch), body: { comment: ' ' } }
  expect(await refusalOf(app, reviewLaunch, empty)).toMatchObject({ status: 400, errors: [{ field: 'comment' }] })
  expect((await read(launch)).reviewed).toBe(false)
  await ask(app, reviewLaunch, { ...as(manager, launch), body: { comment: 'First' } })
  expect((await ask(app, reviewLaunch, empty)).comments).toBe('First')
})

test('[REVIEW-14] rejects a review of a launch that is queued or in progress', async () => {
  for (const status of ['QUEUED', 'IN_PROGRESS']) {
    const launch = await agent.startLaunch({ status })
    const requested = { ...as(manager, launch), body: { comment: 'Too early' } }
    expect((await refusalOf(app, reviewLaunch, requested)).status).toBe(409)
    expect(await read(launch)).toMatchObject({ reviewed: false, comments: null })
  }
})

test('[LAUNCH-08] [ACTIONS-10] an abort ends the launch and its open tests, and records its user', async () => {
  const launch = await agent.startLaunch()
  await launch.test('done', 'PASSED')
  const open = await launch.startTest({ name: 'open' })
  const answer = await ask(app, abortLaunch, as(manager, launch))
  expect(answer).toMatchObject({
    status: 'ABORTED',
    comments: 'Aborted by maria',
    isAbortPossible: false,
    statistics: { passed: 1, aborted: 1, inProgress: 0 },
  })
  expect(answer.endedAt).not.toBeNull()
  const { items } = await ask(app, listTests, as(manager, launch))
  expect(items.find(({ id }) => id === open)).toMatchObject({ status: 'ABORTED', message: 'Aborted by maria' })

  await launch.finishTest(open, { result: 'PASSED' })
  await launch.finish()
  expect((await read(launch)).status).toBe('ABORTED')
})

test('a comment of an abort is taken as it is given', async () => {
  const launch = await agent.startLaunch()
  const requested = { ...as(manager, launch), body: { comment: 'Wrong branch' } }
  expect((await ask(app, abortLaunch, requested)).comments).toBe('Wrong branch')
})

test('[LAUNCH-08] rejects an abort of an ended launch', async () => {
  const launch = await ended()
  expect((await refusalOf(app, abortLaunch, as(manager, launch))).status).toBe(409)
  expect(await read(launch)).toMatchObject({ status: 'PASSED', comments: null })
})

test('[ACTIONS-15] a launch is deleted with its tests, and everybody is notified', async () => {
  const launch = await ended('To be deleted')
  await ask(app, deleteLaunch, as(manager, launch))
  expect((await refusalOf(app, getLaunch, as(manager, launch))).message).toBe(TEXTS.launchNotFound)
  const left = () => app.db.selectFrom('test').select('id').where('launch_id', '=', launch.id).execute()
  await expect.poll(left).toEqual([])
  const { type } = await app.db.selectFrom('event').select('type').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(type).toBe('launch/deleted')
  expect((await refusalOf(app, deleteLaunch, as(manager, launch))).status).toBe(404)
})

test('[LAUNCH-07] [MENU-13] a launch in progress cannot be deleted', async () => {
  const launch = await agent.startLaunch()
  expect((await refusalOf(app, deleteLaunch, as(manager, launch))).status).toBe(409)
  expect((await read(launch)).status).toBe('IN_PROGRESS')
})

test('files of a deleted launch are freed, but not those that another launch has, too', async () => {
  const [first, second] = [await ended(), await ended()]
  await first.upload('only.txt', 'only here')
  await first.upload('both.txt', 'in both')
  await second.upload('both.txt', 'in both')
  const held = await app.db.selectFrom('file').select('hash').execute()
  const isOnDisk = (hash: string) => existsSync(path.join(app.config.DATA_DIR, 'files', hash.slice(0, 2), hash))
  expect(held.map(({ hash }) => isOnDisk(hash))).toEqual([true, true])

  await app.db
    .updateTable('file')
    .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await ask(app, deleteLaunch, as(manager, first))
  await expect.poll(() => held.filter(({ hash }) => isOnDisk(hash)).length).toBe(1)
  const left = await app.db
    .selectFrom('file as f')
    .innerJoin('artifact as a', 'a.file_hash', 'f.hash')
    .select(['f.hash', 'a.name'])
    .execute()
  expect(left.map(({ name }) => name)).toEqual(['both.txt'])
  expect(isOnDisk(left[0]?.hash ?? '')).toBe(true)
})

test('[PERM-05] [PERM-09] review, abort and delete take manager-type access', async () => {
  const launch = await ended()
  const running = await agent.startLaunch()
  const people = await Promise.all(ROLES.map((role) => aUser(app, { roles: { [projectId]: role } })))
  const readOnly = await aUser(app, { readOnly: true, roles: { [projectId]: 'ADMINISTRATOR' } })
  const outsider = await aUser(app)
  const refused = [...people.filter((_, i) => !roleMay(ROLES[i] ?? 'GUEST', 'launches:manage')), readOnly, outsider]
  for (const user of refused) {
    // Users outside the project do not learn that it exists.
    const status = user === outsider ? 404 : 403
    const review = { ...as(user, launch), body: { comment: 'No' } }
    expect((await refusalOf(app, reviewLaunch, review)).status).toBe(status)
    expect((await refusalOf(app, abortLaunch, as(user, running))).status).toBe(status)
    expect((await refusalOf(app, deleteLaunch, as(user, launch))).status).toBe(status)
  }
  expect(await read(launch)).toMatchObject({ reviewed: false })
  expect(await read(running)).toMatchObject({ status: 'IN_PROGRESS' })
  const [administrator] = people
  if (!administrator) throw new Error('there is no administrator')
  await ask(app, reviewLaunch, { ...as(administrator, launch), body: { comment: 'Yes' } })
})

test('a launch cannot be reached through another project', async () => {
  const launch = await ended()
  const params = { projectKey: 'OTHER', launchId: launch.id }
  const requested = { token: owner.token, params }
  expect((await refusalOf(app, reviewLaunch, { ...requested, body: { comment: 'x' } })).status).toBe(404)
  expect((await refusalOf(app, abortLaunch, requested)).status).toBe(404)
  expect((await refusalOf(app, deleteLaunch, requested)).status).toBe(404)
  expect((await refusalOf(app, listTests, requested)).status).toBe(404)
  expect((await read(launch)).reviewed).toBe(false)
})

test('[SUMMARY-06] [SUMMARY-07] the pass-rate history is five launches of the name before and five after, oldest first', async () => {
  const runs: TestLaunch[] = []
  for (let i = 0; i < 13; i += 1) {
    const launch = await agent.startLaunch({ name: 'Trend' })
    await launch.test('a', 'PASSED')
    if (i % 2 === 1) await launch.test('b', 'FAILED')
    await launch.finish()
    runs.push(launch)
  }
  await ended('Another name')
  const running = await agent.startLaunch({ name: 'Trend' })
  await running.test('a', 'PASSED')
  const middle = runs[6]
  if (!middle) throw new Error('there is no middle')
  const { items } = await ask(app, getPassRateHistory, as(manager, middle))
  expect(items.map(({ launchId }) => launchId)).toEqual(runs.slice(1, 12).map(({ id }) => id))
  expect(items.map(({ passRate }) => passRate)).toEqual([0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5])

  const narrow = await ask(app, getPassRateHistory, { ...as(manager, middle), query: { runsBefore: 1, runsAfter: 0 } })
  expect(narrow.items).toHaveLength(2)
  // The newest has ended; the running one counts only in its own history.
  const newest = await ask(app, getPassRateHistory, as(manager, runs[12] ?? middle))
  expect(newest.items.at(-1)?.launchId).toBe(runs[12]?.id)
  const own = await ask(app, getPassRateHistory, as(manager, running))
  expect(own.items.at(-1)).toMatchObject({ launchId: running.id, passRate: 1 })
  const total = await ask(app, listLaunches, { token: manager.token, params: at(running), query: { q: 'Trend' } })
  expect(total._meta.total).toBe(14)
})

test('leaves aborted launches out of the trend', async () => {
  const whole = await ended('Cut short')
  const cut = await agent.startLaunch({ name: 'Cut short' })
  await cut.test('a', 'PASSED')
  await ask(app, abortLaunch, as(manager, cut))
  const next = await ended('Cut short')
  const ids = async (launch: TestLaunch) =>
    (await ask(app, getPassRateHistory, as(manager, launch))).items.map(({ launchId }) => launchId)
  expect(await ids(next)).toEqual([whole.id, next.id])
  expect(await ids(cut)).toEqual([whole.id, next.id])
})
