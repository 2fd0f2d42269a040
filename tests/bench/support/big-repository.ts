import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/db/open.ts'

export const SUITES = 3000
export const CASES = 50_000

/**
 * Puts suites of three levels (each tenth at the top, nine under it, half of those under their neighbour) with cases into the data
 * folder of a server that has been stopped. By SQL, in seconds.
 */
export const fillRepository = async (dataDir: string): Promise<void> => {
  const workerUrl = pathToFileURL(path.join(import.meta.dirname, '../../../dist/server/database-worker.js'))
  const { db, close } = await openDatabase({ dataDir, workerUrl })
  try {
    const { id: projectId } = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
    await sql`
      insert into suite (project_id, parent_id, title, description, position)
      select ${projectId}, null, 'Suite ' || n, '', n::bigint * 1024 from generate_series(0, ${SUITES}::int - 1) n
       order by n`.execute(db)
    const { rows } = await sql<{ first: number }>`
      select min(id) as first from suite where project_id = ${projectId}`.execute(db)
    const first = rows[0]?.first ?? 0
    await sql`
      update suite set parent_id = case when (id - ${first}) % 10 < 6 then id - (id - ${first}) % 10 else id - 1 end
       where project_id = ${projectId} and (id - ${first}) % 10 > 0`.execute(db)
    await sql`
      insert into test_case (project_id, number, title, suite_id, position, priority_id, automation_state_id, created_by)
      select ${projectId}, n, 'Case ' || n || case when n % 50 = 0 then ' with a voucher' else ' of the basket' end,
             ${first} + n % ${SUITES}::int, n::bigint * 1024, (p.ids)[1 + n % array_length(p.ids, 1)],
             (a.ids)[1 + n % array_length(a.ids, 1)], o.id
        from generate_series(1, ${CASES}::int) n
       cross join (select array_agg(id order by position) as ids from priority where project_id = ${projectId}) p
       cross join (select array_agg(id order by position) as ids from automation_state where project_id = ${projectId}) a
       cross join (select id from person where owner limit 1) o`.execute(db)
    await sql`
      update repository set next_number = ${CASES + 1}::int, next_position = ${(CASES + SUITES) * 1024}::bigint
       where project_id = ${projectId}`.execute(db)
    // What the server does by itself within a minute.
    for (const table of ['suite', 'test_case']) await sql.raw(`vacuum analyze ${table}`).execute(db)
  } finally {
    await close()
  }
}
