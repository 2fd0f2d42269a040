import type { Role } from '../../../contract/access.ts'
import { mayManage, rolesToGive } from '../../../contract/settings/members.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { ProjectAssignment } from '../../../contract/workspace/users.ts'
import { actingRole } from '../../access/acting-role.ts'
import type { Principal } from '../../access/principals.ts'
import type { NewEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { forbidden, wrongField } from '../../http/refusal.ts'
import { requireMayGrant } from '../administration.ts'

/** Columns of a new user. */
export interface NewUser {
  username: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  status: 'ACTIVE' | 'PENDING'
}

export interface Placing {
  isReadOnly: boolean
  groupId: number | undefined
  projects: readonly ProjectAssignment[]
  /** Whether only groups that invitations may assign are allowed. */
  isInvitation: boolean
}

/** Inserts users with their group and project roles. Returns their ids, in order, and the events to append. */
export const addUsers = async (
  tx: Tx,
  caller: Principal,
  users: readonly NewUser[],
  placing: Placing,
): Promise<{ ids: number[]; events: NewEvent[] }> => {
  const groupId = await groupToJoin(tx, caller, placing)
  const roles = await rolesToTake(tx, caller, placing)
  const rows = await tx
    .insertInto('workspace_user')
    .values(
      users.map(({ username, email, firstName, lastName, passwordHash, status }) => ({
        username,
        email,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        status,
        read_only: placing.isReadOnly,
        photo_url: null,
      })),
    )
    .returning(['id', 'username'])
    .execute()
  const ids = users.map(({ username }) => rows.find((row) => row.username === username)?.id ?? 0)
  if (groupId !== null)
    await tx
      .insertInto('user_group_member')
      .values(ids.map((id) => ({ group_id: groupId, user_id: id })))
      .execute()
  if (roles.length > 0)
    await tx
      .insertInto('project_member')
      .values(ids.flatMap((id) => roles.map(({ projectId, role }) => ({ project_id: projectId, user_id: id, role }))))
      .execute()
  const payload = { groupId, projects: roles, hasReadOnlyAccess: placing.isReadOnly }
  return {
    ids,
    events: users.map(({ username, status }, place) => ({
      stream: `person:${ids[place] ?? 0}`,
      type: status === 'PENDING' ? 'person/invited' : 'person/created',
      payload: { username, ...payload },
      userId: caller.userId,
    })),
  }
}

const groupToJoin = async (
  tx: Tx,
  caller: Principal,
  { isReadOnly, groupId, isInvitation }: Placing,
): Promise<number | null> => {
  if (isReadOnly) return null
  if (groupId === undefined) throw wrongField('groupId', USER_TEXTS.groupRequired)
  return joinable(tx, caller, groupId, { isInvitation })
}

/** Returns the id of a group that the caller may add users to. Throws 400 at `groupId`, or 403. */
export const joinable = async (
  tx: Tx,
  caller: Principal,
  groupId: number,
  { isInvitation = false }: { isInvitation?: boolean } = {},
): Promise<number> => {
  const group = await tx
    .selectFrom('user_group')
    .select(['id', 'built_in', 'permissions', 'invitable'])
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw wrongField('groupId', USER_TEXTS.groupUnknown)
  if (isInvitation && !group.invitable) throw wrongField('groupId', USER_TEXTS.groupNotInvitable)
  requireMayGrant(caller, group)
  return group.id
}

/**
 * Returns the project roles to assign; read-only users always become guests. Throws if the caller may not change the members of a project.
 */
const rolesToTake = async (
  tx: Tx,
  caller: Principal,
  { isReadOnly, projects }: Placing,
): Promise<ProjectAssignment[]> => {
  const taken: ProjectAssignment[] = []
  for (const [place, { projectId, role: requested }] of projects.entries()) {
    const role = isReadOnly ? 'GUEST' : requested
    await requireMayAssign(tx, caller, { projectId, role, before: null }, `projects.${place}.projectId`)
    taken.push({ projectId, role })
  }
  return taken
}

/**
 * Throws unless the caller may change a role in a project from `before` to `role`; null is none. 400 at `field` for a project that is missing
 * or hidden from the caller.
 */
export const requireMayAssign = async (
  tx: Tx,
  caller: Principal,
  { projectId, role, before }: { projectId: number; role: Role | null; before: Role | null },
  field: string,
): Promise<void> => {
  const project = await tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('importing_until', 'is', null)
    .executeTakeFirst()
  const acting = project ? await actingRole(tx, caller, projectId) : null
  if (acting === null) throw wrongField(field, USER_TEXTS.projectUnknown)
  if (acting !== 'ADMINISTRATOR' && acting !== 'MANAGER')
    throw forbidden('You have no right to change the members of this project')
  if (before !== null && !mayManage(acting, { role: before })) throw forbidden(USER_TEXTS.roleAboveOwn)
  if (role !== null && !rolesToGive(acting, { readOnly: false }).includes(role))
    throw forbidden(USER_TEXTS.roleAboveOwn)
}

/** Returns which of these names and addresses are taken, in lower case. */
export const takenNames = async (
  db: Db | Tx,
  { usernames = [], emails = [] }: { usernames?: readonly string[]; emails?: readonly string[] },
  exceptId = 0,
): Promise<{ usernames: Set<string>; emails: Set<string> }> => {
  const small = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase())
  const find = async (column: 'username' | 'email', texts: readonly string[]) => {
    if (texts.length === 0) return new Set<string>()
    const rows = await db
      .selectFrom('workspace_user')
      .select(({ fn }) => fn<string>('lower', [column]).as('text'))
      .where(({ eb, fn }) => eb(fn<string>('lower', [column]), 'in', small(texts)))
      .where('id', '<>', exceptId)
      .where('deleted_at', 'is', null)
      .execute()
    return new Set(rows.map(({ text }) => text))
  }
  return { usernames: await find('username', usernames), emails: await find('email', emails) }
}
