import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { createTestPlan, listTestPlans } from '../../../contract/plans/plans.ts'
import { getPublicLaunch, getPublicTestPlan, getPublicTestRun } from '../../../contract/public/public-access.ts'
import { createPublicLink, type SharedResource } from '../../../contract/public/public-links.ts'
import { assignRunCases } from '../../../contract/runs/run-cases.ts'
import { closeTestRun, deleteTestRun } from '../../../contract/runs/runs.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import {
  createEnvironmentVariable,
  createVariable,
  SECRET_MASK,
  updateVariable,
  type NewVariable,
} from '../../../contract/settings/variables.ts'
import { aProjectWithRuns, recorded } from '../runs/support.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'

let app: TestApp
let owner: TestUser
let project: Awaited<ReturnType<typeof aProjectWithRuns>>
const cases: number[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await aProjectWithRuns(app, owner)
  const suite = await project.repository.suite('Checkout')
  for (const title of ['Card', 'Voucher']) cases.push((await project.repository.case(suite, title)).id)
})
afterAll(() => app.close())

const ofRun = (runId: number): SharedResource => ({ resourceType: 'test-run', resourceId: String(runId) })
const visiting = (shared: SharedResource) => aVisitor(app, owner, shared, project.projectKey)

test('a visitor reads the current report of one run without its users', async () => {
  const run = await project.create(cases, { title: 'Before 2.41' })
  const other = await project.create(cases, { title: 'Not shared' })
  const assignments = [{ caseId: cases[0] ?? 0, assigneeId: owner.id }]
  await ask(app, assignRunCases, { ...project.of(run.id), body: { assignments } })
  await project.send([recorded(run.id, cases[0] ?? 0, { statusId: project.status('Failed') })])
  const { token } = await visiting(ofRun(run.id))
  const shared = await ask(app, getPublicTestRun, { token })
  expect(shared).toMatchObject({ title: 'Before 2.41', closed: false, report: { cases: 2, done: 1, failed: 1 } })
  expect(shared.report.risks.map(({ title }) => title)).toEqual(['Voucher'])
  const { body } = await send(app, getPublicTestRun.path, { token })
  for (const secret of [owner.username, '@', 'testers', 'Not shared', 'recorded'])
    expect(JSON.stringify(body)).not.toContain(secret)
  await ask(app, closeTestRun, project.of(run.id))
  expect(await ask(app, getPublicTestRun, { token })).toMatchObject({ closed: true, report: { risks: [] } })
  // Its token grants nothing else.
  for (const call of [getPublicLaunch, getPublicTestPlan])
    expect((await refusalOf(app, call, { token })).status).toBe(401)
  await ask(app, deleteTestRun, project.of(run.id))
  expect(await refusalOf(app, getPublicTestRun, { token })).toMatchObject({
    status: 404,
    code: ERROR_CODES.publicResourceNotFound,
  })
  expect((await project.get(other.id)).title).toBe('Not shared')
})

test('a visitor reads the report of a plan with how far each of its configurations is', async () => {
  const group = await ask(app, createConfigurationGroup, { ...project.at, body: { name: 'Browser' } })
  const params = { ...project.at.params, groupId: group.id }
  const option = await ask(app, createConfigurationOption, { token: owner.token, params, body: { name: 'Firefox' } })
  const configuration = { groupId: group.id, optionId: option.id, groupName: '', optionName: '' }
  await ask(app, createTestPlan, {
    ...project.at,
    body: {
      title: 'Release 2.41',
      configurations: [{ id: group.id, name: 'Browser', options: [option] }],
      description: '',
      milestoneId: null,
      environment: null,
      strategy: 'all',
      rules: [],
      baseTestCaseIds: cases,
      testRuns: [{ title: 'On Firefox', configurations: [configuration], testCaseIds: null, assigneeId: null }],
    },
  })
  const [plan] = (await ask(app, listTestPlans, project.at)).items
  const { token } = await visiting({ resourceType: 'test-plan', resourceId: String(plan?.id) })
  expect(await ask(app, getPublicTestPlan, { token })).toMatchObject({
    title: 'Release 2.41',
    report: { cases: 2, done: 0, configurations: [{ options: ['Firefox'], cases: 2 }] },
  })
})

test('a visitor sees masked values of secret variables in titles of cases, and titles of runs as typed', async () => {
  const { repository, projectKey, at, create } = await aProjectWithRuns(app, owner)
  const { id: environmentId } = await ask(app, createEnvironment, {
    ...at,
    body: { name: 'Staging', key: 'staging', description: '' },
  })
  const variable = (key: string, value: string, secret: boolean) => ({ key, value, secret })
  const add = (body: NewVariable) => ask(app, createVariable, { ...at, body })
  await add(variable('SHOP', 'shop.example.test', false))
  await add(variable('PIN', 'pin-of-the-project', true))
  // A secret of the environment replaces a plain value of the project.
  await add(variable('PASSWORD', 'plain-of-the-project', false))
  await ask(app, createEnvironmentVariable, {
    ...at,
    params: { ...at.params, environmentId },
    body: variable('PASSWORD', 'secret-of-staging', true),
  })
  // A plain variable that became a secret.
  const { id: variableId } = await add(variable('TOKEN', 'token-before', false))
  await ask(app, updateVariable, { ...at, params: { ...at.params, variableId }, body: { secret: true } })
  const title = 'Sign in to {{SHOP}} with {{PASSWORD}}, {{ PIN }} and {{TOKEN}}'
  const { id: caseId } = await repository.case(await repository.suite('{{PIN}}'), title)
  const { id: runId } = await create([caseId], { title: 'With {{PIN}}', environment: { id: environmentId } })
  const group = await ask(app, createConfigurationGroup, { ...at, body: { name: 'Browser' } })
  const option = await ask(app, createConfigurationOption, {
    ...at,
    params: { ...at.params, groupId: group.id },
    body: { name: '{{TOKEN}}' },
  })
  const configuration = { groupId: group.id, optionId: option.id, groupName: '', optionName: '' }
  const { data: plan } = await ask(app, createTestPlan, {
    ...at,
    body: {
      title: 'Plan with {{TOKEN}}',
      configurations: [{ id: group.id, name: 'Browser', options: [option] }],
      description: '',
      milestoneId: null,
      environment: { id: environmentId },
      strategy: 'all',
      rules: [],
      baseTestCaseIds: [caseId],
      testRuns: [{ title: 'On {{PASSWORD}}', configurations: [configuration], testCaseIds: null, assigneeId: null }],
    },
  })
  const masked = `Sign in to shop.example.test with ${SECRET_MASK}, ${SECRET_MASK} and ${SECRET_MASK}`
  const shared = [
    { call: getPublicTestRun, title: 'With {{PIN}}', of: ofRun(runId) },
    {
      call: getPublicTestPlan,
      title: 'Plan with {{TOKEN}}',
      of: { resourceType: 'test-plan', resourceId: String(plan.id) } as const,
    },
  ]
  for (const { call, title: ofHead, of } of shared) {
    const { token } = await aVisitor(app, owner, of, projectKey)
    const { body } = await send(app, call.path, { token })
    expect(body).toMatchObject({ title: ofHead, report: { risks: [{ title: masked }] } })
    for (const value of ['pin-of-the-project', 'plain-of-the-project', 'secret-of-staging', 'token-before'])
      expect(JSON.stringify(body)).not.toContain(value)
  }
})

test('guests share no run, and a run of another project is none', async () => {
  const run = await project.create(cases)
  const guest = await aUser(app, { roles: { [project.projectId]: 'GUEST' } })
  const create = (token: string, projectKey: string, shared: SharedResource) =>
    refusalOf(app, createPublicLink, {
      token,
      params: { projectKey },
      body: { ...shared, passcode: null, expiresAt: null },
    })
  expect((await create(guest.token, project.projectKey, ofRun(run.id))).status).toBe(403)
  const elsewhere = await aProjectWithRuns(app, owner)
  expect((await create(owner.token, elsewhere.projectKey, ofRun(run.id))).status).toBe(404)
  expect((await create(owner.token, project.projectKey, { ...ofRun(run.id), resourceType: 'test-plan' })).status).toBe(
    404,
  )
})
