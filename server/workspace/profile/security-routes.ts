import {
  endOtherSessions,
  endSession,
  listSessions,
  listSignIns as listSignInsCall,
} from '../../../contract/workspace/account-security.ts'
import type { Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { listSignIns } from '../../session/session.ts'
import { endSessionsOf, listSessionsOf } from './device-sessions.ts'

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
