/** A server that is killed while a launch waits, runs or ends, and started again on the same database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { ask, type TestApp } from '../support/app.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { startLaunchWorker, type LaunchWorker } from '../support/launch-worker.ts'
import { aLauncher, startOf } from '../support/launcher.ts'
import type { TestPerson } from '../support/people.ts'
import { kill, serve, type Served } from '../support/served.ts'

let database: TestDatabase | null
let folder: string
let port: number
let server: Served
let worker: LaunchWorker | null

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = holder.address() as AddressInfo
      holder.close(() => resolve(free))
    })
  })
const start = async (environment: Record<string, string>) => {
  server = await serve({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database?.location.databaseUrl ?? '',
    PORT: String(port),
    DOCKER_HOST: 'none',
    ...environment,
  })
}
beforeEach(async () => {
  database = testEngine() === 'postgres' ? await openTestDatabase() : null
  folder = mkdtempSync(join(tmpdir(), 'assay-killed-'))
  port = await freePort()
  worker = null
})
afterEach(async () => {
  await worker?.remove()
  await kill(server)
  await database?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// Calls need no more of a server than its address.
const app = () => ({ url: server.url }) as TestApp
const asked = (params: Record<string, string | number> = {}) => ({
  token: server.token,
  params: { projectKey: 'DEF', ...params },
})
const until = (isSo: () => Promise<boolean> | boolean) => vi.waitUntil(isSo, { timeout: 25_000, interval: 50 })
const attemptOf = async (launchId: number) => {
  const [attempt] = (await ask(app(), listLaunchAttempts, asked({ launchId }))).items
  if (!attempt) throw new Error('the launch has no attempt')
  return attempt
}
const linesOf = async (launchId: number) => {
  const { attemptUuid } = await attemptOf(launchId)
  return (await ask(app(), readConsole, asked({ launchId, attemptUuid }))).items.map(({ value }) => value)
}
const mark = (name: string) => join(folder, name)
const runs = (name: string) =>
  existsSync(mark(name)) ? readFileSync(mark(name), 'utf8').split('\n').filter(Boolean) : []
const isAlive = (pid: string) => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'))
}
const COMMAND = `echo "$$" >> "$MARK"; echo line one; while [ ! -e "$MARK.end" ]; do sleep 0.05; done; echo line two`
/** `label` says which worker runs it. */
const started = async (name: string, label: string) => {
  const launcher = await aLauncher(app(), { token: server.token } as TestPerson, 'DEF', {
    launchCommand: COMMAND,
    workerLabels: [label],
    envVars: [{ name: 'MARK', type: 'STRING', value: mark(name) }],
  })
  return (await ask(app(), startLaunch, { ...asked(), body: startOf(launcher) })).launchId
}
const letEnd = (name: string) => writeFileSync(`${mark(name)}.end`, '')
const begun = (launchId: number) => until(async () => (await linesOf(launchId)).includes('line one'))
const ended = (launchId: number) => until(async () => (await attemptOf(launchId)).state === 'ended')

test('a killed server: launches of workers that wait, run or end run on, once and without losing a line; one of its own ends with a reason', async () => {
  const environment = { LAUNCHER_PROCESSES: 'true', ASSAY_WORKER_LABELS: 'server' }
  await start(environment)
  const { value } = await ask(app(), createWorkerToken, { token: server.token, body: { name: 'Lab' } })
  worker = await startLaunchWorker(server.url, value, { ASSAY_WORKER_LABELS: 'lab' })
  const own = await started('own', 'server')
  const ending = await started('ending', 'lab')
  const running = await started('running', 'lab')
  const queued = await started('queued', 'lab')
  for (const launchId of [own, ending, running]) await begun(launchId)
  expect((await attemptOf(queued)).state).toBe('queued')
  const [pid = ''] = runs('own')

  await kill(server)
  letEnd('ending')
  await until(() => runs('ending').every((one) => !isAlive(one)))
  expect(isAlive(pid)).toBe(true)
  await start(environment)
  // On PostgreSQL another server may still be at work: it waits for the end of the lease, which has come now.
  await database?.db
    .updateTable('launch_execution')
    .set({ lease_until: new Date(0) })
    .where('worker_name', '!=', 'lab')
    .execute()

  letEnd('running')
  letEnd('queued')
  for (const [name, launchId] of Object.entries({ ending, running, queued })) {
    await ended(launchId)
    expect(await attemptOf(launchId)).toMatchObject({ exitCode: 0, attempt: 1, worker: 'lab' })
    expect([name, runs(name).length]).toEqual([name, 1])
    expect((await linesOf(launchId)).filter((line) => line.startsWith('line '))).toEqual(['line one', 'line two'])
  }
  await ended(own)
  expect((await attemptOf(own)).endReason).toMatch(/^The worker \S+ that ran it went away$/)
  expect(await linesOf(own)).toContain('line one')
  await until(() => !isAlive(pid))
  expect(runs('own')).toHaveLength(1)
}, 60_000)
