import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteLaunch } from '../../../contract/launches/launches.ts'
import { listLaunchChoices, listLaunchLabelKeys, listLaunchLabels } from '../../../contract/launches/launch-choices.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let cart: TestLaunch
const at = () => ({ token: owner.token, params: { projectKey: 'DEF' } })
const choices = (field: string, q = '') =>
  ask(app, listLaunchChoices, {
    token: owner.token,
    params: { projectKey: 'DEF', field: field as never },
    query: { q },
  })
const labels = async (key: string, q = '') => (await ask(app, listLaunchLabels, { ...at(), query: { key, q } })).items

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  await aProject(app, owner, 'OTHER')
  const agent = await TestAgent.of(app, owner)
  cart = await agent.startLaunch({ name: 'Cart', config: { environment: 'stage', build: '1.0' } })
  await cart.label([
    { key: 'team', value: 'shop:eu' },
    { key: 'com.zebrunner.app/sut.locale', value: 'en_US' },
  ])
  await cart.finish()
  for (const milestone of ['R1', 'R2']) {
    const search = await agent.startLaunch({
      name: 'Search',
      config: { environment: 'prod', build: '2.0' },
      milestone: { name: milestone },
      origin: { branch: 'main', commit: milestone === 'R1' ? 'aaaaaaa' : 'bbbbbbb' },
    })
    await search.label([{ key: 'team', value: 'search' }])
    const tested = await search.test('a', 'PASSED')
    await search.startSession({ testIds: [tested], capabilities: { browserName: 'firefox', platformName: 'linux' } })
    await search.finish()
  }
  const other = await (
    await TestAgent.of(app, owner, 'OTHER')
  ).startLaunch({ name: 'Elsewhere', config: { environment: 'far' } })
  await other.label([{ key: 'elsewhere', value: 'x' }])
})
afterAll(() => app.close())

test('each filter offers values of the project’s launches, most used first', async () => {
  expect(await choices('user'), '[LFIL-17]').toEqual({ items: ['owner'], hasMore: false })
  expect((await choices('environment')).items, '[LFIL-18]').toEqual(['prod', 'stage'])
  expect((await choices('locale')).items, '[LFIL-19]').toEqual(['en_US'])
  expect((await choices('browser')).items, '[LFIL-20]').toEqual(['firefox'])
  expect((await choices('platform')).items, '[LFIL-21]').toEqual(['linux'])
  expect((await choices('build')).items).toEqual(['2.0', '1.0'])
  expect((await choices('milestone')).items).toEqual(['R1', 'R2'])
  expect((await choices('branch')).items).toEqual(['main'])
  expect((await choices('commit')).items).toEqual(['aaaaaaa', 'bbbbbbb'])
  expect(await labels('team'), '[LFIL-23]').toEqual(['search', 'shop:eu'])
  expect(await labels('elsewhere')).toEqual([])
})

test('a choice is searched anywhere in its values, in capitals or not', async () => {
  expect((await choices('environment', 'TAG')).items).toEqual(['stage'])
  expect((await choices('user', 'wne')).items).toEqual(['owner'])
  expect((await choices('build', '%')).items).toEqual([])
  expect(await labels('team', 'SHOP:')).toEqual(['shop:eu'])
})

test('a choice with very many values says that there are more', async () => {
  await sql`insert into launch (project_id, number, uuid, name, status, build, started_at)
    select project_id, 1000 + n, 'many ' || n, 'Many', 'PASSED', 'many-' || n, started_at
      from launch cross join generate_series(1, 201) n where id = ${cart.id}`.execute(app.db)
  const { items, hasMore } = await choices('build', 'many-')
  expect([items.length, hasMore]).toEqual([200, true])
})

test('[LFIL-22] label keys come in pages until the token is exhausted, each key once', async () => {
  await sql`update launch set labels = (
      select jsonb_agg(jsonb_build_object('key', 'key-' || lpad(n::text, 3, '0'), 'value', 'v')) from generate_series(1, 230) n)
    where id = ${cart.id}`.execute(app.db)
  const pages: string[][] = []
  let pageToken: string | null = ''
  while (pageToken !== null) {
    const page: { items: string[]; nextPageToken: string | null } = await ask(app, listLaunchLabelKeys, {
      ...at(),
      query: { pageToken },
    })
    pages.push(page.items)
    pageToken = page.nextPageToken
  }
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 31])
  expect(pages.flat()).toEqual(pages.flat().sort())
  expect(new Set(pages.flat()).size).toBe(231)
  const refused = await refusalOf(app, listLaunchLabelKeys, { ...at(), query: { pageToken: '!' } })
  expect(refused.errors?.map(({ field }) => field)).toEqual(['pageToken'])
})

test('labels that a launch lost, and those of a deleted launch, are not offered any more', async () => {
  expect(await labels('key-001')).toEqual(['v'])
  expect(await labels('team')).toEqual(['search'])
  await ask(app, deleteLaunch, { token: owner.token, params: { projectKey: 'DEF', launchId: cart.id } })
  expect(await labels('key-001')).toEqual([])
})
