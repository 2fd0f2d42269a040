import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { createPreset } from '../../../contract/launchers/launchers.ts'
import { getLaunchArguments, startLaunch } from '../../../contract/launchers/start.ts'
import { abortLaunch, getLaunch } from '../../../contract/launches/launches.ts'
import { createWriter } from '../../../server/launches/writer/writer.ts'
import { endSilentLaunches } from '../../../server/launches/silence.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, LAUNCHER_VALUES, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
})
afterAll(() => app.close())

const inShop = { projectKey: 'SHOP' }
const requested = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { ...inShop, ...params },
})
const launchOf = async (launchId: number) => (await ask(app, getLaunch, requested({ launchId }))).launch
const executionOf = (launchId: number) =>
  app.db.selectFrom('launch_execution').selectAll().where('launch_id', '=', launchId).executeTakeFirstOrThrow()

test('[START-02] [START-03] [START-07] [START-08] [VARS-11] a start queues a launch with a snapshot of its configuration', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP', { envVars: [{ name: 'KEY', type: 'SECRET', value: 'h1dden' }] })
  const body = startOf(launcher, {
    branch: 'release',
    milestone: '2.41 Autumn',
    customCapabilities: [
      { name: 'zeb-internal', value: 'x' },
      { name: 'acceptInsecureCerts', value: 'true' },
    ],
  })
  const { status, launchId } = await ask(app, startLaunch, { ...requested(), body })
  expect(status).toBe('queued')
  expect(await launchOf(launchId)).toMatchObject({
    name: 'Checkout regression',
    number: 1,
    status: 'QUEUED',
    environment: 'STAGING',
    milestone: { name: '2.41 Autumn' },
    firstLaunchId: launchId,
    isLaunchAgainPossible: true,
    isAbortPossible: true,
    startedBy: { username: 'owner' },
  })
  const { config, state, run_context: context, started_via: via } = await executionOf(launchId)
  expect({ state, via }).toEqual({ state: 'queued', via: 'user' })
  expect(config).toMatchObject({ branch: 'release', executor: 'ASSAY', executorId: null })
  expect(config.customCapabilities).toEqual([{ name: 'acceptInsecureCerts', value: 'true' }])
  expect(config.envVars).toEqual([{ name: 'KEY', value: '', secretId: launcher.config.envVars[0]?.secretId }])
  expect(context.testRunUuid).toBe((await launchOf(launchId)).uuid)
  const started = await app.db.selectFrom('event').select('type').where('type', '=', 'launch/started').execute()
  expect(started).toHaveLength(1)
})

test('[LAUN-37] [RELAUNCH-12] [LAUNCH-03] [START-01] returns the configuration with which a launch of a launcher or preset was started', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const preset = await ask(app, createPreset, {
    ...requested({ launcherId: launcher.id }),
    body: { ...LAUNCHER_VALUES, name: 'Nightly' },
  })
  const { launchId } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher, { presetId: preset.id }) })
  expect(await launchOf(launchId)).toMatchObject({ name: 'Nightly', origin: { branch: 'main' } })
  expect(await ask(app, getLaunchArguments, requested({ launchId }))).toMatchObject({
    gitRepositoryId: launcher.repositoryId,
    launcherId: launcher.id,
    presetId: preset.id,
    config: { branch: 'main' },
  })
  const { launchId: own } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher) })
  expect(await launchOf(own)).toMatchObject({ name: launcher.name })
  expect(await ask(app, getLaunchArguments, requested({ launchId: own }))).toMatchObject({
    launcherId: launcher.id,
    presetId: null,
  })
  const reported = await (await TestAgent.of(app, owner, 'SHOP')).startLaunch()
  expect(await refusalOf(app, getLaunchArguments, requested({ launchId: reported.id }))).toMatchObject({ status: 404 })
})

test('[START-05] queues nothing without an available executor', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  for (const more of [{ executor: null }, { executor: 'LAMBDA_TEST' as const, executorId: 'lambdatest' }])
    expect(await refusalOf(app, startLaunch, { ...requested(), body: startOf(launcher, more) })).toMatchObject({
      status: 400,
      errors: [{ field: 'executor', message: LAUNCHER_TEXTS.noExecutor }],
    })
  expect(
    await refusalOf(app, startLaunch, { ...requested(), body: startOf(launcher, { gitRepositoryId: 1_000_000 }) }),
  ).toMatchObject({
    status: 404,
  })
})

test('[START-09] [START-10] answers a rejected start with its reason, appends an event that counts it, and allows a retry with the same key', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const start = (more: Parameters<typeof startOf>[1]) =>
    send(app, '/api/projects/SHOP/launch-requests', {
      method: 'POST',
      token: owner.token,
      body: startOf(launcher, more),
      headers: { 'idempotency-key': '0c0b7a0e-0a3c-4a77-8f0e-9a3f6f6f7a02' },
    })
  const refusals = () =>
    app.db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'launchers/launch-refused')
      .orderBy('sequence')
      .execute()
  const before = (await refusals()).length
  expect(await start({ executor: null })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'executor', message: LAUNCHER_TEXTS.noExecutor }] },
  })
  const counted = (await refusals()).slice(before)
  expect(counted.map(({ payload }) => payload)).toMatchObject([{ status: 400, fields: ['executor'] }])
  // The event of the rejection has not used up the key.
  expect((await start({})).status).toBe(200)
})

test('a request repeated with its key queues one launch', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const start = () =>
    send(app, '/api/projects/SHOP/launch-requests', {
      method: 'POST',
      token: owner.token,
      body: startOf(launcher),
      headers: { 'idempotency-key': '5d0cf5c4-51a1-4f7d-9d07-2f4c9fd6a101' },
    })
  expect((await start()).body).toEqual((await start()).body)
})

test('aborting a queued launch takes it out of the queue', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const { launchId } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher) })
  await ask(app, abortLaunch, { ...requested({ launchId }), body: { comment: 'Not now' } })
  expect(await launchOf(launchId)).toMatchObject({ status: 'ABORTED', comments: 'Not now' })
  expect((await executionOf(launchId)).state).toBe('aborted')
})

test('the agent continues the queued launch by its uuid, and its duration counts from then', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const { launchId } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher) })
  const { uuid } = await launchOf(launchId)
  const agent = await TestAgent.of(app, owner, 'SHOP')
  const startedAt = '2026-11-20T17:19:06.757Z'
  const answer = await agent.request('POST', '/test-runs?projectKey=SHOP', {
    uuid,
    name: 'Mine',
    startedAt,
    framework: 'node:test',
  })
  expect(answer.body).toMatchObject({ id: launchId })
  expect(await launchOf(launchId)).toMatchObject({
    name: 'Checkout regression',
    status: 'IN_PROGRESS',
    framework: 'node:test',
    environment: 'STAGING',
    startedAt,
    firstLaunchId: launchId,
  })
})

test('a launch that waits in the queue is not ended for its silence', async () => {
  const launcher = await aLauncher(app, owner, 'SHOP')
  const { launchId } = await ask(app, startLaunch, { ...requested(), body: startOf(launcher) })
  await app.db
    .updateTable('launch')
    .set({ heard_at: new Date(0) })
    .where('id', '=', launchId)
    .execute()
  const writer = createWriter(app.db, { warn: () => undefined }, false)
  await endSilentLaunches(app.db, writer, 1)
  expect(await launchOf(launchId)).toMatchObject({ status: 'QUEUED' })
})
