import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { fillLaunches } from './support/big-launch.ts'
import { limit, median } from './support/figures.ts'

const ROUNDS = 7
const TESTS = 10_000

let assay: AssayProcess
let launchId = 0
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const ids = await fillLaunches(assay.dataDir, [TESTS, TESTS])
  launchId = ids.at(-1) ?? 0
  await changeTests(assay.dataDir)
  await assay.restart()
}, 600_000)
afterAll(() => assay.remove())

/** Makes two launches of one name with tests of every class: a tenth newly failed, fixed, slower, new or missing. */
const changeTests = async (dataDir: string): Promise<void> => {
  const { db, close } = await openDatabase({ dataDir })
  try {
    await sql`update launch set name = 'Regression'`.execute(db)
    await sql`update launch set started_at = started_at - interval '1 day' where id < ${launchId}`.execute(db)
    await sql`update test set status = 'FAILED' where (id % 10 = 1 and launch_id = ${launchId}) or (id % 10 = 2 and launch_id < ${launchId})`.execute(
      db,
    )
    await sql`update test set ended_at = started_at + interval '5 s' where id % 10 = 3 and launch_id = ${launchId}`.execute(
      db,
    )
    await sql`update test set identity = md5('new ' || id) where id % 10 = 4 and launch_id = ${launchId}`.execute(db)
    await sql.raw('vacuum analyze test').execute(db)
  } finally {
    await close()
  }
}

test('two launches of 10,000 tests are compared', async () => {
  const headers = { authorization: `Bearer ${await signIn(assay.url)}` }
  const ask = async (query: string) => {
    const begun = performance.now()
    const answer = await fetch(`${assay.url}/api/projects/DEF/launches/${launchId}/comparison${query}`, { headers })
    const { total, items } = (await answer.json()) as { total: number; items: unknown[] }
    if (total < TESTS / 20 || items.length === 0) throw new Error(`${total} tests differ, ${items.length} are shown`)
    return performance.now() - begun
  }
  for (const [what, query] of [
    ['all classes', ''],
    ['one class', '?class=newFailure'],
  ] as const) {
    const answers: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = await ask(query)
      if (round > 0) answers.push(took)
    }
    limit(
      `comparison of two launches of 10,000 tests, ${what}, answer of the server`,
      median(answers),
      'ms',
      'at most',
      500,
    )
  }
}, 600_000)
