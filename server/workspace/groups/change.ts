import type { z } from 'zod/mini'
import { TEXTS } from '../../../contract/texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { createGroup, updateGroup } from '../../../contract/workspace/groups.ts'
import type { Principal } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, forbidden, wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { keepSuperAdmin, requireMayGrant } from '../administration.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { unknownUser } from '../users/read.ts'
import { readGroup, unknownGroup } from './read.ts'

const taken = { user_group_name: { field: 'name', message: TEXTS.nameTaken } }

/** Appends to the workspace's stream, which makes every node drop its cached rights. */
const recordChange = (tx: Tx, caller: Principal, type: string, payload: object) =>
  appendEvents(tx, [{ stream: 'workspace', type, payload, userId: caller.userId }])

export const addGroup = (db: Db, caller: Principal, requested: z.infer<typeof createGroup.body>): Promise<number> =>
  unlessTaken(
    withWorkspaceLocked(db, (tx) => addGroupIn(tx, caller, requested)),
    taken,
  )

/** For callers that have locked the workspace. */
export const addGroupIn = async (
  tx: Tx,
  caller: Principal,
  { name, permissions, invitable }: z.infer<typeof createGroup.body>,
): Promise<number> => {
  requireMayGrant(caller, { built_in: null, permissions })
  const { id } = await tx
    .insertInto('user_group')
    .values({ name, permissions: JSON.stringify(permissions), invitable })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(tx, caller, 'group/created', { id, name, permissions, invitable })
  return id
}

export const changeGroup = (
  db: Db,
  caller: Principal,
  id: number,
  edit: z.infer<typeof updateGroup.body>,
): Promise<void> =>
  unlessTaken(
    withWorkspaceLocked(db, (tx) => changeGroupIn(tx, caller, id, edit)),
    taken,
  )

/** For callers that have locked the workspace. */
export const changeGroupIn = async (
  tx: Tx,
  caller: Principal,
  id: number,
  edit: z.infer<typeof updateGroup.body>,
): Promise<void> => {
  const { name, permissions, invitable } = await editable(tx, id)
  const before = { name, permissions, invitable }
  const changes = await mergeEdit(before, edit, () => readGroup(tx, id))
  const added = (changes.permissions ?? []).filter((one) => !permissions.includes(one))
  requireMayGrant(caller, { built_in: null, permissions: added })
  const after = { ...before, ...changes }
  await tx
    .updateTable('user_group')
    .set({ name: after.name, permissions: JSON.stringify(after.permissions), invitable: after.invitable })
    .where('id', '=', id)
    .execute()
  await recordChange(tx, caller, 'group/changed', { id, before, changes })
}

export const removeGroup = (db: Db, caller: Principal, id: number): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    const { name } = await editable(tx, id)
    await tx.deleteFrom('user_group').where('id', '=', id).execute()
    await recordChange(tx, caller, 'group/deleted', { id, name })
  })

const storedGroup = async (tx: Tx, id: number) => {
  const group = await tx
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions', 'invitable', 'built_in'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!group) throw unknownGroup()
  return group
}

const editable = async (tx: Tx, id: number) => {
  const group = await storedGroup(tx, id)
  if (group.built_in !== null) throw conflict(USER_TEXTS.superAdminsFixed)
  return group
}

export const addToGroup = (db: Db, caller: Principal, groupId: number, userId: number): Promise<void> =>
  withWorkspaceLocked(db, (tx) => addMember(tx, caller, groupId, userId))

/** For callers that have locked the workspace. */
export const addMember = async (tx: Tx, caller: Principal, groupId: number, userId: number): Promise<void> => {
  const group = await storedGroup(tx, groupId)
  requireMayGrant(caller, group)
  const user = await tx
    .selectFrom('workspace_user')
    .select(['read_only', 'status', 'kind'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.kind !== 'user') throw unknownUser()
  if (user.read_only) throw wrongField('userId', USER_TEXTS.readOnlyInGroup)
  if (user.status === 'INACTIVE') throw wrongField('userId', USER_TEXTS.inactiveInGroup)
  const added = await tx
    .insertInto('user_group_member')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added) await recordChange(tx, caller, 'group/user-added', { id: groupId, name: group.name, userId: userId })
}

export const removeFromGroup = (db: Db, caller: Principal, groupId: number, userId: number): Promise<void> =>
  withWorkspaceLocked(db, (tx) => removeMember(tx, caller, groupId, userId))

/** For callers that have locked the workspace. */
export const removeMember = async (tx: Tx, caller: Principal, groupId: number, userId: number): Promise<void> => {
  const group = await storedGroup(tx, groupId)
  if (group.built_in !== null && !caller.superAdmin) throw forbidden(USER_TEXTS.superAdminsOnly)
  const removed = await tx
    .deleteFrom('user_group_member')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  if (!removed) throw unknownUser()
  await keepSuperAdmin(tx)
  await recordChange(tx, caller, 'group/user-removed', { id: groupId, name: group.name, userId: userId })
}
