import {
  endOtherSessions,
  endSession,
  listSessions,
  listSignIns as listSignInsCall,
  type DeviceSession,
} from '../../../contract/workspace/account-security.ts'
import type { Principals, Principal } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { listSignIns, deviceOf } from '../../session/session.ts'
import { appendEvents } from '../../db/events.ts'
import { notFound } from '../../http/refusal.ts'

export const securityRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.signedIn(listSessions, async ({ caller }) => ({ items: await listSessionsOf(db, caller) }))

  routes.signedIn(endSession, async ({ caller, params }) => {
    await endSessionsOf(db, caller, { id: params.sessionId })
    principals.forget(caller.userId)
    return {}
  })

  routes.signedIn(endOtherSessions, async ({ caller }) => {
    await endSessionsOf(db, caller, 'others')
    principals.forget(caller.userId)
    return {}
  })

  routes.signedIn(listSignInsCall, async ({ caller }) => ({ items: await listSignIns(db, caller.userId) }))
}

const currentOf = ({ via }: Principal): string | null => ('sessionId' in via ? via.sessionId : null)

/** Returns the caller's unexpired sessions, last used first. */
const listSessionsOf = async (db: Db, caller: Principal): Promise<DeviceSession[]> => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'rotated_at'])
    .where('user_id', '=', caller.userId)
    .where('expires_at', '>', new Date())
    .orderBy('rotated_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.rotated_at.toISOString(),
    isCurrent: row.id === currentOf(caller),
  }))
}

/** Ends one of the caller's sessions, or all but the current one, with their tokens. Throws 404 for another user's session. */
const endSessionsOf = (db: Db, caller: Principal, which: { id: string } | 'others'): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { userId } = caller
    const own = tx.deleteFrom('session').where('user_id', '=', userId)
    const current = currentOf(caller)
    const requested =
      which !== 'others' ? own.where('id', '=', which.id) : current === null ? own : own.where('id', '<>', current)
    const ended = await requested.returning('id').execute()
    if (ended.length === 0 && which !== 'others') throw notFound('This session has ended already')
    // The event makes every node drop what it has cached for the sessions.
    if (ended.length > 0)
      await appendEvents(tx, [{ stream: `person:${userId}`, type: 'session/ended', payload: {}, userId }])
  })
