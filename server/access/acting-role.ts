import type { Role } from '../../contract/access.ts'
import type { Db, Tx } from '../db/open.ts'
import { holds } from './authorise.ts'
import { roleOf, type Principal } from './principals.ts'

/**
 * The role by which somebody's rights over members are measured: their own in the project, or ADMINISTRATOR for who holds
 * `projects:update`. Null for who has neither.
 */
export const actingRole = async (db: Db | Tx, caller: Principal, projectId: number): Promise<Role | null> => {
  if (holds(caller, 'projects:update')) return 'ADMINISTRATOR'
  const row = await db
    .selectFrom('project_member')
    .select('role')
    .where('project_id', '=', projectId)
    .where('person_id', '=', caller.personId)
    .executeTakeFirst()
  return roleOf(caller, { role: row?.role ?? null, publicly_accessible: false })
}
