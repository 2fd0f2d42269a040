import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WORKER_PATH } from '../../../contract/launchers/worker-protocol.ts'
import { createWorkerToken, deleteWorkerToken, listWorkers } from '../../../contract/launchers/workers.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { createRemoteDispatch } from '../../../server/launchers/engine/remote-dispatch.ts'
import { LeaseLost } from '../../../server/launchers/workers/dispatch.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { startLaunchWorker, type LaunchWorker } from '../support/launch-worker.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let token: { id: number; value: string }
let workers: LaunchWorker[] = []
beforeEach(async () => {
  // The server itself runs no launches.
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  token = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.remove()))
  workers = []
  await app.close()
})

const aWorker = async (environment?: Record<string, string>) => {
  const worker = await startLaunchWorker(app.url, token.value, environment)
  workers.push(worker)
  return worker
}
const { asked, started, launchOf, attemptOf, linesOf, until, printed, ended } = launchRuns(
  () => app,
  () => owner,
  'SHOP',
)
const isAlive = (pid: number) => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'))
}
const pidOf = async (launchId: number) => Number(/pid=(\d+)/.exec((await linesOf(launchId)).join('\n'))?.[1])
const RUNNING = { launchCommand: 'echo "pid=$$"; exec sleep 600' }
/** Moves time forward without a sign of life of its worker. */
const lapse = () =>
  app.db
    .updateTable('launch_execution')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'running')
    .execute()
const STATE = { name: 'by hand', labels: [], concurrency: 1, drivers: ['process' as const] }
const aDispatch = async () => {
  const dispatch = createRemoteDispatch({
    url: app.url,
    token: token.value,
    worker: randomUUID(),
    onRefused: () => undefined,
  })
  await dispatch.renew(STATE, [])
  return dispatch
}

test('a worker outside the server clones and runs a launch; its output and its tests arrive, secrets masked', async () => {
  const worker = await aWorker()
  const launchId = await started({
    envVars: [
      { name: 'PACE_MS', type: 'INTEGER', value: '1' },
      { name: 'KEY', type: 'SECRET', value: 'h1dden-value' },
    ],
    launchCommand: 'echo "key $KEY"; npm test',
  })
  await ended(launchId)
  expect(await launchOf(launchId)).toMatchObject({
    status: 'FAILED',
    statistics: { passed: 11, failed: 1, skipped: 1, inProgress: 0 },
  })
  expect(await attemptOf(launchId)).toMatchObject({ worker: 'lab', driver: 'process', exitCode: 1, waiting: null })
  const lines = await linesOf(launchId)
  expect(lines).toContain('key ••••••')
  expect(lines.at(-1)).toBe('Ended with exit code 1')
  expect(readdirSync(join(worker.folder, 'launch-work'))).toEqual([])
  const { items } = await ask(app, listWorkers, { token: owner.token })
  expect(items).toMatchObject([{ name: 'lab', isServer: false, isConnected: true, running: 0, drivers: ['process'] }])
})

test('a launch without a matching worker shows the reason, and runs once a worker with its labels registers', async () => {
  const launchId = await started({ workerLabels: ['gpu'], launchCommand: 'echo fine' })
  const problem = async () => (await attemptOf(launchId)).waiting?.problem
  expect(await problem()).toBe('No worker is connected that can run launches')
  const plain = await aWorker({ ASSAY_WORKER_LABELS: 'linux' })
  await until(async () => (await problem()) === 'No worker with the label gpu is connected')
  const behind = await started({ launchCommand: 'echo passed it' })
  await ended(behind)
  expect((await attemptOf(launchId)).state).toBe('queued')
  plain.child.kill('SIGTERM')
  await plain.ended
  await aWorker({ ASSAY_WORKER_LABELS: 'linux, gpu' })
  await ended(launchId)
  expect(await linesOf(launchId)).toContain('fine')
})

test('a worker token may use only its own leases; a lost lease and a revoked token are rejected', async () => {
  const get = (path: string) => send(app, path, { token: token.value })
  expect((await get('/api/projects/SHOP/launches')).status).toBe(401)
  expect((await get('/api/launch-workers')).status).toBe(401)
  const post = (value: string | undefined) =>
    send(app, `${WORKER_PATH}/claim`, {
      method: 'POST',
      body: { worker: randomUUID(), driver: 'process' },
      ...(value === undefined ? {} : { token: value }),
    })
  for (const wrong of [undefined, owner.token, 'worker_of-nobody']) expect((await post(wrong)).status).toBe(401)

  await started({ launchCommand: 'true' })
  const [first, second] = [await aDispatch(), await aDispatch()]
  const job = await first.claim('process')
  const lease = String(job?.lease)
  await expect(second.write(lease, [{ place: 1, at: new Date(), line: 'not mine' }])).rejects.toThrow(LeaseLost)
  await expect(second.end(lease, { exitCode: 0, reason: null })).rejects.toThrow(LeaseLost)
  expect(await second.renew(STATE, [lease])).toEqual([])
  expect(await first.renew(STATE, [lease])).toEqual([{ lease, isOver: false }])

  const other = await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Other' } })
  const row = await app.db.selectFrom('launch_execution').select('worker').executeTakeFirstOrThrow()
  const stolen = { token: other.value, method: 'POST', body: { worker: row.worker, lease } }
  expect((await send(app, `${WORKER_PATH}/handBack`, stolen)).status).toBe(401)

  await ask(app, deleteWorkerToken, { token: owner.token, params: { workerTokenId: token.id } })
  await expect(first.begin(lease, 'abc')).rejects.toThrow(LeaseLost)
})

test('a launch that loses two workers before its command begins ends with a reason', async () => {
  const launchId = await started({ launchCommand: 'echo never' })
  for (const _ of ['first', 'second']) {
    const dead = await aDispatch()
    expect(await dead.claim('process')).not.toBeNull()
    await lapse()
    await until(async () => (await launchOf(launchId)).status !== 'LAUNCHING')
  }
  await ended(launchId)
  expect((await launchOf(launchId)).comments).toMatch(/that ran it went away/)
})

test('a launch whose worker dies before the command begins is queued again, and the old worker cannot begin it', async () => {
  const launchId = await started({ launchCommand: 'echo once' })
  const dead = await aDispatch()
  const job = await dead.claim('process')
  const lease = String(job?.lease)
  await dead.write(lease, [{ place: 1, at: new Date(), line: 'Cloning the branch main' }])
  expect((await launchOf(launchId)).status).toBe('LAUNCHING')
  await lapse()
  await until(async () => (await launchOf(launchId)).status === 'QUEUED')
  expect((await attemptOf(launchId)).state).toBe('queued')
  await expect(dead.begin(lease, 'abc')).rejects.toThrow(LeaseLost)
  expect(await dead.strays([lease])).toEqual([lease])
  await aWorker()
  await ended(launchId)
  const lines = await linesOf(launchId)
  expect(lines.slice(0, 3)).toEqual([
    'Cloning the branch main',
    'It waits in the queue again',
    'Cloning the branch main',
  ])
  expect(lines.filter((line) => line === 'once')).toHaveLength(1)
})

test('a worker that was silent for too long ends its launches when it returns, and reports nothing more about them', async () => {
  const worker = await aWorker()
  const launchId = await started(RUNNING)
  await printed(launchId, 'pid=')
  const pid = await pidOf(launchId)
  worker.child.kill('SIGSTOP')
  await lapse()
  await ended(launchId)
  expect(isAlive(pid)).toBe(true)
  worker.child.kill('SIGCONT')
  await until(() => !isAlive(pid))
  expect((await linesOf(launchId)).at(-1)).toBe('The worker lab that ran it went away')
})

test('an abort ends the launch on its worker; a revoked token stops the worker and its launches', async () => {
  const worker = await aWorker()
  const aborted = await started(RUNNING)
  await printed(aborted, 'pid=')
  const pid = await pidOf(aborted)
  await ask(app, abortLaunch, { ...asked({ launchId: aborted }), body: { comment: 'Enough' } })
  await ended(aborted)
  expect(isAlive(pid)).toBe(false)
  expect(await attemptOf(aborted)).toMatchObject({ endReason: 'Aborted' })

  const running = await started(RUNNING)
  await printed(running, 'pid=')
  const other = await pidOf(running)
  await ask(app, deleteWorkerToken, { token: owner.token, params: { workerTokenId: token.id } })
  expect(await worker.ended).toBe(1)
  expect(isAlive(other)).toBe(false)
})

test('a worker that is stopped lets its launch end; stopped again, it ends the launch with a reason', async () => {
  const patient = await aWorker()
  const short = await started({ launchCommand: 'echo begun; sleep 1.5; echo finished' })
  await printed(short, 'begun')
  patient.child.kill('SIGTERM')
  expect(await patient.ended).toBe(0)
  expect((await linesOf(short)).slice(-2)).toEqual(['finished', 'Ended with exit code 0'])
  expect((await ask(app, listWorkers, { token: owner.token })).items).toEqual([])

  const hurried = await aWorker()
  const long = await started(RUNNING)
  await printed(long, 'pid=')
  hurried.child.kill('SIGTERM')
  await until(async () => (await ask(app, listWorkers, { token: owner.token })).items[0]?.concurrency === 0)
  hurried.child.kill('SIGTERM')
  expect(await hurried.ended).toBe(0)
  expect(await launchOf(long)).toMatchObject({ status: 'ABORTED', comments: 'The worker was stopped' })
})
