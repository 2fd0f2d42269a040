import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLaunch, listLaunches } from '../../../contract/launches/launches.ts'
import { createEnvironment, deleteEnvironment, listEnvironments } from '../../../contract/settings/environments.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent

const list = (query: Asked<object>['query']) =>
  ask(app, listLaunches, { token: owner.token, params: { projectKey: 'DEF' }, ...(query ? { query } : {}) })
const names = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map(({ name }) => name)

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  await aProject(app, owner, 'OTHER')
  agent = await TestAgent.of(app, owner)

  const cart = await agent.startLaunch({
    name: 'Cart 100% green',
    config: { environment: 'stage', build: '1.0' },
    startedAt: '2026-01-01T10:00:00Z',
  })
  await cart.label([
    { key: 'team', value: 'shop:eu' },
    { key: 'com.zebrunner.app/sut.locale', value: 'en_US' },
  ])
  await cart.test('a', 'PASSED')
  await cart.test('b', { result: 'FAILED', reason: 'boom' })
  await cart.finish('2026-01-01T10:30:00Z')

  const search = await agent.startLaunch({
    name: 'search nightly',
    config: { environment: 'prod', build: '2.0' },
    milestone: { name: 'R2' },
    ciContext: {
      ciType: 'JENKINS',
      envVariables: {
        BUILD_URL: 'https://ci.test/7',
        BUILD_NUMBER: '7',
        GIT_BRANCH: 'origin/feature/search',
        GIT_COMMIT: '0123456789abcdef0123456789abcdef01234567',
        GIT_URL: 'https://robot:secret@git.test/shop.git',
        SECRET_TOKEN: 'hidden',
      },
    },
    startedAt: '2026-01-02T10:00:00Z',
  })
  await search.refer([{ name: 'Report', value: 'https://example.test/report' }])
  await search.upload('log.txt', 'hello')
  const tested = await search.test('a', 'PASSED')
  await search.startSession({
    testIds: [tested],
    capabilities: { browserName: 'firefox', browserVersion: '140', platformName: 'linux' },
  })
  await search.finish('2026-01-02T10:01:00Z')

  const running = await agent.startLaunch({
    name: 'Basket',
    config: { environment: 'prod' },
    startedAt: '2026-01-03T10:00:00Z',
  })
  await running.startTest()
  const other = await TestAgent.of(app, owner, 'OTHER')
  await other.startLaunch({ name: 'Elsewhere' })
})
afterAll(() => app.close())

test('[LIST-08] a page of a project is newest first, with its paging, and knows nothing of other projects', async () => {
  const first = await list({ pageSize: 2 })
  expect(first.items.map(({ name }) => name)).toEqual(['Basket', 'search nightly'])
  expect(first._meta).toEqual({ total: 3, totalPages: 2, pageSize: 2, page: 1 })
  expect(await names({ pageSize: 2, page: 2 })).toEqual(['Cart 100% green'])
  expect(await names({ pageSize: 2, page: 3 })).toEqual([])
  expect((await list({}))._meta.pageSize).toBe(25)
})

test('[LIST-08] a search finds launches by name, number, build, environment, milestone and label values', async () => {
  const { number } = (await list({ q: 'Basket' })).items[0] ?? {}
  expect(await names({ q: `#${number}` })).toEqual(['Basket'])
  expect(await names({ q: '#99999999999999' })).toEqual([])
  expect(await names({ q: 'SHOP:eu' })).toEqual(['Cart 100% green'])
  expect(await names({ q: 'r2 2.0' })).toEqual(['search nightly'])
  expect(await names({ q: 'STAGE' })).toEqual(['Cart 100% green'])
  expect(await names({ q: 'feature/sea 01234567' })).toEqual(['search nightly'])
})

test('[LAUNCH-04] a launch is listed under each status that it can have', async () => {
  const { id } = await (await TestAgent.of(app, owner, 'OTHER')).startLaunch({ name: 'Every status', status: 'QUEUED' })
  const found = async (status: string) => {
    const requested = { token: owner.token, params: { projectKey: 'OTHER' }, query: { status } }
    return (await ask(app, listLaunches, requested)).items.filter((one) => one.id === id).map((one) => one.status)
  }
  expect(await found('QUEUED')).toEqual(['QUEUED'])
  for (const status of ['LAUNCHING', 'IN_PROGRESS', 'PASSED', 'FAILED', 'SKIPPED', 'ABORTED'] as const) {
    await app.db.updateTable('launch').set({ status }).where('id', '=', id).execute()
    expect(await found(status)).toEqual([status])
    expect(await found('QUEUED')).toEqual([])
  }
})

test('[DETAILS-15] a deleted environment is still returned, without its variables, and a launch still shows it', async () => {
  const at = { token: owner.token, params: { projectKey: 'DEF' } }
  const { id } = await ask(app, createEnvironment, { ...at, body: { name: 'Stage', key: 'stage', description: '' } })
  await ask(app, deleteEnvironment, { ...at, params: { ...at.params, environmentId: id } })
  const received = async (includeDeleted: boolean) =>
    (await ask(app, listEnvironments, { ...at, query: { includeVariables: false, includeDeleted } })).items
  expect(await received(false)).toEqual([])
  expect(await received(true)).toEqual([
    { id, name: 'Stage', key: 'stage', description: '', deletedAt: expect.any(String) as string },
  ])
  const [row] = (await list({ environment: 'stage' })).items
  expect(row).toMatchObject({ name: 'Cart 100% green', environment: 'stage' })
  const { launch } = await ask(app, getLaunch, { ...at, params: { ...at.params, launchId: row?.id ?? 0 } })
  expect(launch.environment).toBe('stage')
})

test('[LAUNCH-01] [LAUNCH-02] a row contains the reported fields of the launch', async () => {
  const [row] = (await list({ q: 'nightly' })).items
  expect(row).toMatchObject({
    name: 'search nightly',
    status: 'PASSED',
    framework: 'mocha',
    environment: 'prod',
    build: '2.0',
    browser: 'firefox',
    browserVersion: '140',
    platform: 'linux',
    milestone: { name: 'R2' },
    testSuite: { name: 'search nightly' },
    ciBuild: { jobUrl: 'https://ci.test/7', number: '7' },
    origin: {
      ciServer: 'Jenkins',
      buildUrl: 'https://ci.test/7',
      buildNumber: '7',
      branch: 'feature/search',
      commit: '0123456789abcdef0123456789abcdef01234567',
      repositoryUrl: 'https://git.test/shop',
    },
    startedBy: { username: 'owner' },
    elapsed: 60_000,
    reviewed: false,
    isAbortPossible: false,
    statistics: { passed: 1, failed: 0, inProgress: 0 },
  })
  expect(row?.artifacts.map(({ name, kind }) => [name, kind])).toEqual([
    ['Report', 'link'],
    ['log.txt', 'file'],
  ])
  const [running] = (await list({ q: 'basket' })).items
  expect(running).toMatchObject({ status: 'IN_PROGRESS', elapsed: null, isAbortPossible: true })
})

test('a search takes every word, in capitals or not, and its signs as they are', async () => {
  expect(await names({ q: 'NIGHTLY sea' })).toEqual(['search nightly'])
  expect(await names({ q: '100%' })).toEqual(['Cart 100% green'])
  expect(await names({ q: '1%0' })).toEqual([])
  expect(await names({ q: 'cart nightly' })).toEqual([])
  expect(await names({ q: 'nul\0byte' })).toEqual([])
  expect(await names({ q: 'größe' })).toEqual([])
})

test('a number sign searches for the launch of the number', async () => {
  const [row] = (await list({ q: 'Cart' })).items
  expect(await names({ q: `#${row?.number}` })).toEqual(['Cart 100% green'])
})

test('[LFIL-03] [LFIL-04] [LFIL-05] [LFIL-06] [LFIL-07] values of one filter are alternatives, and filters are combined with AND', async () => {
  expect(await names({ environment: ['prod'] })).toEqual(['Basket', 'search nightly'])
  expect(await names({ environment: ['prod', 'stage'], status: ['FAILED', 'PASSED'] })).toEqual([
    'search nightly',
    'Cart 100% green',
  ])
  expect(await names({ locale: ['en_US'] })).toEqual(['Cart 100% green'])
  expect(await names({ browser: ['firefox'] })).toEqual(['search nightly'])
  expect(await names({ platform: ['linux'] })).toEqual(['search nightly'])
  expect(await names({ build: ['1.0'] })).toEqual(['Cart 100% green'])
  expect(await names({ branch: ['feature/search', 'main'] })).toEqual(['search nightly'])
  expect(await names({ commit: ['0123456789abcdef0123456789abcdef01234567'] })).toEqual(['search nightly'])
  expect(await names({ user: ['OWNER'] })).toHaveLength(3)
  expect(await names({ user: ['nobody'] })).toEqual([])
  expect(await names({ reviewed: 'true' })).toEqual([])
  expect(await names({ reviewed: 'false' })).toHaveLength(3)
})

test('[LFIL-08] [LFIL-09] a label is found by key and value, which may hold colons', async () => {
  expect(await names({ label: ['team:shop:eu'] })).toEqual(['Cart 100% green'])
  expect(await names({ label: ['team:shop'] })).toEqual([])
  expect(await names({ label: ['team:nobody', 'team:shop:eu'] })).toEqual(['Cart 100% green'])
})

test('[LFIL-24] "is not" leaves out its values, keeps launches without a value, and adds up with "is"', async () => {
  expect(await names({ environmentNot: ['prod'] })).toEqual(['Cart 100% green'])
  expect(await names({ browserNot: ['firefox'] })).toEqual(['Basket', 'Cart 100% green'])
  expect(await names({ environment: ['prod'], statusNot: ['PASSED', 'FAILED'] })).toEqual(['Basket'])
  expect(await names({ userNot: ['OWNER'] })).toEqual([])
  expect(await names({ labelNot: ['team:shop:eu'] })).toEqual(['Basket', 'search nightly'])
  expect(await names({ labelKey: ['team'] })).toEqual(['Cart 100% green'])
  expect(await names({ labelKeyNot: ['team'] })).toEqual(['Basket', 'search nightly'])
  expect(await names({ milestone: ['R2'] })).toEqual(['search nightly'])
  expect(await names({ milestoneNot: ['R2'] })).toEqual(['Basket', 'Cart 100% green'])
  expect(await names({ branchNot: ['feature/search'] })).toEqual(['Basket', 'Cart 100% green'])
})

test('predicates have bounds, and each that breaks them is named', async () => {
  const query = {
    environment: 'e'.repeat(501),
    label: Array.from({ length: 51 }, (_, i) => `k:${i}`),
    statusNot: 'GREEN',
  }
  const { status, errors } = await refusalOf(app, listLaunches, {
    token: owner.token,
    params: { projectKey: 'DEF' },
    query,
  })
  expect(status).toBe(400)
  expect(errors?.map(({ field }) => field.split('.')[0]).sort()).toEqual(['environment', 'label', 'statusNot'])
})

test('[LIST-27] the total of the project distinguishes an empty project from filters that match nothing', async () => {
  const none = await list({ environment: ['nowhere'] })
  expect(none.items).toEqual([])
  expect(none._meta).toMatchObject({ total: 0, totalPages: 1 })
  expect(none.launchesTotal).toBe(3)
})

test('every sort has both directions, and rows without a value are last in both', async () => {
  expect(await names({ sort: 'startedAt', order: 'asc' })).toEqual(['Cart 100% green', 'search nightly', 'Basket'])
  expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Basket', 'Cart 100% green', 'search nightly'])
  expect(await names({ sort: 'status', order: 'asc' })).toEqual(['Cart 100% green', 'Basket', 'search nightly'])
  expect(await names({ sort: 'duration', order: 'asc' })).toEqual(['search nightly', 'Cart 100% green', 'Basket'])
  expect(await names({ sort: 'duration', order: 'desc' })).toEqual(['Cart 100% green', 'search nightly', 'Basket'])
  expect((await names({ sort: 'failed', order: 'desc' }))[0]).toBe('Cart 100% green')
  expect((await names({ sort: 'tests', order: 'desc' }))[0]).toBe('Cart 100% green')
  expect(await names({ sort: 'passRate', order: 'asc' })).toEqual(['Cart 100% green', 'search nightly', 'Basket'])
  expect(await names({ sort: 'passRate', order: 'desc' })).toEqual(['search nightly', 'Cart 100% green', 'Basket'])
})

test('[DETAILS-01] a launch that is not there, or in another project, can not be found', async () => {
  const [row] = (await list({ q: 'Cart' })).items
  const params = { projectKey: 'DEF', launchId: row?.id ?? 0 }
  expect((await ask(app, getLaunch, { token: owner.token, params })).launch).toEqual(row)
  for (const wrong of [
    { projectKey: 'DEF', launchId: 999_999 },
    { ...params, projectKey: 'OTHER' },
  ])
    expect(await refusalOf(app, getLaunch, { token: owner.token, params: wrong })).toMatchObject({
      status: 404,
      message: TEXTS.launchNotFound,
    })
})

test('a page is consistent with the event it names, while launches start', async () => {
  const starting = Array.from({ length: 30 }, (_, i) => agent.startLaunch({ name: `Crowd ${i}` }))
  const reporting = { isOver: false }
  const all = Promise.all(starting).then(() => (reporting.isOver = true))
  const seen: { launchesTotal: number; sequence: number; stream: string }[] = []
  while (!reporting.isOver) seen.push(await list({ pageSize: 1 }))
  await all
  const started = await app.db
    .selectFrom('event')
    .select('sequence')
    .where('stream', '=', seen[0]?.stream ?? '')
    .where('type', '=', 'launch/started')
    .execute()
  for (const { launchesTotal, sequence } of seen)
    expect(launchesTotal).toBe(started.filter((event) => event.sequence <= sequence).length)
  expect(started).toHaveLength(33)
})

test('wrong values of an address are all named', async () => {
  const refused = await refusalOf(app, listLaunches, {
    token: owner.token,
    params: { projectKey: 'DEF' },
    query: { page: 0, sort: 'colour' },
  })
  expect(refused.status).toBe(400)
  expect(refused.errors?.map(({ field }) => field)).toEqual(['page', 'sort'])
})

test('a guest reads the list, a stranger does not', async () => {
  const projectId = (await list({})).items[0]?.projectId ?? 0
  const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const stranger = await aUser(app)
  const params = { projectKey: 'DEF' }
  expect((await ask(app, listLaunches, { token: guest.token, params })).items.length).toBeGreaterThan(0)
  expect((await refusalOf(app, listLaunches, { token: stranger.token, params })).status).toBe(404)
  expect((await refusalOf(app, listLaunches, { params })).status).toBe(401)
})
