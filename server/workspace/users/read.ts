import { sql, type RawBuilder } from 'kysely'
import type { User, UserSort, UsersQuery } from '../../../contract/workspace/users.ts'
import type { Db, Tx } from '../../db/open.ts'
import { allOf, foldedHolds, isOneOf, type Condition } from '../../db/matching.ts'
import { notFound } from '../../http/refusal.ts'
import { hasFactor } from '../../access/restriction.ts'

/** Service accounts have a list of their own, and imported names are no accounts. */
const isListed = sql<boolean>`p.kind in ('user', 'system')`

const usersIn = (db: Db | Tx) =>
  db
    .selectFrom('workspace_user as p')
    .leftJoin('invitation as i', 'i.user_id', 'p.id')
    .select([
      'p.id',
      'p.username',
      'p.first_name',
      'p.last_name',
      'p.email',
      'p.photo_url',
      'p.status',
      'p.source',
      'p.read_only',
      'p.last_sign_in_at',
      'p.created_at',
      'p.kind',
      'i.expires_at as invitation_expires_at',
    ])
    .select(hasFactor('p').as('has_second_factor'))
    .where(isListed)

type UserRow = Awaited<ReturnType<ReturnType<typeof usersIn>['executeTakeFirstOrThrow']>>
interface GroupOfUser {
  userId: number
  id: number
  name: string
  builtIn: string | null
}

/** Returns all groups of each of these users, by name. */
const groupsOfPeople = async (db: Db | Tx, ids: readonly number[]): Promise<GroupOfUser[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('user_group_member as m')
        .innerJoin('user_group as g', 'g.id', 'm.group_id')
        .select(['m.user_id as userId', 'g.id', 'g.name', 'g.built_in as builtIn'])
        .where('m.user_id', 'in', [...ids])
        .orderBy(sql`lower(g.name collate "C")`)
        .orderBy('g.id')
        .execute()

const userOf = (row: UserRow, groups: readonly GroupOfUser[], hasGroups: boolean): User => {
  const own = groups.filter(({ userId }) => userId === row.id)
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    photoUrl: row.photo_url,
    status: row.status,
    source: row.source,
    hasReadOnlyAccess: row.read_only,
    ...(hasGroups ? { groups: own.map(({ id, name }) => ({ id, name })) } : {}),
    lastLogin: row.last_sign_in_at?.toISOString() ?? null,
    registrationDateTime: row.created_at.toISOString(),
    isSystem: row.kind === 'system',
    isSuperAdmin: own.some(({ builtIn }) => builtIn === 'super-admins'),
    invitationExpiresAt: row.status === 'PENDING' ? (row.invitation_expires_at?.toISOString() ?? null) : null,
    hasSecondFactor: row.has_second_factor,
  }
}

const NAME = sql`p.sort_name`
const SORTS: Record<UserSort, RawBuilder<unknown>> = {
  name: NAME,
  username: sql`lower(p.username collate "C")`,
  email: sql`lower(p.email collate "C")`,
  source: sql`p.source collate "C"`,
  status: sql`p.status collate "C"`,
  lastLogin: sql`p.last_sign_in_at`,
}

const conditionsOf = ({ query, status, source, groups, secondFactor }: UsersQuery): Condition[] => {
  const words = query.trim()
  return [
    ...(words === '' ? [] : [foldedHolds(sql`p.search_text`, words)]),
    ...isOneOf(sql`p.status`, status),
    ...isOneOf(sql`p.source`, source),
    ...(new Set(secondFactor).size === 1
      ? [secondFactor[0] === 'some' ? hasFactor('p') : sql<boolean>`not ${hasFactor('p')}`]
      : []),
    ...(groups.length === 0
      ? []
      : [
          sql<boolean>`p.id in (select m.user_id from user_group_member m where m.group_id = any(${groups}::bigint[]))`,
        ]),
  ]
}

/** Returns a page and the number of all matches. Users who never signed in sort last in either direction. */
export const findUsers = async (db: Db, query: UsersQuery): Promise<{ items: User[]; total: number }> => {
  const conditions = conditionsOf(query)
  const matching = conditions.length === 0 ? sql<boolean>`true` : allOf(conditions)
  const isDescending = query.sortBy.startsWith('-')
  const sort = query.sortBy.replace(/^-/, '') as UserSort
  const [rows, { total }] = await Promise.all([
    usersIn(db)
      .where(matching)
      .orderBy(SORTS[sort], (order) => (isDescending ? order.desc() : order.asc()).nullsLast())
      .orderBy(NAME)
      .orderBy('p.id')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    db
      .selectFrom('workspace_user as p')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(isListed)
      .where(matching)
      .executeTakeFirstOrThrow(),
  ])
  const groups = await groupsOfPeople(
    db,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => userOf(row, groups, query.includeGroups)), total }
}

/** Returns users with their groups in the order of `ids`. Throws 404 if one is missing. */
export const readUsers = async (db: Db | Tx, ids: readonly number[]): Promise<User[]> => {
  if (ids.length === 0) return []
  const rows = await usersIn(db)
    .where('p.id', 'in', [...ids])
    .execute()
  const groups = await groupsOfPeople(db, ids)
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw unknownUser()
    return userOf(row, groups, true)
  })
}

export const readUser = async (db: Db | Tx, id: number): Promise<User> => {
  const [user] = await readUsers(db, [id])
  if (!user) throw unknownUser()
  return user
}

export const unknownUser = () => notFound('This user does not exist')
