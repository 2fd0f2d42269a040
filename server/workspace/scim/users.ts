import { sql } from 'kysely'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { isUser } from '../../access/users.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { unlessTaken } from '../../http/unique.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { usernamesFor } from '../invitations/usernames.ts'
import { requireSeats } from '../seats.ts'
import { addUsers, takenNames } from '../users/create.ts'
import { changeUserIn } from '../users/update.ts'
import type { Filter } from './list.ts'
import { badRequest, ScimRefusal } from './problem.ts'
import type { Directory } from './tokens.ts'
import type { UserValues } from './user-values.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const USER_FILTERS = ['username', 'externalid', 'id', 'emails.value'] as const

const NAME = sql<string>`coalesce(p.scim_user_name, p.email)`

const usersIn = (db: Db | Tx) =>
  db
    .selectFrom('workspace_user as p')
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.email', 'p.status', 'p.external_id', 'p.created_at'])
    .select(NAME.as('user_name'))
    .select(
      sql<{ value: string; display: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('value', g.id::text, 'display', g.name) order by g.id), '[]')
          from user_group_member m join user_group g on g.id = m.group_id
         where m.user_id = p.id and g.built_in is null)`.as('groups'),
    )
    .where(isUser('p'))

type Row = Awaited<ReturnType<ReturnType<typeof usersIn>['executeTakeFirstOrThrow']>>

const resourceOf = (row: Row, url: string) => {
  const formatted = `${row.first_name} ${row.last_name}`.trim()
  return {
    schemas: [USER_SCHEMA],
    id: String(row.id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    name: { givenName: row.first_name, familyName: row.last_name, formatted },
    displayName: formatted || row.user_name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.status !== 'INACTIVE',
    groups: row.groups,
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      location: `${url}/Users/${row.id}`,
    },
  }
}

const valuesOf = (row: Row): UserValues => ({
  userName: row.user_name,
  externalId: row.external_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  active: row.status !== 'INACTIVE',
})

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
const unknownUser = () => new ScimRefusal(404, 'This user does not exist')

const storedUser = async (db: Db | Tx, id: string): Promise<Row> => {
  const row = await usersIn(db).where('p.id', '=', idOf(id)).executeTakeFirst()
  if (!row) throw unknownUser()
  return row
}

export const readUser = async (db: Db, id: string, url: string) => resourceOf(await storedUser(db, id), url)

export const findUsers = async (
  db: Db,
  filter: Filter | null,
  { startIndex, count }: { startIndex: number; count: number },
  url: string,
): Promise<{ total: number; resources: object[] }> => {
  const matches = (query: ReturnType<typeof usersIn>) => {
    if (filter === null) return query
    const { attribute, value } = filter
    if (attribute === 'id') return query.where('p.id', '=', idOf(value))
    if (attribute === 'externalid') return query.where('p.external_id', '=', value)
    const column = attribute === 'username' ? NAME : sql<string>`p.email`
    return query.where(sql<boolean>`lower(${column}) = ${value.toLowerCase()}`)
  }
  const [rows, { total }] = await Promise.all([
    matches(usersIn(db))
      .orderBy('p.id')
      .offset(startIndex - 1)
      .limit(count)
      .execute(),
    matches(usersIn(db))
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { total, resources: rows.map((row) => resourceOf(row, url)) }
}

const TAKEN = {
  workspace_user_username: { field: 'userName', message: USER_TEXTS.usernameTaken },
  workspace_user_email: { field: 'emails', message: USER_TEXTS.emailTaken },
  user_scim_user_name: { field: 'userName', message: USER_TEXTS.usernameTaken },
}

const requireFree = async (tx: Tx, { userName, email }: UserValues, exceptId = 0): Promise<void> => {
  const { emails } = await takenNames(tx, { emails: [email] }, exceptId)
  const other = await usersIn(tx)
    .where(sql<boolean>`lower(${NAME}) = ${userName.toLowerCase()}`)
    .where('p.id', '<>', exceptId)
    .executeTakeFirst()
  if (emails.size > 0 || other)
    throw new ScimRefusal(409, emails.size > 0 ? USER_TEXTS.emailTaken : USER_TEXTS.usernameTaken, 'uniqueness')
}

/** Creates a user without a password, who signs in with an identity provider. Returns the id. */
export const createUser = (db: Db, { principal, groupId }: Directory, values: UserValues): Promise<string> => {
  const creating = withWorkspaceLocked(db, async (tx) => {
    if (groupId === null) throw badRequest('invalidValue', 'The group of new users was deleted: create another token')
    const { userName, externalId, email, firstName, lastName, active } = values
    await requireFree(tx, values)
    if (active) await requireSeats(tx, false, 1, USER_TEXTS.noSeatsToCreate)
    const [username = ''] = await usernamesFor(tx, [email])
    const user = { username, email, firstName, lastName, passwordHash: null, status: 'ACTIVE' as const }
    const placing = { isReadOnly: false, groupId, projects: [], isInvitation: false }
    const { ids, events } = await addUsers(tx, principal, [user], placing)
    await tx
      .updateTable('workspace_user')
      .set({
        source: 'SCIM',
        scim_user_name: userName,
        external_id: externalId,
        ...(active ? {} : { status: 'INACTIVE' as const }),
      })
      .where('id', 'in', ids)
      .execute()
    await appendEvents(tx, events)
    return String(ids[0])
  })
  return unlessTaken(creating, TAKEN)
}

/** Changes a user to the result of `next`, by the rules of changing users. Returns the user's id. */
export const changeUser = (
  db: Db,
  { principal }: Directory,
  id: string,
  next: (before: UserValues) => UserValues,
): Promise<number> => {
  const changing = withWorkspaceLocked(db, async (tx) => {
    const row = await storedUser(tx, id)
    const before = valuesOf(row)
    const after = next(before)
    const { firstName, lastName, email, active, userName, externalId } = after
    await requireFree(tx, after, row.id)
    const edit = {
      ...(firstName === before.firstName ? {} : { firstName }),
      ...(lastName === before.lastName ? {} : { lastName }),
      ...(email === before.email ? {} : { email }),
      ...(active === before.active ? {} : { status: active ? ('ACTIVE' as const) : ('INACTIVE' as const) }),
    }
    if (Object.keys(edit).length > 0) await changeUserIn(tx, principal, row.id, edit)
    if (userName !== before.userName || externalId !== before.externalId)
      await tx
        .updateTable('workspace_user')
        .set({ scim_user_name: userName, external_id: externalId })
        .where('id', '=', row.id)
        .execute()
    return row.id
  })
  return unlessTaken(changing, TAKEN)
}
