import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  starProject,
  unstarProject,
} from '../../../contract/projects/projects.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type Asked, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const list = ({ token }: TestUser, query: Asked<object>['query'] = {}) => ask(app, listProjects, { token, query })
const inIt = ({ token }: TestUser, projectKey: string) => ({ token, params: { projectKey } })

test('[PROJ-21] [NAV-18] a project has its lead, its logo, its visibility and its creation time', async () => {
  const id = await aProject(app, owner, 'TOLD', true)
  const [received] = (await list(owner, { q: 'told' })).items
  expect(received).toEqual({
    id,
    key: 'TOLD',
    name: 'Project TOLD',
    logoUrl: null,
    leadId: owner.id,
    lead: { id: owner.id, username: 'owner', displayName: 'owner Tester', photoUrl: null },
    publiclyAccessible: true,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    starred: false,
    role: 'ADMINISTRATOR',
    admitted: true,
  })
  expect(await ask(app, getProject, inIt(owner, 'TOLD'))).toEqual(received)
})

test('[PROJ-19] [PROJ-21] the workspace says how many projects it has, how many of them the reader sees, and how many it may have', async () => {
  await aProject(app, owner, 'HIDDEN')
  await aProject(app, owner, 'OPEN', true)
  const reader = await aUser(app)
  const { projectsTotal: total, projectsVisible: all } = await list(owner)
  expect(all).toBe(total)
  const seen = await list(reader, { q: 'OPEN' })
  expect(seen).toMatchObject({ projectsTotal: total, projectsLimit: null })
  expect(seen.projectsVisible).toBe((await list(reader)).items.length)
  expect(seen.projectsVisible).toBeLessThan(total)
})

test('[PROJ-23] [PROJ-24] a star belongs to its user, and the list begins with starred projects', async () => {
  await aProject(app, owner, 'STARA', true)
  await aProject(app, owner, 'STARB', true)
  const reader = await aUser(app)
  const stars = async (user: TestUser) =>
    (await list(user, { q: 'STAR' })).items.map(({ key, starred }) => [key, starred])
  for (let i = 0; i < 2; i += 1) await ask(app, starProject, inIt(reader, 'STARB'))
  expect(await stars(reader)).toEqual([
    ['STARB', true],
    ['STARA', false],
  ])
  expect(await stars(owner)).toEqual([
    ['STARA', false],
    ['STARB', false],
  ])
  for (let i = 0; i < 2; i += 1) await ask(app, unstarProject, inIt(reader, 'STARB'))
  expect(await stars(reader)).toEqual([
    ['STARA', false],
    ['STARB', false],
  ])
})

test('[PROJ-13] [PROJ-25] deletes a project with its content, by its administrators and by users who may delete any', async () => {
  const projectId = await aProject(app, owner, 'GONE')
  const launch = await (await TestAgent.of(app, owner, 'GONE')).startLaunch()
  await launch.test('one', 'PASSED')
  const manager = await aUser(app, { roles: { [projectId]: 'MANAGER' } })
  expect((await refusalOf(app, deleteProject, inIt(manager, 'GONE'))).status).toBe(403)
  const holder = await aUser(app, { permissions: ['projects:delete'], readOnly: true })
  expect((await refusalOf(app, deleteProject, inIt(holder, 'GONE'))).status).toBe(404)
  const administrator = await aUser(app, { roles: { [projectId]: 'ADMINISTRATOR' } })
  await ask(app, deleteProject, inIt(administrator, 'GONE'))
  expect((await refusalOf(app, getProject, inIt(owner, 'GONE'))).status).toBe(404)
  for (const table of ['launch', 'project_member'] as const) {
    const left = await app.db.selectFrom(table).select('project_id').where('project_id', '=', projectId).execute()
    expect(left).toEqual([])
  }
  // Its key is free again.
  await aProject(app, owner, 'GONE')
  await ask(app, deleteProject, inIt(await aUser(app, { permissions: ['projects:delete'] }), 'GONE'))
  expect((await list(owner, { q: 'GONE' })).items).toEqual([])
})

test('[PROJ-26] a project has a name, a key and a visibility; its creator is its lead and administrator', async () => {
  const user = await aUser(app)
  const create = (body: object) => refusalOf(app, createProject, { token: user.token, body })
  const fields = async (body: object) => (await create(body)).errors?.map(({ field }) => field)
  expect(await fields({ name: ' ', key: '1' })).toEqual(['name', 'key'])
  expect(await fields({ name: 'n'.repeat(101), key: 'TOOLONGKEYS' })).toEqual(['name', 'key'])
  const body = { name: ' Web shop ', key: ' web ', publiclyAccessible: false }
  expect(await ask(app, createProject, { token: user.token, body })).toMatchObject({
    name: 'Web shop',
    key: 'WEB',
    publiclyAccessible: false,
    lead: { id: user.id },
    role: 'ADMINISTRATOR',
  })
  expect(await create(body)).toMatchObject({ status: 409, errors: [{ field: 'key' }] })
})

test('[PROJ-16] creates no project beyond the limit of the workspace, also concurrently', async () => {
  const { projectsTotal } = await list(owner)
  const limitTo = (projects_limit: number | null) => app.db.updateTable('workspace').set({ projects_limit }).execute()
  await limitTo(projectsTotal + 1)
  try {
    const create = (key: string) =>
      ask(app, createProject, { token: owner.token, body: { name: key, key, publiclyAccessible: false } })
    const made = await Promise.allSettled(['LAST', 'LASTB', 'LASTC'].map(create))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await list(owner)).toMatchObject({ projectsTotal: projectsTotal + 1, projectsLimit: projectsTotal + 1 })
    const refused = await refusalOf(app, createProject, { token: owner.token, body: { name: 'More', key: 'MORE' } })
    expect(refused.status).toBe(403)
  } finally {
    await limitTo(null)
  }
})
