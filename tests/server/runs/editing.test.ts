import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { assignRunCases } from '../../../contract/runs/run-cases.ts'
import { closeTestRun, getTestRun, StaleTestRun } from '../../../contract/runs/runs.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aShop, recorded } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

describe('editing', () => {
  test('[RUNED-19] adds and removes cases; one that is added again has its results', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id, shop.fixed.id])
    await shop.send([recorded(run.id, shop.card.id, { statusId: shop.status('Passed') })])
    await shop.update(run.id, { removeCaseIds: [shop.card.id], addCases: [{ id: shop.percent.id }] })
    expect((await shop.cases(run.id)).items.map(({ title }) => title)).toEqual(['Percentage', 'Fixed amount'])
    const again = await shop.update(run.id, { addCases: [{ id: shop.card.id }] })
    const { items } = await shop.cases(run.id)
    expect(items.map(({ title, attempts }) => [title, attempts])).toEqual([
      ['Pay by card', 1],
      ['Percentage', 0],
      ['Fixed amount', 0],
    ])
    expect(again.caseStatusStatistics.map(({ status, count }) => [status.name, count])).toEqual([
      ['Untested', 2],
      ['Passed', 1],
    ])
  })

  test('merges changes of different fields by two users, and rejects the same field with the stored value', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id], { title: 'One', description: '' })
    await shop.update(run.id, { title: 'Two', expected: { title: 'One' } })
    await shop.update(run.id, { description: 'More', expected: { description: '' } })
    const refusal = await shop.updateRefused(run.id, { title: 'Three', expected: { title: 'One' } })
    expect(refusal).toMatchObject({
      status: 409,
      errors: [{ field: 'title' }],
      current: { data: { title: 'Two', description: 'More' } },
    })
  })

  test('a rejected edit returns the current cases of the run with their assignees', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id, shop.fixed.id], { title: 'One' })
    await shop.update(run.id, {
      title: 'Two',
      removeCaseIds: [shop.card.id],
      addCases: [{ id: shop.later.id, assigneeId: owner.id }],
    })
    const { current } = await shop.updateRefused(run.id, { title: 'Three', expected: { title: 'One' } })
    expect(StaleTestRun.parse(current).testCases).toEqual([
      { id: shop.later.id, assigneeId: owner.id },
      { id: shop.fixed.id, assigneeId: null },
    ])
  })

  test('[RUNED-08] rejects the second of two users who remove the last two cases, and returns the remaining case', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id, shop.fixed.id])
    await shop.update(run.id, { removeCaseIds: [shop.card.id], seenRevision: run.revision })
    const refusal = await shop.updateRefused(run.id, { removeCaseIds: [shop.fixed.id], seenRevision: run.revision })
    expect(refusal).toMatchObject({
      status: 409,
      message: RUN_TEXTS.noCases,
      errors: [{ field: 'removeCaseIds' }],
      current: { testCases: [{ id: shop.fixed.id }] },
    })
    expect((await shop.cases(run.id)).items).toHaveLength(1)
  })

  test('rejects a run without a case, a closed run and an unknown one', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create([shop.card.id])
    expect(await shop.updateRefused(run.id, { removeCaseIds: [shop.card.id] })).toMatchObject({
      status: 400,
      errors: [{ field: 'removeCaseIds', message: RUN_TEXTS.noCases }],
    })
    expect((await shop.cases(run.id)).items).toHaveLength(1)
    await ask(app, closeTestRun, shop.of(run.id))
    expect(await shop.updateRefused(run.id, { title: 'Later' })).toMatchObject({
      status: 409,
      message: RUN_TEXTS.closed,
    })
    expect(await refusalOf(app, getTestRun, shop.of(999_999))).toMatchObject({ status: 404 })
  })

  test('skips and reports cases that another user assigned meanwhile', async () => {
    const shop = await aShop(app, owner)
    const engineer = await aUser(app, { roles: { [shop.projectId]: 'ENGINEER' } })
    const run = await shop.create([shop.card.id, shop.later.id])
    const assign = (assignments: { caseId: number; assigneeId: number | null; seenAssigneeId?: number | null }[]) =>
      ask(app, assignRunCases, { ...shop.of(run.id), body: { assignments } })
    await assign([{ caseId: shop.card.id, assigneeId: engineer.id }])
    const { items, skipped } = await assign([
      { caseId: shop.card.id, assigneeId: null, seenAssigneeId: owner.id },
      { caseId: shop.later.id, assigneeId: owner.id, seenAssigneeId: null },
      { caseId: shop.fixed.id, assigneeId: owner.id },
    ])
    expect(items.map(({ assigneeId }) => assigneeId)).toEqual([engineer.id, owner.id])
    expect(skipped).toEqual([
      { caseId: shop.card.id, reason: 'assigned-meanwhile' },
      { caseId: shop.fixed.id, reason: 'gone' },
    ])
  })

  test('returns only what changed after a revision', async () => {
    const shop = await aShop(app, owner)
    const run = await shop.create(shop.ids)
    await shop.send([recorded(run.id, shop.later.id, { statusId: shop.status('Passed') })])
    await shop.update(run.id, { removeCaseIds: [shop.fixed.id] })
    const { items, removed } = await shop.cases(run.id, { since: run.revision })
    expect(items.map(({ caseId }) => caseId)).toEqual([shop.later.id])
    expect(removed).toEqual([shop.fixed.id])
  })
})
