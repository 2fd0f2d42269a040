import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_GROUP_PERMISSIONS, GROUP_PERMISSIONS } from '../../../contract/access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { createProject, getProject, listProjects } from '../../../contract/projects/projects.ts'
import { listMembers, updateMember } from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import {
  addGroupUser,
  createGroup,
  deleteGroup,
  listGroups,
  listPermissions,
  removeGroupUser,
  updateGroup,
} from '../../../contract/workspace/groups.ts'
import { updateUser } from '../../../contract/workspace/users.ts'
import { TestAgent } from '../support/agent.ts'
import { topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { listen } from '../live/support/client.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { besideEachOther, WORKSPACE } from '../support/beside-each-other.ts'
import { aGroup, aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let superAdmins: number
let names = 0
const aName = () => {
  names += 1
  return `Crew ${names}`
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const { results } = await ask(app, listGroups, { token: owner.token })
  superAdmins = results.find(({ builtIn }) => builtIn !== null)?.id ?? 0
})
afterAll(() => app.close())

const create = (body: object = {}, by = owner) =>
  ask(app, createGroup, { token: by.token, body: { name: aName(), ...body } as never })
const creating = (body: object, by = owner) => ({ token: by.token, body })
const of = (groupId: number, body: object = {}, by = owner) => ({
  token: by.token,
  params: { groupId },
  body: body as never,
})
const member = (groupId: number, { id }: TestUser, by = owner) => ({
  token: by.token,
  params: { groupId, userId: id },
})
const groups = async (query: object = {}) =>
  (await ask(app, listGroups, { token: owner.token, query: query as never })).results

describe('the list', () => {
  test('[WNAV-22] [GRPS-15] [PERM-01] [PERM-02] [PERM-04] lists every permission of groups with its text', async () => {
    const { items } = await ask(app, listPermissions, { token: owner.token })
    expect(items.map(({ id }) => id).sort()).toEqual([...GROUP_PERMISSIONS].sort())
    expect(items[0]).toEqual({ id: 'ADMINISTRATOR', label: 'Administrator', section: 'In every project' })
  })

  test('[GRPS-07] [GRPS-22] sorts super admins first, then by name, with members on request', async () => {
    const [b, a] = [await create({ name: 'zz B' }), await create({ name: 'ZZ a', permissions: ['projects:create'] })]
    await ask(app, addGroupUser, member(a.id, owner))
    const all = await groups()
    expect(all[0]).toMatchObject({ id: superAdmins, builtIn: 'super-admins', permissions: ALL_GROUP_PERMISSIONS })
    expect(all.slice(-2).map(({ id }) => id)).toEqual([a.id, b.id])
    expect(all[0]?.users).toBeUndefined()
    const found = (await groups({ includeUsers: true })).find(({ id }) => id === a.id)
    expect(found).toEqual({
      id: a.id,
      name: 'ZZ a',
      permissions: ['projects:create'],
      invitable: false,
      builtIn: null,
      usersTotal: 1,
      users: [
        { id: owner.id, username: 'owner', firstName: 'owner', lastName: 'Tester', photoUrl: null, status: 'ACTIVE' },
      ],
    })
    expect((await ask(app, listGroups, { token: owner.token, query: { pageSize: 1 } })).results).toHaveLength(1)
  })

  test('a card has the first members of a large group by name, and the number of all', async () => {
    const { id } = await create()
    await sql`
      with p as (insert into workspace_user (username, email) select 'many' || n, 'many' || n || '@example.test'
                   from generate_series(1, ${LIMITS.groupUsers + 5}::int) n returning id)
      insert into user_group_member (group_id, user_id) select ${id}, id from p`.execute(app.db)
    const found = (await groups({ includeUsers: true })).find((group) => group.id === id)
    expect(found?.usersTotal).toBe(LIMITS.groupUsers + 5)
    expect(found?.users).toHaveLength(LIMITS.groupUsers)
    await app.db.deleteFrom('workspace_user').where('username', 'like', 'many%').execute()
  })
})

describe('changing', () => {
  test('[GRPS-21] [GRPS-23] [GRPS-24] [GRPS-25] requires unique names, ignoring case, and changes and deletes groups', async () => {
    const group = await create({ permissions: ['BILLING', 'ENGINEER', 'ENGINEER'] })
    expect(group.permissions).toEqual(['ENGINEER', 'BILLING'])
    const taken = { status: 409, errors: [{ field: 'name', message: TEXTS.nameTaken }] }
    expect(await refusalOf(app, createGroup, creating({ name: group.name.toUpperCase() }))).toMatchObject(taken)
    const other = await create()
    expect(await refusalOf(app, updateGroup, of(other.id, { name: group.name }))).toMatchObject(taken)
    for (const name of ['', ' ', 'x'.repeat(101)])
      expect((await refusalOf(app, createGroup, creating({ name }))).errors?.map(({ field }) => field)).toEqual([
        'name',
      ])
    const changed = await ask(app, updateGroup, of(group.id, { name: 'Renamed', invitable: true }))
    expect(changed).toMatchObject({ name: 'Renamed', invitable: true, permissions: group.permissions })
    await ask(app, deleteGroup, of(group.id))
    expect((await refusalOf(app, updateGroup, of(group.id, { name: 'Gone' }))).status).toBe(404)
  })

  test('[GRPS-21] the group of super admins is neither changed nor deleted', async () => {
    const fixed = { status: 409, message: USER_TEXTS.superAdminsFixed }
    for (const body of [{ name: 'X' }, { permissions: [] }, { invitable: true }])
      expect(await refusalOf(app, updateGroup, of(superAdmins, body))).toMatchObject(fixed)
    expect(await refusalOf(app, deleteGroup, of(superAdmins))).toMatchObject(fixed)
  })

  test('[GRPS-13] [GRPS-14] [GRPS-26] adds and removes active and pending users, and rejects inactive and read-only ones', async () => {
    const { id } = await create()
    const [one, pending] = [await aUser(app), await aUser(app, { status: 'PENDING' })]
    await ask(app, addGroupUser, member(id, one))
    expect((await ask(app, addGroupUser, member(id, pending))).usersTotal).toBe(2)
    expect((await ask(app, addGroupUser, member(id, one))).usersTotal).toBe(2)
    expect((await ask(app, removeGroupUser, member(id, one))).usersTotal).toBe(1)
    expect((await refusalOf(app, removeGroupUser, member(id, one))).status).toBe(404)
    const refused = async (whom: TestUser) => (await refusalOf(app, addGroupUser, member(id, whom))).errors
    expect(await refused(await aUser(app, { status: 'INACTIVE' }))).toEqual([
      { field: 'userId', message: USER_TEXTS.inactiveInGroup },
    ])
    expect(await refused(await aUser(app, { readOnly: true }))).toEqual([
      { field: 'userId', message: USER_TEXTS.readOnlyInGroup },
    ])
  })
})

describe('rights of groups', () => {
  test('[PRODUCT-05] permissions of all groups add up, and apply immediately', async () => {
    const one = await aUser(app, { permissions: [] })
    const group = await create({ permissions: ['projects:create'] })
    const project = (key: string) => creating({ name: key, key }, one)
    expect((await refusalOf(app, createProject, project('GRPA'))).status).toBe(403)
    await ask(app, addGroupUser, member(group.id, one))
    await ask(app, createProject, project('GRPA') as never)
    await ask(app, updateGroup, of(group.id, { permissions: [] }))
    expect((await refusalOf(app, createProject, project('GRPB'))).status).toBe(403)
    await ask(app, updateGroup, of(group.id, { permissions: ['projects:create'] }))
    await ask(app, createProject, project('GRPB') as never)
    await ask(app, removeGroupUser, member(group.id, one))
    expect((await refusalOf(app, createProject, project('GRPC'))).status).toBe(403)
  })

  test('[GRPS-15] a role of a group applies in every project, unless a member has a stronger one', async () => {
    const key = 'GRPD'
    const projectId = await aProject(app, owner, key)
    const manager = await aUser(app, { permissions: ['MANAGER'], roles: { [projectId]: 'ENGINEER' } })
    const engineer = await aUser(app, { permissions: ['ENGINEER'], roles: { [projectId]: 'ADMINISTRATOR' } })
    const outside = await aUser(app, { permissions: ['ENGINEER'] })
    const roleOf = async ({ token }: TestUser) =>
      (await ask(app, getProject, { token, params: { projectKey: key } })).role
    expect([await roleOf(manager), await roleOf(engineer), await roleOf(outside)]).toEqual([
      'MANAGER',
      'ADMINISTRATOR',
      'ENGINEER',
    ])
    const { items } = await ask(app, listProjects, { token: outside.token })
    expect(items.find((one) => one.key === key)).toMatchObject({ role: 'ENGINEER', admitted: true })
    const members = await ask(app, listMembers, {
      token: owner.token,
      params: { projectKey: key },
      query: { sort: 'role', pageSize: 100 },
    })
    expect(members.items.map(({ userId, role, groupRole }) => [userId, role, groupRole])).toEqual([
      [owner.id, 'ADMINISTRATOR', 'ADMINISTRATOR'],
      [engineer.id, 'ADMINISTRATOR', 'ENGINEER'],
      [manager.id, 'MANAGER', 'MANAGER'],
    ])
    const lowering = { token: owner.token, params: { projectKey: key, userId: manager.id } }
    expect(await refusalOf(app, updateMember, { ...lowering, body: { role: 'GUEST' } })).toMatchObject({
      status: 409,
      message: TEXTS.groupGivesRole('MANAGER'),
    })
  })

  test('live messages of every project follow the role of a group', async () => {
    const key = 'GRPE'
    await aProject(app, owner, key)
    const group = await aGroup(app, ['ENGINEER', 'projects:delete'])
    const one = await aUser(app, { permissions: [] })
    await ask(app, addGroupUser, member(group, one))
    const client = await listen(app, { token: one.token })
    await client.subscribe(topics.testRuns(TENANT))
    const agent = await TestAgent.of(app, owner, key)
    await agent.startLaunch()
    await client.until(() => client.messages.length === 1)
    await ask(app, removeGroupUser, member(group, one))
    await agent.startLaunch()
    const witness = await listen(app, { token: owner.token })
    await witness.subscribe(topics.testRuns(TENANT))
    await agent.startLaunch()
    await witness.until(() => witness.messages.length === 1)
    expect(client.messages).toHaveLength(1)
    await Promise.all([client.close(), witness.close()])
  })
})

describe('escalation', () => {
  test('rejects granting a permission one does not hold, by a group, an edit or a member, and allows weaker roles', async () => {
    const editor = await aUser(app, { permissions: ['MANAGER', 'IAM_GROUPS_UPDATE', 'IAM_GROUPS_DELETE'] })
    const strong = await create({ permissions: ['BILLING'] })
    const none = USER_TEXTS.grantsMoreThanOwn
    const refused = async (call: Parameters<typeof refusalOf>[1], requested: object) => {
      const { status, message } = await refusalOf(app, call, requested)
      return [status, message]
    }
    const named = { name: aName() }
    const bill = [403, none('Billing and plan')]
    expect(await refused(createGroup, creating({ ...named, permissions: ['BILLING'] }, editor))).toEqual(bill)
    expect(await refused(createGroup, creating({ ...named, permissions: ['ADMINISTRATOR'] }, editor))).toEqual([
      403,
      none('Administrator'),
    ])
    const own = await create({ permissions: ['ENGINEER', 'IAM_GROUPS_UPDATE'] }, editor)
    expect(await refused(updateGroup, of(own.id, { permissions: ['BILLING'] }, editor))).toEqual(bill)
    expect(await refused(addGroupUser, member(strong.id, editor, editor))).toEqual(bill)
    expect(await refused(addGroupUser, member(superAdmins, editor, editor))).toEqual([403, USER_TEXTS.superAdminsOnly])
    expect(await refused(removeGroupUser, member(superAdmins, owner, editor))).toEqual([
      403,
      USER_TEXTS.superAdminsOnly,
    ])
    // Permissions that a group already has may stay when another user edits it.
    const saved = await ask(app, updateGroup, of(strong.id, { permissions: ['ENGINEER', 'BILLING'] }, editor))
    expect(saved.permissions).toEqual(['ENGINEER', 'BILLING'])
    await ask(app, deleteGroup, of(strong.id, {}, editor))
  })

  const reactivate = (people: readonly TestUser[]) =>
    app.db
      .updateTable('workspace_user')
      .set({ status: 'ACTIVE' })
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()

  test('[GRPS-21] keeps the last active super admin', async () => {
    const second = await aUser(app, { owner: true, status: 'INACTIVE' })
    const last = { status: 409, message: USER_TEXTS.lastSuperAdmin }
    expect(await refusalOf(app, removeGroupUser, member(superAdmins, owner))).toMatchObject(last)
    await reactivate([second])
    await ask(app, removeGroupUser, member(superAdmins, second))
  })

  test('two super admins who remove each other concurrently leave one', async () => {
    const second = await aUser(app, { owner: true })
    const settled = await besideEachOther(app, WORKSPACE, () =>
      Promise.allSettled([
        ask(app, removeGroupUser, member(superAdmins, second, owner)),
        ask(app, removeGroupUser, member(superAdmins, owner, second)),
      ]),
    )
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await app.db.deleteFrom('user_group_member').where('user_id', '=', second.id).execute()
    const owners = { group_id: superAdmins, user_id: owner.id }
    await app.db
      .insertInto('user_group_member')
      .values(owners)
      .onConflict((c) => c.doNothing())
      .execute()
  })

  test.each([{ status: 'INACTIVE' }, { hasReadOnlyAccess: true }])(
    'two super admins who set each other to %o concurrently leave one',
    async (body) => {
      const pair = [await aUser(app, { owner: true }), await aUser(app, { owner: true })] as const
      await app.db.updateTable('workspace_user').set({ status: 'PENDING' }).where('id', '=', owner.id).execute()
      const change = (whom: TestUser, by: TestUser) =>
        ask(app, updateUser, { token: by.token, params: { userId: whom.id }, body: body as never })
      const settled = await besideEachOther(app, WORKSPACE, () =>
        Promise.allSettled([change(pair[0], pair[1]), change(pair[1], pair[0])]),
      )
      expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await reactivate([owner])
      await app.db
        .deleteFrom('user_group_member')
        .where(
          'user_id',
          'in',
          pair.map(({ id }) => id),
        )
        .execute()
    },
  )
})
