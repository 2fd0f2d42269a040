import type { z } from 'zod/mini'
import { LIMITS } from '../../../contract/limits.ts'
import {
  SERVICE_ACCOUNT_TEXTS,
  type createServiceAccount,
  type updateServiceAccount,
} from '../../../contract/workspace/service-accounts.ts'
import type { ProjectAssignment } from '../../../contract/workspace/users.ts'
import { deleteTokensOf } from '../../access/access-tokens.ts'
import type { Principal } from '../../access/principals.ts'
import { isServiceAccount } from '../../access/users.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { conflict } from '../../http/refusal.ts'
import { unlessTaken } from '../../http/unique.ts'
import { requireMayAssign } from '../users/create.ts'
import { readServiceAccount, unknownServiceAccount } from './read.ts'

const TAKEN = { workspace_user_username: { field: 'name', message: SERVICE_ACCOUNT_TEXTS.nameTaken } }

/** Resolves with the id. */
export const addServiceAccount = (
  db: Db,
  caller: Principal,
  { name, description, projects }: z.infer<typeof createServiceAccount.body>,
): Promise<number> =>
  unlessTaken(
    withWorkspaceLocked(db, async (tx) => {
      const { total } = await tx
        .selectFrom('workspace_user as p')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(isServiceAccount('p'))
        .where('p.deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (total >= LIMITS.serviceAccounts) throw conflict(SERVICE_ACCOUNT_TEXTS.tooMany)
      const { id } = await tx
        .insertInto('workspace_user')
        .values({ kind: 'service-account', username: name, email: '', description, created_by: caller.userId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await changeRoles(tx, caller, id, [], projects)
      const payload = { description, projects: await rolesText(tx, projects) }
      await appendChange(tx, caller, id, 'created', payload)
      return id
    }),
    TAKEN,
  )

export const changeServiceAccount = (
  db: Db,
  caller: Principal,
  id: number,
  edit: z.infer<typeof updateServiceAccount.body>,
): Promise<void> =>
  unlessTaken(
    withWorkspaceLocked(db, async (tx) => {
      await lockAccount(tx, id)
      const { name, description, enabled, projects } = await readServiceAccount(tx, caller, id)
      const before = {
        name,
        description,
        enabled,
        projects: projects.map(({ projectId, role }) => ({ projectId, role })),
      }
      const changes = await mergeEdit(before, edit, () => readServiceAccount(tx, caller, id))
      const after = { ...before, ...changes }
      await changeRoles(tx, caller, id, before.projects, after.projects)
      await tx
        .updateTable('workspace_user')
        .set({
          username: after.name,
          description: after.description,
          status: after.enabled ? 'ACTIVE' : 'INACTIVE',
        })
        .where('id', '=', id)
        .execute()
      await appendChange(tx, caller, id, 'changed', {
        before: { ...before, projects: await rolesText(tx, before.projects) },
        changes: { ...changes, ...(changes.projects && { projects: await rolesText(tx, changes.projects) }) },
      })
    }),
    TAKEN,
  )

/** Deletes its tokens and roles. The row stays, because events, launches and cases refer to it. */
export const removeServiceAccount = (db: Db, caller: Principal, id: number): Promise<void> =>
  withWorkspaceLocked(db, async (tx) => {
    await lockAccount(tx, id)
    await deleteTokensOf(tx, id, caller.userId)
    await tx.deleteFrom('project_member').where('user_id', '=', id).execute()
    await tx
      .updateTable('workspace_user')
      .set({ status: 'INACTIVE', deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
    await appendChange(tx, caller, id, 'deleted', {})
  })

/** Throws 404. */
export const lockAccount = async (tx: Tx, id: number): Promise<void> => {
  const row = await tx
    .selectFrom('workspace_user as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where(isServiceAccount('p'))
    .where('p.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw unknownServiceAccount()
}

/** The stream of the account, so that every server drops its cached rights. */
const appendChange = (
  tx: Tx,
  caller: Principal,
  id: number,
  kind: 'created' | 'changed' | 'deleted',
  payload: object,
) => appendEvents(tx, [{ stream: `person:${id}`, type: `service-account/${kind}`, payload, userId: caller.userId }])

/** Gives, changes and removes the roles that differ, by the rules of the members of a project. */
const changeRoles = async (
  tx: Tx,
  caller: Principal,
  accountId: number,
  before: readonly ProjectAssignment[],
  after: readonly ProjectAssignment[],
): Promise<void> => {
  const roleIn = (roles: readonly ProjectAssignment[], projectId: number) =>
    roles.find((one) => one.projectId === projectId)?.role ?? null
  const projects = [...new Set([...before, ...after].map(({ projectId }) => projectId))]
  const changed = projects.filter((projectId) => roleIn(before, projectId) !== roleIn(after, projectId))
  if (changed.length === 0) return
  // Members of these projects are not changed at the same time.
  await tx.selectFrom('project').select('id').where('id', 'in', changed).orderBy('id').forNoKeyUpdate().execute()
  for (const projectId of changed) {
    const role = roleIn(after, projectId)
    const place = after.findIndex((one) => one.projectId === projectId)
    const field = place === -1 ? 'projects' : `projects.${place}.projectId`
    await requireMayAssign(tx, caller, { projectId, role, before: roleIn(before, projectId) }, field)
    if (role === null)
      await tx
        .deleteFrom('project_member')
        .where('project_id', '=', projectId)
        .where('user_id', '=', accountId)
        .execute()
    else
      await tx
        .insertInto('project_member')
        .values({ project_id: projectId, user_id: accountId, role })
        .onConflict((c) => c.columns(['project_id', 'user_id']).doUpdateSet({ role }))
        .execute()
  }
}

/** Returns roles as the audit log shows them: 'SHOP: ENGINEER'. */
const rolesText = async (tx: Tx, roles: readonly ProjectAssignment[]): Promise<string[]> => {
  if (roles.length === 0) return []
  const ids = roles.map(({ projectId }) => projectId)
  const rows = await tx.selectFrom('project').select(['id', 'key']).where('id', 'in', ids).execute()
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  return roles.map(({ projectId, role }) => `${keys.get(projectId) ?? projectId}: ${role}`)
}
