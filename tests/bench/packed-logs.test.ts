import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { openFolderBlobs } from '../../server/files/folder-blobs.ts'
import { createFileStore } from '../../server/files/store.ts'
import { packDue } from '../../server/launches/logs/pack.ts'
import type { LogReading } from '../../server/launches/logs/read-packed.ts'
import { readTestLogs } from '../../server/launches/queries/test-logs.ts'
import { countStorage } from '../../server/launches/storage/count.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { atLeast, atMost, limit, median } from './support/figures.ts'

const LINES = 500_000
const TESTS = 10_000

let assay: AssayProcess
let launches: number[] = []
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  launches = await fillLaunches(assay.dataDir, [1, TESTS])
}, 600_000)
afterAll(() => assay.remove())

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size
  return bytes
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Reads all pages of a log. Resolves with the token of its last page, and the number of lines with this text. */
const readAll = async (parts: LogReading, testId: number, text: string) => {
  let [pageToken, lines, found]: [string | undefined, number, number] = [undefined, 0, 0]
  for (;;) {
    const page = await readTestLogs(parts, testId, 1, { maxPageSize: 1000, pageToken })
    lines += page.items.length
    found += page.items.filter(({ message }) => message?.includes(text)).length
    if (page.nextPageToken === null) return { pageToken, lines, found }
    pageToken = page.nextPageToken
  }
}

const measure = async (parts: LogReading, longest: number, others: readonly number[]) => {
  const page = (testId: number, pageToken?: string) => () =>
    readTestLogs(parts, testId, 1, { maxPageSize: 1000, pageToken })
  const begun = performance.now()
  const { pageToken, lines, found } = await readAll(parts, longest, 'cart 123456 ')
  const searchMs = performance.now() - begun
  expect([lines, found]).toEqual([LINES, 1])
  const times = async (work: (round: number) => () => Promise<unknown>) => {
    const rounds: number[] = []
    for (let round = 0; round < 21; round += 1) rounds.push(await timed(work(round)))
    return median(rounds)
  }
  return {
    searchMs,
    endMs: await times(() => page(longest, pageToken)),
    shortMs: await times((round) => page(others[round * 97] ?? longest)),
  }
}

test(`${LINES} lines of one test and ${LINES} of ${TESTS} tests are packed`, async () => {
  const { db, close } = await openDatabase({ dataDir: assay.dataDir })
  try {
    const files = createFileStore(await openFolderBlobs(assay.dataDir), db)
    for (const id of launches)
      await sql`insert into log_line (test_id, attempt, at, level, message)
                select t.id, 1, 1700000000000 + n * 7, case n % 50 when 0 then 'WARN' else 'INFO' end,
                       'cart ' || n || ' answered 200 after ' || n * 7919 % 1000 || ' ms, request ' || md5((t.id + n)::text)
                  from (select id, count(*) over () as tests from test where launch_id = ${id}) t
                 cross join lateral generate_series(1, ${LINES}::int / t.tests) n`.execute(db)
    await sql`update launch set heard_at = now() - interval '2 hours'`.execute(db)
    const vacuum = async () => {
      for (const table of ['log_line', 'log_frame']) await sql.raw(`vacuum analyze ${table}`).execute(db)
    }
    const tableBytes = async (table: 'log_line' | 'log_frame') =>
      Number(
        (await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(db)).rows[0]?.bytes,
      )
    const idsOf = async (launchId = 0) =>
      (await db.selectFrom('test').select('id').where('launch_id', '=', launchId).orderBy('id').execute()).map(
        ({ id }) => id,
      )
    const [[longest = 0], others] = [await idsOf(launches[0]), await idsOf(launches[1])]
    await vacuum()
    const [rowBytes, fileBytes] = [await tableBytes('log_line'), await bytesIn(path.join(assay.dataDir, 'files'))]
    const rows = await measure({ db, files }, longest, others)
    while ((await countStorage(db, new AbortController().signal)) > 0);

    // What other calls wait for: the embedded database has one connection.
    let longestWait = 0
    const packing = new AbortController()
    const waiting = (async () => {
      while (!packing.signal.aborted) {
        longestWait = Math.max(longestWait, await timed(() => sql`select 1`.execute(db)))
        await new Promise(setImmediate)
      }
    })()
    const packMs = await timed(() => packDue({ db, files }, new AbortController().signal))
    packing.abort()
    await waiting
    limit('packing 1,000,000 log lines', packMs / 1000, 's', 'at most', 120)
    limit('the longest wait of another call meanwhile', longestWait, 'ms', 'at most', 300)

    await vacuum()
    const packedBytes = (await tableBytes('log_frame')) + (await bytesIn(path.join(assay.dataDir, 'files'))) - fileBytes
    // A vacuum empties the table, but not the files of its indexes: later lines use them.
    const freedBytes = rowBytes - (await tableBytes('log_line'))
    const packed = await measure({ db, files }, longest, others)
    atLeast('disk of 1,000,000 lines as rows, against packed', rowBytes / 1e6, packedBytes / 1e6, 4, 'MB')
    atLeast(
      'disk of them as rows, against what a vacuum does not return',
      rowBytes / 1e6,
      (rowBytes - freedBytes) / 1e6,
      2,
      'MB',
    )
    atMost('the last page of a log of 500,000 lines, packed against rows', packed.endMs, rows.endMs, 2, 'ms')
    atMost('the log of a test with 50 lines, packed against rows', packed.shortMs, rows.shortMs, 4, 'ms')
    atMost('reading 500,000 lines to search them, packed against rows', packed.searchMs, rows.searchMs, 1.5, 'ms')
  } finally {
    await close()
  }
}, 600_000)
