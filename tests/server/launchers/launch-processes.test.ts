/** What becomes of a launch when its worker, or what that runs, is killed, in each state of a launch. `faults` kills the server. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { startLaunchWorker, type LaunchWorker } from '../support/launch-worker.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import { aProject, aWorkspace, type TestPerson } from '../support/people.ts'

let app: TestApp
let owner: TestPerson
let token: string
let mark: string
let marks: string
let workers: LaunchWorker[] = []

beforeEach(async () => {
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  token = (await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })).value
  marks = mkdtempSync(join(tmpdir(), 'assay-marks-'))
  mark = join(marks, 'runs')
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.remove()))
  workers = []
  rmSync(marks, { recursive: true, force: true })
  await app.close()
})

/** All of them are one machine's. */
const aWorker = async () => {
  const [first] = workers
  const worker = await startLaunchWorker(app.url, token, first === undefined ? {} : { DATA_DIR: first.folder })
  workers.push(worker)
  return worker
}
const asked = (params: Record<string, string | number> = {}) => ({
  token: owner.token,
  params: { projectKey: 'SHOP', ...params },
})
const until = (isSo: () => Promise<boolean> | boolean) => vi.waitUntil(isSo, { timeout: 25_000, interval: 25 })
const attemptOf = async (launchId: number) => {
  const [attempt] = (await ask(app, listLaunchAttempts, asked({ launchId }))).items
  if (!attempt) throw new Error('the launch has no attempt')
  return attempt
}
const statusOf = async (launchId: number) => (await ask(app, getLaunch, asked({ launchId }))).launch.status
const linesOf = async (launchId: number) => {
  const { attemptUuid } = await attemptOf(launchId)
  return (await ask(app, readConsole, asked({ launchId, attemptUuid }))).items.map(({ value }) => value)
}
const runs = () => (existsSync(mark) ? readFileSync(mark, 'utf8').split('\n').filter(Boolean) : [])
const isAlive = (pid: number) => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'))
}

/** Reports a launch, so that it is in progress; says so; waits for a word; ends. */
const COMMAND = `echo "$$" >> "$MARK"
echo line one
[ "$REPORTS" = no ] || node --input-type=module -e "$SCRIPT"
echo line two
while [ ! -e "$MARK.end" ]; do sleep 0.05; done
echo line three`
const SCRIPT = `const url = process.env.REPORTING_SERVER_HOSTNAME
const post = async (path, body, token) => (await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: 'Bearer ' + token } : {}) }, body: JSON.stringify(body) })).json()
const { authToken } = await post('/api/iam/v1/auth/refresh', { refreshToken: process.env.REPORTING_SERVER_ACCESS_TOKEN })
await post('/api/reporting/v1/test-runs?projectKey=SHOP', { uuid: JSON.parse(process.env.REPORTING_RUN_CONTEXT).testRunUuid, name: 'x', startedAt: new Date(), framework: 'x' }, authToken)`

const started = async (reports: boolean) => {
  const launcher = await aLauncher(app, owner, 'SHOP', {
    launchCommand: COMMAND,
    envVars: [
      { name: 'MARK', type: 'STRING', value: mark },
      { name: 'SCRIPT', type: 'STRING', value: SCRIPT },
      { name: 'REPORTS', type: 'STRING', value: reports ? 'yes' : 'no' },
    ],
  })
  return (await ask(app, startLaunch, { ...asked(), body: startOf(launcher) })).launchId
}
const letEnd = () => writeFileSync(`${mark}.end`, '')
/** As if so much time had passed since its worker was heard of. */
const lapse = () =>
  app.db
    .updateTable('launch_execution')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'running')
    .execute()

const STATES = ['QUEUED', 'LAUNCHING', 'RUNNING', 'IN_PROGRESS', 'ENDING'] as const
type State = (typeof STATES)[number]

/** Brings a launch into a state; resolves with its id and the worker that has it. */
const REACH: Record<State, () => Promise<{ launchId: number; worker: LaunchWorker | null }>> = {
  QUEUED: async () => ({ launchId: await started(true), worker: null }),
  // Taken, and its command has not begun: the worker is stopped as soon as it has the launch.
  LAUNCHING: async () => {
    const worker = await aWorker()
    const launchId = await started(true)
    await until(async () => {
      const row = await app.db.selectFrom('launch_execution').select('state').executeTakeFirst()
      return row?.state === 'running'
    })
    worker.child.kill('SIGSTOP')
    return { launchId, worker }
  },
  RUNNING: async () => {
    const worker = await aWorker()
    const launchId = await started(false)
    await until(async () => (await linesOf(launchId)).includes('line two'))
    expect(await statusOf(launchId)).toBe('LAUNCHING')
    return { launchId, worker }
  },
  IN_PROGRESS: async () => {
    const worker = await aWorker()
    const launchId = await started(true)
    await until(async () => (await statusOf(launchId)) === 'IN_PROGRESS')
    await until(async () => (await linesOf(launchId)).includes('line two'))
    return { launchId, worker }
  },
  // Its command has ended, or is about to: nobody has said so yet.
  ENDING: async () => {
    const reached = await REACH.RUNNING()
    reached.worker?.child.kill('SIGSTOP')
    letEnd()
    await until(() => runs().every((pid) => !isAlive(Number(pid))))
    return reached
  },
}

/** Whatever happened: it ran once at most, it ended with a reason, no acknowledged line is lost, and nothing is left of it. */
const expectSettled = async (launchId: number, before: readonly string[]) => {
  await until(async () => (await attemptOf(launchId)).state === 'ended')
  const attempt = await attemptOf(launchId)
  expect(attempt.exitCode !== null || attempt.endReason !== null).toBe(true)
  expect(['ABORTED', 'PASSED', 'FAILED', 'SKIPPED']).toContain(await statusOf(launchId))
  expect(runs().length).toBeLessThanOrEqual(1)
  expect((await linesOf(launchId)).slice(0, before.length)).toEqual(before)
  await until(() => runs().every((pid) => !isAlive(Number(pid))))
  for (const { folder } of workers) {
    const left = join(folder, 'launch-work')
    await until(() => !existsSync(left) || readdirSync(left).length === 0)
  }
}

test.each(STATES)('the worker is killed while a launch is %s', async (state) => {
  const { launchId, worker } = await REACH[state]()
  const before = await linesOf(launchId)
  const hadBegun = runs().length > 0
  worker?.child.kill('SIGKILL')
  await worker?.ended
  await lapse()
  letEnd()
  await aWorker()
  await expectSettled(launchId, before)
  const { endReason, exitCode } = await attemptOf(launchId)
  // Only what had not begun runs once more.
  expect({ endReason, exitCode }).toEqual(
    hadBegun ? { endReason: 'The worker lab that ran it went away', exitCode: null } : { endReason: null, exitCode: 0 },
  )
  expect(runs()).toHaveLength(1)
})

test.each(['RUNNING', 'IN_PROGRESS'] as const)('what runs is killed while a launch is %s', async (state) => {
  const { launchId, worker } = await REACH[state]()
  const before = await linesOf(launchId)
  const [pid] = runs()
  if (isAlive(Number(pid))) process.kill(Number(pid), 'SIGKILL')
  worker?.child.kill('SIGCONT')
  await expectSettled(launchId, before)
  expect((await attemptOf(launchId)).endReason).toBe('Ended by SIGKILL')
})

test.each(['LAUNCHING', 'ENDING'] as const)(
  'a launch is %s, its worker loses the server for a while, and goes on with it',
  async (state) => {
    const { launchId, worker } = await REACH[state]()
    const before = await linesOf(launchId)
    // Back within its lease.
    worker?.child.kill('SIGCONT')
    letEnd()
    await expectSettled(launchId, before)
    expect(await attemptOf(launchId)).toMatchObject({ exitCode: 0, attempt: 1 })
    expect(runs()).toHaveLength(1)
    const lines = await linesOf(launchId)
    expect(lines.filter((line) => line.startsWith('line '))).toEqual(['line one', 'line two', 'line three'])
  },
)
