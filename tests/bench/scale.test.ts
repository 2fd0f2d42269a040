/** Times of pages, reports, agents and viewers as results accumulate, with two servers on one PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { MEMBERS_PASSWORD, writeMembers } from '../e2e/support/people.ts'
import { findPostgres } from '../server/support/postgres-binaries.ts'
import { startPostgresServer, withAdmin } from '../server/support/postgres-server.ts'
import { openTestBucket, type TestBucket } from '../server/support/s3.ts'
import { ACCESS_TOKEN, signIn, startBenchServer } from './support/assay.ts'
import { limit, median, tell } from './support/figures.ts'
import { openViewers, reportAtPace, reportTests } from './support/load.ts'

const TESTS_OF_LAUNCH = 1000
/** Launches so far, of five names. */
const SIZES = [100, 1000, 10_000]
/** Launches of agents have numbers above this. */
const AGENT_NUMBERS = 1_000_000
const ROUNDS = 5
const CONNECTIONS = 8

/** Of each of the two servers. */
const VIEWERS = 100
const AGENTS = 25
/** Tests per second of all agents; each is three calls. */
const PACES = [20, 50, 100, 200]
const SECONDS_AT_PACE = 10
/** Users that share the viewers' connections. */
const USERS = 20

let postgres: Awaited<ReturnType<typeof startPostgresServer>>
let bucket: TestBucket
let servers: readonly [AssayProcess, AssayProcess]
let opened: OpenedDatabase
let folder: string
beforeAll(async () => {
  const binaries = findPostgres()
  if (binaries === null) throw new Error('there is no PostgreSQL on this machine')
  postgres = await startPostgresServer(binaries, true)
  await withAdmin(postgres.url, (admin) => admin.query('create database assay'))
  const databaseUrl = `${postgres.url}/assay`
  bucket = await openTestBucket()
  const shared = { DATABASE_URL: databaseUrl, FILES_URL: bucket.url, SECRET_KEY: '00'.repeat(32) }
  servers = [await startBenchServer(shared), await startBenchServer(shared)]
  folder = mkdtempSync(path.join(tmpdir(), 'assay-scale-'))
  opened = await openDatabase({ dataDir: folder, databaseUrl })
  await sql`update project set last_launch_number = ${AGENT_NUMBERS}`.execute(opened.db)
}, 120_000)
afterAll(async () => {
  await opened.close()
  for (const server of servers) await server.remove()
  await bucket.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Replaces all launches by ended ones, one for every two hours until now; a hundredth of their tests failed. */
const fillWith = async (launches: number): Promise<void> => {
  const { db } = opened
  await sql`truncate launch, test cascade`.execute(db)
  await sql`
    insert into launch (project_id, number, uuid, name, status, framework, environment, build, started_at, ended_at, ended_by, passed, failed)
    select p.id, n, gen_random_uuid()::text, 'Regression ' || n % 5, 'FAILED', 'playwright', (array['STAGING', 'PROD'])[1 + n % 2],
           '2.' || n, s.started_at, s.started_at + interval '20 minutes', 'agent', ${TESTS_OF_LAUNCH}::int - 10, 10
      from project p cross join generate_series(1, ${launches}::int) n
     cross join lateral (select now() - (${launches}::int + 1 - n) * interval '2 hours' as started_at) s
     where p.key = 'DEF'`.execute(db)
  await sql`
    insert into test (launch_id, project_id, name, class_name, method_name, identity, status, reason, message, failure_key, failure_label,
                      labels, started_at, ended_at)
    select l.id, l.project_id, 'adds item ' || n || ' to the cart', 'tests/file-' || n / 50 || '.spec.ts', 'adds item ' || n,
           md5(l.name || n), case when f.reason is null then 'PASSED' else 'FAILED' end, f.reason, left(f.reason, 255),
           case when f.reason is null then null else 'cart ' || n % 7 end, case when f.reason is null then null else 'Error: total' end,
           jsonb_build_array(jsonb_build_object('key', 'feature', 'value', 'feature ' || n % 20)),
           l.started_at + n * interval '1 s', l.started_at + n * interval '1 s' + n % 900 * interval '1 ms'
      from launch l cross join generate_series(0, ${TESTS_OF_LAUNCH}::int - 1) n
      left join lateral (select 'Error: total' || repeat(e'\\n    at step (tests/file.spec.ts:12:4)', 20) as reason
                          where (n + l.number) % 100 = 0) f on true
     order by l.number, n`.execute(db)
  for (const table of ['launch', 'test']) await sql.raw(`vacuum analyze ${table}`).execute(db)
}

describe.each(SIZES)('%i launches of 1,000 tests', (launches) => {
  test('pages, reports and agents', { timeout: 1_800_000 }, async () => {
    await fillWith(launches)
    const { rows } = await sql<{ launchId: number; testId: number; bytes: number; indexBytes: number }>`
      select l.id as "launchId", (select min(t.id) from test t where t.launch_id = l.id and t.status = 'FAILED') as "testId",
             pg_database_size(current_database())::float8 as bytes, pg_indexes_size('test')::float8 as "indexBytes"
        from launch l where l.number = ${launches}`.execute(opened.db)
    const { launchId = 0, testId = 0, bytes = 0, indexBytes = 0 } = rows[0] ?? {}
    const tests = launches * TESTS_OF_LAUNCH
    const of = `${tests.toLocaleString('en-US')} tests:`
    limit(`${of} size of the database for each`, bytes / tests, 'bytes', 'at most', 2000)
    limit(`${of} size of the indexes of tests for each`, indexBytes / tests, 'bytes', 'at most', 1000)

    const { url } = servers[0]
    const headers = { authorization: `Bearer ${await signIn(url)}` }
    const launch = `/launches/${launchId}`
    for (const [what, place, requested] of [
      ['newest launches', '/launches', 150],
      ['launches with a word', '/launches?q=regression', 150],
      ['tests of a launch', `${launch}/tests`, 150],
      ['tests of a launch with a word', `${launch}/tests?q=item+99`, 150],
      ['a failed test', `${launch}/tests/${testId}`, 150],
      ['history of a test', `${launch}/tests/${testId}/history`, 150],
      ['causes of a launch', `${launch}/causes`, 300],
      ['flaky tests of 30 days', '/flaky-tests', 1000],
      ['execution summary of 30 days', '/reports/execution-summary?timeZone=UTC', 300],
      ['slowest tests of 30 days', '/reports/durations?view=slowest', 1000],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const begun = performance.now()
        const response = await fetch(`${url}/api/projects/DEF${place}`, { headers })
        const text = await response.text()
        if (!response.ok) throw new Error(`${place}: ${response.status} ${text}`)
        if (round > 0) times.push(performance.now() - begun)
      }
      limit(`${of} ${what}`, median(times), 'ms', 'at most', requested)
    }
    const { perSecond } = await reportTests(url, ACCESS_TOKEN, CONNECTIONS, 3000)
    limit(`${of} agent calls, ${CONNECTIONS} connections`, perSecond, 'calls/s', 'at least', 1000)
  })
})

test(`${2 * VIEWERS} viewers and ${2 * AGENTS} agents on two servers`, { timeout: 600_000 }, async () => {
  const members = Array.from({ length: USERS }, (_, n) => ({ username: `viewer${n}`, role: 'GUEST' as const }))
  await writeMembers(opened.db, members)
  const tokens = await Promise.all(
    members.map(({ username }) => signIn(servers[0].url, { login: username, password: MEMBERS_PASSWORD })),
  )
  const { rows: launches } = await sql<{ id: number }>`
    insert into launch (project_id, number, uuid, name, status, started_at)
    select p.id, ${AGENT_NUMBERS}::int - n, gen_random_uuid()::text, 'Live ' || n, 'IN_PROGRESS', now()
      from project p cross join generate_series(1, 2) n where p.key = 'DEF'
    returning id`.execute(opened.db)
  const ids = launches.map(({ id }) => id)

  for (const pace of PACES) {
    const ends = await Promise.all(servers.map(({ url }) => openViewers(url, VIEWERS, ids, tokens)))
    const loads = await Promise.all(
      servers.map(({ url }, n) =>
        reportAtPace(url, ACCESS_TOKEN, {
          connections: AGENTS,
          tests: (pace * SECONDS_AT_PACE) / 2,
          testsPerSecond: pace / 2,
          launchId: ids[n] ?? 0,
        }),
      ),
    )
    const reported = Date.now()
    const received = await Promise.all(ends.map((end) => end()))
    const of = `${2 * VIEWERS} viewers, ${pace} tests/s:`
    const highest = (value: (of: (typeof received)[number]) => number) => Math.max(...received.map(value))
    const messages = received.reduce((sum, one) => sum + one.messages, 0)
    limit(
      `${of} calls of agents`,
      loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
      'calls/s',
      'at least',
      pace * 2.5,
    )
    tell({
      what: `${of} messages to viewers`,
      figure: `${Math.round(messages / SECONDS_AT_PACE)} messages/s`,
      wanted: '',
      met: '',
    })
    limit(
      `${of} median delay`,
      highest(({ medianMs }) => medianMs),
      'ms',
      'at most',
      500,
    )
    limit(
      `${of} delay of 95 %`,
      highest(({ p95Ms }) => p95Ms),
      'ms',
      'at most',
      2000,
    )
    limit(
      `${of} the last message arrives after`,
      (highest(({ lastAt }) => lastAt) - reported) / 1000,
      's',
      'at most',
      2,
    )
    limit(
      `${of} viewers that lost their connection`,
      2 * VIEWERS - received.reduce((sum, one) => sum + one.connected, 0),
      '',
      'at most',
      0,
    )
  }
})
