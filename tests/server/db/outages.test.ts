import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorkspace } from '../../../contract/session/session.ts'
import { createProject, listProjects } from '../../../contract/projects/projects.ts'
import { createApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { openDatabase, type OpenedDatabase } from '../../../server/db/open.ts'
import { claimStorage, FilesElsewhere } from '../../../server/db/postgres/one-storage.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, send, type TestApp } from '../support/app.ts'
import { openTestDatabase, testEngine, type TestDatabase } from '../support/database.ts'
import type { TestUser } from '../support/people.ts'
import { withAdmin } from '../support/postgres-server.ts'

/** Last message of an answer, when no transaction is open (ReadyForQuery). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** A connection to PostgreSQL that can be cut. */
class Wire {
  readonly #sockets = new Set<Socket>()
  readonly #target: URL
  #server: Server | null = null
  /** The connection that sends this text is cut instead of the answer to its commit. */
  #cutAt: string | null = null
  port = 0

  constructor(target: URL) {
    this.#target = target
  }

  async join(): Promise<void> {
    const server = createServer((near) => {
      const far = connect({ host: this.#target.hostname, port: Number(this.#target.port) })
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy()).on('close', () => other.destroy())
      }
      let isCut = false
      near.on('data', (sent) => {
        if (this.#cutAt !== null && sent.includes(this.#cutAt)) {
          this.#cutAt = null
          isCut = true
        }
        far.write(sent)
      })
      far.on('data', (answer) => {
        if (isCut && answer.subarray(-READY.length).equals(READY)) near.destroy()
        else near.write(answer)
      })
    })
    server.listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Loses the answer to the commit of the next transaction that contains this text. */
  cutAfterCommitOf(text: string): void {
    this.#cutAt = text
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    if (this.#server === null) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server = null
    await closed
  }
}

describe.runIf(testEngine() === 'postgres')('a server whose PostgreSQL fails', () => {
  let database: TestDatabase
  let wire: Wire
  let opened: OpenedDatabase
  let app: TestApp
  let dataDir: string
  let token: string

  beforeEach(async () => {
    database = await openTestDatabase()
    const url = new URL(database.location.databaseUrl ?? '')
    wire = new Wire(new URL(url))
    await wire.join()
    url.port = String(wire.port)
    dataDir = mkdtempSync(join(tmpdir(), 'assay-outage-'))
    opened = await openDatabase({ dataDir, databaseUrl: url.href })
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
    const fastify = await createApp({ config, opened, logger: pino({ level: 'silent' }), version: '0.0.0-test' })
    await fastify.listen({ host: '127.0.0.1', port: 0 })
    const { port } = fastify.server.address() as AddressInfo
    const close = async () => {
      await fastify.close()
      await opened.close()
    }
    app = { app: fastify, config, database, db: opened.db, url: `http://127.0.0.1:${port}`, close }
    const account = { username: 'owner', email: 'owner@example.test', firstName: 'O', lastName: 'W' }
    const body = { ...account, workspaceName: 'Tests', password: 'a long password' }
    token = (await ask(app, createWorkspace, { body })).authToken
  })
  afterEach(async () => {
    await wire.cut()
    await wire.join()
    await app.close()
    await wire.cut()
    rmSync(dataDir, { recursive: true })
    await database.remove()
  })

  const project = (key: string) => ({ token, body: { name: `Project ${key}`, key, publiclyAccessible: false } })

  test('is not ready while another server stores files elsewhere, and is ready again after that one has ended', async () => {
    const ready = async () => {
      const { status, body } = await send(app, '/api/health/ready')
      return { status, reason: (body as { reason?: string }).reason }
    }
    await wire.cut()
    const other = new Client({ connectionString: database.location.databaseUrl })
    await other.connect()
    await claimStorage(other, 'another storage')
    await wire.join()
    await expect.poll(ready).toEqual({ status: 503, reason: new FilesElsewhere().message })
    await other.end()
    await expect.poll(ready).toEqual({ status: 200, reason: undefined })
  })

  test('answers 503 while the connection is cut, is live and not ready, and continues when it is back', async () => {
    await ask(app, createProject, project('ONE'))
    expect(await send(app, '/api/health')).toMatchObject({ status: 200, body: { status: 'ok', database: 'postgres' } })
    await wire.cut()
    expect(await refusalOf(app, createProject, project('TWO'))).toMatchObject({ status: 503, code: 'API-5030' })
    expect((await send(app, '/api/health')).status).toBe(503)
    expect((await send(app, '/api/health/ready')).status).toBe(503)
    expect((await send(app, '/api/health/live')).status).toBe(200)
    await wire.join()
    expect((await send(app, '/api/health/ready')).status).toBe(200)
    await ask(app, createProject, project('TWO'))
    expect((await ask(app, listProjects, { token })).items.map(({ key }) => key).sort()).toEqual(['ONE', 'TWO'])
  })

  test('stores reports once whose commit is not answered, and acknowledges none of them', async () => {
    await ask(app, createProject, project('DEF'))
    const owner = await database.db.selectFrom('workspace_user').select('id').executeTakeFirstOrThrow()
    const agent = await TestAgent.of(app, owner as TestUser)
    const launch = await agent.startLaunch()
    const testId = await launch.startTest()
    for (const round of ['first', 'second', 'third']) {
      const messages = Array.from({ length: 20 }, (_, number) => `${round} ${number}`)
      // The first call is written alone, and the others together.
      wire.cutAfterCommitOf(`${round} 7`)
      const path = `/test-runs/${launch.id}/logs`
      const answers = await Promise.all(
        messages.map((message) => agent.request('POST', path, [{ testId, timestamp: Date.now(), message }])),
      )
      const rows = await database.db.selectFrom('log_line').select('message').where('message', 'in', messages).execute()
      expect(rows.map(({ message }) => message).sort()).toEqual([...messages].sort())
      expect(answers.map(({ status }) => status)).toContain(503)
    }
  })

  test('answers writes with 503 while the database takes none, and reads as ever', async () => {
    const url = new URL(database.location.databaseUrl ?? '')
    const name = url.pathname.slice(1)
    const setReadOnly = (isReadOnly: boolean, endsSessions = true) =>
      withAdmin(database.location.databaseUrl?.replace(url.pathname, '') ?? '', async (admin) => {
        await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
        if (endsSessions)
          await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      })
    const isBack = async () => {
      await expect.poll(() => send(app, '/api/projects', { token })).toMatchObject({ status: 200 })
    }
    await setReadOnly(true)
    await isBack() // on connections that have the statement
    expect(await refusalOf(app, createProject, project('ONE'))).toMatchObject({ status: 503, code: 'API-5030' })
    expect((await ask(app, listProjects, { token })).items).toEqual([])
    expect((await send(app, '/api/health/ready')).status).toBe(503)
    // Open sessions keep their initial settings.
    await setReadOnly(false, false)
    await expect.poll(async () => (await send(app, '/api/health/ready')).status).toBe(200)
    await ask(app, createProject, project('ONE'))
  })
})
