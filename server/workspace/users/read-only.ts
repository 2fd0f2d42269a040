import { sql } from 'kysely'
import type { ReadOnlyCheck } from '../../../contract/workspace/users.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { isUser } from '../../access/users.ts'
import type { Db, Tx } from '../../db/open.ts'
import { groupsOfUser, superAdminsExcept } from '../administration.ts'

/** Maximum number of projects to name. */
const NAMED = 5

const enumerate = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ')

/** Returns what prevents making a user read-only, and what they would lose. */
export const checkConversion = async (db: Db | Tx, userId: number): Promise<ReadOnlyCheck> => {
  const [led, administered, { above }, groups, hasOtherSuperAdmin] = await Promise.all([
    db.selectFrom('project').select('name').where('lead_id', '=', userId).orderBy('name').execute(),
    db
      .selectFrom('project_member as m')
      .innerJoin('project as p', 'p.id', 'm.project_id')
      .select('p.name')
      .where('m.user_id', '=', userId)
      .where('m.role', '=', 'ADMINISTRATOR')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('project_member as o')
              .innerJoin('workspace_user as other', 'other.id', 'o.user_id')
              .select('o.user_id')
              .whereRef('o.project_id', '=', 'm.project_id')
              .where('o.user_id', '<>', userId)
              .where('o.role', '=', 'ADMINISTRATOR')
              .where('other.status', '=', 'ACTIVE')
              .where('other.read_only', '=', false)
              .where(isUser('other')),
          ),
        ),
      )
      .orderBy('p.name')
      .execute(),
    db
      .selectFrom('project_member')
      .select(sql<number>`count(*)`.as('above'))
      .where('user_id', '=', userId)
      .where('role', '<>', 'GUEST')
      .executeTakeFirstOrThrow(),
    groupsOfUser(db, userId),
    superAdminsExcept(db, userId),
  ])
  const isSuperAdmin = groups.some(({ built_in: builtIn }) => builtIn === 'super-admins')
  const names = (rows: readonly { name: string }[]) => enumerate(rows.map(({ name }) => name))
  const reasons = [
    ...(led.length > 0 ? [USER_TEXTS.leadsProjects(names(led))] : []),
    ...(administered.length > 0 ? [USER_TEXTS.lastAdministratorOf(names(administered))] : []),
    ...(isSuperAdmin && !hasOtherSuperAdmin ? [USER_TEXTS.lastSuperAdmin] : []),
  ]
  return { isConvertible: reasons.length === 0, reasons, projects: above, groups: groups.map(({ name }) => name) }
}

/**
 * Sets all roles to GUEST and removes group memberships. Neither has an effect on a read-only user, and if kept, both would silently take
 * effect again later.
 */
export const dropRights = async (tx: Tx, userId: number): Promise<void> => {
  await tx.updateTable('project_member').set({ role: 'GUEST' }).where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_group_member').where('user_id', '=', userId).execute()
}
