/** Which workers are there. Whoever follows them is told when that changes, and not that they are still there. */
import { sql, type DeleteQueryBuilder, type DeleteResult } from 'kysely'
import { LEASE_MS, type WorkerState } from '../../../contract/launchers/worker-protocol.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { Database } from '../../db/database.ts'
import { workersChanged } from '../../launches/queue-news.ts'

/** Says that a worker is alive. */
export const saySeen = async (
  db: Db,
  { worker, tokenId }: { worker: string; tokenId: number | null },
  { name, labels, concurrency, drivers }: WorkerState,
): Promise<void> => {
  const state = { name, labels: JSON.stringify(labels), concurrency, drivers: JSON.stringify(drivers) }
  const seen = { seen_at: sql<Date>`now()` }
  // A worker says so every second: mostly nothing else has changed, and nobody has to be told.
  const same = await db
    .updateTable('launch_worker')
    .set(seen)
    .where('id', '=', worker)
    .where('is_lost', '=', false)
    .where('name', '=', name)
    .where('concurrency', '=', concurrency)
    .where(sql<boolean>`labels = ${state.labels}::jsonb and drivers = ${state.drivers}::jsonb`)
    .returning('id')
    .executeTakeFirst()
  if (same !== undefined) return
  await db.transaction().execute(async (tx) => {
    const changed = { ...state, ...seen, is_lost: false }
    await tx
      .insertInto('launch_worker')
      .values({ id: worker, token_id: tokenId, ...changed })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
      .execute()
    await appendEvents(tx, [workersChanged])
  })
}

type Deleting = DeleteQueryBuilder<Database, 'launch_worker', DeleteResult>

/** Removes workers that are gone. */
export const leaveWorkers = (db: Db, which: (workers: Deleting) => Deleting): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const gone = await which(tx.deleteFrom('launch_worker')).returning('id').execute()
    if (gone.length > 0) await appendEvents(tx, [workersChanged])
  })

/** Tells of workers that have fallen silent, each once. */
export const tellSilent = async (db: Db): Promise<void> => {
  const silent = db
    .selectFrom('launch_worker')
    .select('id')
    .where('is_lost', '=', false)
    .where('seen_at', '<=', sql<Date>`now() - ${LEASE_MS} * interval '1 millisecond'`)
  if ((await silent.limit(1).executeTakeFirst()) === undefined) return
  await db.transaction().execute(async (tx) => {
    const lost = await tx
      .updateTable('launch_worker')
      .set({ is_lost: true })
      .where('id', 'in', silent)
      .returning('id')
      .execute()
    if (lost.length > 0) await appendEvents(tx, [workersChanged])
  })
}
