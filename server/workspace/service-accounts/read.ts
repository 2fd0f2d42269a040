import { sql } from 'kysely'
import { SERVICE_ACCOUNT_TEXTS, type ServiceAccount } from '../../../contract/workspace/service-accounts.ts'
import { holds } from '../../access/authorise.ts'
import type { Principal } from '../../access/principals.ts'
import { displayName, isServiceAccount } from '../../access/users.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

export const unknownServiceAccount = () => notFound(SERVICE_ACCOUNT_TEXTS.unknown)

/** Returns an SQL condition of whether the caller may know of the project of `project_member m`. */
const isVisible = (caller: Principal) =>
  holds(caller, 'projects:update') || caller.groupRole !== null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from project_member own where own.project_id = m.project_id and own.user_id = ${caller.userId})`

const accountsIn = (db: Db | Tx, caller: Principal) =>
  db
    .selectFrom('workspace_user as p')
    .leftJoin('workspace_user as c', 'c.id', 'p.created_by')
    .select([
      'p.id',
      'p.username as name',
      'p.description',
      'p.status',
      'p.created_at',
      displayName('c').as('created_by'),
    ])
    .select([
      sql<ServiceAccount['projects']>`(
        select coalesce(jsonb_agg(jsonb_build_object('projectId', o.id, 'key', o.key, 'name', o.name, 'role', m.role) order by o.id), '[]')
          from project_member m join project o on o.id = m.project_id
         where m.user_id = p.id and ${isVisible(caller)})`.as('projects'),
      sql<number>`(select count(*) from project_member m where m.user_id = p.id and not ${isVisible(caller)})`.as(
        'hidden',
      ),
      sql<number>`(select count(*) from access_token t where t.user_id = p.id and t.purpose = 'user')`.as('tokens'),
      sql<Date | null>`(select max(t.last_used_at) from access_token t where t.user_id = p.id)`.as('last_used_at'),
    ])
    .where(isServiceAccount('p'))
    .where('p.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof accountsIn>['executeTakeFirstOrThrow']>>

const accountOf = (row: Row): ServiceAccount => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.status === 'ACTIVE',
  projects: row.projects,
  hiddenProjects: row.hidden,
  tokens: row.tokens,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})

/** Returns all service accounts by name. Their number is limited. */
export const findServiceAccounts = async (db: Db, caller: Principal): Promise<ServiceAccount[]> =>
  (await accountsIn(db, caller).orderBy('p.sort_name').orderBy('p.id').execute()).map(accountOf)

/** Throws 404. */
export const readServiceAccount = async (db: Db | Tx, caller: Principal, id: number): Promise<ServiceAccount> => {
  const row = await accountsIn(db, caller).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw unknownServiceAccount()
  return accountOf(row)
}
