import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { ROLES, type GroupRole, type Role } from '../../../contract/access.ts'
import type { listMembers, Member, MembersQuery, Somebody } from '../../../contract/settings/members.ts'
import { groupRole } from '../../access/groups.ts'
import type { Db, Tx } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'
import { displayName, isServiceAccount, isUser } from '../../access/users.ts'

const rankOf = (role: RawBuilder<unknown>) => sql`array_position(${[...ROLES]}::text[], ${role})`

/** Effective role of a member, which may differ from the stored one: see `roleOf` in `access/principals.ts`. */
const effectiveRole = sql<Role>`
  case when p.read_only then 'GUEST'
       else (${[...ROLES]}::text[])[least(${rankOf(sql`m.role`)}, ${rankOf(groupRole('p'))})] end`

const membersOf = (db: Db | Tx, projectId: number) =>
  db
    .selectFrom('project_member as m')
    .innerJoin('workspace_user as p', 'p.id', 'm.user_id')
    .where('m.project_id', '=', projectId)

const columns = [
  'p.id',
  'p.username',
  'p.email',
  'p.photo_url',
  'p.read_only',
  'm.created_at',
  displayName('p').as('display_name'),
  isServiceAccount('p').as('is_service_account'),
  effectiveRole.as('role'),
  groupRole('p').as('group_role'),
] as const

interface StoredUser {
  id: number
  display_name: string
  username: string
  email: string
  photo_url: string | null
  read_only: boolean
  is_service_account: boolean
}

const somebody = (row: StoredUser): Somebody => ({
  userId: row.id,
  displayName: row.display_name,
  username: row.username,
  email: row.email,
  photoUrl: row.photo_url,
  readOnly: row.read_only,
  ...(row.is_service_account && { isServiceAccount: true }),
})

const memberOf = (row: StoredUser & { role: Role; created_at: Date; group_role: GroupRole | null }): Member => ({
  ...somebody(row),
  role: row.role,
  addedAt: row.created_at.toISOString(),
  groupRole: row.group_role,
})

const sortColumns: Record<MembersQuery['sort'], RawBuilder<unknown>> = {
  name: sql`lower(${displayName('p')})`,
  username: sql`lower(p.username)`,
  addedAt: sql`m.created_at`,
  // Highest role first.
  role: rankOf(effectiveRole),
}

/** Returns the condition that a display name, username or e-mail address contains the words. */
const isCalled = (q: string) => {
  const pattern = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${displayName('p')} ilike ${pattern} or p.username ilike ${pattern} or p.email ilike ${pattern})`
}

export const findMembers = async (
  db: Db,
  projectId: number,
  query: MembersQuery,
): Promise<Omit<z.infer<typeof listMembers.answer>, 'acting'>> => {
  const members = membersOf(db, projectId)
  const found = query.q.trim() === '' ? members : members.where(isCalled(query.q))
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sortColumns[query.sort], query.descending ? 'desc' : 'asc')
      .orderBy(sortColumns.name)
      .orderBy('p.id')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(memberOf), _meta: pageMeta(total, query.page, query.pageSize) }
}

export const readMember = async (db: Db | Tx, projectId: number, userId: number): Promise<Member | null> => {
  const row = await membersOf(db, projectId).select(columns).where('p.id', '=', userId).executeTakeFirst()
  return row ? memberOf(row) : null
}

/** Returns the number of active users other than `except` who administer the project. */
export const countAdministrators = async (tx: Tx, projectId: number, except: number): Promise<number> => {
  const { total } = await membersOf(tx, projectId)
    .select(sql<number>`count(*)`.as('total'))
    .where(effectiveRole, '=', 'ADMINISTRATOR')
    .where('p.id', '<>', except)
    .where('p.status', '=', 'ACTIVE')
    .where(isUser('p'))
    .executeTakeFirstOrThrow()
  return total
}

/** Maximum number of entries in a picker. */
const CANDIDATES = 20

export const findCandidates = async (db: Db, projectId: number, q: string): Promise<Somebody[]> => {
  const rows = await db
    .selectFrom('workspace_user as p')
    .select(['p.id', 'p.username', 'p.email', 'p.photo_url', 'p.read_only', displayName('p').as('display_name')])
    .select(isServiceAccount('p').as('is_service_account'))
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_member as m')
            .select('m.user_id')
            .whereRef('m.user_id', '=', 'p.id')
            .where('m.project_id', '=', projectId),
        ),
      ),
    )
    .where('p.status', '<>', 'INACTIVE')
    .where(isCalled(q))
    .orderBy(sql`lower(${displayName('p')})`)
    .orderBy('p.id')
    .limit(CANDIDATES)
    .execute()
  return rows.map(somebody)
}
