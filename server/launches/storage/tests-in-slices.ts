import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** Yields the ids of a launch's tests in slices, in the order of an index. */
export async function* testsInSlices(db: Db | Tx, launchId: number, size: number): AsyncGenerator<number[]> {
  // As text: a Date has no microseconds.
  let after = { at: '-infinity', id: 0 }
  for (;;) {
    const { rows } = await sql<{ id: number; at: string }>`
      select id, started_at::text as at from test
       where launch_id = ${launchId} and (started_at, id) > (${after.at}::timestamptz, ${after.id})
       order by started_at, id limit ${size}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return
    after = last
  }
}
