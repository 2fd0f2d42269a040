import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { freeSeats, type SeatStats, type updateSeats } from '../../contract/workspace/seats.ts'
import { USER_TEXTS } from '../../contract/workspace/user-texts.ts'
import { isUser } from '../access/users.ts'
import type { Principal } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { invalid } from '../http/errors.ts'
import { conflict } from '../http/refusal.ts'
import { withWorkspaceLocked } from '../db/workspace-lock.ts'

export const readSeats = async (db: Db | Tx): Promise<SeatStats> => {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${condition})`
  const [workspace, used] = await Promise.all([
    db.selectFrom('workspace').select(['seats', 'read_only_seats']).executeTakeFirstOrThrow(),
    db
      .selectFrom('workspace_user')
      .select([
        count(sql`not read_only`).as('paidUsers'),
        count(sql`not read_only and status = 'PENDING'`).as('paidPending'),
        count(sql`read_only`).as('readOnlyUsers'),
        count(sql`read_only and status = 'PENDING'`).as('readOnlyPending'),
      ])
      .where('status', '<>', 'INACTIVE')
      .where(isUser('workspace_user'))
      .executeTakeFirstOrThrow(),
  ])
  return { paidSeats: workspace.seats, readOnlySeats: workspace.read_only_seats, ...used }
}

/** Throws 409 unless seats for that many more users of the kind are free. For callers that have locked the workspace. */
export const requireSeats = async (tx: Tx, isReadOnly: boolean, requested: number, message: string): Promise<void> => {
  const free = freeSeats(await readSeats(tx), isReadOnly)
  if (free !== null && free < requested) throw conflict(message)
}

export const changeSeats = (db: Db, caller: Principal, edit: z.infer<typeof updateSeats.body>): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    const { paidSeats, readOnlySeats, paidUsers, readOnlyUsers } = await readSeats(tx)
    const before = { paidSeats, readOnlySeats }
    const changes = await mergeEdit(before, edit, async () => ({ data: await readSeats(tx) }))
    const after = { ...before, ...changes }
    const tooFew = (
      [
        ['paidSeats', after.paidSeats, paidUsers],
        ['readOnlySeats', after.readOnlySeats, readOnlyUsers],
      ] as const
    ).flatMap(([field, wanted, used]) =>
      wanted !== null && wanted < used ? [{ field, message: USER_TEXTS.seatsBelowUse(used) }] : [],
    )
    if (tooFew.length > 0) throw invalid(tooFew)
    await tx.updateTable('workspace').set({ seats: after.paidSeats, read_only_seats: after.readOnlySeats }).execute()
    const payload = { before, changes }
    await appendEvents(tx, [{ stream: 'workspace', type: 'workspace/seats', payload, userId: caller.userId }])
  })
