import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Feature } from '../../../contract/access.ts'
import { listSuites } from '../../../contract/cases/suites.ts'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { listObservations } from '../../../contract/exploratory/observations.ts'
import { getLaunch, listLaunches } from '../../../contract/launches/launches.ts'
import { getCaseModel } from '../../../contract/models/models.ts'
import { listTestPlans } from '../../../contract/plans/plans.ts'
import { createDemoProject } from '../../../contract/projects/demo-project.ts'
import { deleteProject, listProjects, type Project } from '../../../contract/projects/projects.ts'
import { listRequirements } from '../../../contract/requirements/requirements.ts'
import { listTestRuns } from '../../../contract/runs/runs.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const body = { timeZone: 'Asia/Tokyo' }
const create = () => ask(app, createDemoProject, { token: owner.token, body })
const inIt = ({ key }: Pick<Project, 'key'>) => ({ token: owner.token, params: { projectKey: key } })
const projectKeys = async () =>
  (await ask(app, listProjects, { token: owner.token })).items.map(({ key }) => key).sort()
const eventsSoFar = async () => {
  const { rows } = await sql<{ events: number }>`select count(*) as events from event`.execute(app.db)
  return rows[0]?.events
}
afterEach(async () => {
  for (const key of await projectKeys()) await ask(app, deleteProject, inIt({ key }))
})

test('[PROJ-15] one call creates the whole project, which its creator leads and administers', async () => {
  const project = await create()
  expect(project).toMatchObject({ name: 'Sample shop', key: 'SHOP', lead: { id: owner.id }, role: 'ADMINISTRATOR' })
  const at = inIt(project)
  const { items: suites } = await ask(app, listSuites, at)
  expect(suites.map(({ title, testCases }) => [title, testCases])).toEqual([
    ['Search', 3],
    ['Cart', 3],
    ['Payment', 4],
    ['Account', 4],
    ['Orders and delivery', 3],
    ['Checkout flow', 2],
  ])
  const suiteId = suites.at(-1)?.id ?? 0
  const { data: model } = await ask(app, getCaseModel, { ...at, params: { ...at.params, suiteId } })
  expect(model?.cases.map(({ edited }) => edited)).toEqual([[], []])
  const requirements = await ask(app, listRequirements, at)
  expect(requirements.items).toHaveLength(7)
  const runTitles = async (closed: boolean) =>
    (await ask(app, listTestRuns, { ...at, query: { closed: String(closed) } })).items.map(({ title }) => title)
  expect(await runTitles(true)).toEqual(['Release 2.3 acceptance'])
  expect((await runTitles(false)).sort()).toEqual([
    'Release 2.4 on all browsers: Chrome',
    'Release 2.4 on all browsers: Firefox',
    'Release 2.4 on all browsers: Safari',
    'Shop before release 2.4',
  ])
  expect((await ask(app, listTestPlans, at)).items.map(({ title }) => title)).toEqual(['Release 2.4 on all browsers'])
  const { items: sessions } = await ask(app, listExploratorySessions, { ...at, query: { state: 'all' } })
  expect(sessions).toHaveLength(2)
  const files = (
    await Promise.all(
      sessions.map(({ id }) =>
        ask(app, listObservations, { ...at, params: { ...at.params, exploratorySessionId: id } }),
      ),
    )
  ).flatMap(({ items }) => items.flatMap(({ attachments }) => attachments))
  expect(files.map(({ name }) => name).sort()).toEqual(['trail-shoe.png', 'your-cart.png', 'your-cart.png'])
  expect(files.filter(({ receivedBytes, sizeBytes }) => receivedBytes !== sizeBytes)).toEqual([])
})

test('the launches of six weeks have ended, at their time of day in the author’s time zone, with known failures and retries', async () => {
  const at = inIt(await create())
  const { items, _meta } = await ask(app, listLaunches, { ...at, query: { pageSize: 100 } })
  expect(_meta.total).toBe(92)
  const nights = items.filter(({ name }) => name === 'Nightly regression')
  const hours = nights.map(({ startedAt }) =>
    new Date(startedAt).toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' }),
  )
  // Today's launch may have begun earlier, so that it has ended.
  expect(new Set(hours.slice(1))).toEqual(new Set(['02:10']))
  for (const { endedAt } of items) expect(Date.parse(endedAt ?? '')).toBeLessThan(Date.now())
  const newest = nights[0]?.id ?? 0
  expect(await ask(app, getLaunch, { ...at, params: { ...at.params, launchId: newest } })).toMatchObject({
    launch: {
      milestone: { name: '2.4 Vouchers' },
      statistics: { passed: 11, failed: 4, failedAsKnown: 1, inProgress: 0 },
    },
  })
})

test('a project that is requested twice with one idempotency key is created once', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const request = () => send(app, createDemoProject.path, { method: 'POST', token: owner.token, body, headers })
  const [first, second] = await Promise.all([request(), request()])
  const third = await request()
  expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
  expect(second.body).toEqual(first.body)
  expect(third.body).toEqual(first.body)
  expect(await projectKeys()).toEqual(['SHOP'])
})

test('a failure in its last part leaves nothing, and the next attempt succeeds', async () => {
  await sql`
    create function reject_observation() returns trigger language plpgsql as $$
      begin raise exception 'no observations'; end $$`.execute(app.db)
  await sql`create trigger reject_observation before insert on observation execute function reject_observation()`.execute(
    app.db,
  )
  const events = await eventsSoFar()
  const attempts = [undefined, { 'idempotency-key': crypto.randomUUID() }]
  for (const headers of attempts) {
    const options = { method: 'POST', token: owner.token, body, ...(headers === undefined ? {} : { headers }) }
    expect((await send(app, createDemoProject.path, options)).status).toBe(500)
    expect(await projectKeys()).toEqual([])
    expect(await eventsSoFar()).toBe(events)
  }
  await sql`drop function reject_observation() cascade`.execute(app.db)
  expect((await create()).key).toBe('SHOP')
})

test('the next free key is used, and a message tells what to do when there is none', async () => {
  for (const key of ['SHOP', 'SHOP2', 'SHOP4']) await aProject(app, owner, key)
  expect((await create()).key).toBe('SHOP3')
  for (const key of ['SHOP5', 'SHOP6', 'SHOP7', 'SHOP8', 'SHOP9']) await aProject(app, owner, key)
  expect(await refusalOf(app, createDemoProject, { token: owner.token, body })).toMatchObject({
    status: 409,
    message: 'Delete one of the demo projects first: the keys SHOP to SHOP9 are taken',
  })
})

test('[PROJ-16] [PROJ-17] users without the permission and workspaces at their limit get none', async () => {
  const reader = await aUser(app, { readOnly: true })
  expect((await refusalOf(app, createDemoProject, { token: reader.token, body })).status).toBe(403)
  await app.db.updateTable('workspace').set({ projects_limit: 0 }).execute()
  try {
    expect(await refusalOf(app, createDemoProject, { token: owner.token, body })).toMatchObject({
      status: 403,
      message: 'The workspace has as many projects as it may',
    })
  } finally {
    await app.db.updateTable('workspace').set({ projects_limit: null }).execute()
  }
})

describe('without optional features', () => {
  const features: readonly Feature[] = ['test-automation', 'requirements-mapping', 'plans']
  const switchAll = async (on: boolean) => {
    for (const feature of features)
      await ask(app, switchFeature, { token: owner.token, params: { feature }, body: { on } })
  }
  afterAll(() => switchAll(true))

  test('the project has cases, runs and sessions, and nothing of the features that are off', async () => {
    await switchAll(false)
    const { id } = await create()
    const count = async (table: 'launch' | 'requirement' | 'test_plan' | 'test_run' | 'exploratory_session') => {
      const rows = await app.db.selectFrom(table).select('id').where('project_id', '=', id).execute()
      return rows.length
    }
    expect([await count('launch'), await count('requirement'), await count('test_plan')]).toEqual([0, 0, 0])
    expect([await count('test_run'), await count('exploratory_session')]).toEqual([2, 2])
  })
})
