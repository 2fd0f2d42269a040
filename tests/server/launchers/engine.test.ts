import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { downloadConsolePath, getEngine, listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { abortLaunch, getLaunch } from '../../../contract/launches/launches.ts'
import { relaunchLaunch } from '../../../contract/launches/relaunch.ts'
import { listAccessTokens } from '../../../contract/workspace/profile.ts'
import type { LauncherValues } from '../../../contract/launchers/launchers.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
afterEach(() => app.close())

const open = async (launchTimeMs?: number) => {
  app = await startTestApp({ LAUNCHER_PROCESSES: 'true' }, undefined, {}, launchTimeMs)
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
}
const requested = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'SHOP', ...params },
})
const started = async (values: Partial<LauncherValues>) => {
  const launcher = await aLauncher(app, owner, 'SHOP', values)
  // As browsers send it: the work of the engine is not part of the request that starts it.
  const { body } = await send(app, '/api/projects/SHOP/launch-requests', {
    method: 'POST',
    token: owner.token,
    body: startOf(launcher),
    headers: { 'idempotency-key': randomUUID() },
  })
  return (body as { launchId: number }).launchId
}
const launchOf = async (launchId: number) => (await ask(app, getLaunch, requested({ launchId }))).launch
const attemptsOf = async (launchId: number) => (await ask(app, listLaunchAttempts, requested({ launchId }))).items
const ended = (launchId: number) =>
  vi.waitUntil(async () => (await attemptsOf(launchId)).every(({ state }) => state === 'ended'), {
    timeout: 60_000,
    interval: 50,
  })
const linesOf = async (launchId: number) => {
  const [attempt] = await attemptsOf(launchId)
  const page = await ask(app, readConsole, requested({ launchId, attemptUuid: String(attempt?.attemptUuid) }))
  return page.items.map(({ value }) => value)
}
const output = async (launchId: number) => (await linesOf(launchId)).join('\n')
const printed = (launchId: number, text: string) =>
  vi.waitUntil(async () => (await output(launchId)).includes(text), { timeout: 60_000, interval: 50 })
/** A zombie has ended: its parent has not collected it yet. */
const isAlive = (pid: number) => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'))
}
const pidIn = (text: string) => Number(/pid=(\d+)/.exec(text)?.[1])

test('[LOGS-05] [LOGS-06] the demo repository is cloned and run, and its tests arrive in the launch that was queued', async () => {
  await open()
  expect(await ask(app, getEngine, requested())).toEqual({ drivers: ['process'] })
  const launchId = await started({ envVars: [{ name: 'PACE_MS', type: 'INTEGER', value: '1' }] })
  await ended(launchId)
  expect(await launchOf(launchId)).toMatchObject({
    id: launchId,
    number: 1,
    status: 'FAILED',
    framework: 'node:test',
    environment: 'STAGING',
    statistics: { passed: 11, failed: 1, skipped: 1, inProgress: 0 },
  })
  const { items } = await ask(app, listTests, { ...requested({ launchId }), query: { page: 1, pageSize: 50 } })
  expect(items.map(({ name }) => name)).toContain('is free from 50.00')
  expect(await attemptsOf(launchId)).toMatchObject([
    { attempt: 1, driver: 'process', exitCode: 1, endReason: 'Ended with exit code 1', branch: 'main' },
  ])
  const text = await output(launchId)
  expect(text).toContain('$ npm test')
  expect(text).toContain('an express parcel of a Friday arrives on Monday')
  // Neither files nor a token remain.
  expect(readdirSync(join(app.config.DATA_DIR, 'launch-work'))).toEqual([])
  expect(await app.db.selectFrom('access_token').select('id').where('project_id', 'is not', null).execute()).toEqual([])
})

test('variables reach the command as they are, secrets are masked, and the environment of the server stays outside', async () => {
  await open()
  process.env['ASSAY_TEST_OF_SERVER'] = 'inherited'
  const odd = `a"b'c\n$(touch /tmp/never) \`id\``
  const launchId = await started({
    envVars: [
      { name: 'ODD', type: 'STRING', value: odd },
      { name: 'KEY', type: 'SECRET', value: 'h1dden-value' },
    ],
    launchCommand: `node -e 'console.log(JSON.stringify([process.env.ODD, process.env.KEY, process.env.ASSAY_TEST_OF_SERVER ?? null]))'; echo "token $REPORTING_SERVER_ACCESS_TOKEN"`,
  }).finally(() => delete process.env['ASSAY_TEST_OF_SERVER'])
  await ended(launchId)
  const lines = await linesOf(launchId)
  expect(lines).toContain(JSON.stringify([odd, '••••••', null]))
  expect(lines).toContain('token ••••••')
  const [attempt] = await attemptsOf(launchId)
  const path = downloadConsolePath('SHOP', launchId, String(attempt?.attemptUuid), false)
  const { body } = await send(app, path, { token: owner.token })
  expect(body).toBe(lines.map((line) => `${line}\n`).join(''))
  expect(await launchOf(launchId)).toMatchObject({
    status: 'ABORTED',
    comments: 'The command ended without reporting anything',
  })
})

test('the token of a launch reports to its project and does nothing else', async () => {
  await open()
  await aProject(app, owner, 'OTHER')
  const call = (method: string, path: string, auth: string) =>
    `fetch(process.env.REPORTING_SERVER_HOSTNAME + '${path}', { method: '${method}', headers: { authorization: ${auth}, 'content-type': 'application/json' }, body: ${method === 'GET' ? 'undefined' : `JSON.stringify({ name: 'x', startedAt: new Date(), framework: 'x' })`} }).then((r) => console.log('${path} ' + r.status))`
  const script = `const { authToken } = await (await fetch(process.env.REPORTING_SERVER_HOSTNAME + '/api/iam/v1/auth/refresh', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ refreshToken: process.env.REPORTING_SERVER_ACCESS_TOKEN }) })).json()
    await ${call('GET', '/api/projects/SHOP/launches', 'authToken')}
    await ${call('POST', '/api/reporting/v1/test-runs?projectKey=OTHER', 'authToken')}
    await ${call('POST', '/api/reporting/v1/test-runs?projectKey=SHOP', 'authToken')}`
  const launchId = await started({
    envVars: [{ name: 'SCRIPT', type: 'STRING', value: script }],
    launchCommand: 'node --input-type=module -e "$SCRIPT"',
  })
  await ended(launchId)
  const text = await output(launchId)
  expect(text).toContain('/api/projects/SHOP/launches 403')
  expect(text).toContain('projectKey=OTHER 404')
  expect(text).toContain('projectKey=SHOP 200')
  expect(await ask(app, listAccessTokens, { token: owner.token })).toMatchObject({ items: [] })
})

test('an abort ends all processes of a launch, also those that left its process group', async () => {
  await open()
  const launchId = await started({ launchCommand: 'setsid sh -c \'echo "pid=$$"; exec sleep 600\' & sleep 600' })
  await printed(launchId, 'pid=')
  expect(await launchOf(launchId)).toMatchObject({ status: 'LAUNCHING' })
  const pid = pidIn(await output(launchId))
  expect(isAlive(pid)).toBe(true)
  await ask(app, abortLaunch, { ...requested({ launchId }), body: { comment: 'Enough' } })
  await ended(launchId)
  expect(isAlive(pid)).toBe(false)
  expect(await launchOf(launchId)).toMatchObject({ status: 'ABORTED', comments: 'Enough' })
  expect(await attemptsOf(launchId)).toMatchObject([{ endReason: 'Aborted' }])
})

test('a launch over its time limit is aborted with the reason', async () => {
  await open(1500)
  const slow = await started({ launchCommand: 'sleep 600' })
  await ended(slow)
  expect(await launchOf(slow)).toMatchObject({ status: 'ABORTED', comments: 'It took longer than 2 s' })
})

test('a launch without its branch, or with an invalid command, ends with a reason', async () => {
  await open()
  const gone = await started({ branch: 'no-such-branch' })
  const wrong = await started({ launchCommand: 'no-such-command' })
  for (const launchId of [gone, wrong]) await ended(launchId)
  expect(await launchOf(gone)).toMatchObject({ comments: 'The repository has no branch no-such-branch' })
  expect(await launchOf(wrong)).toMatchObject({
    comments: 'Ended with exit code 127 without reporting anything',
  })
})

test('stores the output of a launch up to a limit, in pages', async () => {
  await open()
  const launchId = await started({ launchCommand: 'yes 0123456789 | head -n 150000; echo "the end"' })
  await ended(launchId)
  const [attempt] = await attemptsOf(launchId)
  const page = (pageToken: string) =>
    ask(app, readConsole, {
      ...requested({ launchId, attemptUuid: String(attempt?.attemptUuid) }),
      query: { pageToken, maxPageSize: 1000 },
    })
  const last = await page('last')
  expect(last.items.map(({ value }) => value).slice(-2)).toEqual([
    'The output is longer than what is kept of it. The rest is left out.',
    'Ended with exit code 0',
  ])
  expect(last.meta.nextPageToken).toBe(null)
  const before = await page(String(last.meta.previousPageToken))
  expect(before.items).toHaveLength(1000)
  expect(before.items.at(-1)?.key).toBe(Number(last.items[0]?.key) - 1)
  const first = await page('after-0')
  expect(first.items[0]).toMatchObject({ key: 1, value: 'Cloning the branch main' })
  expect(first.meta).toEqual({ nextPageToken: 'after-1000', previousPageToken: null })
})

test('ends the launch of a dead worker with a reason, and its processes', async () => {
  await open()
  const launchId = await started({ launchCommand: 'echo "pid=$$"; exec sleep 600' })
  await printed(launchId, 'pid=')
  const pid = pidIn(await output(launchId))
  // As if another process had claimed it and then died.
  await app.db
    .updateTable('launch_execution')
    .set({ worker: '00000000-0000-4000-8000-000000000000', lease_until: new Date(0) })
    .execute()
  await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000, interval: 50 })
  await ended(launchId)
  expect(await launchOf(launchId)).toMatchObject({
    status: 'ABORTED',
    comments: expect.stringMatching(/^The worker \S+ that ran it went away$/) as string,
  })
})

test('reports that no driver can run launches', async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  expect(await ask(app, getEngine, requested())).toEqual({ drivers: [] })
  const launchId = await started({})
  expect(await launchOf(launchId)).toMatchObject({ status: 'QUEUED' })
  expect((await send(app, '/api/health/live')).status).toBe(200)
})

test('a relaunch runs only the failed tests in the same launch, and keeps the first output', async () => {
  await open()
  const launchId = await started({ envVars: [{ name: 'PACE_MS', type: 'INTEGER', value: '1' }] })
  await ended(launchId)
  const testsOf = async () =>
    (await ask(app, listTests, { ...requested({ launchId }), query: { page: 1, pageSize: 50 } })).items
  const before = await testsOf()
  await ask(app, relaunchLaunch, { ...requested({ launchId }), body: { option: 'RERUN_FAILURES_ONLY' } })
  await vi.waitUntil(async () => (await attemptsOf(launchId)).length === 2, { timeout: 60_000 })
  await ended(launchId)
  expect((await attemptsOf(launchId)).map(({ attempt, exitCode }) => [attempt, exitCode])).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect(await launchOf(launchId)).toMatchObject({
    status: 'FAILED',
    statistics: { passed: 11, failed: 1, skipped: 1, inProgress: 0 },
  })
  const after = await testsOf()
  const startOf = (items: typeof before) => new Map(items.map(({ id, startTime }) => [id, startTime]))
  const [first, second] = [startOf(before), startOf(after)]
  const again = after.filter(({ id, startTime }) => first.get(id) !== startTime)
  expect(new Set(second.keys())).toEqual(new Set(first.keys()))
  expect(again.map(({ status }) => status).sort()).toEqual(['FAILED', 'SKIPPED'])
})
