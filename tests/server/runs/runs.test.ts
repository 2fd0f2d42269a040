import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listMilestoneRuns } from '../../../contract/runs/by-milestone.ts'
import { tellPresence } from '../../../contract/runs/presence.ts'
import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { adoptCaseVersion, assignRunCases, findRunCases } from '../../../contract/runs/run-cases.ts'
import {
  assignRunsToMilestone,
  closeTestRun,
  closeTestRuns,
  deleteTestRun,
  deleteTestRuns,
  getRerun,
  getTestRun,
} from '../../../contract/runs/runs.ts'
import {
  createConfigurationGroup,
  createConfigurationOption,
  deleteConfigurationOption,
} from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { createTestCaseField, listTestCaseFields } from '../../../contract/settings/test-case-fields.ts'
import { holdsFields } from '../../../machines/runs/field-values.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aPerson, aWorkspace, type TestPerson } from '../support/people.ts'
import { aProjectWithRuns, recorded } from './support.ts'

let app: TestApp
let owner: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A project with two suites of two cases each. */
const aShop = async () => {
  const project = await aProjectWithRuns(app, owner)
  const { suite, case: add } = project.repository
  const checkout = await suite('Checkout')
  const vouchers = await suite('Vouchers', checkout)
  const card = await add(checkout, 'Pay by card')
  const later = await add(checkout, 'Pay later')
  const percent = await add(vouchers, 'Percentage')
  const fixed = await add(vouchers, 'Fixed amount')
  return {
    ...project,
    checkout,
    vouchers,
    card,
    later,
    percent,
    fixed,
    ids: [card, later, percent, fixed].map(({ id }) => id),
  }
}

describe('creating', () => {
  test('[RUNS-19][RUNED-18] keeps the cases in the order of the repository, with the values given', async () => {
    const shop = await aShop()
    const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browsers' } })
    const option = await ask(app, createConfigurationOption, {
      token: owner.token,
      params: { ...shop.at.params, groupId: group.id },
      body: { name: 'Chrome' },
    })
    const environment = await ask(app, createEnvironment, {
      ...shop.at,
      body: { name: 'Staging', key: 'STAGING', description: '' },
    })
    const run = await shop.create([shop.fixed.id, shop.card.id], {
      title: '  Release 2.41 ',
      description: 'Sign-off',
      environment: { id: environment.id },
      configurations: [{ groupId: group.id, optionId: option.id, groupName: '', optionName: '' }],
      requirements: ['PRD-88'],
    })
    expect(run).toMatchObject({
      title: 'Release 2.41',
      description: 'Sign-off',
      closed: false,
      environment: { id: environment.id, key: 'STAGING', deleted: false },
      configurations: [{ groupName: 'Browsers', optionName: 'Chrome' }],
      requirements: ['PRD-88'],
      testPlan: null,
      caseStatusStatistics: [{ status: { isUntested: true, isCompleted: false }, count: 2 }],
    })
    const { suites, cases } = await shop.open(run.id)
    expect(cases.items.map(({ title }) => title)).toEqual(['Pay by card', 'Fixed amount'])
    expect(suites.map(({ path }) => path)).toEqual([['Checkout'], ['Checkout', 'Vouchers']])
  })

  test('[RUNED-06][RUNED-07] names every wrong field at once', async () => {
    const shop = await aShop()
    const refusal = await shop.createRefused({
      title: ' ',
      description: 'x'.repeat(2048),
      testCases: [],
    })
    expect(refusal).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([
        { field: 'title', message: 'Must be between 1 and 255 characters' },
        { field: 'description', message: 'Must be between 0 and 2047 characters' },
        { field: 'testCases', message: RUN_TEXTS.noCases },
      ]),
    })
    const unknown = await shop.createRefused({
      ...shop.bodyOf([shop.card.id]),
      milestoneId: 999_999,
      testCases: [{ id: shop.card.id, assigneeId: 999_999 }, { id: 999_999 }, { id: shop.card.id }],
    })
    expect(unknown.errors?.map(({ field }) => field)).toEqual([
      'milestoneId',
      'testCases.0.assigneeId',
      'testCases.1.id',
      'testCases.2.id',
    ])
  })

  test('[RUNED-17] requirements need their feature; those that are there stay without it', async () => {
    const shop = await aShop()
    const run = await shop.create([shop.card.id], { requirements: ['PRD-1'] })
    const switched = (on: boolean) =>
      ask(app, switchFeature, { token: owner.token, params: { feature: 'requirements-mapping' }, body: { on } })
    await switched(false)
    try {
      const refused = await shop.createRefused(shop.bodyOf([shop.card.id], { requirements: ['PRD-1'] }))
      expect(refused.errors?.map(({ field }) => field)).toEqual(['requirements'])
      expect(await shop.update(run.id, { title: 'Without' })).toMatchObject({ requirements: ['PRD-1'] })
      expect((await shop.updateRefused(run.id, { requirements: ['PRD-2'] })).status).toBe(400)
    } finally {
      await switched(true)
    }
  })

  test('[RUNED-03] one option of a group at most', async () => {
    const shop = await aShop()
    const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browsers' } })
    const params = { ...shop.at.params, groupId: group.id }
    const options = []
    for (const name of ['Chrome', 'Firefox'])
      options.push(await ask(app, createConfigurationOption, { token: owner.token, params, body: { name } }))
    const configurations = options.map(({ id }) => ({ groupId: group.id, optionId: id, groupName: '', optionName: '' }))
    const refusal = await shop.createRefused({ ...shop.bodyOf([shop.card.id]), configurations })
    expect(refusal.errors).toMatchObject([{ field: 'configurations.1' }])
  })
})

const firstOf = async <T>(answer: Promise<{ items: T[] }>): Promise<T> => {
  const [first] = (await answer).items
  if (first === undefined) throw new Error('there is nothing')
  return first
}

test('cases are found by their custom fields as they were, by the server as on a device that is offline', async () => {
  const shop = await aShop()
  const { data } = await ask(app, listTestCaseFields, shop.at)
  const tabId = data.tabs[0]?.id ?? null
  const field = (name: string, typed: object) =>
    ask(app, createTestCaseField, {
      ...shop.at,
      body: { name, systemName: name, description: '', tabId, ...typed } as never,
    })
  const note = await field('note', { dataType: 'STRING', value: { hasDefault: false, default: '' } })
  const day = await field('day', { dataType: 'DATE', value: { hasDefault: false, default: null } })
  const options = ['Low', 'High'].map((name, at) => ({
    id: null,
    name,
    isDefault: false,
    relativePosition: at + 1,
    icon: null,
  }))
  const risk = await field('risk', { dataType: 'DROPDOWN', value: { hasIcon: false, hasDefault: false, options } })
  const [low, high] = (risk.value as { options: { id: number }[] }).options.map(({ id }) => id) as [number, number]
  const { suite, case: add } = shop.repository
  const place = await suite('Fields')
  const one = await add(place, 'One', {
    customFields: { [note.id]: 'Paid in euro-cents', [day.id]: '2026-03-04', [risk.id]: high },
  })
  const two = await add(place, 'Two', { customFields: { [note.id]: 'unpaid', [risk.id]: low } })
  const run = await shop.create([one.id, two.id, shop.card.id])
  await shop.repository.update(two.id, 1, { customFields: { [risk.id]: high } })
  const text = (words: string) => ({ fieldId: note.id, wanted: { kind: 'text' as const, text: words } })
  const risky = (ids: number[]) => ({ fieldId: risk.id, wanted: { kind: 'options' as const, ids } })
  const days = (from: string, to: string) => ({
    fieldId: day.id,
    wanted: { kind: 'days' as const, days: { from, to } },
  })
  const contents = await shop.contents(run.id)
  for (const [fields, expected] of [
    [[text('EURO paid')], [one.id]],
    [[text('cents')], [one.id]],
    [[text('cent')], [one.id]],
    [[risky([high])], [one.id]],
    [[risky([low, high])], [one.id, two.id]],
    [[days('2026-03-01', '2026-03-04')], [one.id]],
    [[days('2026-03-05', '2026-04-04')], []],
    [[risky([low]), text('paid')], []],
  ] as const) {
    const query = { filter: JSON.stringify({ fields }) }
    expect((await ask(app, findRunCases, { ...shop.of(run.id), query } as never)).caseIds).toEqual(expected)
    expect(contents.filter((row) => holdsFields(row.customFields, fields)).map(({ caseId }) => caseId)).toEqual(
      expected,
    )
  }
  const nothing = { ...shop.of(run.id), query: { filter: '{"fields": []}' } }
  expect((await refusalOf(app, findRunCases, nothing)).status).toBe(400)
  const elsewhere = await aShop()
  const query = { filter: JSON.stringify({ fields: [risky([high])] }) }
  expect((await refusalOf(app, findRunCases, { ...elsewhere.of(run.id), query })).status).toBe(404)
})

describe('cases as they were', () => {
  test('a run shows a case as it was, marks that it changed, and takes the new version on request', async () => {
    const shop = await aShop()
    const run = await shop.create([shop.card.id])
    await shop.repository.update(shop.card.id, shop.card.version, {
      title: 'Pay by credit card',
      steps: [{ kind: 'step', id: 's1', action: 'Pay', expectedResult: 'Paid', attachments: [] }],
    })
    expect(await firstOf(shop.cases(run.id))).toMatchObject({ title: 'Pay by card', isChanged: true })
    expect((await shop.contents(run.id))[0]).toMatchObject({ title: 'Pay by card', version: 1, steps: [] })
    const { content, row } = await ask(app, adoptCaseVersion, {
      token: owner.token,
      params: { ...shop.at.params, runId: run.id, caseId: shop.card.id },
    })
    expect(content).toMatchObject({ title: 'Pay by credit card', version: 2, steps: [{ action: 'Pay' }] })
    expect(row).toMatchObject({ title: 'Pay by credit card', isChanged: false })
  })

  test('a run keeps a case that is deleted from the repository, and marks it', async () => {
    const shop = await aShop()
    const run = await shop.create(shop.ids)
    await shop.repository.delete([shop.card.id])
    const { items } = await shop.cases(run.id)
    expect(items.map(({ title, isDeleted }) => [title, isDeleted])).toEqual([
      ['Pay by card', true],
      ['Pay later', false],
      ['Percentage', false],
      ['Fixed amount', false],
    ])
    expect((await shop.contents(run.id)).map(({ title }) => title)).toContain('Pay by card')
  })
})

describe('editing', () => {
  test('[RUNED-19] cases come and go; one that comes back has its results', async () => {
    const shop = await aShop()
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

  test('two people who change different fields never meet; the same field is refused with what is stored', async () => {
    const shop = await aShop()
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

  test('a run without a case, a closed run and an unknown one are refused', async () => {
    const shop = await aShop()
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

  test('assigning leaves alone what somebody else assigned meanwhile, and says so', async () => {
    const shop = await aShop()
    const engineer = await aPerson(app, { roles: { [shop.projectId]: 'ENGINEER' } })
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

  test('what changed after a revision is told without the rest', async () => {
    const shop = await aShop()
    const run = await shop.create(shop.ids)
    await shop.send([recorded(run.id, shop.later.id, { statusId: shop.status('Passed') })])
    await shop.update(run.id, { removeCaseIds: [shop.fixed.id] })
    const { items, removed } = await shop.cases(run.id, { since: run.revision })
    expect(items.map(({ caseId }) => caseId)).toEqual([shop.later.id])
    expect(removed).toEqual([shop.fixed.id])
  })
})

describe('closing and deleting', () => {
  test('[RUNS-06][RUNS-46] a closed run stands in the closed list; a deleted one is gone with its results', async () => {
    const shop = await aShop()
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

  test('[RUNS-47][RUNS-48] bulk actions name what they left out', async () => {
    const shop = await aShop()
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
    await ask(app, assignRunsToMilestone, { ...shop.at, body: { ids: [open.id], milestoneId: null } })
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
    const shop = await aShop()
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

test('[RUNED-05][RUNED-13][RUNED-14] a rerun begins with the cases that are left, and names what is missing', async () => {
  const shop = await aShop()
  const group = await ask(app, createConfigurationGroup, { ...shop.at, body: { name: 'Browser' } })
  const params = { ...shop.at.params, groupId: group.id }
  const option = await ask(app, createConfigurationOption, { token: owner.token, params, body: { name: 'Chrome' } })
  const configuration = { groupId: group.id, optionId: option.id, groupName: 'Browser', optionName: 'Chrome' }
  const run = await shop.create(shop.ids, { configurations: [configuration] })
  await shop.send([
    recorded(run.id, shop.card.id, { statusId: shop.status('Failed') }),
    recorded(run.id, shop.later.id, { statusId: shop.status('Passed') }),
  ])
  await ask(app, deleteTestCases, { ...shop.at, body: { operationId: crypto.randomUUID(), ids: [shop.fixed.id] } })
  await ask(app, deleteConfigurationOption, { token: owner.token, params: { ...params, optionId: option.id } })
  expect((await shop.get(run.id)).configurations).toEqual([configuration])
  const { data } = await ask(app, getRerun, shop.of(run.id))
  expect(data).toMatchObject({
    run: { id: run.id },
    missingCases: 1,
    missingConfigurations: [configuration],
    missingEnvironment: false,
  })
  expect(data.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
    [shop.card.id, 'failed'],
    [shop.later.id, 'other'],
    [shop.percent.id, 'untested'],
  ])
})

test('a milestone tells its open runs and plans, and how far they are together', async () => {
  const shop = await aShop()
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

test('people in a run see which case each of the others is on, until they leave or fall silent', async () => {
  const shop = await aShop()
  const run = await shop.create(shop.ids)
  const ben = await aPerson(app, { roles: { [shop.projectId]: 'ENGINEER' } })
  const tell = async (who: TestPerson, caseId: number | null, isLeaving = false) =>
    (await ask(app, tellPresence, { ...shop.of(run.id), token: who.token, body: { caseId, isLeaving } })).items.map(
      ({ person, caseId: on }) => [person.id, on],
    )
  expect(await tell(owner, shop.card.id)).toEqual([])
  expect(await tell(ben, shop.card.id)).toEqual([[owner.id, shop.card.id]])
  expect(await tell(owner, null)).toEqual([[ben.id, shop.card.id]])
  expect(await tell(ben, shop.later.id)).toEqual([[owner.id, null]])
  await tell(ben, shop.later.id, true)
  expect(await tell(owner, null)).toEqual([])
  await tell(ben, null)
  await app.db
    .updateTable('test_run_presence')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('person_id', '=', ben.id)
    .execute()
  expect(await tell(owner, null)).toEqual([])
})
