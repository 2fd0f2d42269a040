import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'

/** Inserts suites, ten per parent, and evenly distributed cases with steps into the project DEF of a stopped server by SQL. */
export const fillRepository = async (
  dataDir: string,
  { suites, cases }: { suites: number; cases: number },
): Promise<void> => {
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir, workerUrl })
  try {
    // The first thirty are on the top level, every other in the one with a tenth of its number.
    await sql`
      insert into suite (id, project_id, parent_id, title, position) overriding system value
      select n, p.id, case when n > 30 then n / 10 end, 'Suite ' || n || ' of the storefront', n
        from project p cross join generate_series(1, ${suites}::int) n where p.key = 'DEF'
       order by n`.execute(db)
    await sql`
      insert into test_case (project_id, number, title, suite_id, position, description, pre_conditions, steps, priority_id,
                             automation_state_id, draft, created_by, updated_by)
      select p.id, n, w.words[1 + n % 12] || ' a ' || w.words[1 + n / 12 % 12] || ' voucher ' || n, 1 + n % ${suites}::int, n,
             'Prices in pounds; delivery never counts towards the limit of case ' || n, 'The basket holds item ' || n,
             jsonb_build_array(
               jsonb_build_object('kind', 'step', 'id', 'a', 'action', 'Open the basket as a guest', 'expectedResult',
                                  'Subtotal reads ' || n, 'attachments', '[]'::jsonb),
               jsonb_build_object('kind', 'step', 'id', 'b', 'action', 'Press Apply', 'expectedResult', 'A line stands above the total',
                                  'attachments', '[]'::jsonb)),
             (select id from priority where project_id = p.id and position = 1 + n % 5),
             (select id from automation_state where project_id = p.id and position = 1 + n % 4), n % 10 = 0, o.id, o.id
        from project p cross join workspace_user o cross join generate_series(1, ${cases}::int) n
       cross join (select array['apply', 'remove', 'expire', 'combine', 'refuse', 'print', 'share', 'count', 'copy', 'open', 'close', 'check']
                          as words) w
       where p.key = 'DEF' and o.username = 'owner'`.execute(db)
    await sql`update repository set next_number = ${cases + 1}, next_position = ${cases + suites + 1}`.execute(db)
    await sql`select setval(pg_get_serial_sequence('suite', 'id'), ${suites})`.execute(db)
    for (const table of ['suite', 'test_case']) await sql.raw(`vacuum analyze ${table}`).execute(db)
  } finally {
    await close()
  }
}
