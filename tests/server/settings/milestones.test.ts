import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../../contract/launches/launches.ts'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  updateMilestone,
  type MilestoneChange,
} from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

let projects = 0
const inNewProject = async () => {
  projects += 1
  const projectKey = `P${projects}`
  const projectId = await aProject(app, owner, projectKey)
  const { token } = owner
  const params = { projectKey }
  return {
    projectId,
    projectKey,
    params,
    create: (name: string, given: { description?: string; startDate?: string | null; dueDate?: string | null } = {}) =>
      ask(app, createMilestone, {
        token,
        params,
        body: { name, description: '', startDate: null, dueDate: null, ...given },
      }),
    update: (milestoneId: number, body: MilestoneChange) =>
      ask(app, updateMilestone, { token, params: { projectKey, milestoneId }, body }),
    list: (query: { completed?: boolean; page?: number; pageSize?: number; sortBy?: 'dueDate' | 'name' } = {}) =>
      ask(app, listMilestones, { token, params, query }),
    refusedToCreate: async (body: object) => {
      const { status, errors } = await refusalOf(app, createMilestone, { token, params, body })
      return { status, errors }
    },
  }
}
const namesIn = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

describe('milestones', () => {
  test('[MILESTONES-10] [MILESTONES-12] are created open, with the given days', async () => {
    const { create, list } = await inNewProject()
    const given = { description: 'Autumn', startDate: '2026-02-28', dueDate: '2028-02-29' }
    const milestone = await create(' 2.41 ', given)
    expect(milestone).toEqual({
      id: milestone.id,
      name: '2.41',
      ...given,
      completed: false,
      launches: 0,
      statistics: NO_STATISTICS,
    })
    expect(await list()).toEqual({ items: [milestone], totalResults: 1, totalPages: 1 })
  })

  test('[PLANS-42] are read by id, in their own project only', async () => {
    const { create, params } = await inNewProject()
    const milestone = await create('2.41')
    const read = { token: owner.token, params: { ...params, milestoneId: milestone.id } }
    expect(await ask(app, getMilestone, read)).toEqual(milestone)
    const other = await inNewProject()
    const elsewhere = { ...read, params: { ...read.params, ...other.params } }
    expect(await refusalOf(app, getMilestone, elsewhere)).toMatchObject({ status: 404 })
  })

  test('[MILESTONES-03] [MILESTONES-04] [MILESTONES-11] [TREE-55] open and completed ones are listed separately, ten per page', async () => {
    const { create, update, list } = await inNewProject()
    const none = await create('no date')
    for (let day = 12; day >= 1; day -= 1)
      await create(`due ${day}`, { dueDate: `2026-03-${String(day).padStart(2, '0')}` })
    const first = await list()
    expect(namesIn(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((day) => `due ${day}`))
    expect(first).toMatchObject({ totalResults: 13, totalPages: 2 })
    expect(namesIn(await list({ page: 2 }))).toEqual(['due 11', 'due 12', 'no date'])
    expect(namesIn(await list({ pageSize: 10_000 }))).toHaveLength(13)
    const byName = namesIn(await list({ sortBy: 'name' }))
    expect(byName.slice(0, 5)).toEqual(['due 1', 'due 10', 'due 11', 'due 12', 'due 2'])
    expect(await list({ completed: true })).toEqual({ items: [], totalResults: 0, totalPages: 1 })
    await update(none.id, { completed: true })
    await update(first.items[0]?.id ?? 0, { completed: true })
    await update(first.items[1]?.id ?? 0, { completed: true })
    expect(namesIn(await list({ completed: true }))).toEqual(['due 2', 'due 1', 'no date'])
    expect((await list()).totalResults).toBe(10)
  })

  test('[MILESTONES-13] [MILESTONES-14] omitted fields stay, and each change is logged once', async () => {
    const { projectId, projectKey, create, update, list } = await inNewProject()
    const { id } = await create('2.41', { dueDate: '2026-03-01', description: 'Autumn' })
    expect(await update(id, { completed: true })).toMatchObject({
      name: '2.41',
      description: 'Autumn',
      dueDate: '2026-03-01',
      completed: true,
    })
    expect(await update(id, { dueDate: null, name: '2.42' })).toMatchObject({ completed: true, dueDate: null })
    await update(id, { name: '2.42' })
    await ask(app, deleteMilestone, { token: owner.token, params: { projectKey, milestoneId: id } })
    expect((await list({ completed: true })).totalResults).toBe(0)
    const events = await app.db
      .selectFrom('event')
      .select('payload')
      .where('project_id', '=', projectId)
      .where('type', '=', 'settings/milestones')
      .orderBy('id')
      .execute()
    expect(events.map(({ payload }) => SettingsEvent.parse(payload).changes)).toEqual([
      [
        {
          kind: 'added',
          subject: '2.41',
          values: { description: { before: '', after: 'Autumn' }, dueDate: { before: null, after: '2026-03-01' } },
        },
      ],
      [{ kind: 'changed', subject: '2.41', values: { completed: { before: false, after: true } } }],
      [
        {
          kind: 'changed',
          subject: '2.41',
          values: { name: { before: '2.41', after: '2.42' }, dueDate: { before: '2026-03-01', after: null } },
        },
      ],
      [{ kind: 'deleted', subject: '2.42' }],
    ])
  })

  test('[MILESTONES-16] requires unique names and valid days, with the due day not before the start', async () => {
    const { projectKey, create, refusedToCreate } = await inNewProject()
    const { id } = await create('2.41', { startDate: '2026-03-01' })
    const at = (field: string, message: string, status = 400) => ({ status, errors: [{ field, message }] })
    expect(await refusedToCreate({ name: ' ' })).toEqual(at('name', TEXTS.required))
    expect(await refusedToCreate({ name: 'n'.repeat(128) })).toEqual(at('name', TEXTS.nameTooLong(127)))
    expect(await refusedToCreate({ name: 'x', description: 'd'.repeat(2001) })).toEqual(
      at('description', TEXTS.descriptionTooLong(2000)),
    )
    await create('Beta')
    expect(await refusedToCreate({ name: 'bETA' })).toEqual(at('name', TEXTS.nameTaken, 409))
    for (const day of ['2026-02-30', '0000-01-01', 'tomorrow', '2026-3-1', '20260301', ''])
      expect(await refusedToCreate({ name: 'x', startDate: day })).toEqual(at('startDate', TEXTS.dayFormat))
    const backwards = { startDate: '2026-03-02', dueDate: '2026-03-01' }
    expect(await refusedToCreate({ name: 'x', ...backwards })).toEqual(at('dueDate', TEXTS.dueBeforeStart))
    expect((await create('Same day', { startDate: '2026-03-01', dueDate: '2026-03-01' })).dueDate).toBe('2026-03-01')
    // Compared with the stored start.
    const params = { projectKey, milestoneId: id }
    const refused = await refusalOf(app, updateMilestone, {
      token: owner.token,
      params,
      body: { dueDate: '2026-02-28' },
    })
    expect(refused).toMatchObject(at('dueDate', TEXTS.dueBeforeStart))
  })

  test('launches that name a milestone are counted in it, with the results of their tests', async () => {
    const { projectKey, create, list } = await inNewProject()
    const other = await inNewProject()
    const agent = await TestAgent.of(app, owner, projectKey)
    const beta = await create('Beta')
    const release = await create('Release')
    await create('Empty')
    await other.create('Beta')
    const byName = await agent.startLaunch({ milestone: { name: 'BETA' } })
    await byName.test('one', 'PASSED')
    await byName.test('two', 'FAILED')
    const byId = await agent.startLaunch({ milestone: { id: beta.id, name: 'Release' } })
    await byId.test('three', 'PASSED')
    await byId.startTest()
    // An unknown id counts less than the name beside it.
    const byUnknownId = await agent.startLaunch({ milestone: { id: 1_000_000, name: 'Release' } })
    await byUnknownId.test('four', 'SKIPPED')
    await agent.startLaunch({ milestone: { name: 'Nobody knows it' } })
    await agent.startLaunch()
    const { items } = await list()
    expect(items.map(({ name, launches, statistics }) => [name, launches, statistics])).toEqual([
      ['Beta', 2, { ...NO_STATISTICS, passed: 2, failed: 1, inProgress: 1 }],
      [release.name, 1, { ...NO_STATISTICS, skipped: 1 }],
      ['Empty', 0, NO_STATISTICS],
    ])
    expect((await other.list()).items).toMatchObject([{ launches: 0 }])
  })

  test('[MILESTONES-01] requires the permission with any role, and rejects users outside the project', async () => {
    const { projectId, params, create } = await inNewProject()
    const { id } = await create('2.41')
    const permissions = ['reporting-milestones-access-private'] as const
    const holder = await aUser(app, { permissions, roles: { [projectId]: 'GUEST' } })
    const outsider = await aUser(app, { permissions })
    const without = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    expect(namesIn(await ask(app, listMilestones, { token: holder.token, params }))).toEqual(['2.41'])
    await ask(app, createMilestone, {
      token: holder.token,
      params,
      body: { name: 'Mine', description: '', startDate: null, dueDate: null },
    })
    // The permission reveals nothing about projects to which its holder does not belong.
    for (const [{ token }, status] of [
      [outsider, 404],
      [without, 403],
    ] as const) {
      expect(await refusalOf(app, listMilestones, { token, params })).toMatchObject({ status })
      expect(await refusalOf(app, createMilestone, { token, params, body: { name: 'x' } })).toMatchObject({ status })
      for (const call of [updateMilestone, deleteMilestone])
        expect(await refusalOf(app, call, { token, params: { ...params, milestoneId: id } })).toMatchObject({ status })
    }
  })

  test('a milestone of another project is not there', async () => {
    const mine = await inNewProject()
    const { id } = await (await inNewProject()).create('Theirs')
    for (const call of [updateMilestone, deleteMilestone])
      expect(
        await refusalOf(app, call, {
          token: owner.token,
          params: { projectKey: mine.projectKey, milestoneId: id },
          body: { name: 'Mine' },
        }),
      ).toMatchObject({ status: 404 })
  })
})
