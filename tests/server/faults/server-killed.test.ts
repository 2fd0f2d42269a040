/** A server that is killed in each state of a launch, and started again on the same database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { ask, type TestApp } from '../support/app.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { launchRuns } from '../support/launch-runs.ts'
import { launchesInStates, WAITING } from '../support/launches-in-states.ts'
import { kill, serve, type Served } from '../support/served.ts'

let database: TestDatabase | null
let folder: string
let port: number
let server: Served
let workerToken: string
let launches: ReturnType<typeof launchesInStates>

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
  launches = launchesInStates({
    app,
    owner: () => server,
    projectKey: 'DEF',
    workerToken: () => workerToken,
  })
})
afterEach(async () => {
  await launches.remove()
  await kill(server)
  await database?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// Calls need only the address of a server.
const app = () => ({ url: server.url }) as TestApp
const { started: launched, attemptOf, linesOf, until, ended } = launchRuns(app, () => server, 'DEF')
const mark = (name: string) => join(folder, name)
const runs = (name: string) =>
  existsSync(mark(name)) ? readFileSync(mark(name), 'utf8').split('\n').filter(Boolean) : []
const isAlive = (pid: string) => {
  const file = `/proc/${pid}/stat`
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'))
}
const COMMAND = `echo "$$" >> "$MARK"; echo line one; while [ ! -e "$MARK.end" ]; do sleep 0.05; done; echo line two`
/** The label selects the worker. */
const started = (name: string, label: string) =>
  launched({
    launchCommand: COMMAND,
    workerLabels: [label],
    envVars: [{ name: 'MARK', type: 'STRING', value: mark(name) }],
  })
const letEnd = (name: string) => writeFileSync(`${mark(name)}.end`, '')
const begun = (launchId: number) => until(async () => (await linesOf(launchId)).includes('line one'))

/** As if more time than a lease had passed. The embedded database is inside the server. */
const endLeases = async () => {
  await database?.db
    .updateTable('launch_execution')
    .set({ lease_until: new Date(0) })
    .execute()
}

const OF_SERVER = { LAUNCHER_PROCESSES: 'true', ASSAY_WORKER_LABELS: 'server' }
const aWorkerToken = async () =>
  (await ask(app(), createWorkerToken, { token: server.token, body: { name: 'Lab' } })).value

test("a killed server continues its workers' launches in every state without losing or repeating lines and artifacts, and starts a waiting one", async () => {
  await start({})
  workerToken = await aWorkerToken()
  const waiting = await started('waiting', WAITING)
  const reached = await launches.reachAll()
  await kill(server)
  await endLeases()
  for (const { worker } of reached) worker.child.kill('SIGCONT')
  launches.letEnd()
  letEnd('waiting')
  await start({})
  await launches.anotherWorker()
  for (const one of reached)
    expect([one.state, await launches.settled(one)]).toEqual([
      one.state,
      { exitCode: 0, endReason: null, lines: ['line one', 'line two'], artifacts: ['report.txt'] },
    ])
  await ended(waiting)
  expect(await attemptOf(waiting)).toMatchObject({ exitCode: 0, attempt: 1 })
  expect(runs('waiting')).toHaveLength(1)
  await launches.cleared()
})

test('a launch that the server itself runs ends with a reason, its lines stay, and nothing of it is left', async () => {
  await start(OF_SERVER)
  const own = await started('own', 'server')
  await begun(own)
  const [pid = ''] = runs('own')
  await kill(server)
  expect(isAlive(pid)).toBe(true)
  await start(OF_SERVER)
  // Another server may still run it, until the lease ends.
  await endLeases()
  await ended(own)
  expect((await attemptOf(own)).endReason).toMatch(/^The worker \S+ that ran it went away$/)
  expect(await linesOf(own)).toContain('line one')
  await until(() => !isAlive(pid))
  expect(runs('own')).toHaveLength(1)
})
