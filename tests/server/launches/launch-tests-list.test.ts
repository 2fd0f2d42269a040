import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTestLabels, listTests } from '../../../contract/launches/launch-tests.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let launch: TestLaunch

const requested = (query: Asked<object>['query'] = {}, of = launch) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: of.id },
  query: query ?? {},
})
const list = (query: Asked<object>['query'] = {}, of = launch) => ask(app, listTests, requested(query, of))
const names = async (query: Asked<object>['query']) => (await list(query)).items.map(({ name }) => name)

const time = (second: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, second)).toISOString()

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
  // The previous launch had the time-out, the one before had neither.
  for (const reason of ['other', 'Timeout of 2000ms']) {
    const earlier = await agent.startLaunch({ name: 'Cart' })
    await earlier.test('pays', { result: 'FAILED', reason })
    await earlier.finish()
  }
  launch = await agent.startLaunch({ name: 'Cart' })
  const add = (
    name: string,
    [start, end]: [number, number],
    finished: { result: 'PASSED' | 'FAILED' | 'SKIPPED'; reason?: string },
    given: object = {},
  ) => launch.test(name, { ...finished, endedAt: time(end) }, { startedAt: time(start), ...given })
  await add('pays', [1, 9], { result: 'FAILED', reason: 'Timeout of 3000ms' }, { maintainer: 'anna' })
  await add('adds_up', [2, 3], { result: 'PASSED' }, { className: 'sum.spec.js', maintainer: 'zoe' })
  await add('Adds 100%', [3, 8], { result: 'FAILED', reason: 'Timeout of 4000ms' }, { className: 'sum.spec.js' })
  await add('empties', [4, 5], { result: 'FAILED', reason: 'Cart is not empty' })
  await add('skips', [5, 6], { result: 'SKIPPED' }, { labels: [{ key: 'feature', value: 'a:b' }] })
  const linked = await launch.startTest({
    name: 'runs',
    methodName: 'visitCart',
    startedAt: time(6),
    labels: [{ key: 'feature', value: 'c' }],
  })
  await launch.call('POST', `/tests/${linked}/test-cases:upsert`, {
    items: [{ tcmType: 'XRAY', testCaseId: 'X-1', resultStatus: 'PASS' }],
  })
})
afterAll(() => app.close())

test('[TESTS-15] [TESTS-22] a page holds tests by their start, the counts of all, and the paging', async () => {
  const page = await list({ pageSize: 4 })
  expect(page.items.map(({ name }) => name)).toEqual(['pays', 'adds_up', 'Adds 100%', 'empties'])
  expect(page._meta).toEqual({ total: 6, totalPages: 2, pageSize: 4, page: 1 })
  expect(page.testsTotal).toBe(6)
  expect(page.statistics).toMatchObject({ passed: 1, failed: 3, skipped: 1, inProgress: 1 })
  expect(page.items[0]).toMatchObject({
    status: 'FAILED',
    message: 'Timeout of 3000ms',
    durationMs: 8000,
    owner: 'anna',
    knownIssue: false,
  })
  expect(await names({ pageSize: 4, page: 2 })).toEqual(['skips', 'runs'])
  expect((await list({ page: 9 }))._meta.total).toBe(6)
  expect(page.stream).toBe(`launch:${launch.id}`)
})

test('[TESTS-01] a search finds parts of the name, the class and the failure, and takes signs as they are', async () => {
  expect(await names({ q: 'ADDS' })).toEqual(['adds_up', 'Adds 100%'])
  expect(await names({ q: 'sum.spec' })).toEqual(['adds_up', 'Adds 100%'])
  expect(await names({ q: 'timeout of' })).toEqual(['pays', 'Adds 100%'])
  expect(await names({ q: '0%' })).toEqual(['Adds 100%'])
  expect(await names({ q: 's_u' })).toEqual(['adds_up'])
  expect(await names({ q: 's_' })).toEqual(['adds_up'])
  expect(await names({ q: '\\' })).toEqual([])
  const page = await list({ q: 'adds', pageSize: 1, page: 2 })
  expect(page.items.map(({ name }) => name)).toEqual(['Adds 100%'])
  expect(page._meta).toMatchObject({ total: 2, totalPages: 2 })
  expect(page.testsTotal).toBe(6)
  expect((await list({ q: 'adds', page: 9 }))._meta.total).toBe(2)
})

test('[TESTS-12] a search finds methods and the keys of test cases', async () => {
  expect(await names({ q: 'x-1' })).toEqual(['runs'])
  // Nor does it match the separators around keys and between texts in the index.
  for (const q of ['X-1", "', '["', 'adds_up\nsum']) expect(await names({ q })).toEqual([])
  expect(await names({ q: 'visitcart' })).toEqual(['runs'])
})

test('[TESTS-03] kinds are alternatives, and their counts are reported', async () => {
  const failed = await list({ testsState: ['failed', 'skipped'] })
  expect(failed.items.map(({ name }) => name)).toEqual(['pays', 'Adds 100%', 'empties', 'skips'])
  expect(failed._meta.total).toBe(4)
  expect(await names({ testsState: ['inProgress'] })).toEqual(['runs'])
  expect(await names({ testsState: ['failedAsKnown', 'passedManually', 'blocked', 'aborted'] })).toEqual([])
  expect(await names({ testsState: ['failed'], q: 'cart' })).toEqual(['pays', 'empties'])
})

test('[TESTS-05] [TESTS-06] filters by test case, label and failure', async () => {
  expect(await names({ testCase: 'linked' })).toEqual(['runs'])
  expect(await names({ testCase: 'unlinked' })).toHaveLength(5)
  expect(await names({ label: ['feature:a:b'] })).toEqual(['skips'])
  expect(await names({ label: ['feature:a:b', 'feature:c'] })).toEqual(['skips', 'runs'])
  const [pays] = (await list()).items
  expect(await names({ failureKey: pays?.failureKey ?? '' })).toEqual(['pays', 'Adds 100%'])
  const { labels } = await ask(app, getTestLabels, requested())
  expect(labels).toEqual([{ key: 'feature', values: ['a:b', 'c'] }])
})

test('[TESTS-08] every sort has both directions; running tests have no duration and are last', async () => {
  expect(await names({ sort: 'startTime', order: 'desc' })).toEqual([
    'runs',
    'skips',
    'empties',
    'Adds 100%',
    'adds_up',
    'pays',
  ])
  expect((await names({ sort: 'name' })).slice(2)).toEqual(['empties', 'pays', 'runs', 'skips'])
  expect((await names({ sort: 'duration', order: 'desc' })).slice(0, 2)).toEqual(['pays', 'Adds 100%'])
  expect((await names({ sort: 'duration', order: 'desc' })).at(-1)).toBe('runs')
  expect((await names({ sort: 'duration', order: 'asc' })).at(-1)).toBe('runs')
  expect((await names({ sort: 'status' })).slice(0, 3)).toEqual(['pays', 'Adds 100%', 'empties'])
  expect((await names({ sort: 'status', order: 'desc' }))[0]).toBe('skips')
})

test('[TESTS-07] [TESTS-14] groups tests with equal failures, the most frequent failure first, ungrouped tests last', async () => {
  const page = await list({ group: 'failure' })
  expect(page.items.map(({ name }) => name)).toEqual(['pays', 'Adds 100%', 'empties', 'adds_up', 'skips', 'runs'])
  expect(page.groups).toMatchObject([
    {
      key: page.items[0]?.failureKey,
      label: 'Timeout of 3000ms',
      tests: 2,
      unlinked: 2,
      seenBefore: { launches: 1, of: 2 },
    },
    {
      key: page.items[2]?.failureKey,
      label: 'Cart is not empty',
      tests: 1,
      unlinked: 1,
      seenBefore: { launches: 0, of: 2 },
    },
    { key: '', label: '', tests: 3, unlinked: 0, seenBefore: null },
  ])
  expect(page.groupsTotal).toBe(3)
})

test('[TESTS-14] a page may begin in the middle of a group, whose size counts the filtered tests', async () => {
  const second = await list({ group: 'failure', pageSize: 1, page: 2 })
  expect(second.items.map(({ name }) => name)).toEqual(['Adds 100%'])
  expect(second.groups.map(({ tests }) => tests)).toEqual([2])
  expect(second._meta).toMatchObject({ total: 6, totalPages: 6 })
  const filtered = await list({ group: 'failure', q: 'adds' })
  expect(filtered.items.map(({ name }) => name)).toEqual(['Adds 100%', 'adds_up'])
  expect(filtered.groups.map(({ tests }) => tests)).toEqual([1, 1])
  expect(filtered._meta.total).toBe(2)
  const across = await list({ group: 'failure', pageSize: 2, page: 2 })
  expect(across.items.map(({ name }) => name)).toEqual(['empties', 'adds_up'])
  expect((await list({ group: 'failure', page: 9 })).groups).toEqual([])
})

test('[TESTS-07] groups of class, status and maintainer keep the order within', async () => {
  const byClass = await list({ group: 'className', sort: 'startTime', order: 'desc' })
  expect(byClass.groups.map(({ label, tests }) => [label, tests])).toEqual([
    ['cart.spec.js', 4],
    ['sum.spec.js', 2],
  ])
  expect(byClass.items.map(({ name }) => name)).toEqual(['runs', 'skips', 'empties', 'pays', 'Adds 100%', 'adds_up'])
  const byStatus = await list({ group: 'status' })
  expect(byStatus.groups.map(({ key }) => key)).toEqual(['FAILED', 'SKIPPED', 'IN_PROGRESS', 'PASSED'])
  const byMaintainer = await list({ group: 'maintainer' })
  expect(byMaintainer.groups.map(({ key, tests }) => [key, tests])).toEqual([
    ['anna', 1],
    ['zoe', 1],
    ['', 4],
  ])
  expect(byMaintainer.items.map(({ name }) => name).slice(0, 2)).toEqual(['pays', 'adds_up'])
})

test('[TESTS-29] a page and its counts are consistent with the event they name, while tests are reported', async () => {
  const busy = await agent.startLaunch({ name: 'Busy' })
  const reporting = { isOver: false }
  const all = Promise.all(Array.from({ length: 20 }, (_, i) => busy.test(`t${i}`, 'PASSED'))).then(
    () => (reporting.isOver = true),
  )
  const seen: Awaited<ReturnType<typeof list>>[] = []
  while (!reporting.isOver) seen.push(await list({ pageSize: 200 }, busy))
  await all
  const started = await app.db
    .selectFrom('event')
    .select('sequence')
    .where('stream', '=', `launch:${busy.id}`)
    .where('type', '=', 'test/started')
    .execute()
  for (const page of seen) {
    expect(page.items).toHaveLength(page.testsTotal)
    expect(page.items.filter(({ status }) => status === 'PASSED')).toHaveLength(page.statistics.passed)
    expect(page.testsTotal).toBe(started.filter(({ sequence }) => sequence <= page.sequence).length)
  }
})

test('an empty launch has one empty page', async () => {
  const empty = await agent.startLaunch({ name: 'Empty' })
  expect(await list({}, empty)).toMatchObject({ items: [], _meta: { total: 0, totalPages: 1 }, testsTotal: 0 })
  expect(await list({ group: 'failure' }, empty)).toMatchObject({ items: [], groups: [], groupsTotal: 0 })
  expect(await list({ q: 'x' }, empty)).toMatchObject({ items: [], _meta: { total: 0 } })
})

test('wrong values of an address are all named', async () => {
  const refused = await refusalOf(app, listTests, requested({ pageSize: 201, testsState: ['green'], group: 'colour' }))
  expect(refused).toMatchObject({ status: 400 })
  expect(refused.errors?.map(({ field }) => field)).toEqual(['testsState.0', 'pageSize', 'group'])
})
