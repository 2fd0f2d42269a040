import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listObservations } from '../../../contract/exploratory/observations.ts'
import {
  closeExploratorySession,
  countExploratoryUses,
  deleteExploratorySession,
  getExploratorySession,
  listExploratoryMilestones,
  listProjectUsers,
  type ExploratoryUsed,
} from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationGroup,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone, deleteMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { readStream } from '../../../server/db/events.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { anExploratoryProject, exploratoryOf, type Exploratory } from './support.ts'

let app: TestApp
let owner: TestUser
let project: Exploratory
let other: Exploratory
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
  other = await anExploratoryProject(app, owner)
})
afterAll(() => app.close())

const anEnvironment = ({ params, token }: Exploratory, key: string) =>
  ask(app, createEnvironment, { token, params, body: { name: key, key, description: '' } })
const aMilestone = ({ params, token }: Exploratory, name: string) =>
  ask(app, createMilestone, { token, params, body: { name, description: '', startDate: null, dueDate: null } })
const anOption = async ({ params, token }: Exploratory, group: string, option: string) => {
  const { id: groupId } = await ask(app, createConfigurationGroup, { token, params, body: { name: group } })
  const at = { token, params: { ...params, groupId } }
  const { id: optionId } = await ask(app, createConfigurationOption, { ...at, body: { name: option } })
  return { groupId, optionId, groupName: group, optionName: option }
}
const eventsOf = async (id: string) =>
  (await readStream(app.db, exploratoryStream(id), 0, 100)).events.map(({ payload }) => payload)

describe('fields of a session', () => {
  test('returns all fields as written', async () => {
    const user = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
    const environment = await anEnvironment(project, 'staging')
    const milestone = await aMilestone(project, '2.0')
    const browser = await anOption(project, 'Browsers', 'Firefox')
    const id = crypto.randomUUID()
    const written = {
      title: 'Checkout by keyboard',
      description: '**Everything** but the mouse',
      charter: { explore: 'the checkout', with: 'the keyboard', toDiscover: 'traps' },
      assigneeId: user.id,
      milestoneId: milestone.id,
      environmentId: environment.id,
      configurations: [browser],
      requirements: ['PRD-91', 'https://example.com/spec'],
      timeBoxMinutes: 90,
    }
    const made = await project.create({ id, ...written })
    expect(made, '[ESED-01] [ESED-11] [ESED-12] [ESED-13]').toMatchObject({ ...written, id })
    expect(made, '[ESED-02]').toMatchObject({
      closed: false,
      closedAt: null,
      isRecording: false,
      assignee: { username: user.username, email: `${user.username}@example.test`, photoUrl: null },
      createdBy: { id: owner.id },
      milestone: { id: milestone.id, name: '2.0' },
      environment: { id: environment.id, key: 'staging', deleted: false },
      observations: 0,
      types: [],
      elapsedTimeInMillis: 0,
      recordedMillis: 0,
      revision: 1,
    })
    expect(await project.get(id), '[ESED-15]').toEqual(made)
    expect(await eventsOf(id)).toEqual([{ sessionId: id, revision: 1, isDeleted: false }])
  })

  test('[ESED-03] the title is 1 to 255 characters after trim, and every wrong field is named', async () => {
    expect((await project.create({ title: `  ${'x'.repeat(255)} ` })).title).toHaveLength(255)
    for (const title of ['', '   ', 'x'.repeat(256)]) {
      const { status, errors } = await project.createRefused({ title, timeBoxMinutes: 0 })
      expect([status, errors?.map(({ field }) => field)]).toEqual([400, ['title', 'timeBoxMinutes']])
    }
  })

  test('[ESED-13] answers a repeated id with the stored session unchanged, and rejects an id of another user', async () => {
    const id = crypto.randomUUID()
    const made = await project.create({ id, title: 'First' })
    expect(await project.create({ id: id.toUpperCase(), title: 'Second' })).toEqual(made)
    const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER', [other.projectId]: 'ENGINEER' } })
    const theirs = await exploratoryOf(app, engineer, project.projectKey, project.projectId)
    expect((await theirs.createRefused({ id })).status).toBe(409)
    const elsewhere = await other.createRefused({ id })
    expect([elsewhere.status, JSON.stringify(elsewhere)]).toEqual([409, expect.not.stringContaining('First')])
    expect((await project.get(id)).title).toBe('First')
  })

  test('drops only the characters of a text that a database cannot store', async () => {
    const made = await project.create({ title: 'a\0b\ud800', requirements: ['R\0'] })
    expect([made.title, made.requirements]).toEqual(['ab\ufffd', ['R']])
  })
})

describe('[ESED-07] [ESED-08] [ESED-09] [ESED-10] [ESED-11] references of a session', () => {
  test('must belong to its project, and each invalid one is named', async () => {
    const stranger = await aUser(app)
    const ours = await anOption(project, 'Systems', 'Linux')
    const second = await ask(app, createConfigurationOption, {
      token: owner.token,
      params: { ...project.params, groupId: ours.groupId },
      body: { name: 'macOS' },
    })
    const { status, errors } = await project.createRefused({
      assigneeId: stranger.id,
      milestoneId: (await aMilestone(other, 'theirs')).id,
      environmentId: (await anEnvironment(other, 'theirs')).id,
      configurations: [await anOption(other, 'Browsers', 'Safari'), ours, { ...ours, optionId: second.id }],
    })
    expect([status, errors?.map(({ field }) => field)]).toEqual([
      400,
      ['assigneeId', 'milestoneId', 'environmentId', 'configurations.0', 'configurations.2'],
    ])
  })

  test('stays with its names when it is deleted, and cannot be chosen again', async () => {
    const { params, token } = project
    const environment = await anEnvironment(project, 'old')
    const milestone = await aMilestone(project, '1.0')
    const option = await anOption(project, 'Devices', 'Phone')
    const chosen = { environmentId: environment.id, milestoneId: milestone.id, configurations: [option] }
    const made = await project.create(chosen)
    await ask(app, updateMilestone, { token, params: { ...params, milestoneId: milestone.id }, body: { name: '1.1' } })
    await ask(app, deleteMilestone, { token, params: { ...params, milestoneId: milestone.id } })
    await ask(app, deleteEnvironment, { token, params: { ...params, environmentId: environment.id } })
    await ask(app, deleteConfigurationGroup, { token, params: { ...params, groupId: option.groupId } })
    const saved = {
      environment: { id: environment.id, key: 'old', deleted: true },
      milestone: { id: milestone.id, name: '1.1' },
      configurations: [option],
    }
    expect(await project.get(made.id)).toMatchObject(saved)
    expect(await project.update(made.id, { title: 'Later', ...chosen })).toMatchObject({ title: 'Later', ...saved })
    const again = await project.createRefused(chosen)
    expect(again.errors?.map(({ field }) => field)).toEqual(['milestoneId', 'environmentId', 'configurations.0'])
  })

  test('[ESED-12] requirements need their feature; those that are there stay without it', async () => {
    const made = await project.create({ requirements: ['PRD-1'] })
    const switched = (on: boolean) =>
      ask(app, switchFeature, { token: owner.token, params: { feature: 'requirements-mapping' }, body: { on } })
    await switched(false)
    expect(await project.update(made.id, { title: 'Without', requirements: ['PRD-1'] })).toMatchObject({
      title: 'Without',
      requirements: ['PRD-1'],
    })
    const refused = await project.updateRefused(made.id, { requirements: ['PRD-1', 'PRD-2'] })
    expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['requirements']])
    await switched(true)
    expect((await project.update(made.id, { requirements: ['PRD-2'] })).requirements).toEqual(['PRD-2'])
  })
})

describe('[ESED-14] [ESCL-01] [ESCL-02] [ESCL-05] [ESCL-10] changing, closing and deleting', () => {
  test('closing is final: a closed session can only be deleted', async () => {
    const { id } = await project.create()
    const closed = await project.close(id)
    expect(closed).toMatchObject({ id, closed: true, revision: 2 })
    expect(closed.closedAt).not.toBeNull()
    expect(await project.close(id)).toEqual(closed)
    expect((await project.updateRefused(id, { title: 'Too late' })).status).toBe(409)
    expect(await project.get(id)).toEqual(closed)
    await project.delete(id)
    expect(await refusalOf(app, getExploratorySession, project.of(id))).toMatchObject({ status: 404 })
    expect(await eventsOf(id)).toEqual([
      { sessionId: id, revision: 1, isDeleted: false },
      { sessionId: id, revision: 2, isDeleted: false },
      { sessionId: id, revision: 3, isDeleted: true },
    ])
  })

  test('answers sessions of other projects as not found', async () => {
    const { id } = await other.create()
    const { status } = await refusalOf(app, getExploratorySession, project.of(id))
    expect([status, (await project.updateRefused(id, {})).status]).toEqual([404, 404])
    for (const call of [closeExploratorySession, deleteExploratorySession, listObservations])
      expect((await refusalOf(app, call, project.of(id))).status).toBe(404)
    expect((await project.observeRefused(id)).status).toBe(404)
    expect(await other.get(id)).toMatchObject({ revision: 1, closed: false })
  })

  test('[ESNV-06] reports an invalid id at its field', async () => {
    expect((await refusalOf(app, getExploratorySession, project.of('7'))).status).toBe(400)
  })
})

describe('[ESLS-01] [ESLS-02] the list', () => {
  test('searches, filters, sorts and pages', async () => {
    const listed = await anExploratoryProject(app, owner)
    const user = await aUser(app, { roles: { [listed.projectId]: 'ENGINEER' } })
    const environment = await anEnvironment(listed, 'qa')
    const milestone = await aMilestone(listed, '3.0')
    const charter = { explore: 'Refunds', with: '', toDiscover: 'lost 100%' }
    const b = await listed.create({ title: 'b', assigneeId: user.id, charter })
    const a = await listed.create({ title: 'A', environmentId: environment.id })
    const c = await listed.create({ title: 'c', milestoneId: milestone.id })
    await listed.observe(a.id)
    await listed.observe(b.id, { elapsedTimeInMillis: 5000 })
    await listed.observe(a.id, { elapsedTimeInMillis: 2000 })
    expect(await listed.titles()).toEqual(['c', 'A', 'b'])
    expect(await listed.titles({ order: 'asc' })).toEqual(['b', 'A', 'c'])
    expect(await listed.titles({ sort: 'title', order: 'asc' })).toEqual(['A', 'b', 'c'])
    expect(await listed.titles({ sort: 'observations' })).toEqual(['A', 'b', 'c'])
    expect(await listed.titles({ sort: 'elapsed' })).toEqual(['b', 'A', 'c'])
    expect(await listed.titles({ q: 'REFUND' })).toEqual(['b'])
    expect(await listed.titles({ q: '0%' })).toEqual(['b'])
    expect(await listed.titles({ q: '_' })).toEqual([])
    expect(await listed.titles({ assigneeId: [user.id] })).toEqual(['b'])
    expect(await listed.titles({ environmentId: [environment.id, 999_999] })).toEqual(['A'])
    expect(await listed.titles({ milestoneId: [milestone.id], assigneeId: [user.id] })).toEqual([])
    await listed.close(c.id)
    expect(await listed.titles()).toEqual(['A', 'b'])
    expect(await listed.titles({ state: 'closed' })).toEqual(['c'])
    const second = await listed.list({ state: 'all', page: 2, pageSize: 2 })
    expect([second.items.map(({ title }) => title), second._meta]).toEqual([
      ['b'],
      { total: 3, totalPages: 2, pageSize: 2, page: 2 },
    ])
    const [first] = (await listed.list({ sort: 'observations' })).items
    const [{ name, colorHex } = { name: '', colorHex: '' }] = await listed.types()
    expect(first).toMatchObject({
      observations: 2,
      elapsedTimeInMillis: 2000,
      environment: { key: 'qa' },
      types: [{ typeId: listed.typeId, name, colorHex, observations: 2, elapsedMillis: 2000 }],
    })
  })
})

test('[ESED-07] [ESED-08] [NAV-18] lists users and milestones to choose from', async () => {
  const chosen = await anExploratoryProject(app, owner)
  const guest = await aUser(app, { username: 'zoe', roles: { [chosen.projectId]: 'GUEST' } })
  const at = { token: guest.token, params: chosen.params }
  await app.db.updateTable('workspace_user').set({ photo_url: '/zoe.png' }).where('id', '=', guest.id).execute()
  const { items } = await ask(app, listProjectUsers, at)
  expect(items.map(({ username, name, email, photoUrl }) => [username, name, email, photoUrl])).toEqual([
    ['owner', 'owner Tester', 'owner@example.test', null],
    ['zoe', 'zoe Tester', 'zoe@example.test', '/zoe.png'],
  ])
  const done = await aMilestone(chosen, 'done')
  await ask(app, updateMilestone, {
    token: owner.token,
    params: { ...chosen.params, milestoneId: done.id },
    body: { completed: true },
  })
  await aMilestone(chosen, 'open')
  const names = async (query: object) =>
    (await ask(app, listExploratoryMilestones, { ...at, query: { ...query } })).items.map(({ name }) => name)
  expect(await names({ page: 1, pageSize: 10_000, completed: 'false' })).toEqual(['open'])
  expect(await names({ completed: 'all' })).toEqual(['done', 'open'])
})

test('[ESLS-03] [ESER-03] [ESCL-02] [ESCL-05] calls have their documented paths, and their answers have one shape', async () => {
  const { projectKey, token, typeId } = await anExploratoryProject(app, owner)
  const sessions = `/api/projects/${projectKey}/exploratory-sessions`
  const call = async (method: string, path: string, body?: object) => {
    const { status, body: answered } = await send(app, path, { method, token, ...(body ? { body } : {}) })
    return { status, body: answered as Record<string, unknown> }
  }
  const created = await call('POST', sessions, { title: 'Refunds' })
  const { id } = created.body['data'] as { id: string }
  expect([created.status, typeof id]).toEqual([200, 'string'])
  const listed = await call('GET', `${sessions}?state=open&page=1&pageSize=10`)
  expect(listed.body).toEqual({
    items: [expect.objectContaining({ id, title: 'Refunds' })],
    _meta: { total: 1, totalPages: 1, page: 1, pageSize: 10 },
  })
  const changed = await call('PUT', `${sessions}/${id}`, { title: 'Refunds again' })
  expect(changed.body).toEqual({ data: expect.objectContaining({ id, title: 'Refunds again' }) })
  const noted = await call('POST', `${sessions}/${id}/observations`, { typeId, description: 'Seen', clockMillis: null })
  const { id: noteId } = noted.body['data'] as { id: string }
  await call('PUT', `${sessions}/${id}/observations/${noteId}`, { typeId, description: 'Seen twice' })
  expect((await call('GET', `${sessions}/${id}/observations`)).body).toEqual({
    items: [expect.objectContaining({ id: noteId, description: 'Seen twice' })],
    session: expect.objectContaining({ id, observations: 1 }),
  })
  expect((await call('POST', `${sessions}/${id}/observations/delete`, { ids: [noteId] })).body).toEqual({ deleted: 1 })
  const closed = await call('POST', `${sessions}/${id}/close`, {})
  expect(closed.body).toEqual({ data: expect.objectContaining({ id, closed: true }) })
  expect((await call('GET', `${sessions}/${id}`)).body).toEqual(closed.body)
  expect((await call('DELETE', `${sessions}/${id}`)).body).toEqual({})
  const gone = await call('GET', `${sessions}/${id}`)
  expect([gone.status, gone.body['message']]).toEqual([404, 'The exploratory session does not exist'])
})

test('[ESED-06] a title that is none and a description that is too long are reported in words', async () => {
  const refused = await project.createRefused({
    title: ' ',
    description: 'x'.repeat(LIMITS.exploratoryDescription + 1),
  })
  expect(refused.errors).toEqual([
    { field: 'title', message: 'This field is required' },
    { field: 'description', message: 'The description must have at most 20000 characters' },
  ])
  const long = await project.createRefused({ title: 'x'.repeat(256) })
  expect(long.errors).toEqual([{ field: 'title', message: 'Must be between 1 and 255 characters' }])
  expect(await project.create({ description: 'x'.repeat(LIMITS.exploratoryDescription) })).toBeTruthy()
})

test('counts the sessions and observations of the project that refer to an entry before its deletion', async () => {
  const used = await anExploratoryProject(app, owner)
  const user = await aUser(app, { roles: { [used.projectId]: 'ENGINEER', [other.projectId]: 'ENGINEER' } })
  const environment = await anEnvironment(used, 'uat')
  const milestone = await aMilestone(used, '4.0')
  const chosen = await anOption(used, 'Screens', 'Small')
  const [, second] = await used.types()
  const uses = (kind: ExploratoryUsed, id: number) =>
    ask(app, countExploratoryUses, { token: used.token, params: used.params, query: { kind, id } })
  const all = () =>
    Promise.all([
      uses('environment', environment.id),
      uses('milestone', milestone.id),
      uses('configuration-group', chosen.groupId),
      uses('configuration-option', chosen.optionId),
      uses('user', user.id),
      uses('observation-type', second?.id ?? 0),
    ])
  expect(await all()).toEqual(Array.from({ length: 6 }, () => ({ sessions: 0, open: 0, observations: 0 })))
  const named = {
    environmentId: environment.id,
    milestoneId: milestone.id,
    assigneeId: user.id,
    configurations: [chosen],
  }
  const one = await used.create(named)
  const closed = await used.create(named)
  await used.create()
  await other.create({ assigneeId: user.id })
  await used.observe(one.id, { typeId: second?.id ?? 0 })
  await used.observe(one.id, { typeId: second?.id ?? 0 })
  await used.observe(one.id)
  await used.close(closed.id)
  const naming = { sessions: 2, open: 1, observations: 3 }
  expect(await all()).toEqual([naming, naming, naming, naming, naming, { sessions: 1, open: 1, observations: 2 }])
  const bad = await refusalOf(app, countExploratoryUses, {
    token: used.token,
    params: used.params,
    query: { kind: 'suite', id: 'x' },
  })
  expect([bad.status, bad.errors?.map(({ field }) => field)]).toEqual([400, ['kind', 'id']])
})
