import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'

export const FILES = 200
export const TESTS_PER_FILE = 50

// The same launch for both: numbers, names, and which hundredth of the tests failed.
export const nameOf = (number: number): string => `adds item ${number} to the cart`
export const whetherFails = (number: number): boolean => number % 100 === 0

/** The failure of the failed tests: as long as Playwright's own text with its code frame and stack. */
const reasonOf = `'Error: total of the cart' || e'\\n\\n' || 'expect(received).toBe(expected) // Object.is equality' || e'\\n\\n'
  || 'Expected: -1' || e'\\n' || 'Received: ' || n
  || (select string_agg(e'\\n    at step' || i || ' (tests/file-' || n / 50 || '.spec.mjs:' || i || ':12)', '' order by i)
        from generate_series(1, 12) i)`

/** The last line of a failed test's stack trace. */
export const LAST_FRAME = 'at step12'

/**
 * Inserts ended launches of this many tests each into the data folder of a stopped server by SQL, and returns their ids; a hundredth of the
 * tests failed.
 */
export const fillLaunches = async (dataDir: string, sizes: readonly number[]): Promise<number[]> => {
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir, workerUrl })
  try {
    const ids: number[] = []
    for (const size of sizes) {
      const failed = Math.ceil(size / 100)
      const { rows } = await sql<{ id: number }>`
        insert into launch (project_id, number, uuid, name, status, framework, started_by, started_at, ended_at, ended_by, passed, failed)
        select p.id, ${ids.length + 1}::int, gen_random_uuid()::text, ${`Regression of ${size}`}, 'FAILED', 'playwright', o.id,
               now() - interval '2 hours', now() - interval '1 hour', 'agent', ${size - failed}::int, ${failed}::int
          from project p cross join workspace_user o where p.key = 'DEF' and o.username = 'owner'
        returning id`.execute(db)
      const id = rows[0]?.id
      if (id === undefined) throw new Error('there is no project DEF')
      ids.push(id)
      await sql`
        insert into test (launch_id, project_id, name, class_name, method_name, identity, status, reason, message, failure_key,
                          failure_label, labels, started_at, ended_at)
        select ${id}::bigint, l.project_id, 'adds item ' || n || ' to the cart', 'tests/file-' || n / 50 || '.spec.mjs',
               'adds item ' || n || ' to the cart', md5(n::text), case when n % 100 = 0 then 'FAILED' else 'PASSED' end,
               r.reason, case when length(r.reason) > 255 then left(r.reason, 255) || ' ...' else r.reason end,
               case when n % 100 = 0 then 'cart' end, case when n % 100 = 0 then 'Error: total of the cart' end,
               jsonb_build_array(jsonb_build_object('key', 'feature', 'value', 'feature ' || n % 20)),
               l.started_at + n * interval '10 ms', l.started_at + n * interval '10 ms' + n % 900 * interval '1 ms'
          from launch l cross join generate_series(0, ${size}::int - 1) n
          left join lateral (select ${sql.raw(reasonOf)} as reason where n % 100 = 0) r on true
         where l.id = ${id}`.execute(db)
    }
    // Background work of the server within a minute.
    for (const table of ['launch', 'test']) await sql.raw(`vacuum analyze ${table}`).execute(db)
    return ids
  } finally {
    await close()
  }
}
