import { sql } from 'kysely'
import type { ReadOnlyCheck } from '../../../contract/workspace/users.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { groupsOfPerson, superAdminsExcept } from '../administration.ts'

/** Maximum number of projects to name. */
const NAMED = 5

const enumerate = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ')

/** Returns what prevents making a user read-only, and what they would lose. */
export const checkConversion = async (db: Db | Tx, personId: number): Promise<ReadOnlyCheck> => {
  const [led, administered, { above }, groups, hasOtherSuperAdmin] = await Promise.all([
    db.selectFrom('project').select('name').where('lead_id', '=', personId).orderBy('name').execute(),
    db
      .selectFrom('project_member as m')
      .innerJoin('project as p', 'p.id', 'm.project_id')
      .select('p.name')
      .where('m.person_id', '=', personId)
      .where('m.role', '=', 'ADMINISTRATOR')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('project_member as o')
              .innerJoin('person as other', 'other.id', 'o.person_id')
              .select('o.person_id')
              .whereRef('o.project_id', '=', 'm.project_id')
              .where('o.person_id', '<>', personId)
              .where('o.role', '=', 'ADMINISTRATOR')
              .where('other.status', '=', 'ACTIVE')
              .where('other.read_only', '=', false),
          ),
        ),
      )
      .orderBy('p.name')
      .execute(),
    db
      .selectFrom('project_member')
      .select(sql<number>`count(*)`.as('above'))
      .where('person_id', '=', personId)
      .where('role', '<>', 'GUEST')
      .executeTakeFirstOrThrow(),
    groupsOfPerson(db, personId),
    superAdminsExcept(db, personId),
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
export const dropRights = async (tx: Tx, personId: number): Promise<void> => {
  await tx.updateTable('project_member').set({ role: 'GUEST' }).where('person_id', '=', personId).execute()
  await tx.deleteFrom('user_group_member').where('person_id', '=', personId).execute()
}
