import { sql } from 'kysely'
import { ALL_GROUP_PERMISSIONS } from '../../../contract/access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Group, GroupUser } from '../../../contract/workspace/groups.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'

interface GroupsQuery {
  includeUsers: boolean
  page: number
  pageSize: number
}

const groupsIn = (db: Db | Tx) =>
  db
    .selectFrom('user_group as g')
    .select(['g.id', 'g.name', 'g.permissions', 'g.invitable', 'g.built_in'])
    .select(sql<number>`(select count(*) from user_group_member m where m.group_id = g.id)`.as('users_total'))

type GroupRow = Awaited<ReturnType<ReturnType<typeof groupsIn>['executeTakeFirstOrThrow']>>

const groupOf = (row: GroupRow, users: ReadonlyMap<number, GroupUser[]> | null): Group => ({
  id: row.id,
  name: row.name,
  permissions: row.built_in === null ? row.permissions : [...ALL_GROUP_PERMISSIONS],
  invitable: row.invitable,
  builtIn: row.built_in,
  usersTotal: row.users_total,
  ...(users === null ? {} : { users: users.get(row.id) ?? [] }),
})

/** Returns the first members of each group, by name. */
const usersOf = async (db: Db | Tx, ids: readonly number[]): Promise<Map<number, GroupUser[]>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<GroupUser & { groupId: number }>`
    select g.id as "groupId", u.*
      from user_group g
     cross join lateral (
       select p.id, p.username, p.first_name as "firstName", p.last_name as "lastName", p.photo_url as "photoUrl", p.status
         from user_group_member m join workspace_user p on p.id = m.user_id
        where m.group_id = g.id
        order by p.sort_name, p.id
        limit ${LIMITS.groupUsers}
     ) u
     where g.id = any(${[...ids]}::bigint[])`.execute(db)
  const users = new Map<number, GroupUser[]>()
  for (const { groupId, ...user } of rows) users.set(groupId, [...(users.get(groupId) ?? []), user])
  return users
}

/** Returns built-in groups first, the others by name. */
export const findGroups = async (
  db: Db,
  { includeUsers, page, pageSize }: GroupsQuery,
): Promise<{ results: Group[]; total: number }> => {
  const [rows, { total }] = await Promise.all([
    groupsIn(db)
      .orderBy(sql`g.built_in is null`)
      .orderBy(sql`lower(g.name collate "C")`)
      .orderBy('g.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    db
      .selectFrom('user_group')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const users = includeUsers
    ? await usersOf(
        db,
        rows.map(({ id }) => id),
      )
    : null
  return { results: rows.map((row) => groupOf(row, users)), total }
}

/** Returns a group with its first users. Throws 404. */
export const readGroup = async (db: Db | Tx, id: number): Promise<Group> => {
  const row = await groupsIn(db).where('g.id', '=', id).executeTakeFirst()
  if (!row) throw unknownGroup()
  return groupOf(row, await usersOf(db, [id]))
}

export const unknownGroup = () => notFound('This group does not exist')
