import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../../../contract/call.ts'
import { recordFinishedLaunch } from '../../../../contract/launches/finished-launch.ts'
import { listTests } from '../../../../contract/launches/launch-tests.ts'
import { getLaunch, listLaunches } from '../../../../contract/launches/launches.ts'
import { ask, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const uuid = '11111111-1111-4111-8111-111111111111'
const test1 = {
  name: 'pays by card',
  className: 'payment.spec.ts',
  result: 'FAILED',
  reason: 'Error: no answer\n    at pay (pay.ts:1:2)',
  issueId: 'DEF-9',
  startedAt: '2026-01-05T02:00:00.000Z',
  endedAt: '2026-01-05T02:00:09.000Z',
  earlier: [{ result: 'FAILED', reason: 'Error: no answer' }],
  logs: [{ at: '2026-01-05T02:00:08.000Z', level: 'ERROR', message: 'no answer' }],
}
const launch = {
  uuid,
  name: 'Nightly',
  startedAt: '2026-01-05T02:00:00.000Z',
  endedAt: '2026-01-05T02:01:00.000Z',
  environment: 'STAGE',
  milestone: '2.4',
  origin: { commit: 'ABCDEF1', repositoryUrl: 'git@git.test:shop/cart.git' },
  labels: [{ key: 'branch', value: 'main' }],
  review: 'The bank was away',
  tests: [test1, { ...test1, name: 'pays later', result: 'PASSED', reason: null, issueId: null, earlier: [] }],
}
const post = (body: unknown) =>
  send(app, pathOf(recordFinishedLaunch.path, params), { method: 'POST', token: owner.token, body: body as object })

test('a finished launch is recorded once, with the times, retries, issues and review that it is sent with', async () => {
  const [first, second] = await Promise.all([post(launch), post(launch)])
  const ids = [first, second].map(({ body }) => (body as { launchId: number }).launchId)
  expect(ids[0]).toBe(ids[1])
  const { items } = await ask(app, listLaunches, { params, token: owner.token })
  expect(items).toHaveLength(1)
  const launchId = ids[0] ?? 0
  const { launch: stored } = await ask(app, getLaunch, { params: { ...params, launchId }, token: owner.token })
  expect(stored).toMatchObject({
    number: 1,
    status: 'PASSED',
    startedAt: '2026-01-05T02:00:00.000Z',
    elapsed: 60_000,
    environment: 'STAGE',
    milestone: { name: '2.4' },
    origin: { branch: 'main', commit: 'abcdef1', repositoryUrl: 'https://git.test/shop/cart' },
    labels: [{ key: 'branch', value: 'main' }],
    reviewed: true,
    comments: 'The bank was away',
    review: { at: '2026-01-05T02:01:00.000Z' },
    statistics: { passed: 1, failedAsKnown: 1, failed: 0 },
  })
  const tests = await ask(app, listTests, { params: { ...params, launchId }, token: owner.token })
  expect(
    tests.items
      .map(({ name, attempts, durationMs }) => [name, attempts, durationMs])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['pays by card', 2, 9000],
    ['pays later', 1, 9000],
  ])
})

test('rejects a launch with all of its invalid fields, and stores nothing', async () => {
  const { status, body } = await post({
    ...launch,
    uuid: '22222222-2222-4222-8222-222222222222',
    name: ' ',
    tests: [{ ...test1, result: 'IN_PROGRESS', startedAt: 'yesterday' }],
  })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toMatch(/"name".*"tests\.0\.result".*"tests\.0\.startedAt"/)
  // A passed test cannot be linked to an issue: the whole launch is rejected.
  const linked = await post({
    ...launch,
    uuid: '33333333-3333-4333-8333-333333333333',
    tests: [test1, { ...test1, result: 'PASSED', reason: null }],
  })
  expect(linked.status).toBe(400)
  expect(JSON.stringify(linked.body)).toContain('tests.1.issueId')
  const { items } = await ask(app, listLaunches, { params, token: owner.token })
  expect(items).toHaveLength(1)
})
