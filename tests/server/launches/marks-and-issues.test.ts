import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleMay, ROLES } from '../../../contract/access.ts'
import { getLaunch, passRate, type Statistics } from '../../../contract/launches/launches.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { linkIssue, listTests, markTests, seenOf } from '../../../contract/launches/launch-tests.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let engineer: TestUser
let agent: TestAgent
let projectId: number

const requested = (launch: TestLaunch, user = engineer) => ({
  token: user.token,
  params: { projectKey: 'DEF', launchId: launch.id },
})
const statuses = async (launch: TestLaunch) =>
  Object.fromEntries((await ask(app, listTests, requested(launch))).items.map(({ name, status }) => [name, status]))
const read = async (launch: TestLaunch) => (await ask(app, getLaunch, requested(launch))).launch

/** One test of each kind that agents report. */
const aLaunch = async () => {
  const launch = await agent.startLaunch()
  const passed = await launch.test('passed', 'PASSED')
  const failed = await launch.test('failed', { result: 'FAILED', reason: 'boom 1' })
  const skipped = await launch.test('skipped', 'SKIPPED')
  return { launch, passed, failed, skipped }
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

test('[MARK-07] [MARK-12] marks several tests in one call and updates counts and status', async () => {
  const { launch, failed, skipped } = await aLaunch()
  await launch.finish()
  expect((await read(launch)).status).toBe('FAILED')
  const { items } = await ask(app, markTests, {
    ...requested(launch),
    body: { ids: [failed, skipped], status: 'PASSED' },
  })
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [failed, 'PASSED'],
    [skipped, 'PASSED'],
  ])
  const after = await read(launch)
  expect(after.status).toBe('PASSED')
  expect(after.statistics).toMatchObject({ passed: 1, passedManually: 2, failed: 0, skipped: 0 })
  const received = await app.db
    .selectFrom('event')
    .select(['type', 'payload'])
    .where('stream', '=', `launch:${launch.id}`)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(received).toEqual({ type: 'launch/pass-rate', payload: { testRunId: launch.id, passRate: 1 } })
})

test('[MARK-11] [TESTS-24] a test marked as passed is a manual pass without its failure, and its agent does not change it', async () => {
  const { launch, failed } = await aLaunch()
  await ask(app, markTests, { ...requested(launch), body: { ids: [failed], status: 'PASSED' } })
  const params = { ...requested(launch).params, testId: failed }
  const marked = await ask(app, getTest, { token: engineer.token, params })
  expect(marked.test).toMatchObject({ status: 'PASSED', passedManually: true, message: null, failureKey: null })
  expect(marked.stackTrace).toBeNull()
  await launch.finishTest(failed, { result: 'FAILED', reason: 'late' })
  expect(await statuses(launch)).toMatchObject({ failed: 'PASSED' })

  await ask(app, markTests, { ...requested(launch), body: { ids: [failed], status: 'BLOCKED' } })
  expect((await read(launch)).statistics).toMatchObject({ passedManually: 0, blocked: 1 })
})

test('[MARK-02] rejects marks while one of the tests is in progress', async () => {
  const { launch, failed } = await aLaunch()
  const open = await launch.startTest({ name: 'open' })
  for (const status of ['PASSED', 'BLOCKED', 'FAILED'] as const)
    expect(
      (await refusalOf(app, markTests, { ...requested(launch), body: { ids: [failed, open], status } })).status,
    ).toBe(409)
  expect(await statuses(launch)).toMatchObject({ failed: 'FAILED', open: 'IN_PROGRESS' })
})

test('[MARK-03] [MARK-04] [MARK-05] rejects marks when one of the tests has that result already', async () => {
  const { launch, passed, failed, skipped } = await aLaunch()
  const mark = (ids: number[], status: 'PASSED' | 'BLOCKED' | 'FAILED') => ({
    ...requested(launch),
    body: { ids, status },
  })
  expect((await refusalOf(app, markTests, mark([skipped, passed], 'PASSED'))).status).toBe(409)
  expect((await refusalOf(app, markTests, mark([skipped, failed], 'FAILED'))).status).toBe(409)
  await ask(app, markTests, mark([passed], 'BLOCKED'))
  expect((await refusalOf(app, markTests, mark([skipped, passed], 'BLOCKED'))).status).toBe(409)
  expect(await statuses(launch)).toEqual({ passed: 'BLOCKED', failed: 'FAILED', skipped: 'SKIPPED' })
  expect((await read(launch)).statistics).toMatchObject({ passed: 0, blocked: 1, failed: 1, skipped: 1 })
})

test('rejects the second of two concurrent changes of the same tests with a conflict, and changes nothing', async () => {
  const { launch, failed, skipped } = await aLaunch()
  const { items } = await ask(app, listTests, requested(launch))
  const seen = items.filter(({ id }) => id === failed || id === skipped).map(seenOf)
  const ids = [failed, skipped]
  await ask(app, linkIssue, { ...requested(launch), body: { ids: [failed], issueId: 'SHOP-7', seen } })
  const body = { ids, status: 'BLOCKED' as const, seen }
  expect(await refusalOf(app, markTests, { ...requested(launch), body })).toMatchObject({
    status: 409,
    code: ERROR_CODES.stale,
    current: { items: [{ id: failed, status: 'FAILED', issueId: 'SHOP-7' }] },
  })
  const link = { ...requested(launch), body: { ids: [failed], issueId: 'SHOP-8', seen } }
  expect(await refusalOf(app, linkIssue, link)).toMatchObject({ status: 409, code: ERROR_CODES.stale })
  expect(await statuses(launch)).toMatchObject({ failed: 'FAILED', skipped: 'SKIPPED' })
  // The same link again is no conflict.
  await ask(app, linkIssue, { ...requested(launch), body: { ids: [failed], issueId: 'SHOP-7', seen } })
  const now = [{ id: failed, status: 'FAILED' as const, issueId: 'SHOP-7' }]
  await ask(app, markTests, { ...requested(launch), body: { ...body, seen: now } })
  expect(await statuses(launch)).toMatchObject({ failed: 'BLOCKED', skipped: 'BLOCKED' })
})

test('a test of another launch is not found, and then none is marked', async () => {
  const { launch, failed } = await aLaunch()
  const other = await aLaunch()
  const body = { ids: [failed, other.failed], status: 'PASSED' as const }
  expect((await refusalOf(app, markTests, { ...requested(launch), body })).status).toBe(404)
  expect(await statuses(launch)).toMatchObject({ failed: 'FAILED' })
})

test('[ISSUES-04] [ISSUES-05] [TESTS-25] a failure with a linked issue is known and no longer fails its launch', async () => {
  const launch = await agent.startLaunch()
  const failed = await launch.test('failed', { result: 'FAILED', reason: 'boom 1' })
  await launch.finish()
  const link = (issueId: string | null) =>
    ask(app, linkIssue, { ...requested(launch), body: { ids: [failed], issueId } })
  const { items } = await link(' SHOP-7 ')
  expect(items[0]).toMatchObject({ knownIssue: true, issueReferences: [{ id: 'SHOP-7' }], status: 'FAILED' })
  expect(await read(launch)).toMatchObject({ status: 'PASSED', statistics: { failed: 0, failedAsKnown: 1 } })
  const known = await ask(app, listTests, { ...requested(launch), query: { testsState: ['failedAsKnown'] } })
  expect(known.items.map(({ id, issueReferences }) => [id, issueReferences])).toEqual([[failed, [{ id: 'SHOP-7' }]]])
  const unknown = await ask(app, listTests, { ...requested(launch), query: { testsState: ['failed'] } })
  expect(unknown).toMatchObject({ items: [], _meta: { total: 0 } })

  await link(null)
  const after = await read(launch)
  expect(after).toMatchObject({ status: 'FAILED', statistics: { failed: 1, failedAsKnown: 0 } })
  expect(passRate(after.statistics satisfies Statistics)).toBe(0)
})

test('[ISSUES-01] [ISSUES-02] links only failed tests with a message, all or none', async () => {
  const { launch, passed, failed } = await aLaunch()
  const silent = await launch.test('silent', 'FAILED')
  for (const wrong of [passed, silent]) {
    const body = { ids: [failed, wrong], issueId: 'SHOP-7' }
    expect((await refusalOf(app, linkIssue, { ...requested(launch), body })).status).toBe(409)
  }
  expect((await read(launch)).statistics).toMatchObject({ failed: 2, failedAsKnown: 0 })
  const spaced = { ...requested(launch), body: { ids: [failed], issueId: 'SHOP 7' } }
  expect((await refusalOf(app, linkIssue, spaced)).errors?.map(({ field }) => field)).toEqual(['issueId'])
})

test('[PERM-07] [MARK-10] marks and issues take write access to the project', async () => {
  const { launch, failed } = await aLaunch()
  const denied = ROLES.filter((role) => !roleMay(role, 'launches:write'))
  const people = await Promise.all(denied.map((role) => aUser(app, { roles: { [projectId]: role } })))
  for (const user of [...people, await aUser(app, { readOnly: true, roles: { [projectId]: 'MANAGER' } })]) {
    const mark = { ...requested(launch, user), body: { ids: [failed], status: 'PASSED' } }
    expect((await refusalOf(app, markTests, mark)).status).toBe(403)
    const link = { ...requested(launch, user), body: { ids: [failed], issueId: 'A-1' } }
    expect((await refusalOf(app, linkIssue, link)).status).toBe(403)
  }
  expect(await statuses(launch)).toMatchObject({ failed: 'FAILED' })
})

test('[PERM-03] [ISSUES-03] linking an issue also requires its permission', async () => {
  const { launch, failed } = await aLaunch()
  const without = await aUser(app, { permissions: [], roles: { [projectId]: 'ADMINISTRATOR' } })
  const body = { ids: [failed], issueId: 'A-1' }
  expect((await refusalOf(app, linkIssue, { ...requested(launch, without), body })).status).toBe(403)
  await ask(app, linkIssue, { ...requested(launch, owner), body })
})
