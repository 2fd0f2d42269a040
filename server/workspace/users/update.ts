import type { z } from 'zod/mini'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import type { updateUser } from '../../../contract/workspace/users.ts'
import type { Principal } from '../../access/principals.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict, forbidden, wrongField } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { keepSuperAdmin, requireMayChange } from '../administration.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { lockFactors, methodsOf } from '../../session/session.ts'
import { appendFactorEvent } from '../profile/second-factor.ts'
import { requireSeats } from '../seats.ts'
import { joinable, takenNames } from './create.ts'
import { checkConversion, dropRights } from './read-only.ts'
import { readUser, unknownUser } from './read.ts'

const storedUser = async (tx: Tx, userId: number) => {
  const row = await tx
    .selectFrom('workspace_user')
    .select(['first_name', 'last_name', 'email', 'photo_url', 'status', 'read_only', 'kind'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.kind !== 'user') throw unknownUser()
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    photoUrl: row.photo_url,
    status: row.status,
    hasReadOnlyAccess: row.read_only,
  }
}

export const changeUser = (
  db: Db,
  caller: Principal,
  userId: number,
  edit: z.infer<typeof updateUser.body>,
): Promise<void> =>
  unlessTaken(
    withWorkspaceLocked(db, (tx) => changeUserIn(tx, caller, userId, edit)),
    { workspace_user_email: { field: 'email', message: USER_TEXTS.emailTaken } },
  )

/** For callers that have locked the workspace. */
export const changeUserIn = async (
  tx: Tx,
  caller: Principal,
  userId: number,
  { groupId, ...edit }: z.infer<typeof updateUser.body>,
): Promise<void> => {
  const before = await storedUser(tx, userId)
  const changes = await mergeEdit(before, edit, () => readUser(tx, userId))
  const after = { ...before, ...changes }
  const isNewEmail = after.email !== before.email
  const isNewStatus = after.status !== before.status
  const isNewMode = after.hasReadOnlyAccess !== before.hasReadOnlyAccess
  await requireMayChange(tx, caller, userId, { takesOver: isNewEmail })
  if (caller.userId === userId && (isNewStatus || isNewMode)) throw forbidden(USER_TEXTS.notOneself)
  if (before.status === 'PENDING' && after.status === 'ACTIVE')
    throw conflict('A pending user becomes active by accepting the invitation')
  if (isNewEmail && (await takenNames(tx, { emails: [after.email] }, userId)).emails.size > 0)
    throw conflict(USER_TEXTS.emailTaken, [{ field: 'email', message: USER_TEXTS.emailTaken }])
  if (isNewMode && after.hasReadOnlyAccess) {
    const { isConvertible, reasons } = await checkConversion(tx, userId)
    if (!isConvertible) throw conflict(reasons.join('. '))
    await dropRights(tx, userId)
  }
  const takesSeat = after.status !== 'INACTIVE' && (before.status === 'INACTIVE' || isNewMode)
  if (takesSeat)
    await requireSeats(
      tx,
      after.hasReadOnlyAccess,
      1,
      after.hasReadOnlyAccess ? USER_TEXTS.noReadOnlySeats : USER_TEXTS.noUserSeats,
    )
  await tx
    .updateTable('workspace_user')
    .set({
      first_name: after.firstName,
      last_name: after.lastName,
      email: after.email,
      ...(changes.photoUrl === null ? { photo_url: null, photo_hash: null } : {}),
      status: after.status,
      read_only: after.hasReadOnlyAccess,
    })
    .where('id', '=', userId)
    .execute()
  if (groupId !== undefined) await joinOnBecomingRegular(tx, caller, userId, groupId, after.hasReadOnlyAccess)
  // Invalidates links that were mailed to the previous address.
  if (isNewEmail || isNewStatus) await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  if (isNewEmail || after.status === 'INACTIVE')
    await tx.deleteFrom('invitation').where('user_id', '=', userId).where('accepted_at', 'is', null).execute()
  if (after.status === 'INACTIVE') await endSessions(tx, userId)
  await keepSuperAdmin(tx)
  const payload = { ...changes, ...(groupId === undefined ? {} : { groupId }), before: seenOf(before, changes) }
  await appendEvents(tx, [{ stream: `person:${userId}`, type: 'person/changed', payload, userId: caller.userId }])
}

/** Returns the previous values of the changed fields. */
const seenOf = <Values extends object>(before: Values, changes: Partial<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(before).filter(([field]) => field in changes)) as Partial<Values>

const joinOnBecomingRegular = async (
  tx: Tx,
  caller: Principal,
  userId: number,
  groupId: number,
  isReadOnly: boolean,
): Promise<void> => {
  if (isReadOnly) throw wrongField('groupId', USER_TEXTS.readOnlyInGroup)
  const group_id = await joinable(tx, caller, groupId)
  await tx
    .insertInto('user_group_member')
    .values({ group_id, user_id: userId })
    .onConflict((c) => c.doNothing())
    .execute()
}

/**
 * Ends all sessions of a user and deletes tokens of their agents. Access tokens stay, so that agents need no new set-up if the user
 * returns.
 */
const endSessions = async (tx: Tx, userId: number): Promise<void> => {
  await tx.deleteFrom('session').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth_token').where('user_id', '=', userId).execute()
}

/** Removes a user's lost second factor, by the rules of setting their password. */
export const resetFactorOf = (db: Db, caller: Principal, userId: number): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    await storedUser(tx, userId)
    if (caller.userId === userId) throw forbidden(USER_TEXTS.notOneself)
    await requireMayChange(tx, caller, userId, { takesOver: true })
    await lockFactors(tx, userId)
    if ((await methodsOf(tx, userId)).length === 0) throw conflict(SECURITY_TEXTS.noFactorToReset)
    for (const table of ['second_factor', 'passkey', 'recovery_code'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute()
    await appendFactorEvent(tx, userId, 'reset', caller.userId)
  })

export const setPasswordOf = (
  db: Db,
  caller: Principal,
  userId: number,
  hashOf: () => Promise<string>,
): Promise<void> =>
  // Outside the transaction: hashing is slow and would block others.
  hashOf().then((passwordHash) =>
    withWorkspaceLocked(db, async (tx) => {
      const user = await tx
        .selectFrom('workspace_user')
        .select(['source', 'status', 'kind'])
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (user?.kind !== 'user') throw unknownUser()
      // Users change their own password by giving the current one.
      if (caller.userId === userId) throw forbidden(USER_TEXTS.notOneself)
      await requireMayChange(tx, caller, userId, { takesOver: true })
      if (user.source !== 'INTERNAL') throw conflict(USER_TEXTS.passwordOfDirectory)
      await tx.updateTable('workspace_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
      await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute()
      await tx.deleteFrom('session').where('user_id', '=', userId).execute()
      await appendEvents(tx, [
        { stream: `person:${userId}`, type: 'person/password-changed', payload: {}, userId: caller.userId },
      ])
    }),
  )
