import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLAN_TEXTS } from '../../../contract/plans/plan-texts.ts'
import {
  closeTestPlan,
  closeTestPlans,
  createTestPlan,
  deleteTestPlan,
  deleteTestPlans,
  getTestPlan,
  listTestPlans,
  updateTestPlan,
  type PlannedRun,
  type PlannedRunChange,
} from '../../../contract/plans/plans.ts'
import { getTestPlanReport } from '../../../contract/plans/report.ts'
import { closeTestRun, listTestRuns, updateTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment, deleteEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone, deleteMilestone } from '../../../contract/settings/milestones.ts'
import { aProjectWithRuns, recorded } from '../runs/support.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A project with three cases, and a plan of two browsers of which Firefox runs its own case. */
const aPlan = async (user: TestUser = owner) => {
  const project = await aProjectWithRuns(app, owner)
  const suite = await project.repository.suite('Checkout')
  const cases: number[] = []
  for (const title of ['Card', 'Voucher', 'Later']) cases.push((await project.repository.case(suite, title)).id)
  const group = await ask(app, createConfigurationGroup, { ...project.at, body: { name: 'Browser' } })
  const options: { id: number; name: string }[] = []
  for (const name of ['Chrome', 'Firefox', 'Safari']) {
    const params = { ...project.at.params, groupId: group.id }
    options.push(await ask(app, createConfigurationOption, { token: owner.token, params, body: { name } }))
  }
  const run = (browser: number, values: Partial<PlannedRun> = {}): PlannedRun => {
    const option = options[browser]
    const configuration = { groupId: group.id, optionId: option?.id ?? 0, groupName: '', optionName: '' }
    return {
      title: `Run on ${option?.name}`,
      configurations: [configuration],
      testCaseIds: null,
      assigneeId: null,
      ...values,
    }
  }
  if (user !== owner)
    await app.db
      .insertInto('project_member')
      .values({ project_id: project.projectId, user_id: user.id, role: 'ENGINEER' })
      .execute()
  const at = { token: user.token, params: project.at.params }
  const body = {
    title: 'Autumn',
    description: '',
    milestoneId: null,
    environment: null,
    configurations: [{ id: group.id, name: 'Browser', options: options.slice(0, 2) }],
    baseTestCaseIds: cases.slice(0, 2),
    strategy: 'all' as const,
    rules: [],
    testRuns: [run(0), run(1, { testCaseIds: cases.slice(2) })],
  }
  const { data } = await ask(app, createTestPlan, { ...at, body })
  const of = { token: owner.token, params: { ...project.at.params, testPlanId: data.id } }
  const read = async () => (await ask(app, getTestPlan, { ...of, query: { includeCases: true } })).data
  return { ...project, at, of, read, plan: data, cases, group, options, run, body }
}

const EDIT = { createRuns: [], changeRuns: [], removeRunIds: [] }

describe('creating', () => {
  test('[PLANS-18][PLANS-39] a plan has a run of each checked combination, with the base cases or its own', async () => {
    const { read, cases } = await aPlan()
    const plan = await read()
    expect(plan).toMatchObject({ title: 'Autumn', closed: false, testRunCount: 2, baseTestCaseIds: cases.slice(0, 2) })
    expect(plan.testRuns).toMatchObject([
      { title: 'Run on Chrome', inheritsBase: true, testCaseIds: cases.slice(0, 2), testPlan: { id: plan.id } },
      { title: 'Run on Firefox', inheritsBase: false, testCaseIds: cases.slice(2) },
    ])
    expect(plan.executionSummaries).toMatchObject([{ status: { isUntested: true }, count: 3 }])
  })

  test('[PLANS-17][PLANS-38][PLANS-42][PLANED-28][PLANED-31] the list returns complete plans, including deleted entries they refer to', async () => {
    const { at, of, body, plan, group } = await aPlan()
    const environment = await ask(app, createEnvironment, {
      ...at,
      body: { name: 'Staging', key: 'staging', description: '' },
    })
    const milestone = await ask(app, createMilestone, {
      ...at,
      body: { name: '2.41', description: '', startDate: null, dueDate: null },
    })
    const { data: second } = await ask(app, createTestPlan, {
      ...at,
      body: { ...body, title: 'Second', milestoneId: milestone.id, environment: { id: environment.id } },
    })
    const update = { ...of, body: { ...EDIT, title: 'First' } }
    expect((await ask(app, updateTestPlan, update)).data.id).toBe(plan.id)
    await ask(app, deleteEnvironment, { ...at, params: { ...at.params, environmentId: environment.id } })
    await ask(app, deleteMilestone, { ...at, params: { ...at.params, milestoneId: milestone.id } })
    const { items, _meta } = await ask(app, listTestPlans, at)
    expect(_meta).toEqual({ total: 2, totalPages: 1, pageSize: 20, page: 1 })
    expect(items).toMatchObject([
      {
        id: second.id,
        milestone: { id: milestone.id, name: '2.41' },
        environment: { name: 'Staging', key: 'staging', deleted: true },
        configurations: [{ id: group.id, name: 'Browser' }],
        testRunCount: 2,
        executionSummaries: [{ status: { isUntested: true }, count: 3 }],
      },
      { id: plan.id, title: 'First', milestone: null, environment: null },
    ])
  })

  test('[PLANED-12][PLANED-13][PLANED-14] names missing and excessive fields', async () => {
    const { at, body, run } = await aPlan()
    const refused = (change: object) => refusalOf(app, createTestPlan, { ...at, body: { ...body, ...change } })
    expect((await refused({ configurations: [] })).errors).toMatchObject([
      { field: 'configurations', message: PLAN_TEXTS.noConfigurations },
    ])
    expect((await refused({ testRuns: [] })).errors).toMatchObject([{ field: 'testRuns', message: PLAN_TEXTS.noRuns }])
    const tooMany = Array.from({ length: 101 }, () => run(0))
    expect((await refused({ testRuns: tooMany })).errors).toMatchObject([
      { field: 'testRuns', message: PLAN_TEXTS.tooManyRuns },
    ])
    expect((await refused({ testRuns: [run(0), run(0), run(2)] })).errors).toMatchObject([
      { field: 'testRuns.1.configurations', message: PLAN_TEXTS.sameCombination },
      { field: 'testRuns.2.configurations', message: PLAN_TEXTS.notOfPlan },
    ])
    expect((await refused({ baseTestCaseIds: [] })).errors).toMatchObject([
      { field: 'baseTestCaseIds', message: PLAN_TEXTS.noCases },
    ])
  })

  test('names each milestone, environment, option and assignee that no longer exists, from which the editor drops it', async () => {
    const { at, of, body, run, group, options, plan } = await aPlan()
    const gone = { milestoneId: 999_999, environment: { id: 999_999 } }
    const configurations = [{ id: group.id, name: 'Browser', options: [...options, { id: 999_999, name: 'Opera' }] }]
    const fieldsOf = async (refused: ReturnType<typeof refusalOf>) => (await refused).errors?.map(({ field }) => field)
    const testRuns = [run(0), run(1, { assigneeId: 999_999 })]
    const created = { ...body, ...gone, configurations, testRuns }
    expect(await fieldsOf(refusalOf(app, createTestPlan, { ...at, body: created }))).toEqual([
      'milestoneId',
      'environmentId',
      'configurations.0.options.3',
      'testRuns.1.assigneeId',
    ])
    const createRuns = [run(2, { assigneeId: 999_999 })]
    const changeRuns = [{ id: plan.testRuns[1]?.id ?? 0, assigneeId: 999_999 }]
    const changed = { ...EDIT, ...gone, configurations, createRuns, changeRuns }
    expect(await fieldsOf(refusalOf(app, updateTestPlan, { ...of, body: changed }))).toEqual([
      'milestoneId',
      'environmentId',
      'configurations.0.options.3',
      'createRuns.0.assigneeId',
      'changeRuns.0.assigneeId',
    ])
  })
})

describe('changing', () => {
  test('[PLANED-07][PLANED-08] runs come and go, take cases of their own and inherit again', async () => {
    const { of, read, cases, group, options, run, plan, send, status } = await aPlan()
    const [chrome, firefox] = plan.testRuns.map(({ id }) => ({ id })) as [{ id: number }, { id: number }]
    await send([recorded(chrome.id, cases[0] as number, { statusId: status('Passed') })])
    await ask(app, updateTestPlan, {
      ...of,
      body: {
        ...EDIT,
        configurations: [{ id: group.id, name: 'Browser', options: [options[0], options[2]] as typeof options }],
        baseTestCaseIds: cases,
        removeRunIds: [firefox.id],
        createRuns: [run(2)],
      },
    })
    const changed = await read()
    expect(changed.testRuns.map(({ title, testCaseIds }) => [title, testCaseIds])).toEqual([
      ['Run on Chrome', cases],
      ['Run on Safari', cases],
    ])
    expect(changed.executionSummaries.map(({ status: { name }, count }) => [name, count])).toEqual([
      ['Untested', 5],
      ['Passed', 1],
    ])
    await ask(app, updateTestPlan, {
      ...of,
      body: { ...EDIT, changeRuns: [{ id: chrome.id, testCaseIds: [cases[0] as number] }] },
    })
    expect((await read()).testRuns[0]).toMatchObject({ inheritsBase: false, testCaseIds: [cases[0]] })
    await ask(app, updateTestPlan, { ...of, body: { ...EDIT, changeRuns: [{ id: chrome.id, testCaseIds: null }] } })
    expect((await read()).testRuns[0]).toMatchObject({ inheritsBase: true, testCaseIds: cases })
  })

  test('rejects giving up an option without its run', async () => {
    const { of, group, options, read } = await aPlan()
    const configurations = [{ id: group.id, name: 'Browser', options: options.slice(0, 1) }]
    expect((await refusalOf(app, updateTestPlan, { ...of, body: { ...EDIT, configurations } })).errors).toMatchObject([
      { field: 'removeRunIds', message: PLAN_TEXTS.notOfPlan },
    ])
    expect((await read()).testRuns).toHaveLength(2)
  })

  test('rejects the second of two concurrent changes of one run with the stored plan', async () => {
    const { of, plan, cases, read } = await aPlan()
    const [chrome, firefox] = plan.testRuns.map(({ id }) => id) as [number, number]
    const change = (changeRuns: PlannedRunChange[]) => ({ ...of, body: { ...EDIT, changeRuns } })
    await ask(app, updateTestPlan, change([{ id: chrome, title: 'One' }]))
    await ask(
      app,
      updateTestPlan,
      change([{ id: firefox, testCaseIds: cases, expected: { testCaseIds: cases.slice(2) } }]),
    )
    const refusal = await refusalOf(
      app,
      updateTestPlan,
      change([
        { id: chrome, title: 'Two', expected: { title: 'Run on Chrome' } },
        { id: firefox, testCaseIds: null, expected: { testCaseIds: cases.slice(2) } },
      ]),
    )
    expect(refusal.status).toBe(409)
    expect(refusal.errors?.map(({ field }) => field)).toEqual([`runs.${chrome}.title`, `runs.${firefox}.testCaseIds`])
    expect(refusal.current).toMatchObject({ data: { testRuns: [{ title: 'One' }, { testCaseIds: cases }] } })
    // The order in which a user read the cases, and values that are stored already, do not collide.
    await ask(
      app,
      updateTestPlan,
      change([{ id: firefox, testCaseIds: null, expected: { testCaseIds: cases.toReversed() } }]),
    )
    await ask(app, updateTestPlan, change([{ id: chrome, title: 'One', expected: { title: 'Run on Chrome' } }]))
    expect((await read()).testRuns[1]).toMatchObject({ inheritsBase: true })
  })

  test('reports invalid runs as stale when the plan changed meanwhile, and as errors when it did not', async () => {
    const { of, plan, run, read } = await aPlan()
    const [, firefox] = plan.testRuns.map(({ id }) => id) as [number, number]
    const seenRevision = plan.revision
    await ask(app, updateTestPlan, { ...of, body: { ...EDIT, removeRunIds: [firefox], seenRevision } })
    const renamed = { ...EDIT, changeRuns: [{ id: firefox, title: 'Mine' }] }
    expect(await refusalOf(app, updateTestPlan, { ...of, body: { ...renamed, seenRevision } })).toMatchObject({
      status: 409,
      errors: [{ field: 'runs' }],
      current: { data: { testRuns: [{ title: 'Run on Chrome' }] } },
    })
    const { revision } = await read()
    expect(await refusalOf(app, updateTestPlan, { ...of, body: { ...renamed, seenRevision: revision } })).toMatchObject(
      { status: 400, errors: [{ field: 'changeRuns.0.id' }] },
    )
    await ask(app, updateTestPlan, { ...of, body: { ...EDIT, createRuns: [run(1)], seenRevision: revision } })
    expect(
      await refusalOf(app, updateTestPlan, { ...of, body: { ...EDIT, createRuns: [run(1)], seenRevision: revision } }),
    ).toMatchObject({ status: 409, errors: [{ field: 'runs' }] })
  })

  test('a run that has more results than its author saw is not deleted with them', async () => {
    const { of, plan, cases, send, status, read } = await aPlan()
    const [, firefox] = plan.testRuns.map(({ id }) => id) as [number, number]
    await send([recorded(firefox, cases[2] as number, { statusId: status('Failed') })])
    const removal = (seenResults: number) => ({ ...of, body: { ...EDIT, removeRunIds: [firefox], seenResults } })
    expect(await refusalOf(app, updateTestPlan, removal(0))).toMatchObject({
      status: 409,
      errors: [{ field: 'runs' }],
      current: { data: { testRuns: [{}, { id: firefox }] } },
    })
    expect((await read()).testRuns).toHaveLength(2)
    await ask(app, updateTestPlan, removal(1))
    expect((await read()).testRuns).toHaveLength(1)
  })

  test('a run of a plan is changed and closed by its plan alone', async () => {
    const { plan, at, of } = await aPlan()
    const params = { ...at.params, runId: plan.testRuns[0]?.id ?? 0 }
    const ofRun = { token: owner.token, params }
    expect(await refusalOf(app, updateTestRun, { ...ofRun, body: { title: 'Mine' } })).toMatchObject({ status: 409 })
    expect(await refusalOf(app, closeTestRun, ofRun)).toMatchObject({ status: 409 })
    await ask(app, closeTestPlan, of)
    const { data } = await ask(app, getTestPlan, of)
    expect([data.closed, ...data.testRuns.map(({ closed }) => closed)]).toEqual([true, true, true])
    expect(await refusalOf(app, updateTestPlan, { ...of, body: { title: 'Later' } })).toMatchObject({
      status: 409,
      message: PLAN_TEXTS.closed,
    })
  })

  test('[PLANS-30][PLANS-31][PLANS-34][ROLE-05] engineers change their own plans, managers all', async () => {
    const engineer = await aUser(app)
    const mine = await aPlan(engineer)
    const { data: theirs } = await ask(app, createTestPlan, {
      token: owner.token,
      params: mine.at.params,
      body: mine.body,
    })
    const ofTheirs = { token: engineer.token, params: { ...mine.at.params, testPlanId: theirs.id } }
    expect(await refusalOf(app, closeTestPlan, ofTheirs)).toMatchObject({ status: 403 })
    expect(await refusalOf(app, deleteTestPlan, ofTheirs)).toMatchObject({ status: 403 })
    expect(await refusalOf(app, updateTestPlan, { ...ofTheirs, body: { title: 'Mine' } })).toMatchObject({
      status: 403,
    })
    const testPlansIds = [mine.plan.id, theirs.id]
    expect(await ask(app, closeTestPlans, { ...mine.at, body: { testPlansIds } })).toEqual({
      done: [mine.plan.id],
      skipped: [{ id: theirs.id, title: 'Autumn', reason: 'not-yours' }],
    })
    await ask(app, deleteTestPlan, mine.of)
    const { items } = await ask(app, listTestPlans, { ...mine.at, query: { closed: 'all' } })
    expect(items.map(({ id }) => id)).toEqual([theirs.id])
  })

  test('[PLANED-23] a plan is edited by its creator, or by managers and administrators, while it is open', async () => {
    const [engineer, other, manager] = [await aUser(app), await aUser(app), await aUser(app)]
    const { of, at, projectId } = await aPlan(engineer)
    const roles = [
      { project_id: projectId, user_id: other.id, role: 'ENGINEER' as const },
      { project_id: projectId, user_id: manager.id, role: 'MANAGER' as const },
    ]
    await app.db.insertInto('project_member').values(roles).execute()
    const edit = ({ token }: TestUser, title: string) => ({ params: of.params, token, body: { ...EDIT, title } })
    for (const [user, title] of [
      [engineer, 'One'],
      [manager, 'Two'],
      [owner, 'Three'],
    ] as const)
      expect((await ask(app, updateTestPlan, edit(user, title))).data.title).toBe(title)
    expect(await refusalOf(app, updateTestPlan, edit(other, 'Mine'))).toMatchObject({ status: 403 })
    await ask(app, closeTestPlan, { ...of, token: at.token })
    expect(await refusalOf(app, updateTestPlan, edit(owner, 'Later'))).toMatchObject({ status: 409 })
  })

  test('[PLANS-40][PLANS-41] closes and deletes one or several plans with their runs', async () => {
    const { at, of, plan, body } = await aPlan()
    const { data: second } = await ask(app, createTestPlan, { ...at, body: { ...body, title: 'Second' } })
    const { data: third } = await ask(app, createTestPlan, { ...at, body: { ...body, title: 'Third' } })
    const runsOfPlans = async () => {
      const { items } = await ask(app, listTestRuns, { ...at, query: { closed: 'all' } })
      return items.map(({ testPlan, closed }) => `${testPlan?.title} ${closed ? 'closed' : 'open'}`).sort()
    }
    await ask(app, closeTestPlan, of)
    const testPlansIds = [plan.id, second.id, 999_999]
    expect(await ask(app, closeTestPlans, { ...at, body: { testPlansIds } })).toEqual({
      done: [second.id],
      skipped: [
        { id: plan.id, title: 'Autumn', reason: 'closed' },
        { id: 999_999, title: '', reason: 'gone' },
      ],
    })
    const twice = (words: string) => [words, words]
    expect(await runsOfPlans()).toEqual(['Autumn closed', 'Second closed', 'Third open'].flatMap(twice))
    expect(await ask(app, deleteTestPlans, { ...at, body: { testPlansIds: testPlansIds.slice(0, 2) } })).toEqual({
      done: [plan.id, second.id],
      skipped: [],
    })
    expect(await runsOfPlans()).toEqual(twice('Third open'))
    await ask(app, deleteTestPlan, { token: owner.token, params: { ...at.params, testPlanId: third.id } })
    expect(await runsOfPlans()).toEqual([])
  })
})

describe('report', () => {
  test('adds up the runs of the plan by configuration', async () => {
    const { of, cases, plan, send, status } = await aPlan()
    const [chrome, firefox] = plan.testRuns.map(({ id }) => id) as [number, number]
    await send([recorded(chrome, cases[0] as number, { statusId: status('Passed') })])
    await send([recorded(firefox, cases[2] as number, { statusId: status('Failed') })])
    const { data } = await ask(app, getTestPlanReport, of)
    expect(data).toMatchObject({ cases: 3, done: 2, failed: 1 })
    expect(data.configurations).toMatchObject([
      { runId: chrome, options: ['Chrome'], cases: 2, done: 1, failed: 0 },
      { runId: firefox, options: ['Firefox'], cases: 1, done: 1, failed: 1 },
    ])
    expect(data.risks.map(({ runId, caseId }) => [runId, caseId])).toEqual([[chrome, cases[1]]])
    const elsewhere = await aPlan()
    const params = { ...elsewhere.of.params, testPlanId: plan.id }
    expect((await refusalOf(app, getTestPlanReport, { ...elsewhere.of, params })).status).toBe(404)
  })
})
