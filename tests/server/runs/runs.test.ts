import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { listMilestoneRuns } from '../../../contract/runs/by-milestone.ts'
import { reportPresence } from '../../../contract/runs/presence.ts'
import {
  assignRunsToMilestone,
  closeTestRun,
  closeTestRuns,
  deleteTestRun,
  deleteTestRuns,
} from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aShop, recorded } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

describe('closing and deleting', () => {
  test('[RUNS-06][RUNS-46] a closed run is in the closed list; a deleted one is deleted with its results', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id], { title: 'To close' })
    expect(await shop.titles()).toEqual(['To close'])
    expect((await ask(app, closeTestRun, shop.of(run.id))).data).toMatchObject({
      closed: true,
      closedBy: { id: owner.id },
    })
    expect(await shop.titles()).toEqual([])
    expect(await shop.titles({ closed: true })).toEqual(['To close'])
    await ask(app, deleteTestRun, shop.of(run.id))
    expect(await shop.titles({ closed: 'all' })).toEqual([])
  })

  test('[RUNS-47][RUNS-48] bulk actions name the skipped runs', async () => {
    const shop = await aShop(app, owner)
    const open = await shop.create([shop.card.id], { title: 'Open' })
    const closed = await shop.create([shop.card.id], { title: 'Closed' })
    await ask(app, closeTestRun, shop.of(closed.id))
    const milestone = await ask(app, createMilestone, {
      ...shop.at,
      body: { name: '2.41', description: '', startDate: null, dueDate: null },
    })
    const ids = [open.id, closed.id, 999_999]
    const skipped = [
      { id: closed.id, title: 'Closed', reason: 'closed' },
      { id: 999_999, title: '', reason: 'gone' },
    ]
    const milestoneId = milestone.id
    expect(await ask(app, assignRunsToMilestone, { ...shop.at, body: { ids, milestoneId } })).toEqual({
      done: [open.id],
      skipped,
    })
    expect(await shop.get(open.id)).toMatchObject({ milestone: { id: milestoneId, name: '2.41' } })
    const removed = { ids: [open.id], milestoneId: null }
    const outdated = { ...removed, seen: [{ id: open.id, milestoneId: milestoneId + 1 }] }
    expect(await ask(app, assignRunsToMilestone, { ...shop.at, body: outdated })).toEqual({
      done: [],
      skipped: [{ id: open.id, title: 'Open', reason: 'changed' }],
    })
    await ask(app, assignRunsToMilestone, { ...shop.at, body: { ...removed, seen: [{ id: open.id, milestoneId }] } })
    expect(await shop.get(open.id)).toMatchObject({ milestone: null })
    expect(await ask(app, closeTestRuns, { ...shop.at, body: { ids } })).toEqual({ done: [open.id], skipped })
    expect(await ask(app, deleteTestRuns, { ...shop.at, body: { ids } })).toEqual({
      done: [open.id, closed.id],
      skipped: [skipped[1]],
    })
  })
})

describe('the list', () => {
  test('[RUNS-02][RUNS-07][RUNS-43] is filtered by everything together, in pages of 20', async () => {
    const shop = await aShop(app, owner)
    const options: { groupId: number; optionId: number; groupName: string; optionName: string }[] = []
    for (const [name, values] of Object.entries({ Browser: ['Chrome', 'Firefox'], System: ['Linux'] })) {
      const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name } })
      const params = { ...shop.at.params, groupId: group.id }
      for (const value of values) {
        const option = await ask(app, createConfigurationOption, { token: owner.token, params, body: { name: value } })
        options.push({ groupId: group.id, optionId: option.id, groupName: name, optionName: value })
      }
    }
    const [chrome, firefox, linux] = options as [(typeof options)[0], (typeof options)[0], (typeof options)[0]]
    await shop.create([shop.card.id], { title: 'Chrome on Linux', configurations: [chrome, linux] })
    await shop.create([shop.card.id], { title: 'Firefox', configurations: [firefox] })
    await shop.create([shop.card.id], { title: 'Neither' })
    expect(await shop.titles({ configuration: `${chrome.optionId},${firefox.optionId}` })).toEqual([
      'Firefox',
      'Chrome on Linux',
    ])
    expect(await shop.titles({ configuration: `${firefox.optionId},${linux.optionId}` })).toEqual([])
    expect(await shop.titles({ q: 'LINUX' })).toEqual(['Chrome on Linux'])
    expect(await shop.titles({ createdTo: '2001-01-01T00:00:00Z' })).toEqual([])
    const { _meta } = await shop.list({ page: 2 })
    expect(_meta).toEqual({ total: 3, totalPages: 1, pageSize: LIMITS.runsPageSize, page: 2 })
  })
})

test('a milestone lists its open runs and plans, with their progress together', async () => {
  const shop = await aShop(app, owner)
  const { id: milestoneId } = await ask(app, createMilestone, {
    ...shop.at,
    body: { name: 'Spring', description: '', startDate: null, dueDate: null },
  })
  const run = await shop.create([shop.card.id, shop.later.id], { milestoneId })
  const other = await shop.create([shop.card.id], { milestoneId })
  await shop.create([shop.fixed.id])
  await shop.send([recorded(run.id, shop.card.id, { statusId: shop.status('Passed') })])
  const read = async () => (await ask(app, listMilestoneRuns, shop.at)).items
  expect(await read()).toEqual([{ milestoneId, runs: 2, plans: 0, cases: 3, done: 1 }])
  await ask(app, closeTestRun, shop.of(other.id))
  expect(await read()).toEqual([{ milestoneId, runs: 1, plans: 0, cases: 2, done: 1 }])
})

test('users in a run see the current case of each other user until they leave or fall silent', async () => {
  const shop = await aShop(app, owner)
  const run = await shop.create(shop.ids)
  const ben = await aUser(app, { roles: { [shop.projectId]: 'ENGINEER' } })
  const report = async (who: TestUser, caseId: number | null, isLeaving = false) =>
    (
      await ask(app, reportPresence, { ...shop.of(run.id), token: who.token, body: { caseId, isLeaving, oneOf: [] } })
    ).items.map(({ user, caseId: on }) => [user.id, on])
  expect(await report(owner, shop.card.id)).toEqual([])
  expect(await report(ben, shop.card.id)).toEqual([[owner.id, shop.card.id]])
  expect(await report(owner, null)).toEqual([[ben.id, shop.card.id]])
  expect(await report(ben, shop.later.id)).toEqual([[owner.id, null]])
  await report(ben, shop.later.id, true)
  expect(await report(owner, null)).toEqual([])
  await report(ben, null)
  await app.db
    .updateTable('test_run_presence')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('user_id', '=', ben.id)
    .execute()
  expect(await report(owner, null)).toEqual([])
})

test('two users who continue concurrently get different cases; cases with a result or a colleague come last', async () => {
  const shop = await aShop(app, owner)
  const run = await shop.create(shop.ids)
  const ben = await aUser(app, { roles: { [shop.projectId]: 'ENGINEER' } })
  const next = async (who: TestUser, oneOf: readonly number[]) => {
    const body = { caseId: null, isLeaving: false, oneOf: [...oneOf] }
    return (await ask(app, reportPresence, { ...shop.of(run.id), token: who.token, body })).caseId
  }
  for (let turn = 0; turn < 5; turn += 1) {
    const chosen = await Promise.all([owner, ben].map((who) => next(who, shop.ids)))
    expect(new Set(chosen).size).toBe(2)
    for (const who of [owner, ben]) await next(who, [])
  }
  const [first = 0, second = 0, third = 0] = shop.ids
  expect(await next(ben, shop.ids)).toBe(first)
  await shop.send([recorded(run.id, second, { statusId: shop.status('Passed') })])
  expect(await next(owner, shop.ids)).toBe(third)
  expect(await next(owner, [first, second])).toBe(first)
  expect(await next(owner, [second])).toBe(second)
  expect(await next(owner, [999_999])).toBeNull()
})
