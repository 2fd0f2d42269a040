import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_STATISTICS } from '../../contract/launches/launches.ts'
import { projectStream } from '../../contract/live.ts'
import { appendEvents, streamSequence } from '../../server/db/events.ts'
import { openDatabase, type OpenedDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { findPostgres } from '../server/support/postgres-binaries.ts'
import { startPostgresServer, withAdmin } from '../server/support/postgres-server.ts'
import { installStopwatch } from './in-page/stopwatch.ts'
import { OWNER, startBenchServer } from './support/assay.ts'
import { limit } from './support/figures.ts'
import { launchBrowser } from './support/page.ts'

const SECONDS = 10
const PER_SECOND = 5000
const AT_ONCE = 250
const LAUNCHES = 25

let postgres: Awaited<ReturnType<typeof startPostgresServer>>
let assay: AssayProcess
let opened: OpenedDatabase
let folder: string
beforeAll(async () => {
  const binaries = findPostgres()
  if (binaries === null) throw new Error('there is no PostgreSQL on this machine')
  postgres = await startPostgresServer(binaries)
  await withAdmin(postgres.url, (admin) => admin.query('create database assay'))
  const databaseUrl = `${postgres.url}/assay`
  assay = await startBenchServer({ DATABASE_URL: databaseUrl })
  folder = mkdtempSync(path.join(tmpdir(), 'assay-storm-'))
  opened = await openDatabase({ dataDir: folder, databaseUrl })
}, 120_000)
afterAll(async () => {
  await opened.close()
  await assay.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test('a storm of 5,000 live messages a second for 10 s, on the launches list', async () => {
  const { rows: launches } = await sql<{ id: number; project_id: number }>`
    insert into launch (project_id, number, uuid, name, status, started_at)
    select p.id, n, gen_random_uuid()::text, 'Storm ' || n, 'IN_PROGRESS', now() - n * interval '1 s'
      from project p cross join generate_series(1, ${LAUNCHES}::int) n where p.key = 'DEF'
    returning id, project_id`.execute(opened.db)
  const projectId = launches[0]?.project_id ?? 0
  const stream = projectStream(projectId)
  const ids = launches.map(({ id }) => id)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const answer = await context.request.post(`${assay.url}/api/iam/v1/auth/login`, { data: OWNER })
    const { userId } = await userOf(opened)
    expect(answer.ok()).toBe(true)
    await context.addInitScript(installStopwatch, '[data-launch]')
    const page = await context.newPage()
    const drops: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('live channel')) drops.push(message.text())
    })
    await page.goto(`${assay.url}/projects/DEF/automation-launches`)
    await page.waitForFunction((count) => document.querySelectorAll('[data-launch]').length === count, LAUNCHES)
    await page.getByText('Live', { exact: true }).waitFor()
    // One message, which proves that the server reaches the list.
    await tell(opened, stream, projectId, ids, 0, 1)
    await shows(page, ids, 0, 1)
    const before = (await page.evaluate(() => window.stopwatch.longTasks())).length

    const begun = performance.now()
    let sent = 1
    while (sent < SECONDS * PER_SECOND) {
      await tell(opened, stream, projectId, ids, sent, AT_ONCE)
      sent += AT_ONCE
      const ahead = begun + (sent / PER_SECOND) * 1000 - performance.now()
      if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead))
    }
    const pace = sent / ((performance.now() - begun) / 1000)
    await shows(page, ids, sent - AT_ONCE, AT_ONCE)
    const behind = performance.now() - begun - SECONDS * 1000
    const sequence = await streamSequence(opened.db, stream)
    await page.waitForFunction(appliedReaches, { name: `assay-${userId}`, stream, sequence }, { polling: 100 })
    const longTasks = (await page.evaluate(() => window.stopwatch.longTasks())).slice(before)

    expect(sequence).toBe(sent)
    if (drops.length > 0) console.log(drops, assay.output())
    limit('storm: pace', pace, 'messages/s', 'at least', PER_SECOND * 0.95)
    limit('storm: longest task in the page', Math.max(0, ...longTasks), 'ms', 'at most', 100)
    limit('storm: connections dropped', drops.length, '', 'at most', 0)
    limit('storm: the list shows the last message after', behind / 1000, 's', 'at most', 2)
  } finally {
    await browser.close()
  }
}, 180_000)

const userOf = async ({ db }: OpenedDatabase) => {
  const { id } = await db
    .selectFrom('workspace_user')
    .select('id')
    .where('username', '=', OWNER.login)
    .executeTakeFirstOrThrow()
  return { userId: id }
}

/** Content of message `number` about its launch: its passed tests. */
const passedAt = (number: number): number => Math.floor(number / LAUNCHES) + 1

/** Messages `from`, `from + 1`, … in one transaction, with the state of the launches after it. */
const tell = ({ db }: OpenedDatabase, stream: string, projectId: number, ids: number[], from: number, count: number) =>
  db.transaction().execute(async (tx) => {
    const received = Array.from({ length: count }, (_, i) => {
      const number = from + i
      return { testRunId: ids[number % LAUNCHES] ?? 0, reviewed: false, ...NO_STATISTICS, passed: passedAt(number) }
    })
    await sql`update launch set passed = g.passed from (
        select "testRunId" as id, max(passed) as passed
          from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as t("testRunId" bigint, passed int) group by 1
      ) g where launch.id = g.id`.execute(tx)
    await appendEvents(
      tx,
      received.map((payload) => ({ stream, type: 'launch/statistics', payload, projectId })),
    )
  })

/** Waits until the list shows the last message of every launch. */
const shows = async (page: Page, ids: number[], from: number, count: number): Promise<void> => {
  const last = new Map<number, number>()
  for (let number = from; number < from + count; number += 1) last.set(ids[number % LAUNCHES] ?? 0, passedAt(number))
  const requested = [...last].map(([id, passed]) => [id, passed.toLocaleString('en')] as const)
  await page.waitForFunction(
    (rows) =>
      rows.every(([id, words]) =>
        [...(document.querySelector(`[data-launch="${id}"]`)?.querySelectorAll('[role=cell]') ?? [])].some((cell) =>
          cell.textContent.split('/').some((part) => part.replaceAll(/[^\d,]/g, '') === words),
        ),
      ),
    requested,
    { polling: 100, timeout: 60_000 },
  )
}

/** In the page: whether the local log holds the stream up to `sequence` without a gap. */
const appliedReaches = ({ name, stream, sequence }: { name: string; stream: string; sequence: number }) =>
  new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(new Error('the local log could not be opened')))
    opening.addEventListener('success', () => {
      const db = opening.result
      const reading = db.transaction('positions').objectStore('positions').get(stream)
      reading.addEventListener('success', () => {
        const position = reading.result as { applied: number; head: number } | undefined
        db.close()
        resolve(position?.applied === sequence && position.head === sequence)
      })
    })
  })
