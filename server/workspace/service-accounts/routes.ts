import { LIMITS } from '../../../contract/limits.ts'
import {
  createServiceAccount,
  createServiceAccountToken,
  deleteServiceAccount,
  deleteServiceAccountToken,
  getServiceAccount,
  listServiceAccounts,
  listServiceAccountTokens,
  SERVICE_ACCOUNT_TEXTS,
  updateServiceAccount,
} from '../../../contract/workspace/service-accounts.ts'
import { createTokenIn, deleteToken, futureExpiry, listTokens } from '../../access/access-tokens.ts'
import type { Principal, Principals, ProjectScope } from '../../access/principals.ts'
import { displayName } from '../../access/users.ts'
import type { Db, Tx } from '../../db/open.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { requireMayChange } from '../administration.ts'
import { addServiceAccount, changeServiceAccount, lockAccount, removeServiceAccount } from './change.ts'
import { findServiceAccounts, readServiceAccount } from './read.ts'

export const serviceAccountRoutes = (routes: Routes, { db, principals }: { db: Db; principals: Principals }): void => {
  routes.signedIn(listServiceAccounts, async ({ caller }) => ({ items: await findServiceAccounts(db, caller) }))
  routes.signedIn(getServiceAccount, ({ caller, params }) => readServiceAccount(db, caller, params.serviceAccountId))

  routes.signedIn(createServiceAccount, async ({ caller, body }) =>
    readServiceAccount(db, caller, await addServiceAccount(db, caller, body)),
  )

  routes.signedIn(updateServiceAccount, async ({ caller, params: { serviceAccountId }, body }) => {
    await changeServiceAccount(db, caller, serviceAccountId, body)
    principals.forget(serviceAccountId)
    return readServiceAccount(db, caller, serviceAccountId)
  })

  routes.signedIn(deleteServiceAccount, async ({ caller, params: { serviceAccountId } }) => {
    await removeServiceAccount(db, caller, serviceAccountId)
    principals.forget(serviceAccountId)
    return {}
  })

  routes.signedIn(listServiceAccountTokens, async ({ caller, params: { serviceAccountId } }) => {
    await readServiceAccount(db, caller, serviceAccountId)
    return { items: await listTokens(db, serviceAccountId) }
  })

  routes.signedIn(createServiceAccountToken, ({ caller, params: { serviceAccountId: id }, body }) => {
    const { projectKey = null, ...requested } = body
    const expiresAt = futureExpiry(body)
    return withWorkspaceLocked(db, async (tx) => {
      await lockAccount(tx, id)
      // Whoever has the token acts as the service account.
      await requireMayChange(tx, caller, id, { takesOver: true })
      const { total } = await tx
        .selectFrom('access_token')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('user_id', '=', id)
        .where('purpose', '=', 'user')
        .executeTakeFirstOrThrow()
      if (total >= LIMITS.serviceAccountTokens) throw conflict(SERVICE_ACCOUNT_TEXTS.tooManyTokens)
      const project = projectKey === null ? null : await projectOf(tx, id, projectKey)
      const token = await createTokenIn(tx, id, { ...requested, expiresAt, project, createdBy: caller.userId })
      return { ...token, createdBy: await nameOf(tx, caller) }
    })
  })

  routes.signedIn(deleteServiceAccountToken, async ({ caller, params: { serviceAccountId, accessTokenId } }) => {
    await readServiceAccount(db, caller, serviceAccountId)
    await deleteToken(db, serviceAccountId, accessTokenId, caller.userId)
    principals.forget(serviceAccountId)
    return {}
  })
}

/** Returns a project in which the service account has a role. Throws 400 for any other. */
const projectOf = async (tx: Tx, accountId: number, projectKey: string): Promise<ProjectScope> => {
  const row = await tx
    .selectFrom('project as o')
    .innerJoin('project_member as m', 'm.project_id', 'o.id')
    .select(['o.id', 'o.key', 'o.name', 'm.role'])
    .where('o.key', '=', projectKey)
    .where('m.user_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw wrongField('projectKey', SERVICE_ACCOUNT_TEXTS.tokenOfProject)
  return row
}

const nameOf = async (tx: Tx, { userId }: Principal): Promise<string> =>
  (
    await tx
      .selectFrom('workspace_user as p')
      .select(displayName('p').as('name'))
      .where('p.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name
