import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { runAgent } from '../../chaos/agent.ts'
import { startNode, type Node } from '../../chaos/cluster.ts'
import { createLedger, type Ledger } from '../../chaos/ledger.ts'
import { tallyUp } from '../../chaos/tally.ts'
import { openViewer, type Viewer } from '../../chaos/viewer.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import { findNginx, startNginx, type TestNginx } from '../support/nginx.ts'
import { openTestBucket, type TestBucket } from '../support/s3.ts'
import { exchangeToken } from '../support/served.ts'
import { listen } from '../live/support/client.ts'

// The configuration is tested where nginx is installed. Several servers need PostgreSQL.
const program = findNginx()
const reason = program === null ? ' (skipped: nginx is not installed)' : ''

test.skipIf(program === null)('nginx finds a file of the page on the only server that has its version', async () => {
  const versions = ['old', 'new'].map((version) =>
    createServer((request, response) => {
      const hasFile = request.url === `/assets/${version}.js`
      response.writeHead(hasFile ? 200 : 404).end(version)
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(versions.map((server) => once(server, 'listening')))
  const urls = versions.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const nginx = await startNginx(program ?? '', urls)
  for (const version of ['old', 'new', 'new', 'old']) {
    const answer = await fetch(`${nginx.url}/assets/${version}.js`)
    expect([answer.status, await answer.text()]).toEqual([200, version])
  }
  await nginx.remove()
  for (const server of versions) server.close()
})

describe.skipIf(testEngine() !== 'postgres' || program === null)(`two nodes behind nginx${reason}`, () => {
  let database: TestDatabase
  let bucket: TestBucket
  let folder: string
  let nodes: Node[]
  let nginx: TestNginx
  let token: string
  let projectId: number
  let ledger: Ledger

  beforeAll(async () => {
    database = await openTestDatabase()
    bucket = await openTestBucket()
    folder = mkdtempSync(join(tmpdir(), 'assay-nodes-'))
    nodes = []
    // One after the other: the first sets up the workspace.
    const environment = {
      DATABASE_URL: database.location.databaseUrl ?? '',
      FILES_URL: bucket.url,
      SECRET_KEY: '00'.repeat(32),
      DOCKER_HOST: 'none',
      TRUST_PROXY: '1',
    }
    for (const name of ['first', 'second']) nodes.push(await startNode(name, join(folder, name), environment))
    nginx = await startNginx(
      program ?? '',
      nodes.map(({ url }) => url),
    )
    token = await exchangeToken(nginx.url)
    projectId = (await database.db.selectFrom('project').select('id').executeTakeFirstOrThrow()).id
    ledger = createLedger()
  })
  afterAll(async () => {
    await nginx.remove()
    await Promise.all(nodes.map((node) => node.crash()))
    await database.remove()
    await bucket.remove()
    rmSync(folder, { recursive: true })
  })

  /** Agents that report until the signal; `hasKeys`: with idempotency keys. */
  const report = (names: readonly string[], hasKeys: boolean, ending: AbortSignal, viewers: readonly Viewer[] = []) =>
    Promise.all(
      names.map((name) =>
        runAgent({
          url: nginx.url,
          token,
          name,
          hasKeys,
          ledger,
          ending,
          pauseMs: 10,
          onStart: (id) => viewers.forEach((viewer) => viewer.followLaunch(id)),
          onEnd: (id) => viewers.forEach((viewer) => viewer.leaveLaunch(id)),
        }),
      ),
    )

  const expectNothingLost = async () => {
    expect(ledger.complaints).toEqual([])
    const tallies = await tallyUp({ url: nginx.url, token }, ledger)
    expect(tallies.map(({ kind, lost, duplicated }) => ({ kind, lost, duplicated }))).toEqual(
      tallies.map(({ kind }) => ({ kind, lost: [], duplicated: [] })),
    )
    return tallies
  }

  test('launches whose calls alternate between the nodes are stored completely', async () => {
    const ending = new AbortController()
    const agents = [report(['a', 'b'], true, ending.signal), report(['c'], false, ending.signal)]
    await expect.poll(() => ledger.acknowledged('result').size).toBeGreaterThan(30)
    ending.abort()
    await Promise.all(agents)
    const tallies = await expectNothingLost()
    // Without an outage nothing is stored that was not acknowledged.
    expect(tallies.map(({ stored }) => stored)).toEqual(tallies.map(({ acknowledged }) => acknowledged))
    const asked = nginx.upstreams()
    for (const { url } of nodes)
      expect(asked.filter((address) => url.endsWith(address)).length).toBeGreaterThan(asked.length / 3)
  })

  test('a browser without WebSockets polls one node, and receives events of reports to the other node', async () => {
    for (const transport of ['xhr-streaming', 'xhr-polling']) {
      const client = await listen(nginx, { token, transports: [transport] })
      await client.subscribe(topics.testRuns(TENANT))
      const ending = new AbortController()
      const agent = report([transport], true, ending.signal)
      await client.until(() => client.messages.some(({ event }) => event === 'launch/finished'))
      ending.abort()
      await agent
      expect(client.errors).toEqual([])
      await client.close()
    }
  })

  test('viewers of killed nodes reconnect to the other and see each event once, and no acknowledged report is lost', async () => {
    const viewers = [1, 2, 3].map(() => openViewer({ url: nginx.url, token, projectId, reconnectMs: 200 }))
    await expect.poll(() => viewers.every((viewer) => viewer.connections() > 0)).toBe(true)
    const ending = new AbortController()
    const agents = [report(['d', 'e'], true, ending.signal, viewers), report(['f'], false, ending.signal, viewers)]
    const more = async () => {
      const before = ledger.acknowledged('result').size
      await expect.poll(() => ledger.acknowledged('result').size).toBeGreaterThan(before + 6)
    }
    for (const node of nodes) {
      await more()
      await node.crash()
      await more()
      await expect.poll(() => viewers.every((viewer) => viewer.isConnected())).toBe(true)
      await node.start()
    }
    await more()
    ending.abort()
    await Promise.all(agents)
    // Each node was killed, so that each viewer has lost its connection.
    expect(viewers.map((viewer) => viewer.connections() > 1)).toEqual([true, true, true])
    for (const viewer of viewers) {
      expect(await viewer.settle()).toMatchObject({ lost: 0, duplicated: 0, reloads: 0 })
      await viewer.close()
    }
    await expectNothingLost()
  })
})
