import type { Role } from '../../../contract/access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getProject, listProjects } from '../../../contract/projects/projects.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import {
  changeUserPassword,
  checkReadOnly,
  checkUserExists,
  createUser,
  getUser,
  listUsers,
  updateUser,
} from '../../../contract/workspace/users.ts'
import { Browser, isRenewalRefused, PASSWORD } from '../session/browser.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aGroup, aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
/** Manages users, and is no super admin. */
let manager: TestUser
let engineers: number
let names = 0
const aName = () => {
  names += 1
  return `new${names}`
}

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  owner = await aWorkspace(app)
  manager = await aUser(app, { username: 'manager', permissions: ['IAM_USERS_UPDATE', 'projects:create'] })
  engineers = await aGroup(app, ['projects:create'])
})
afterAll(() => app.close())

const requested = (changes: object = {}) => {
  const username = aName()
  return {
    username,
    firstName: 'Ada',
    lastName: 'Byron',
    email: `${username}@example.test`,
    password: PASSWORD,
    groupId: engineers,
    ...changes,
  }
}
const creating = (body: object, by = owner) => ({ token: by.token, body })
const create = (changes: object = {}, by = owner) =>
  ask(app, createUser, { token: by.token, body: requested(changes) as never })
const of = ({ id }: { id: number }, body: object = {}, by = owner) => ({
  token: by.token,
  params: { userId: id },
  body: body as never,
})
const user = (user: { id: number }) => ask(app, getUser, of(user))

describe('creating', () => {
  test('[UFORM-01] [UFORM-02] [UFORM-04] [UFORM-06] [UFORM-07] names every wrong field in the words of the form', async () => {
    const faults = async (changes: object) => {
      const { status, errors } = await refusalOf(app, createUser, creating(requested(changes)))
      return [status, ...(errors ?? []).map(({ field, message }) => `${field}: ${message}`)]
    }
    expect(await faults({ username: '', email: '', password: '' })).toEqual([
      400,
      'username: Username name required',
      'email: Email required',
      'password: Password required',
    ])
    for (const username of ['ab', 'a'.repeat(51)])
      expect(await faults({ username })).toEqual([400, 'username: Must be between 3 and 50 characters'])
    for (const username of ['ada_b', 'ada@b', 'ädä'])
      expect(await faults({ username })).toEqual([
        400,
        'username: Username can only contain latin letters, numbers, dots and dashes',
      ])
    expect(await faults({ email: 'ada' })).toEqual([400, 'email: Please enter a valid email address'])
    expect((await create({ username: 'Ada B.-7' })).username, '[UFORM-03] a blank is allowed').toBe('Ada B.-7')
  })

  test('[UFORM-09] [UFORM-10] needs a good password, and a group unless the user is read-only', async () => {
    const { errors } = await refusalOf(app, createUser, creating(requested({ password: 'short' })))
    expect(errors).toEqual([{ field: 'password', message: TEXTS.passwordLength }])
    const { groupId: _, ...without } = requested()
    const refused = await refusalOf(app, createUser, creating(without))
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'groupId', message: USER_TEXTS.groupRequired }] })
    const unknown = await refusalOf(app, createUser, creating(requested({ groupId: 999_999 })))
    expect(unknown).toMatchObject({ status: 400, errors: [{ field: 'groupId', message: USER_TEXTS.groupUnknown }] })
  })

  test('[UFORM-05] [UFORM-08] [UFORM-21] requires unique usernames and addresses, ignoring case, which can be checked before', async () => {
    const { id, username, email } = await create()
    const again = requested({ username: username.toUpperCase(), email: email.toUpperCase() })
    const refused = await refusalOf(app, createUser, creating(again))
    expect(refused).toMatchObject({
      status: 409,
      errors: [
        { field: 'username', message: 'Username already in use' },
        { field: 'email', message: 'Email already in use' },
      ],
    })
    const exists = (query: object) => ask(app, checkUserExists, { token: owner.token, query: query as never })
    expect(await exists({ username: again.username, email: again.email })).toEqual({ username: true, email: true })
    expect(await exists({ username: aName() })).toEqual({ username: false, email: false })
    expect(await exists({ email, exceptId: id })).toEqual({ username: false, email: false })
  })

  test('[UFORM-11] [UFORM-12] [UFORM-20] [UFORM-22] one call sets names, a group and project roles, and the user can sign in', async () => {
    const projectId = await aProject(app, owner, `NEW${names}`)
    const created = await create({ projects: [{ projectId, role: 'MANAGER' }] })
    expect(created).toMatchObject({
      firstName: 'Ada',
      lastName: 'Byron',
      status: 'ACTIVE',
      source: 'INTERNAL',
      groups: [{ id: engineers }],
      lastLogin: null,
      isSystem: false,
      isSuperAdmin: false,
    })
    const session = await new Browser(app).signIn(created.email)
    expect(session.user.permissions).toEqual(['projects:create'])
    expect(session.user.roles).toEqual(['MANAGER'])
    expect((await user(created)).lastLogin).not.toBeNull()
    const { items } = await ask(app, listProjects, { token: session.authToken })
    expect(items.map(({ id, role }) => [id, role])).toEqual([[projectId, 'MANAGER']])
  })

  test('[UFORM-12] stores nothing when one assignment is invalid', async () => {
    const body = requested({ projects: [{ projectId: 999_999, role: 'GUEST' }] })
    const refused = await refusalOf(app, createUser, creating(body))
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'projects.0.projectId' }] })
    const { username } = await ask(app, checkUserExists, { token: owner.token, query: { username: body.username } })
    expect(username).toBe(false)
    const { errors } = await refusalOf(app, createUser, creating(requested({ projects: [{ role: 'GUEST' }] })))
    expect(errors).toEqual([{ field: 'projects.0.projectId', message: TEXTS.required }])
  })

  test('[UFORM-14] [UFORM-15] [USERS-21] [ROLE-06] a read-only user becomes a guest without groups, whatever the request contains', async () => {
    const projectId = await aProject(app, owner, `RO${names}`)
    const created = await create({ hasReadOnlyAccess: true, projects: [{ projectId, role: 'ADMINISTRATOR' }] })
    expect(created).toMatchObject({ hasReadOnlyAccess: true, groups: [] })
    const { authToken, user } = await new Browser(app).signIn(created.username)
    expect(user).toMatchObject({ permissions: [], roles: ['GUEST'] })
    const project = await ask(app, getProject, { token: authToken, params: { projectKey: `RO${names - 1}` } })
    expect(project.role).toBe('GUEST')
  })

  test('rejects groups and roles beyond one’s own rights', async () => {
    const strong = await aGroup(app, ['BILLING'])
    const everywhere = await aGroup(app, ['ENGINEER'])
    const { id: superAdmins } = await app.db
      .selectFrom('user_group')
      .select('id')
      .where('built_in', 'is not', null)
      .executeTakeFirstOrThrow()
    const refused = async (changes: object) =>
      (await refusalOf(app, createUser, creating(requested(changes), manager))).message
    expect(await refused({ groupId: strong })).toBe(USER_TEXTS.grantsMoreThanOwn('Billing and plan'))
    expect(await refused({ groupId: everywhere })).toBe(USER_TEXTS.grantsMoreThanOwn('Engineer'))
    expect(await refused({ groupId: superAdmins })).toBe(USER_TEXTS.superAdminsOnly)
    const foreign = await aProject(app, owner, `FOR${names}`)
    expect(await refused({ projects: [{ projectId: foreign, role: 'GUEST' }] })).toBe(USER_TEXTS.projectUnknown)
    await app.db
      .insertInto('project_member')
      .values({ project_id: foreign, user_id: manager.id, role: 'MANAGER' })
      .execute()
    expect(await refused({ projects: [{ projectId: foreign, role: 'ADMINISTRATOR' }] })).toBe(USER_TEXTS.roleAboveOwn)
    expect((await create({ projects: [{ projectId: foreign, role: 'MANAGER' }] }, manager)).id).toBeGreaterThan(0)
  })
})

describe('the list', () => {
  let people: TestUser[]
  const find = (query: object) =>
    ask(app, listUsers, { token: owner.token, query: { pageSize: 100, ...query } as never })
  const found = async (query: object) => (await find(query)).items.map(({ username }) => username)
  let mark: string
  let group: number
  beforeEach(async () => {
    mark = `l${aName()}x`
    group = await aGroup(app, ['IAM_GROUPS_READ', 'projects:create'])
    await app.db.deleteFrom('user_group_member').where('group_id', '=', group).execute()
    people = [
      await aUser(app, { username: `${mark}B` }),
      await aUser(app, { username: `${mark}a`, status: 'INACTIVE' }),
      await aUser(app, { username: `${mark}c`, permissions: ['IAM_GROUPS_READ', 'projects:create'] }),
    ]
  })

  test('[USERS-03] [USERS-29] is sorted by name, ignoring case, and descending after a minus', async () => {
    expect(await found({ query: mark })).toEqual([`${mark}a`, `${mark}B`, `${mark}c`])
    expect(await found({ query: mark, sortBy: '-email' })).toEqual([`${mark}c`, `${mark}B`, `${mark}a`])
    expect(await found({ query: mark, sortBy: 'status' })).toEqual([`${mark}B`, `${mark}c`, `${mark}a`])
    const [first, , last] = people.map(({ id }) => id)
    await app.db
      .updateTable('workspace_user')
      .set({ last_sign_in_at: '2020-01-01' })
      .where('id', '=', first ?? 0)
      .execute()
    await app.db
      .updateTable('workspace_user')
      .set({ last_sign_in_at: null })
      .where('id', '=', last ?? 0)
      .execute()
    expect(await found({ query: mark, sortBy: 'lastLogin' })).toEqual([`${mark}B`, `${mark}a`, `${mark}c`])
    expect(await found({ query: mark, sortBy: '-lastLogin' })).toEqual([`${mark}a`, `${mark}B`, `${mark}c`])
  })

  test('[USERS-02] [USERS-04] [USERS-29] is searched by name, username and e-mail, and filtered by status, source and group', async () => {
    expect(await found({ query: `${mark.toUpperCase()}B TEST` })).toEqual([`${mark}B`])
    expect(await found({ query: `${mark}c@EXAMPLE` })).toEqual([`${mark}c`])
    expect(await found({ query: '100%' })).toEqual([])
    expect(await found({ query: mark, status: 'INACTIVE,PENDING' })).toEqual([`${mark}a`])
    expect(await found({ query: mark, source: 'SAML' })).toEqual([])
    expect(await found({ query: mark, source: 'SAML,INTERNAL', groups: `${group},999999` })).toEqual([`${mark}c`])
  })

  test('[USERS-07] [USERS-13] [USERS-29] has ten per page with the total, and groups on request', async () => {
    const { items, total } = await ask(app, listUsers, { token: owner.token })
    expect(items).toHaveLength(LIMITS.usersPageSize)
    expect(total).toBeGreaterThan(10)
    expect(items[0]?.groups).toBeUndefined()
    const second = await ask(app, listUsers, { token: owner.token, query: { page: 2 } })
    expect(second.items.map(({ id }) => id)).not.toContain(items[0]?.id)
    const [member] = (await find({ query: `${mark}c`, includeGroups: true })).items
    expect(member?.groups?.map(({ id }) => id)).toEqual([group])
    expect((await find({ query: 'owner' })).items[0]).toMatchObject({ isSuperAdmin: true })
    expect((await refusalOf(app, listUsers, { token: owner.token, query: { status: 'GONE' } })).status).toBe(400)
  })
})

describe('changing', () => {
  test('[UFORM-23] [UFORM-24] [UFORM-25] [USERS-31] names and address change, the username does not', async () => {
    const [one, other] = [await create(), await create()]
    const changed = await ask(
      app,
      updateUser,
      of(one, { firstName: 'Grace', email: `x${one.email}`, username: 'other' }),
    )
    expect(changed).toMatchObject({ firstName: 'Grace', lastName: 'Byron', username: one.username })
    expect(await user(one), '[USERS-30] one user is read').toMatchObject({ id: one.id, firstName: 'Grace' })
    expect(await refusalOf(app, updateUser, of(one, { email: other.email.toUpperCase() }))).toMatchObject({
      status: 409,
      errors: [{ field: 'email', message: 'Email already in use' }],
    })
    expect(await refusalOf(app, updateUser, of(one, { email: 'x' }))).toMatchObject({
      status: 400,
      errors: [{ field: 'email', message: 'Please make sure that input contains a valid email' }],
    })
    await app.db.updateTable('workspace_user').set({ photo_url: '/a.png' }).where('id', '=', one.id).execute()
    expect((await ask(app, updateUser, of(one, { photoUrl: null }))).photoUrl).toBeNull()
  })

  test('[USERS-11] [USERS-12] rejects changes of one’s own status or mode, and changes of super admins by others', async () => {
    const admin = await aUser(app, { owner: true })
    for (const body of [{ status: 'INACTIVE' }, { hasReadOnlyAccess: true }])
      expect(await refusalOf(app, updateUser, of(manager, body, manager))).toMatchObject({
        status: 403,
        message: USER_TEXTS.notOneself,
      })
    for (const body of [{ status: 'INACTIVE' }, { hasReadOnlyAccess: true }, { firstName: 'X' }, { email: 'x@x.test' }])
      expect(await refusalOf(app, updateUser, of(admin, body, manager))).toMatchObject({
        status: 403,
        message: USER_TEXTS.superAdminsOnly,
      })
    expect(await refusalOf(app, changeUserPassword, of(admin, { newPassword: PASSWORD }, manager))).toMatchObject({
      status: 403,
    })
    expect(await ask(app, updateUser, of(admin, { status: 'INACTIVE' }))).toMatchObject({ status: 'INACTIVE' })
  })

  test('users with fewer permissions cannot take over an account by its address or password', async () => {
    const holder = await aUser(app, { permissions: ['BILLING'] })
    const message = USER_TEXTS.holdsMoreThanOneself('Billing and plan')
    for (const refused of [
      await refusalOf(app, updateUser, of(holder, { email: 'mine@example.test' }, manager)),
      await refusalOf(app, changeUserPassword, of(holder, { newPassword: PASSWORD }, manager)),
    ])
      expect(refused).toMatchObject({ status: 403, message })
    expect(await ask(app, updateUser, of(holder, { firstName: 'Bo' }, manager))).toMatchObject({ firstName: 'Bo' })
  })

  test('users with a weaker role in a project cannot take it over either', async () => {
    const lead = await aUser(app, { permissions: [] })
    const projectId = await aProject(app, owner, `STRONG${names}`)
    const joins = (user: TestUser, role: Role) =>
      app.db.insertInto('project_member').values({ project_id: projectId, user_id: user.id, role }).execute()
    await joins(lead, 'MANAGER')
    const taking = of(lead, { newPassword: PASSWORD }, manager)
    expect(await refusalOf(app, changeUserPassword, taking)).toMatchObject({
      status: 403,
      message: USER_TEXTS.holdsStrongerRole,
    })
    await joins(manager, 'ADMINISTRATOR')
    await ask(app, changeUserPassword, taking)
  })

  test('[USERS-22] [USERS-23] [USERS-24] [USERS-25] [USERS-34] the password of an internal user is set, and ends their sessions', async () => {
    const created = await create()
    const browser = new Browser(app)
    await browser.signIn(created.username)
    const faults = async (newPassword: string) =>
      (await refusalOf(app, changeUserPassword, of(created, { newPassword }))).errors?.map(({ message }) => message)
    expect(await faults('')).toEqual([TEXTS.passwordRequired])
    expect(await faults('short')).toEqual([TEXTS.passwordLength])
    expect(await faults('with-ümlaut-1')).toEqual(['Invalid password'])
    await ask(app, changeUserPassword, of(created, { newPassword: 'fig-tree-61' }))
    expect(isRenewalRefused(await browser.renew())).toBe(true)
    await new Browser(app).signIn(created.username, 'fig-tree-61')
    await app.db.updateTable('workspace_user').set({ source: 'SAML' }).where('id', '=', created.id).execute()
    expect(await refusalOf(app, changeUserPassword, of(created, { newPassword: PASSWORD }))).toMatchObject({
      status: 409,
      message: USER_TEXTS.passwordOfDirectory,
    })
  })
})

describe('read-only', () => {
  const only = { hasReadOnlyAccess: true }

  test('[USERS-19] [USERS-20] [USERS-33] rejects converting a user who leads a project or is its only administrator, with the reason', async () => {
    const lead = await aUser(app)
    const key = `LED${aName()}`.toUpperCase()
    const projectId = await aProject(app, lead, key)
    const name = `Project ${key}`
    const check = () => ask(app, checkReadOnly, of(lead))
    expect(await check()).toMatchObject({
      isConvertible: false,
      reasons: [USER_TEXTS.leadsProjects(name), USER_TEXTS.lastAdministratorOf(name)],
      projects: 1,
    })
    expect((await refusalOf(app, updateUser, of(lead, only))).message).toContain(USER_TEXTS.leadsProjects(name))
    await app.db
      .insertInto('project_member')
      .values({ project_id: projectId, user_id: owner.id, role: 'ADMINISTRATOR' })
      .execute()
    await app.db.updateTable('project').set({ lead_id: owner.id }).where('id', '=', projectId).execute()
    expect(await check()).toEqual({ isConvertible: true, reasons: [], projects: 1, groups: ['Engineers'] })
    expect(await ask(app, updateUser, of(lead, only))).toMatchObject({ hasReadOnlyAccess: true, groups: [] })
    expect(await ask(app, getProject, { token: lead.token, params: { projectKey: key } })).toMatchObject({
      role: 'GUEST',
    })
  })

  test('[USERS-19] [ROLE-06] roles and groups do not come back with the mode; a group can be given with it', async () => {
    const one = await aUser(app)
    await ask(app, updateUser, of(one, only))
    expect(await ask(app, updateUser, of(one, { hasReadOnlyAccess: false }))).toMatchObject({ groups: [] })
    await ask(app, updateUser, of(one, only))
    const back = await ask(app, updateUser, of(one, { hasReadOnlyAccess: false, groupId: engineers }))
    expect(back.groups?.map(({ id }) => id)).toEqual([engineers])
    const billing = await aGroup(app, ['BILLING'])
    expect((await refusalOf(app, updateUser, of(one, { groupId: billing }, manager))).status).toBe(403)
  })
})
