import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteLauncher } from '../../../contract/launchers/launchers.ts'
import { deleteRepository } from '../../../contract/launchers/repositories.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { getLaunch, workingSince } from '../../../contract/launches/launches.ts'
import {
  buildLaunch,
  createLaunchContext,
  getRelaunchWays,
  RELAUNCH_TEXTS,
  relaunchLaunch,
  type Rerun,
} from '../../../contract/launches/relaunch.ts'
import { getDurationAnalysis, getLaunchSlowdown } from '../../../contract/reports/durations.ts'
import { removeIntegration, saveIntegration } from '../../../contract/workspace/integrations.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { startSystem, type TestSystem } from '../support/systems.ts'

let app: TestApp
let owner: TestUser
let projectId: number
let agent: TestAgent
const ALL: Rerun = { option: 'RERUN_ALL' }
const FAILED: Rerun = { option: 'RERUN_FAILURES_ONLY' }
const requested = (launchId: number, user = owner) => ({
  token: user.token,
  params: { projectKey: 'SHOP', launchId },
})
const launchOf = async (launchId: number) => (await ask(app, getLaunch, requested(launchId))).launch
const relaunch = (launchId: number, body: Rerun, user = owner) =>
  ask(app, relaunchLaunch, { ...requested(launchId, user), body })
const refused = (launchId: number, body: Rerun, user = owner) =>
  refusalOf(app, relaunchLaunch, { ...requested(launchId, user), body })
const exchange = async (context: string) => {
  const { body } = await agent.request('POST', '/run-context-exchanges', JSON.parse(context))
  return body as { testRunUuid: string; mode: string; runOnlySpecificTests: boolean; testsToRun: { id: number }[] }
}
const correlated = { correlationData: '{"spec":"cart"}' }

/** Reports two tests, the second of which failed. */
const results = async (launch: TestLaunch) => {
  const passed = await launch.test('adds up', 'PASSED', correlated)
  const failed = await launch.test('subtracts', 'FAILED', correlated)
  await launch.finish()
  return { passed, failed }
}
/** A launch of a launcher that its agent has reported and ended. */
const aRun = async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const { launchId } = await ask(app, startLaunch, {
    token: owner.token,
    params: { projectKey: 'SHOP' },
    body: startOf(launcher),
  })
  const launch = await agent.startLaunch({ uuid: (await launchOf(launchId)).uuid })
  return { launcher, launch, launchId, ...(await results(launch)) }
}
const executions = (launchId: number) =>
  app.db.selectFrom('launch_execution').selectAll().where('launch_id', '=', launchId).orderBy('id').execute()

beforeAll(async () => {
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner, 'SHOP')
  agent = await TestAgent.of(app, owner, 'SHOP')
})
afterAll(() => app.close())

describe('launches of launchers', () => {
  test('[RELAUNCH-02] [RELAUNCH-04] [RELAUNCH-07] [RELAUNCH-08] failed tests run again in the same launch, with the same configuration', async () => {
    const { launchId, failed, passed } = await aRun()
    expect(await launchOf(launchId)).toMatchObject({ status: 'FAILED', isRelaunchPossible: true })
    const { via, launch } = await relaunch(launchId, FAILED)
    expect(via).toBe('launcher')
    expect(launch).toMatchObject({ id: launchId, status: 'QUEUED', endedAt: null, isRelaunchPossible: false })
    const [first, second] = await executions(launchId)
    expect(second).toMatchObject({
      attempt: 2,
      state: 'queued',
      config: first?.config,
      launcher_id: first?.launcher_id,
    })
    const context = JSON.stringify(second?.run_context)
    const question = await exchange(context)
    expect(question).toMatchObject({ testRunUuid: launch.uuid, mode: 'RERUN', runOnlySpecificTests: true })
    expect(question.testsToRun.map(({ id }) => id)).toEqual([failed])

    const again = await agent.startLaunch({ uuid: launch.uuid })
    expect(again.id).toBe(launchId)
    await again.restartTest(failed, 'subtracts')
    await again.finishTest(failed, { result: 'PASSED' })
    // Each process of an agent exchanges the context, with the same answer.
    expect((await exchange(context)).testsToRun.map(({ id }) => id)).toEqual([failed])
    await again.finish()
    expect(await launchOf(launchId)).toMatchObject({ status: 'PASSED', statistics: { passed: 2, failed: 0 } })
    expect(passed).not.toBe(failed)
  })

  test('the duration of a relaunched launch is the time that it worked, in rows and reports', async () => {
    const start = Date.now() - 4 * 3_600_000
    const at = (ms: number) => new Date(start + ms).toISOString()
    const launcher = await aLauncher(app, owner, 'SHOP')
    const { launchId } = await ask(app, startLaunch, {
      token: owner.token,
      params: { projectKey: 'SHOP' },
      body: startOf(launcher),
    })
    const { uuid } = await launchOf(launchId)
    await (await agent.startLaunch({ uuid, startedAt: at(0) })).finish(at(60_000))
    expect((await launchOf(launchId)).elapsed).toBe(60_000)
    await relaunch(launchId, ALL)
    const again = await agent.startLaunch({ uuid, startedAt: at(3_600_000) })
    expect(workingSince(await launchOf(launchId))).toBe(start + 3_540_000)
    await again.finish(at(3_630_000))
    expect((await launchOf(launchId)).elapsed).toBe(90_000)
    const { launch: reported } = await ask(app, getLaunchSlowdown, requested(launchId))
    expect(reported.elapsedMs).toBe(90_000)
    const { points } = await ask(app, getDurationAnalysis, {
      token: owner.token,
      params: { projectKey: 'SHOP' },
      query: { timeZone: 'UTC', suite: reported.name },
    })
    expect(points).toMatchObject([{ launches: 1, medianMs: 90_000 }])
  })

  test('[RELAUNCH-03] [RELAUNCH-05] [RELAUNCH-11] the context of a relaunch names all tests, or those that were chosen', async () => {
    const { launchId, passed } = await aRun()
    const contextOf = (body: Rerun) => ask(app, createLaunchContext, { ...requested(launchId), body })
    const specific = await contextOf({ option: 'RERUN_SPECIFIC_TESTS', testIds: [passed, passed] })
    expect((await exchange(specific.data.asString)).testsToRun.map(({ id }) => id)).toEqual([passed])
    expect(await exchange((await contextOf(ALL)).data.asString)).toMatchObject({
      mode: 'RERUN',
      runOnlySpecificTests: false,
    })
    const { passed: foreign } = await aRun()
    for (const testIds of [[foreign], []])
      expect(await refused(launchId, { option: 'RERUN_SPECIFIC_TESTS', testIds })).toMatchObject({
        status: 400,
        errors: [{ field: 'testIds' }],
      })
  })

  test('[START-11] [RELAUNCH-01] a start with the context of a launch continues that launch with the changed settings', async () => {
    const { launcher, launchId } = await aRun()
    const { data } = await ask(app, createLaunchContext, { ...requested(launchId), body: FAILED })
    const start = (agentRunContext: string, user = owner) => ({
      token: user.token,
      params: { projectKey: 'SHOP' },
      body: startOf(launcher, { branch: 'release', agentRunContext }),
    })
    expect(await ask(app, startLaunch, start(data.asString))).toMatchObject({ launchId })
    const [, second] = await executions(launchId)
    expect(second).toMatchObject({ attempt: 2, config: { branch: 'release' } })
    expect(second?.run_context).toEqual(JSON.parse(data.asString))
    expect((await ask(app, getLaunch, requested(launchId))).launch.origin).toEqual({ branch: 'release' })
    // It is in the queue already.
    expect(await refusalOf(app, startLaunch, start(data.asString))).toMatchObject({ status: 409 })
    const reported = await agent.startLaunch()
    for (const wrong of ['', 'x', '[]', '{"testRunUuid":"nobody"}', JSON.stringify({ testRunUuid: reported.uuid })])
      expect(await refusalOf(app, startLaunch, start(wrong))).toMatchObject({
        status: 400,
        errors: [{ field: 'agentRunContext' }],
      })
  })

  test('[RELAUNCH-09] [RELAUNCH-12] [RELAUNCH-18] a launch runs again without its launcher, but not without its repository, nor while it runs', async () => {
    const { launcher, launchId } = await aRun()
    const ways = () => ask(app, getRelaunchWays, requested(launchId))
    expect(await ways()).toEqual({
      launcher: { repoId: launcher.repositoryId, launcherId: launcher.id, presetId: null },
      isConfigurationGone: false,
      ci: null,
      problem: null,
    })
    await ask(app, deleteLauncher, { token: owner.token, params: { projectKey: 'SHOP', launcherId: launcher.id } })
    expect(await ways()).toMatchObject({ launcher: null, isConfigurationGone: true, problem: null })
    await relaunch(launchId, ALL)
    expect(await refused(launchId, ALL)).toMatchObject({ status: 409, message: RELAUNCH_TEXTS.underWay })
    expect((await executions(launchId))[1]).toMatchObject({ launcher_id: null, state: 'queued' })
    await (await agent.startLaunch({ uuid: (await launchOf(launchId)).uuid })).finish()
    await ask(app, deleteRepository, {
      token: owner.token,
      params: { projectKey: 'SHOP', repoId: launcher.repositoryId },
    })
    expect(await ways()).toMatchObject({ problem: RELAUNCH_TEXTS.repositoryGone })
    expect(await refused(launchId, ALL)).toMatchObject({ status: 409, message: RELAUNCH_TEXTS.repositoryGone })
  })

  test('a launch without failed tests has none to run again', async () => {
    const launch = await agent.startLaunch()
    await launch.test('adds up', 'PASSED')
    await launch.finish()
    expect(await refused(launch.id, FAILED)).toMatchObject({ status: 409, message: RELAUNCH_TEXTS.noFailures })
  })

  test('[MENU-09] [PERM-06] managers may relaunch, engineers with the permission for it', async () => {
    const { launchId } = await aRun()
    const engineer = await aUser(app, { roles: { [projectId]: 'ENGINEER' }, permissions: [] })
    const allowed = await aUser(app, {
      roles: { [projectId]: 'ENGINEER' },
      permissions: ['reporting-test-runs-rerun'],
    })
    const guest = await aUser(app, { roles: { [projectId]: 'GUEST' }, permissions: ['reporting-test-runs-rerun'] })
    for (const user of [engineer, guest]) {
      expect(await refused(launchId, ALL, user)).toMatchObject({ status: 403 })
      expect(await refusalOf(app, createLaunchContext, { ...requested(launchId, user), body: ALL })).toMatchObject({
        status: 403,
      })
    }
    expect((await relaunch(launchId, ALL, allowed)).launch.startedBy?.id).toBe(allowed.id)
    const manager = await aUser(app, { roles: { [projectId]: 'MANAGER' }, permissions: [] })
    const { launchId: other } = await aRun()
    expect((await relaunch(other, ALL, manager)).launch.startedBy?.id).toBe(manager.id)
  })
})

describe('launches of CI services', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem(({ method, path, headers }) => {
      if (method !== 'POST') return null
      const isKnown = headers.authorization === `Basic ${Buffer.from('qa:s3cret').toString('base64')}`
      if (path.startsWith('/ci/') && !isKnown) return [401, {}]
      if (path === '/ci/job/shop/job/main/buildWithParameters') return [201, '']
      if (path === '/ci/job/plain/buildWithParameters') return [400, 'plain is not parameterized']
      if (path === '/ci/job/plain/build') return [201, '']
      return path === '/hook' ? [202, {}] : null
    })
  })
  afterAll(() => system.close())
  beforeEach(() => void (system.asked.length = 0))
  const connect = (integration: string, body: object) =>
    ask(app, saveIntegration, {
      token: owner.token,
      params: { integration },
      body: { enabled: true, ...body },
    })
  const disconnect = (integration: string) =>
    ask(app, removeIntegration, { token: owner.token, params: { integration } })
  const aReport = async (envVariables: Record<string, string> = { JOB_NAME: 'shop/main', BUILD_NUMBER: '7' }) => {
    const launch = await agent.startLaunch({ ciContext: { ciType: 'JENKINS', envVariables } })
    return { launch, ...(await results(launch)) }
  }
  const jenkins = () => ({ url: `${system.url}/ci/`, username: 'qa', token: 's3cret' })

  test('without a CI service it explains what to do and returns the run context', async () => {
    const { launch } = await aReport()
    expect(await ask(app, getRelaunchWays, requested(launch.id))).toEqual({
      launcher: null,
      isConfigurationGone: false,
      ci: null,
      problem: RELAUNCH_TEXTS.noCi,
    })
    expect(await refused(launch.id, ALL)).toMatchObject({ status: 409, message: RELAUNCH_TEXTS.noCi })
    const { data } = await ask(app, createLaunchContext, { ...requested(launch.id), body: FAILED })
    expect(JSON.parse(data.asString)).toMatchObject({ testRunUuid: launch.uuid })
  })

  test('[RELAUNCH-06] [MENU-12] Jenkins builds the job of the launch with the run context', async () => {
    await connect('jenkins', jenkins())
    const { launch, failed } = await aReport()
    expect(await ask(app, getRelaunchWays, requested(launch.id))).toMatchObject({
      ci: { name: 'Jenkins' },
      problem: null,
    })
    expect((await relaunch(launch.id, FAILED)).via).toBe('ci')
    await relaunch(launch.id, { option: 'RERUN_SPECIFIC_TESTS', testIds: [failed] })
    await ask(app, buildLaunch, { ...requested(launch.id), body: { parameters: { BRANCH: 'next' } } })
    const forms = system.asked.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(body))])
    const at = '/ci/job/shop/job/main/buildWithParameters'
    const context = { testRunUuid: launch.uuid, testIds: [failed] }
    expect(forms).toEqual([
      [
        at,
        {
          REPORTING_RUN_CONTEXT: JSON.stringify({
            testRunUuid: launch.uuid,
            rerunOnlyFailures: true,
            testIds: [failed],
          }),
          ci_run_id: launch.uuid,
          rerun_failures: 'true',
        },
      ],
      [
        at,
        {
          REPORTING_RUN_CONTEXT: JSON.stringify(context),
          ci_run_id: launch.uuid,
          rerun_failures: 'false',
          test_ids: String(failed),
        },
      ],
      [at, { BRANCH: 'next' }],
    ])
    const received = await app.db
      .selectFrom('event')
      .select('type')
      .where('stream', '=', `launch-requests:${projectId}`)
      .orderBy('id')
      .execute()
    expect(received.map(({ type }) => type)).toEqual([
      'launch/relaunch-triggered',
      'launch/relaunch-triggered',
      'launch/build-triggered',
    ])
    await disconnect('jenkins')
  })

  test('reports what Jenkins rejects, and sends its credentials to no other server', async () => {
    await connect('jenkins', jenkins())
    const plain = await aReport({ JOB_URL: `${system.url}/ci/job/plain/` })
    expect((await refused(plain.launch.id, ALL)).message).toMatch(/add the text parameter REPORTING_RUN_CONTEXT/)
    await ask(app, buildLaunch, { ...requested(plain.launch.id), body: { parameters: {} } })
    expect(system.asked.at(-1)?.path).toBe('/ci/job/plain/build')
    const gone = await aReport({ JOB_URL: `${system.url}/ci/job/gone/` })
    expect((await refused(gone.launch.id, ALL)).message).toBe('Jenkins does not know the job of this launch')
    system.asked.length = 0
    for (const url of [`${system.url}/hook/`, `${system.url}/cix/job/a`, 'http://192.0.2.1/job/a/'])
      expect((await refused((await aReport({ JOB_URL: url })).launch.id, ALL)).message).toBe(
        RELAUNCH_TEXTS.otherJenkins,
      )
    expect((await refused((await aReport({})).launch.id, ALL)).message).toBe(RELAUNCH_TEXTS.noJob)
    expect(system.asked).toEqual([])
    await connect('jenkins', { token: 'wrong' })
    expect((await refused((await aReport()).launch.id, ALL)).message).toBe('Jenkins refused the credentials')
    await disconnect('jenkins')
  })

  test('any other service takes a signed call', async () => {
    await connect('ci-trigger', { webhook: `${system.url}/hook`, token: 'k3y' })
    const { launch, failed } = await aReport()
    await relaunch(launch.id, FAILED)
    const [call] = system.asked
    const { headers, body = '' } = call ?? { headers: {} as Record<string, string> }
    const at = String(headers['x-assay-timestamp'])
    expect(headers['x-assay-signature']).toBe(
      `sha256=${createHmac('sha256', 'k3y').update(`${at}.${body}`).digest('hex')}`,
    )
    expect(JSON.parse(body)).toMatchObject({
      action: 'relaunch',
      project: 'SHOP',
      launch: { id: launch.id, uuid: launch.uuid },
      runContext: JSON.stringify({ testRunUuid: launch.uuid, rerunOnlyFailures: true, testIds: [failed] }),
      rerunFailures: true,
      testIds: null,
    })
    await disconnect('ci-trigger')
  })
})
