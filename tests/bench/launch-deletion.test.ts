import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { clearSlice } from '../../server/launches/deletion/clear.ts'
import { createSliceSize } from '../../server/jobs/slices.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { limit } from './support/figures.ts'

const TESTS = 100_000
const LINES_OF_TEST = 3

let assay: AssayProcess
let oldest = 0
let newest = 0
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  // The launch between them is what remains: its rows lie behind those of the oldest.
  const ids = await fillLaunches(assay.dataDir, [TESTS, 1000, TESTS])
  oldest = ids[0] ?? 0
  newest = ids[2] ?? 0
}, 600_000)
afterAll(() => assay.remove())

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size
  return bytes
}

test(`a launch of ${TESTS} tests with logs is deleted`, async () => {
  const { db, close } = await openDatabase({ dataDir: assay.dataDir })
  try {
    await sql`insert into log_line (test_id, attempt, at, level, message)
              select t.id, 1, n, 'INFO', 'step ' || n || ' of the cart: ' || repeat('x', 80)
                from test t cross join generate_series(1, ${LINES_OF_TEST}::int) n order by t.id`.execute(db)
    for (const table of ['log_line', 'test']) await sql.raw(`vacuum analyze ${table}`).execute(db)
    const tables = async () =>
      Number(
        (
          await sql<{ bytes: string }>`
            select pg_total_relation_size('test') + pg_total_relation_size('log_line') as bytes`.execute(db)
        ).rows[0]?.bytes,
      )
    const clear = async (launchId: number) => {
      const answerBegun = performance.now()
      await db.deleteFrom('launch').where('id', '=', launchId).execute()
      const answerMs = performance.now() - answerBegun
      const size = createSliceSize()
      const slices: number[] = []
      for (;;) {
        const begun = performance.now()
        const hasMore = await clearSlice({ db, files: { remove: () => Promise.resolve() } }, size)
        slices.push(performance.now() - begun)
        if (!hasMore) break
      }
      return { answerMs, workMs: slices.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(...slices), slices }
    }
    const vacuum = async () => {
      const begun = performance.now()
      for (const table of ['log_line', 'test']) await sql.raw(`vacuum ${table}`).execute(db)
      await sql`checkpoint`.execute(db)
      return performance.now() - begun
    }
    const before = await tables()
    const first = await clear(newest)
    limit('deleting the row of a launch of 100,000 tests', first.answerMs, 'ms', 'at most', 50)
    limit('deleting its tests and log lines, work in all', first.workMs / 1000, 's', 'at most', 5)
    limit('the longest slice of it', first.longestMs, 'ms', 'at most', 200)
    const vacuumMs = await vacuum()
    limit('vacuuming afterwards', vacuumMs, 'ms', 'at most', 2000)
    const after = await tables()
    limit('of the newest launch, bytes returned to the disk', ((before - after) / before) * 100, '%', 'at least', 30)
    await clear(oldest)
    await vacuum()
    // A vacuum truncates the end of a table only: the rest is reused by later launches.
    limit(
      'of the oldest launch, bytes returned to the disk',
      ((after - (await tables())) / before) * 100,
      '%',
      'at least',
      0,
    )
    console.log({ slices: first.slices.length, before, after, folder: await bytesIn(assay.dataDir) })
  } finally {
    await close()
  }
}, 600_000)
