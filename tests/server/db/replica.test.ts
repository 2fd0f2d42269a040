import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { getExecutionSummary } from '../../../contract/reports/execution-summary.ts'
import { getServerStatus } from '../../../contract/workspace/server-status.ts'
import { createApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { openDatabase, type OpenedDatabase } from '../../../server/db/open.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, type TestApp } from '../support/app.ts'
import { testEngine, type TestDatabase } from '../support/database.ts'
import { aProject, aWorkspace } from '../support/people.ts'
import { findPostgres } from '../support/postgres-binaries.ts'
import {
  startPostgresReplica,
  startPostgresServer,
  withAdmin,
  type PostgresServer,
} from '../support/postgres-server.ts'

const [binaries, backup] = [findPostgres(), findPostgres(['pg_basebackup'])]
const METRICS_TOKEN = 'token-of-the-metrics-of-this-test'

describe.runIf(testEngine() === 'postgres' && backup !== null)('replica', () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let opened: OpenedDatabase
  let app: TestApp
  let dataDir: string
  let token: string
  let agent: TestAgent
  let launchId: number
  let caseId: number
  const warnings: unknown[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line)) })

  const open = (replicaUrl: string) =>
    openDatabase({ dataDir, databaseUrl: `${primary.url}/assay`, replicaUrl, replicaCheckMs: 50, logger })
  const problem = () => opened.replicaStatus()?.problem
  const isUsed = async (): Promise<void> => {
    await expect.poll(problem).toBe(null)
  }
  const summary = () => ask(app, getExecutionSummary, { token, params: { projectKey: 'DEF' } })
  const aLaunch = async (): Promise<number> => {
    const launch = await agent.startLaunch({ startedAt: new Date().toISOString() })
    await launch.test('pays', 'FAILED')
    await launch.finish()
    return launch.id
  }
  /** Returns when the connections for reads began their last statement, by the server's own statistics. */
  const lastRead = async ({ url }: PostgresServer): Promise<string> =>
    withAdmin(url, async (admin) => {
      const { rows } = await admin.query<{ at: string | null }>(
        "select max(query_start)::text as at from pg_stat_activity where application_name = 'assay'",
      )
      return rows[0]?.at ?? 'never'
    })

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'assay-replica-'))
    if (binaries === null || backup === null) throw new Error('PostgreSQL is not installed')
    primary = await startPostgresServer(binaries)
    await withAdmin(primary.url, (admin) => admin.query('create database assay'))
    replica = await startPostgresReplica({ binaries, backup }, primary)
    opened = await open(`${replica.url}/assay`)
    const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, DOCKER_HOST: 'none', METRICS_TOKEN })
    const fastify = await createApp({ config, opened, logger: pino({ level: 'silent' }), version: '0.0.0-test' })
    await fastify.listen({ host: '127.0.0.1', port: 0 })
    const { port } = fastify.server.address() as AddressInfo
    const close = () => fastify.close()
    app = {
      app: fastify,
      config,
      database: opened as TestDatabase,
      db: opened.db,
      url: `http://127.0.0.1:${port}`,
      close,
    }
    const owner = await aWorkspace(app)
    token = owner.token
    await aProject(app, owner)
    agent = await TestAgent.of(app, owner)
    launchId = await aLaunch()
    const params = { projectKey: 'DEF' }
    const suite = await ask(app, createSuite, {
      token,
      params,
      body: { title: 'Payment', description: '', parentSuiteId: null },
    })
    const created = await ask(app, createTestCase, {
      token,
      params: { projectKey: 'DEF' },
      body: { title: 'Pays', testSuiteId: suite.id },
    })
    caseId = created.data.id
  })
  afterAll(async () => {
    await app.close()
    await opened.close()
    await replica.stop()
    await primary.stop()
    rmSync(dataDir, { recursive: true })
  })

  test('the server reads reports, searches and exports from the replica, with everything that was committed before', async () => {
    const projectId = (await app.db.selectFrom('project').select('id').executeTakeFirstOrThrow()).id
    const inProject = '/api/projects/DEF'
    const reads: [path: string, body?: unknown][] = [
      [`${inProject}/reports/execution-summary`],
      [`${inProject}/reports/durations`],
      [`${inProject}/launches/${launchId}/slowdown`],
      [`${inProject}/test-file-splits`, { files: ['a.spec.ts'], shards: 2 }],
      [`${inProject}/flaky-tests`],
      [`${inProject}/flaky-settings/replay?windowDays=30&minFlips=2&maxFailedShare=50&maxQuarantinedShare=10`],
      [`${inProject}/gate/replay?maxFailures=0`],
      [`${inProject}/tests?q=pays`],
      [`${inProject}/launches/${launchId}/html`],
      [`${inProject}/test-cases/export`, { ids: [caseId] }],
      [`/api/tcm/v1/test-repository:export?projectId=${projectId}`, { testCaseIds: [caseId] }],
      [`${inProject}/archive-contents`],
      ['/api/files/project-archives/DEF'],
      [`${inProject}/retention/usage`],
      [`${inProject}/retention/preview?launchDays=30`],
      ['/api/workspace/engine-utilization'],
      ['/api/workspace/usage'],
    ]
    await isUsed()
    warnings.length = 0
    for (const [path, body] of reads) {
      const before = await lastRead(replica)
      const answer = await send(app, path, { token, ...(body === undefined ? {} : { method: 'POST', body }) })
      expect([path, answer.status]).toEqual([path, 200])
      expect([path, await lastRead(replica)]).not.toEqual([path, before])
    }
    // A statement that needs a write would have been repeated on the primary.
    expect(warnings).toEqual([])
    for (let launches = 2; launches < 6; launches += 1) {
      await aLaunch()
      expect((await summary()).total.launches).toBe(launches)
    }
  })

  test('a read replica rejects writes', async () => {
    let failure: unknown
    await opened.fromReplica(async (db) => {
      await sql`create temp table room (n int)`.execute(db).catch((error: unknown) => (failure ??= error))
    })
    expect(failure).toBeInstanceOf(DatabaseError)
  })

  test('a read replica is left alone while it lags, and used again when it has caught up', async () => {
    await withAdmin(replica.url, (admin) => admin.query('select pg_wal_replay_pause()'))
    const { total } = await summary()
    await aLaunch()
    const before = await lastRead(replica)
    expect((await summary()).total.launches).toBe(total.launches + 1)
    expect(await lastRead(replica)).toBe(before)
    await expect.poll(() => opened.replicaStatus()).toEqual({ problem: 'behind', lagMs: expect.any(Number) as number })
    const { database } = await ask(app, getServerStatus, { token })
    expect(database.replica).toMatchObject({ problem: 'behind' })
    expect(String((await send(app, '/metrics', { token: METRICS_TOKEN })).body)).toContain(
      'assay_database_replica_used 0',
    )
    await withAdmin(replica.url, (admin) => admin.query('select pg_wal_replay_resume()'))
    await isUsed()
    await summary()
    expect(await lastRead(replica)).not.toBe(before)
    expect(String((await send(app, '/metrics', { token: METRICS_TOKEN })).body)).toContain(
      'assay_database_replica_used 1',
    )
  })

  test('the primary repeats a read that the replica interrupts, and the server stays ready while the replica is away', async () => {
    let attempts = 0
    const interrupted = opened.fromReplica(async (db) => {
      attempts += 1
      // The replica stops during the first attempt.
      if (attempts === 1) await Promise.all([sql`select pg_sleep(60)`.execute(db), replica.crash()])
      const { rows } = await sql<{ answer: number }>`select 42 as answer`.execute(db)
      return rows
    })
    expect(await interrupted).toEqual([{ answer: 42 }])
    expect(attempts).toBe(2)
    await expect.poll(problem).toBe('unreachable')
    expect((await summary()).total.launches).toBeGreaterThan(0)
    expect((await send(app, '/api/health/ready')).status).toBe(200)
    await replica.start()
    await isUsed()
  })

  test('the primary repeats a read that conflicts with the recovery of the replica', async () => {
    await sql`create table conflict as select n from generate_series(1, 1000) n`.execute(app.db)
    await withAdmin(replica.url, async (admin) => {
      await admin.query("alter system set max_standby_streaming_delay = '50ms'")
      await admin.query('select pg_reload_conf()')
    })
    await isUsed()
    let attempts = 0
    const read = await opened.fromReplica(async (db) => {
      attempts += 1
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          await sql`select count(*) from conflict`.execute(tx)
          if (attempts === 1) {
            await sql`delete from conflict`.execute(app.db)
            await sql`vacuum conflict`.execute(app.db)
            await sql`select pg_sleep(60)`.execute(tx)
          }
          return attempts
        })
    })
    expect(read).toBe(2)
    await sql`drop table conflict`.execute(app.db)
    await isUsed()
  })

  test('reads go to the primary when the replica is another database, or was promoted', async () => {
    await withAdmin(primary.url, (admin) => admin.query('create database other'))
    const foreign = await open(`${primary.url}/other`)
    await expect.poll(() => foreign.replicaStatus()?.problem).toBe('foreign')
    await foreign.close()
    await withAdmin(replica.url, (admin) => admin.query('select pg_promote()'))
    await expect.poll(problem).toBe('writable')
    expect((await summary()).total.launches).toBeGreaterThan(0)
  })
})
