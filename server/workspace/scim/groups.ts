import { sql } from 'kysely'
import { GroupName } from '../../../contract/workspace/groups.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { unlessTaken } from '../../http/unique.ts'
import { withWorkspaceLocked } from '../../db/workspace-lock.ts'
import { addGroupIn, addMember, changeGroupIn, removeGroup, removeMember } from '../groups/change.ts'
import type { Filter } from './list.ts'
import type { Operation } from './patch.ts'
import { badRequest, ScimRefusal } from './problem.ts'
import type { Directory } from './tokens.ts'

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const GROUP_FILTERS = ['displayname', 'externalid', 'id'] as const
/** Maximum number of members in one request. */
const MAX_MEMBERS = 10_000

/** Directories do not manage built-in groups. */
const groupsIn = (db: Db | Tx) =>
  db
    .selectFrom('user_group as g')
    .select(['g.id', 'g.name', 'g.external_id', 'g.created_at'])
    .where('g.built_in', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof groupsIn>['executeTakeFirstOrThrow']>>

const resourceOf = (row: Row, url: string, members: ReadonlyMap<number, Member[]> | null) => ({
  schemas: [GROUP_SCHEMA],
  id: String(row.id),
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  displayName: row.name,
  ...(members === null ? {} : { members: members.get(row.id) ?? [] }),
  meta: { resourceType: 'Group', created: row.created_at.toISOString(), location: `${url}/Groups/${row.id}` },
})

interface Member {
  value: string
  display: string
}

const membersOf = async (db: Db | Tx, ids: readonly number[]): Promise<Map<number, Member[]>> => {
  const members = new Map<number, Member[]>()
  if (ids.length === 0) return members
  const rows = await db
    .selectFrom('user_group_member as m')
    .innerJoin('workspace_user as p', 'p.id', 'm.user_id')
    .select(['m.group_id', 'p.id', 'p.username'])
    .where('m.group_id', 'in', ids)
    .orderBy('p.id')
    .execute()
  for (const { group_id: group, id, username } of rows)
    members.set(group, [...(members.get(group) ?? []), { value: String(id), display: username }])
  return members
}

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

const storedGroup = async (db: Db | Tx, id: string): Promise<Row> => {
  const row = await groupsIn(db).where('g.id', '=', idOf(id)).executeTakeFirst()
  if (!row) throw new ScimRefusal(404, 'This group does not exist')
  return row
}

export const readGroup = async (db: Db, id: string, url: string, includesMembers: boolean) => {
  const row = await storedGroup(db, id)
  return resourceOf(row, url, includesMembers ? await membersOf(db, [row.id]) : null)
}

export const findGroups = async (
  db: Db,
  filter: Filter | null,
  { startIndex, count }: { startIndex: number; count: number },
  url: string,
  includesMembers: boolean,
): Promise<{ total: number; resources: object[] }> => {
  const matches = (query: ReturnType<typeof groupsIn>) => {
    if (filter === null) return query
    const { attribute, value } = filter
    if (attribute === 'id') return query.where('g.id', '=', idOf(value))
    if (attribute === 'externalid') return query.where('g.external_id', '=', value)
    return query.where(sql<boolean>`lower(g.name) = ${value.toLowerCase()}`)
  }
  const [rows, { total }] = await Promise.all([
    matches(groupsIn(db))
      .orderBy('g.id')
      .offset(startIndex - 1)
      .limit(count)
      .execute(),
    matches(groupsIn(db))
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const members = includesMembers
    ? await membersOf(
        db,
        rows.map(({ id }) => id),
      )
    : null
  return { total, resources: rows.map((row) => resourceOf(row, url, members)) }
}

/** Values of a group from a directory. */
interface GroupValues {
  displayName: string
  externalId: string | null
  members: Set<number>
}

const nameIn = (value: unknown): string => {
  const name = GroupName.safeParse(value)
  if (!name.success) throw badRequest('invalidValue', name.error.issues[0]?.message ?? 'displayName is required')
  return name.data
}

const externalIdIn = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length > 255)
    throw badRequest('invalidValue', 'externalId is no text, or too long')
  return value
}

const membersIn = (value: unknown): number[] => {
  const list: unknown[] = value === undefined || value === null ? [] : [value].flat()
  if (list.length > MAX_MEMBERS) throw badRequest('tooMany', `At most ${MAX_MEMBERS} members at once`)
  return list.map((one) => {
    const id = typeof one === 'object' && one !== null && 'value' in one ? one.value : undefined
    if (typeof id !== 'string' || idOf(id) === 0) throw badRequest('invalidValue', 'A member is no user of this server')
    return idOf(id)
  })
}

const readGroupBody = (body: unknown): GroupValues => {
  if (typeof body !== 'object' || body === null) throw badRequest('invalidSyntax', 'The body is no group')
  const { displayName, externalId, members } = body as Record<string, unknown>
  return {
    displayName: nameIn(displayName),
    externalId: externalIdIn(externalId),
    members: new Set(membersIn(members)),
  }
}

const ONE_MEMBER = /^members\[value eq "(\d{1,15})"\]$/

const patched = (before: GroupValues, operations: readonly Operation[]): GroupValues => {
  const after = { ...before, members: new Set(before.members) }
  for (const { op, path, value } of operations) {
    const [, one] = ONE_MEMBER.exec(path) ?? []
    if (path === 'displayname') after.displayName = nameIn(op === 'remove' ? undefined : value)
    else if (path === 'externalid') after.externalId = externalIdIn(op === 'remove' ? null : value)
    else if (path === 'members' && op === 'add') for (const id of membersIn(value)) after.members.add(id)
    else if (path === 'members' && op === 'replace') after.members = new Set(membersIn(value))
    else if (path === 'members' && value === undefined) after.members.clear()
    else if (path === 'members') for (const id of membersIn(value)) after.members.delete(id)
    else if (one !== undefined && op === 'remove') after.members.delete(Number(one))
    else if (path.startsWith('members[')) throw badRequest('invalidPath', 'Members are named by value eq "id"')
  }
  return after
}

/** Applies the wanted values to a group, by the rules of changing groups. Returns the users whose groups changed. */
const apply = async (
  tx: Tx,
  { principal }: Directory,
  id: number,
  before: GroupValues,
  after: GroupValues,
): Promise<number[]> => {
  if (after.displayName !== before.displayName) await changeGroupIn(tx, principal, id, { name: after.displayName })
  if (after.externalId !== before.externalId)
    await tx.updateTable('user_group').set({ external_id: after.externalId }).where('id', '=', id).execute()
  const added = [...after.members].filter((one) => !before.members.has(one))
  const removed = [...before.members].filter((one) => !after.members.has(one))
  for (const one of added) await addMember(tx, principal, id, one)
  for (const one of removed) await removeMember(tx, principal, id, one)
  return [...added, ...removed]
}

const TAKEN = { user_group_name: { field: 'displayName', message: TEXTS.nameTaken } }

/** Creates a group without permissions, which administrators of this server grant. */
export const createGroup = (db: Db, directory: Directory, body: unknown): Promise<{ id: string; people: number[] }> => {
  const requested = readGroupBody(body)
  const creating = withWorkspaceLocked(db, async (tx) => {
    const { displayName } = requested
    const group = { name: displayName, permissions: [], invitable: false }
    const id = await addGroupIn(tx, directory.principal, group)
    const people = await apply(tx, directory, id, { displayName, externalId: null, members: new Set() }, requested)
    return { id: String(id), people }
  })
  return unlessTaken(creating, TAKEN)
}

const change = (
  db: Db,
  directory: Directory,
  id: string,
  next: (before: GroupValues) => GroupValues,
): Promise<number[]> => {
  const changing = withWorkspaceLocked(db, async (tx) => {
    const row = await storedGroup(tx, id)
    const members = (await membersOf(tx, [row.id])).get(row.id) ?? []
    const before = {
      displayName: row.name,
      externalId: row.external_id,
      members: new Set(members.map(({ value }) => Number(value))),
    }
    return apply(tx, directory, row.id, before, next(before))
  })
  return unlessTaken(changing, TAKEN)
}

export const replaceGroup = (db: Db, directory: Directory, id: string, body: unknown): Promise<number[]> => {
  const requested = readGroupBody(body)
  return change(db, directory, id, () => requested)
}

export const patchGroup = (
  db: Db,
  directory: Directory,
  id: string,
  operations: readonly Operation[],
): Promise<number[]> => change(db, directory, id, (before) => patched(before, operations))

export const deleteGroup = async (db: Db, { principal }: Directory, id: string): Promise<void> => {
  const row = await storedGroup(db, id)
  await removeGroup(db, principal, row.id)
}
