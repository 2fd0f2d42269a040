import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { linkCauseIssue, linkIssue, listTests } from '../../../contract/launches/launch-tests.ts'
import { texts } from '../../unit/launches/failure-texts.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projectId: number
let agent: TestAgent

const requested = (launch: TestLaunch, query: Asked<object>['query'] = {}) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id },
  query,
})
const list = (launch: TestLaunch, query: Asked<object>['query'] = { group: 'auto' }) =>
  ask(app, listTests, requested(launch, query))
const detailsOf = (launch: TestLaunch, testId: number) =>
  ask(app, getTest, { token: owner.token, params: { projectKey: 'DEF', launchId: launch.id, testId } })
const failed = (reason: string) => ({ result: 'FAILED' as const, reason })

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

test('[TESTS-14] time-outs of two buttons are two causes, each with its locator and place, and failures come first', async () => {
  const launch = await agent.startLaunch()
  for (const name of ['a', 'b', 'c']) await launch.test(name, { result: 'SKIPPED', reason: 'sign-in failed' })
  await launch.test('passes', 'PASSED')
  await launch.test('pays', failed(texts.playwrightClick()))
  await launch.test('signs in', failed(texts.playwrightClick({ button: 'Sign in' })))
  await launch.test('pays twice', failed(texts.playwrightClick({ ms: 30000, line: 99 })))
  await launch.finish()
  const { groups, groupsTotal, items } = await list(launch)
  expect(groups.map(({ label, detail, tests }) => [label, detail, tests])).toEqual([
    [
      'TimeoutError: locator.click: Timeout 15000ms exceeded.',
      "getByRole('button', { name: 'Pay' }) · CheckoutPage.submit, pages/checkout.ts",
      2,
    ],
    [
      'TimeoutError: locator.click: Timeout 15000ms exceeded.',
      "getByRole('button', { name: 'Sign in' }) · CheckoutPage.submit, pages/checkout.ts",
      1,
    ],
    ['sign-in failed', null, 3],
    ['', null, 1],
  ])
  expect(groupsTotal).toBe(4)
  expect(items.map(({ name }) => name)).toEqual(['pays', 'pays twice', 'signs in', 'a', 'b', 'c', 'passes'])
  // Every page is a window of the same order.
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(launch, { group: 'auto', pageSize: 2, page })))
  expect(pages.flatMap((page) => page.items.map(({ name }) => name))).toEqual(items.map(({ name }) => name))
})

test('[TESTS-07] a page without groups is grouped by cause once the launch has ended with failures', async () => {
  const launch = await agent.startLaunch()
  await launch.test('passes', 'PASSED')
  for (const reason of ['no answer', 'no sign', 'no cart', 'no order']) await launch.test('pays', failed(reason))
  expect((await list(launch)).groups).toEqual([])
  await launch.finish()
  expect((await list(launch)).groups.map(({ label }) => label)).toEqual([
    'no answer',
    'no sign',
    'no cart',
    'no order',
    '',
  ])
  expect((await list(launch, { group: 'auto', testsState: ['passed'] })).groups).toEqual([])
  expect((await list(launch, { group: 'none' })).groups).toEqual([])
  const green = await agent.startLaunch()
  await green.test('passes', 'PASSED')
  await green.finish()
  expect((await list(green)).groups).toEqual([])
})

test('[ISSUES-04] the same failure in a later launch suggests the issue it was linked to, and one call links the whole cause', async () => {
  const text = (line: number) => texts.selenium({ line, button: 'slots' })
  const first = await agent.startLaunch({ name: 'Nightly' })
  const seen = await first.test('pays', failed(text(10)))
  await first.finish()
  await ask(app, linkIssue, { ...requested(first), body: { ids: [seen], issueId: 'ABC-1' } })
  const second = await agent.startLaunch({ name: 'Smoke' })
  const own = [await second.test('pays', failed(text(20))), await second.test('pays again', failed(text(30)))]
  const other = await second.test('signs in', failed(texts.selenium({ button: 'sign-in' })))
  await second.finish()

  const suggestion = { issueId: 'ABC-1', launchId: first.id, launchNumber: 4, launchName: 'Nightly', testId: seen }
  const [cause, alone] = (await list(second)).groups
  expect(cause).toMatchObject({ tests: 2, unlinked: 2, suggestion })
  expect(alone).toMatchObject({ tests: 1, suggestion: null })
  expect((await detailsOf(second, own[0] ?? 0)).suggestion).toEqual(suggestion)
  expect((await detailsOf(second, other)).suggestion).toBeNull()
  // An issue of a later launch says nothing about an earlier one.
  const [linked = 0] = own
  await ask(app, linkIssue, { ...requested(first), body: { ids: [seen], issueId: null } })
  await ask(app, linkIssue, { ...requested(second), body: { ids: [linked], issueId: 'XYZ-9' } })
  expect((await detailsOf(first, seen)).suggestion).toBeNull()

  const params = { ...requested(second).params, failureKey: cause?.key ?? '' }
  const link = (user = owner) => ({ token: user.token, params, body: { issueId: 'ABC-1' } })
  const without = await aUser(app, { permissions: [], roles: { [projectId]: 'ADMINISTRATOR' } })
  expect((await refusalOf(app, linkCauseIssue, link(without))).status).toBe(403)
  expect(await ask(app, linkCauseIssue, link())).toEqual({ linked: 1 })
  expect(await ask(app, linkCauseIssue, link())).toEqual({ linked: 0 })
  const { launch } = await ask(app, getLaunch, requested(second))
  expect(launch).toMatchObject({ status: 'FAILED', statistics: { failed: 1, failedAsKnown: 2 } })
  // A failure that a user linked to another issue keeps it.
  expect((await detailsOf(second, linked)).test.issueReferences).toEqual([{ id: 'XYZ-9' }])
  expect((await list(second)).groups[0]).toMatchObject({ tests: 2, unlinked: 0, suggestion: null })
})
