import type { z } from 'zod/mini'
import type { Role } from '../../../contract/access.ts'
import { mayManage, rolesToGive, type updateMember } from '../../../contract/settings/members.ts'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { actingRole } from '../../access/acting-role.ts'
import type { Principal } from '../../access/principals.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, forbidden, notFound, wrongField } from '../../http/refusal.ts'
import { appendChanges } from '../changes.ts'
import { displayName } from '../../access/users.ts'
import { countAdministrators, readMember } from './read.ts'

/**
 * Serialises changes of a project's members: if two administrators remove each other's role concurrently, the second one has lost the
 * permission by then, and the last administrator remains.
 */
const withMembersLocked = <Result>(
  db: Db,
  caller: Principal,
  projectId: number,
  act: (tx: Tx, acting: Role) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    const project = await tx
      .selectFrom('project')
      .select('id')
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!project) throw notFound('The project does not exist')
    const acting = await actingRole(tx, caller, projectId)
    if (acting === null || (acting !== 'ADMINISTRATOR' && acting !== 'MANAGER'))
      throw forbidden('You have no right to change the members of this project')
    return act(tx, acting)
  })

export const addToProject = (
  db: Db,
  caller: Principal,
  projectId: number,
  { role, userIds }: { role: Role; userIds: readonly number[] },
): Promise<{ added: number[]; leftOut: number }> =>
  withMembersLocked(db, caller, projectId, async (tx, acting) => {
    if (!rolesToGive(acting, { readOnly: false }).includes(role))
      throw forbidden('You may not give a role above your own')
    const requested = [...new Set(userIds)]
    const people = await tx
      .selectFrom('workspace_user as p')
      .select(['p.id', 'p.read_only', displayName('p').as('name')])
      .where('p.id', 'in', requested)
      .where('p.deleted_at', 'is', null)
      .orderBy('p.id')
      .execute()
    if (people.length < requested.length) throw wrongField('userIds', 'Somebody of these is not in the workspace')
    const allowed = people.filter((user) => rolesToGive(acting, { readOnly: user.read_only }).includes(role))
    if (allowed.length === 0) throw wrongField('role', TEXTS.readOnlyGuest)
    const rows = await tx
      .insertInto('project_member')
      .values(allowed.map(({ id }) => ({ project_id: projectId, user_id: id, role })))
      .onConflict((c) => c.doNothing())
      .returning('user_id')
      .execute()
    const added = new Set(rows.map((row) => row.user_id))
    const changes = allowed
      .filter(({ id }) => added.has(id))
      .map(({ name }): SettingsChange => ({
        kind: 'added',
        subject: name,
        values: { role: { before: null, after: role } },
      }))
    await recordChange(tx, projectId, caller, changes)
    return { added: [...added], leftOut: people.length - allowed.length }
  })

export const giveRole = (
  db: Db,
  caller: Principal,
  projectId: number,
  userId: number,
  edit: z.infer<typeof updateMember.body>,
): Promise<void> =>
  withMembersLocked(db, caller, projectId, async (tx, acting) => {
    const member = await manageable(tx, projectId, userId, acting)
    const { role } = edit
    if (member.groupRole !== null && !rolesToGive('ADMINISTRATOR', member).includes(role))
      throw conflict(TEXTS.groupGivesRole(member.groupRole))
    if (!rolesToGive(acting, { readOnly: false }).includes(role))
      throw forbidden('You may not give a role above your own')
    if (!rolesToGive(acting, member).includes(role)) throw wrongField('role', TEXTS.readOnlyGuest)
    await mergeEdit({ role: member.role }, edit, () => member)
    if (member.role === role) return
    if (member.role === 'ADMINISTRATOR') await keepOne(tx, projectId, userId)
    await tx
      .updateTable('project_member')
      .set({ role })
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
    const values = { role: { before: member.role, after: role } }
    await recordChange(tx, projectId, caller, [{ kind: 'changed', subject: member.displayName, values }])
  })

export const takeOut = (db: Db, caller: Principal, projectId: number, userId: number): Promise<void> =>
  withMembersLocked(db, caller, projectId, async (tx, acting) => {
    const member = await manageable(tx, projectId, userId, acting)
    if (member.role === 'ADMINISTRATOR') await keepOne(tx, projectId, userId)
    await tx.deleteFrom('project_member').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
    const led = await tx
      .updateTable('project')
      .set({ lead_id: null })
      .where('id', '=', projectId)
      .where('lead_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    const values = {
      role: { before: member.role, after: null },
      ...(led ? { lead: { before: member.displayName, after: null } } : {}),
    }
    await recordChange(tx, projectId, caller, [{ kind: 'deleted', subject: member.displayName, values }])
  })

const manageable = async (tx: Tx, projectId: number, userId: number, acting: Role) => {
  const member = await readMember(tx, projectId, userId)
  if (!member) throw notFound('This user is not a member of the project')
  if (!mayManage(acting, member)) throw forbidden('You may not change somebody who stands above you')
  return member
}

const keepOne = async (tx: Tx, projectId: number, leaving: number): Promise<void> => {
  if ((await countAdministrators(tx, projectId, leaving)) === 0) throw conflict(TEXTS.lastAdministrator)
}

/** Appends to the workspace's stream, which makes every node drop its cached rights. */
const recordChange = (tx: Tx, projectId: number, { userId }: Principal, changes: readonly SettingsChange[]) =>
  appendChanges(tx, { area: 'members', projectId, userId, changes, stream: 'workspace' })
