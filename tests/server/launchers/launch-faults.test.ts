/**
 * Fates of a launch when its worker, its network, the database or its processes fail, in each state of the machine that runs it.
 * `faults/server-killed.test.ts` kills the server.
 */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorkerToken } from '../../../contract/launchers/workers.ts'
import { startTestApp, ask, type TestApp } from '../support/app.ts'
import { testEngine } from '../support/database.ts'
import { launchesInStates, STATES } from '../support/launches-in-states.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let token: string
let network: Network
let launches: ReturnType<typeof launchesInStates>

beforeEach(async () => {
  app = await startTestApp({ LAUNCHER_CONCURRENCY: '0' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
  token = (await ask(app, createWorkerToken, { token: owner.token, body: { name: 'Lab' } })).value
  network = await networkTo(app.url)
  launches = launchesInStates({
    app: () => app,
    owner: () => owner,
    projectKey: 'SHOP',
    workerToken: () => token,
    workerUrl: () => network.url,
  })
})
afterEach(async () => {
  await launches.remove()
  network.close()
  await app.close()
})

const WHOLE = { exitCode: 0, endReason: null, lines: ['line one', 'line two'], artifacts: ['report.txt'] }

test('the machine has these states, in each of which everything below is done to a launch', () =>
  expect(STATES).toEqual(['cloning', 'starting', 'running', 'collecting', 'clearing', 'handingBack', 'reporting']))

test('after the worker is killed, launches that had not begun run once more, and others end with a reason, exactly once', async () => {
  const reached = await launches.reachAll()
  for (const { worker } of reached) worker.child.kill('SIGKILL')
  // Moves the time of their last sign of life back.
  await app.db
    .updateTable('launch_execution')
    .set({ lease_until: new Date(0) })
    .where('state', '=', 'running')
    .execute()
  launches.letEnd()
  await launches.anotherWorker()
  for (const one of reached) {
    const end = await launches.settled(one)
    const gone = { exitCode: null, endReason: `The worker ${one.state} that ran it went away` }
    expect([one.state, end]).toMatchObject([one.state, one.hadBegun ? gone : WHOLE])
  }
  expect(reached.filter(({ hadBegun }) => hadBegun).map(({ state }) => state)).toEqual([
    'running',
    'collecting',
    'clearing',
    'reporting',
  ])
  await launches.cleared()
})

test('the network is cut for a while: every launch continues, once, and none of its lines or artifacts is lost or repeated', async () => {
  const reached = await launches.reachAll()
  network.cut()
  for (const { worker } of reached) worker.child.kill('SIGCONT')
  launches.letEnd()
  // Each of them has noticed.
  await network.refused(reached.length)
  network.mend()
  await launches.anotherWorker()
  for (const one of reached) expect([one.state, await launches.settled(one)]).toEqual([one.state, WHOLE])
  await launches.cleared()
})

test.skipIf(testEngine() !== 'postgres')(
  'the database drops every connection: every launch goes on, once, and no line or artifact of it is lost or comes twice',
  async () => {
    const reached = await launches.reachAll()
    const drop = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        app.db,
      )
    await drop()
    for (const { worker } of reached) worker.child.kill('SIGCONT')
    await drop()
    launches.letEnd()
    await launches.anotherWorker()
    for (const one of reached) expect([one.state, await launches.settled(one)]).toEqual([one.state, WHOLE])
    await launches.cleared()
  },
  90_000,
)

test('a launch whose processes are killed ends with that reason, and its artifacts are stored', async () => {
  const running = await launches.reachRunning()
  process.kill(running.pid, 'SIGKILL')
  running.worker.child.kill('SIGCONT')
  expect(await launches.settled(running)).toEqual({
    exitCode: null,
    endReason: 'Ended by SIGKILL',
    lines: ['line one'],
    artifacts: ['report.txt'],
  })
  await launches.cleared()
})

interface Network {
  url: string
  /** Breaks open connections, and rejects new ones. */
  cut(): void
  mend(): void
  /** Resolves once so many connections were rejected. */
  refused(count: number): Promise<void>
  close(): void
}

/** The network between workers and the server. */
async function networkTo(url: string): Promise<Network> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  let refusals = 0
  let onRefusal = () => undefined as void
  const server: Server = createServer((from) => {
    if (isCut) {
      refusals += 1
      onRefusal()
      return void from.destroy()
    }
    const to = connect(Number(port), hostname)
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        from.destroy()
        to.destroy()
      })
    }
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    refused: (count) =>
      new Promise((resolve) => {
        onRefusal = () => {
          if (refusals >= count) resolve()
        }
        onRefusal()
      }),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
