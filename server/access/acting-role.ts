import type { Role } from '../../contract/access.ts'
import type { Db, Tx } from '../db/open.ts'
import { holds } from './authorise.ts'
import { roleOf, type Principal } from './principals.ts'

/**
 * Resolves with the role that limits which members a user may manage: the user's own role in the project, or ADMINISTRATOR for holders of
 * `projects:update`; null for neither.
 */
export const actingRole = async (db: Db | Tx, caller: Principal, projectId: number): Promise<Role | null> => {
  if (holds(caller, 'projects:update')) return 'ADMINISTRATOR'
  const row = await db
    .selectFrom('project_member')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  return roleOf(caller, { role: row?.role ?? null, publicly_accessible: false })
}
