import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushLaunchResults } from '../../../contract/runs/push.ts'
import { closeTestRun } from '../../../contract/runs/runs.ts'
import { followResults } from '../../../server/runs/automated/follow.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aProjectWithRuns } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

/** A run of two cases, and a running launch. */
const aLaunchForARun = async () => {
  const project = await aProjectWithRuns(app, owner)
  const suite = await project.repository.suite('Checkout')
  const card = await project.repository.case(suite, 'Pay by card')
  const later = await project.repository.case(suite, 'Pay later')
  const run = await project.create([card.id, later.id])
  const agent = await TestAgent.of(app, owner, project.projectKey)
  const launch = await agent.startLaunch()
  const link = (testId: number, testCaseId: string, resultStatus?: string) =>
    launch.call('POST', `/tests/${testId}/test-cases:upsert`, {
      items: [{ tcmType: 'ZEBRUNNER', testCaseId, ...(resultStatus === undefined ? {} : { resultStatus }) }],
    })
  const statuses = async (caseId: number) =>
    (await project.results(run.id, caseId)).map(
      ({ statusId }) => project.resultStatuses.find(({ id }) => id === statusId)?.name,
    )
  return { ...project, run, card, later, launch, link, statuses }
}

test('at its end, a launch fills the run that its agent named: by name of status, by outcome, or not at all', async () => {
  const { launch, link, run, card, later, statuses, results, get } = await aLaunchForARun()
  await launch.call('PATCH', '/tcm-configs', { zebrunnerSyncEnabled: true, zebrunnerTestRunId: run.id })
  const failing = await launch.startTest({ name: 'pays' })
  await link(failing, card.key)
  await launch.finishTest(failing, { result: 'FAILED', reason: 'Expected 3, got 4' })
  const named = await launch.startTest({ name: 'pays later' })
  await link(named, later.key, 'blocked')
  await launch.finishTest(named, { result: 'FAILED', reason: 'No server' })
  const silent = await launch.startTest({ name: 'says nothing' })
  await link(silent, later.key, '')
  await launch.finishTest(silent, { result: 'PASSED' })
  expect(await statuses(card.id)).toEqual([])
  await launch.finish()
  await expect.poll(() => statuses(card.id)).toEqual(['Failed'])
  expect(await statuses(later.id)).toEqual(['Blocked'])
  expect((await results(run.id, card.id))[0]).toMatchObject({
    comment: 'Expected 3, got 4',
    recordedBy: null,
    automated: { launchId: launch.id, testId: failing },
  })
  const { caseStatusStatistics } = await get(run.id)
  expect(caseStatusStatistics.map(({ status, count }) => [status.name, count])).toEqual([
    ['Failed', 1],
    ['Blocked', 1],
  ])
})

test('in real time, each test fills the run when it ends, and no later push repeats it', async () => {
  const { launch, link, run, card, statuses } = await aLaunchForARun()
  await launch.label([
    { key: 'com.zebrunner.app/tcm.zebrunner.sync.enabled', value: 'true' },
    { key: 'com.zebrunner.app/tcm.zebrunner.sync.real-time', value: 'true' },
    { key: 'com.zebrunner.app/tcm.zebrunner.test-run-id', value: String(run.id) },
  ])
  const testId = await launch.startTest()
  await link(testId, card.key)
  await launch.finishTest(testId, { result: 'PASSED' })
  await expect.poll(() => statuses(card.id)).toEqual(['Passed'])
  await launch.finish()
  // Another server, or this one after a restart, processes launches that ended earlier.
  const again = followResults(app.db, app.app.log)
  await again.idle()
  expect(await statuses(card.id)).toEqual(['Passed'])
})

test('a closed run, and a launch that names none, get nothing', async () => {
  const { launch, link, run, card, statuses, of } = await aLaunchForARun()
  await launch.call('PATCH', '/tcm-configs', { zebrunnerSyncEnabled: true, zebrunnerTestRunId: run.id })
  const testId = await launch.startTest()
  await link(testId, card.key)
  await launch.finishTest(testId, { result: 'PASSED' })
  await ask(app, closeTestRun, of(run.id))
  await launch.finish()
  const follower = followResults(app.db, app.app.log)
  await follower.idle()
  expect(await statuses(card.id)).toEqual([])
})

test('[ACTIONS-07] results of launches are pushed to a chosen run on request, each once, and to none of another project', async () => {
  const { launch, link, run, card, statuses, at, of } = await aLaunchForARun()
  const failing = await launch.startTest({ name: 'pays' })
  await link(failing, card.key)
  await launch.finishTest(failing, { result: 'FAILED', reason: 'Expected 3, got 4' })
  const push = (launchIds: number[]) => ask(app, pushLaunchResults, { ...of(run.id), body: { launchIds } })
  expect(await push([launch.id])).toEqual({ results: 1 })
  expect(await push([launch.id])).toEqual({ results: 0 })
  expect(await statuses(card.id)).toEqual(['Failed'])
  const other = await aLaunchForARun()
  const refused = (params: object, launchIds: number[]) =>
    refusalOf(app, pushLaunchResults, { ...at, params: { ...at.params, ...params }, body: { launchIds } })
  expect(await refused({ runId: run.id }, [launch.id, other.launch.id])).toMatchObject({
    status: 400,
    errors: [{ field: 'launchIds.1' }],
  })
  expect(await refused({ runId: other.run.id }, [launch.id])).toMatchObject({ status: 404 })
  await ask(app, closeTestRun, of(run.id))
  expect(await refused({ runId: run.id }, [launch.id])).toMatchObject({ status: 409 })
})
