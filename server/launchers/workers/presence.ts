/** Registered workers. Subscribers get an event when workers change, not for each heartbeat. */
import { sql, type DeleteQueryBuilder, type DeleteResult } from 'kysely'
import { LEASE_MS, type WorkerState } from '../../../contract/launchers/worker-protocol.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { Database } from '../../db/schema.generated.ts'
import { workersChanged } from '../../launches/launches.ts'

/** Records a worker's heartbeat. */
export const saySeen = async (
  db: Db,
  { worker, tokenId }: { worker: string; tokenId: number | null },
  { name, labels, concurrency, drivers }: WorkerState,
): Promise<void> => {
  const state = { name, labels: JSON.stringify(labels), concurrency, drivers: JSON.stringify(drivers) }
  const seen = { seen_at: sql<Date>`now()` }
  // Workers send a heartbeat every second: usually nothing else changes, and no event is needed.
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

/** Removes workers that have stopped. */
export const leaveWorkers = (db: Db, which: (workers: Deleting) => Deleting): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const gone = await which(tx.deleteFrom('launch_worker')).returning('id').execute()
    if (gone.length > 0) await appendEvents(tx, [workersChanged])
  })

/** Appends an event for workers that missed their heartbeats, once per worker. */
export const markLost = async (db: Db): Promise<void> => {
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
