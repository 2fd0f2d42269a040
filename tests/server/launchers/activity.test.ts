import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLauncherActivity } from '../../../contract/launchers/activity.ts'
import { createPreset, type Launcher } from '../../../contract/launchers/launchers.ts'
import { setSchedulesStatus } from '../../../contract/launchers/schedules.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { createWebhook, encodeSecret } from '../../../contract/launchers/webhooks.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aHandWorker } from '../support/hand-worker.ts'
import { aLauncher, LAUNCHER_VALUES, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let launcher: Launcher
const requested = (params: Record<string, string | number> = {}, projectKey = 'SHOP') => ({
  token: owner.token,
  params: { projectKey, ...params },
})
beforeAll(async () => {
  // The server itself runs no launches.
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  await aProject(app, owner, 'OTHER')
  launcher = await aLauncher(app, owner, 'SHOP', { launchCommand: 'true' })
})
afterAll(() => app.close())

const activity = () => ask(app, getLauncherActivity, requested({ launcherId: launcher.id }))
const start = async (more: object = {}) =>
  (await ask(app, startLaunch, { ...requested(), body: startOf(launcher, more) })).launchId

test('a launcher that nothing was done with has nothing to show, and says that no worker could run it', async () => {
  expect(await activity()).toEqual({
    engine: {
      workers: 0,
      places: 0,
      running: 0,
      runningHere: 0,
      waitingHere: 0,
      waitingProblem: null,
      launches: [],
      free: 0,
      problem: 'No worker is connected that can run launches',
    },
    launches: [],
    schedules: [],
    webhooks: [],
  })
  const elsewhere = requested({ launcherId: launcher.id }, 'OTHER')
  expect((await refusalOf(app, getLauncherActivity, elsewhere)).status).toBe(404)
})

test('schedules and webhooks of all presets are listed with their preset, their next run and their newest call', async () => {
  const preset = async (name: string, schedules: { id: null; cron: string; timezone: string }[] = []) =>
    ask(app, createPreset, { ...requested({ launcherId: launcher.id }), body: { ...LAUNCHER_VALUES, name, schedules } })
  const nightly = await preset('Nightly', [{ id: null, cron: '0 30 1 * * *', timezone: 'UTC' }])
  const deploy = await preset('After each deploy', [{ id: null, cron: '0 0 6 * * 6', timezone: 'UTC' }])
  await ask(app, setSchedulesStatus, { ...requested({ presetId: deploy.id }), body: { status: 'PAUSED' } })
  const hook = (presetId: number, name: string, secret: string) =>
    ask(app, createWebhook, { ...requested({ presetId }), body: { name, base64SecretKey: encodeSecret(secret) } })
  await hook(nightly.id, 'Release branch cut', '')
  const { link } = await hook(deploy.id, 'Deploy finished', 'correct horse')
  await fetch(app.url + new URL(link).pathname, { method: 'POST' })

  const { schedules, webhooks } = await activity()
  expect(schedules).toMatchObject([
    { preset: { name: 'After each deploy' }, status: 'PAUSED', nextRunAt: null },
    { preset: { name: 'Nightly' }, status: 'RUNNING', nextRunAt: expect.stringMatching(/T01:30:00/) as string },
  ])
  expect(webhooks).toMatchObject([
    { preset: { id: deploy.id }, name: 'Deploy finished', hasSecretKey: true, lastTriggerTime: null, lastStatus: 401 },
    { preset: { id: nightly.id }, name: 'Release branch cut', hasSecretKey: false, lastStatus: null },
  ])
  expect(JSON.stringify(webhooks)).not.toContain(link.slice(-43))
})

test('running and waiting launches are counted with the reason for waiting; other projects appear only as a number', async () => {
  const token = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
  const worker = await aHandWorker(app, token.value)
  expect((await activity()).engine).toMatchObject({ workers: 1, places: 2, free: 2, problem: null })

  const other = await aLauncher(app, owner, 'OTHER', { launchCommand: 'true' })
  await ask(app, startLaunch, { ...requested({}, 'OTHER'), body: startOf(other) })
  await worker.claim('process')
  const running = await start()
  await worker.claim('process')
  const waiting = await start({ workerLabels: ['gpu'] })
  const behind = await start()

  const { engine, launches } = await activity()
  expect(engine).toMatchObject({
    places: 2,
    running: 2,
    runningHere: 1,
    waitingHere: 2,
    waitingProblem: 'No worker with the label gpu is connected',
    free: 0,
    problem: null,
  })
  expect(engine.launches.map(({ id, status }) => [id, status])).toEqual([
    [running, 'LAUNCHING'],
    [waiting, 'QUEUED'],
    [behind, 'QUEUED'],
  ])
  expect(launches.map(({ id }) => id)).toEqual([behind, waiting, running])
})
