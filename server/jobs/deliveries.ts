import { sql } from 'kysely'
import type { Delivery } from '../../contract/settings/deliveries.ts'
import type { Db } from '../db/open.ts'

/** Tables of deliveries to other systems, each of which one server at a time attempts. */
type DeliveryTable = 'notification_delivery' | 'pull_request'

/** Leases up to `limit` rows that are due at `now`, or whose lease has ended because its server stopped. Each is a new attempt. */
export const leaseDue = async <Row>(
  db: Db,
  table: DeliveryTable,
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set state = 'sending', attempts = attempts + 1, next_at = null,
           lease_until = ${new Date(now.getTime() + leaseMs)}
     where id in (select id from ${sql.table(table)}
                   where (state = 'waiting' and next_at <= ${now}) or (state = 'sending' and lease_until < ${now})
                   order by id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

/** Makes a leased row due again after its attempt was aborted by a shutdown; the attempt does not count. */
export const releaseLease = async (db: Db, table: DeliveryTable, id: number): Promise<void> => {
  await sql`
    update ${sql.table(table)} set state = 'waiting', next_at = now(), lease_until = null, attempts = attempts - 1
     where id = ${id} and state = 'sending'`.execute(db)
}

/** Returns what all deliveries have in common in the shape of the contract. */
export const deliveryOf = (
  row: Pick<Delivery, 'id' | 'state' | 'attempts' | 'reason'> & { at: Date; next_at: Date | null },
  launch: Delivery['launch'] | undefined,
): Delivery => ({
  id: row.id,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  nextAt: row.state === 'waiting' ? (row.next_at?.toISOString() ?? null) : null,
  reason: row.reason,
  launch: launch ? { id: launch.id, number: launch.number, name: launch.name } : null,
})
