import { sql } from 'kysely'
import { freeSeats, type SeatStats } from '../../contract/workspace/seats.ts'
import type { Db, Tx } from '../db/open.ts'
import { conflict } from '../http/refusal.ts'

export const readSeats = async (db: Db | Tx): Promise<SeatStats> => {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${condition})`
  const [workspace, used] = await Promise.all([
    db.selectFrom('workspace').select(['seats', 'read_only_seats']).executeTakeFirstOrThrow(),
    db
      .selectFrom('person')
      .select([
        count(sql`not read_only`).as('paidUsers'),
        count(sql`not read_only and status = 'PENDING'`).as('paidPending'),
        count(sql`read_only`).as('readOnlyUsers'),
        count(sql`read_only and status = 'PENDING'`).as('readOnlyPending'),
      ])
      .where('status', '<>', 'INACTIVE')
      .where('is_system', '=', false)
      .executeTakeFirstOrThrow(),
  ])
  return { paidSeats: workspace.seats, readOnlySeats: workspace.read_only_seats, ...used }
}

/** Throws 409 unless that many more users of the kind have a seat. For callers that have locked the workspace. */
export const requireSeats = async (tx: Tx, isReadOnly: boolean, wanted: number, message: string): Promise<void> => {
  const free = freeSeats(await readSeats(tx), isReadOnly)
  if (free !== null && free < wanted) throw conflict(message)
}
