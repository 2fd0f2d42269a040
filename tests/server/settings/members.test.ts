import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Role } from '../../../contract/access.ts'
import { getProject } from '../../../contract/projects/projects.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import {
  addMembers,
  deleteMember,
  listCandidates,
  listMembers,
  updateMember,
} from '../../../contract/settings/members.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { besideEachOther, EVENTS_OF_WORKSPACE } from '../support/beside-each-other.ts'
import { aUser, aProject, aWorkspace, type UserWanted, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let projects = 0
let projectKey: string
let projectId: number
const params = () => ({ projectKey })

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
beforeEach(async () => {
  projects += 1
  projectKey = `TEAM${projects}`
  projectId = await aProject(app, owner, projectKey)
})
afterAll(() => app.close())

const member = (role: Role, requested: UserWanted = {}) => aUser(app, { ...requested, roles: { [projectId]: role } })
/** The role of a member; null for others. */
const roleIn = async (user: TestUser) => {
  const { items } = await ask(app, listMembers, { token: owner.token, params: params(), query: { pageSize: 100 } })
  return items.find(({ userId }) => userId === user.id)?.role ?? null
}
const give = (by: TestUser, to: TestUser, role: Role) => ({
  token: by.token,
  params: { projectKey, userId: to.id },
  body: { role },
})
const about = (by: TestUser, whom: TestUser) => ({ token: by.token, params: { projectKey, userId: whom.id } })

describe('the list', () => {
  test('[MEMBERS-03] [MEMBERS-04] [MEMBERS-05] [MEMBERS-19] lists each member, ten to a page, by name', async () => {
    for (let i = 1; i <= 11; i += 1) await member('ENGINEER')
    const rolf = await member('MANAGER', { readOnly: true, username: `0rolf-${projectKey}` })
    const { items, _meta, acting } = await ask(app, listMembers, { token: owner.token, params: params() })
    expect(_meta).toEqual({ total: 13, totalPages: 2, pageSize: 10, page: 1 })
    expect(acting).toBe('ADMINISTRATOR')
    expect(items[0]).toEqual({
      userId: rolf.id,
      displayName: `${rolf.username} Tester`,
      username: rolf.username,
      email: `${rolf.username}@example.test`,
      photoUrl: null,
      readOnly: true,
      role: 'GUEST',
      addedAt: expect.stringMatching(/^\d{4}-/) as string,
      groupRole: null,
    })
    const names = items.map(({ displayName }) => displayName.toLowerCase())
    expect(names).toEqual([...names].sort())
  })

  test('[MEMBERS-06] [MEMBERS-15] is searched by display name, username and e-mail, ignoring case', async () => {
    await member('ENGINEER', { username: `mara-${projectKey}` })
    const found = async (q: string) => {
      const { items } = await ask(app, listMembers, { token: owner.token, params: params(), query: { q } })
      return items.map(({ username }) => username)
    }
    expect(await found(`MARA-${projectKey} tes`)).toEqual([`mara-${projectKey}`])
    expect(await found(`mara-${projectKey}@EXAMPLE`)).toEqual([`mara-${projectKey}`])
    expect(await found('100%')).toEqual([])
  })

  test('candidates are users of the workspace who are not members', async () => {
    const inside = await member('GUEST', { username: `in-${projectKey}` })
    const outside = await aUser(app, { username: `out-${projectKey}` })
    const { items } = await ask(app, listCandidates, { token: owner.token, params: params(), query: { q: projectKey } })
    expect(items.map(({ userId }) => userId)).toEqual([outside.id])
    expect(items.map(({ userId }) => userId)).not.toContain(inside.id)
  })
})

describe('adding', () => {
  const adding = (by: TestUser, role: Role | '', people: readonly TestUser[]) => ({
    token: by.token,
    params: params(),
    body: { role: role as Role, userIds: people.map(({ id }) => id) },
  })

  test('[MEMBERS-07] [MEMBERS-20] [PRODUCT-03] adds users with a role, and leaves existing members unchanged', async () => {
    const [one, two] = [await aUser(app), await aUser(app)]
    const there = await member('MANAGER')
    expect(await ask(app, addMembers, adding(owner, 'ENGINEER', [one, two, there]))).toEqual({ added: 2, leftOut: 0 })
    expect([await roleIn(one), await roleIn(two), await roleIn(there)]).toEqual(['ENGINEER', 'ENGINEER', 'MANAGER'])
    expect(await ask(app, getProject, { token: one.token, params: params() })).toMatchObject({ role: 'ENGINEER' })
  })

  test('[MEMBERS-08] [MEMBERS-09] requires a user and a role', async () => {
    const nobody = await refusalOf(app, addMembers, adding(owner, '', []))
    expect(nobody.errors).toEqual(
      expect.arrayContaining([
        { field: 'role', message: 'This field is required' },
        { field: 'userIds', message: 'This field is required' },
      ]),
    )
  })

  test('[MEMBERS-10] [MEMBERS-11] [PRODUCT-04] skips read-only users for every role but GUEST', async () => {
    const [rolf, one] = [await aUser(app, { readOnly: true }), await aUser(app)]
    expect(await ask(app, addMembers, adding(owner, 'ENGINEER', [rolf, one]))).toEqual({ added: 1, leftOut: 1 })
    expect([await roleIn(rolf), await roleIn(one)]).toEqual([null, 'ENGINEER'])
    const alone = await refusalOf(app, addMembers, adding(owner, 'MANAGER', [rolf]))
    expect(alone).toMatchObject({ status: 400, errors: [{ field: 'role', message: TEXTS.readOnlyGuest }] })
    await ask(app, addMembers, adding(owner, 'GUEST', [rolf]))
    expect(await roleIn(rolf)).toBe('GUEST')
  })

  test('an unknown user adds nobody', async () => {
    const one = await aUser(app)
    const refused = await refusalOf(app, addMembers, adding(owner, 'GUEST', [one, { ...one, id: 9_999_999 }]))
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'userIds' }] })
    expect(await roleIn(one)).toBeNull()
  })

  test('[MEMBERS-17] a manager cannot add an administrator', async () => {
    const [manager, one] = [await member('MANAGER'), await aUser(app)]
    expect((await refusalOf(app, addMembers, adding(manager, 'ADMINISTRATOR', [one]))).status).toBe(403)
    expect(await ask(app, addMembers, adding(manager, 'MANAGER', [one]))).toMatchObject({ added: 1 })
  })
})

describe('changing and removing', () => {
  test('[MEMBERS-13] [MEMBERS-21] a role changes immediately', async () => {
    const one = await member('GUEST')
    await ask(app, getProject, { token: one.token, params: params() })
    expect(await ask(app, updateMember, give(owner, one, 'MANAGER'))).toMatchObject({ role: 'MANAGER' })
    expect(await ask(app, getProject, { token: one.token, params: params() })).toMatchObject({ role: 'MANAGER' })
  })

  test('[MEMBERS-14] [MEMBERS-22] a removed member may no longer read the project, and no longer leads it', async () => {
    const one = await member('ENGINEER')
    await ask(app, updateProject, { token: owner.token, params: params(), body: { leadId: one.id } })
    await ask(app, deleteMember, about(owner, one))
    expect((await refusalOf(app, getProject, { token: one.token, params: params() })).status).toBe(404)
    expect((await ask(app, getProject, { token: owner.token, params: params() })).lead).toBeNull()
    expect((await refusalOf(app, deleteMember, about(owner, one))).status).toBe(404)
  })

  test('[MEMBERS-17] [MEMBERS-18] members cannot change members above their own role or raise their own role', async () => {
    const [manager, other, administrator] = [
      await member('MANAGER'),
      await member('MANAGER'),
      await member('ADMINISTRATOR'),
    ]
    for (const question of [give(manager, administrator, 'GUEST'), give(manager, manager, 'ADMINISTRATOR')])
      expect((await refusalOf(app, updateMember, question)).status).toBe(403)
    expect((await refusalOf(app, deleteMember, about(manager, administrator))).status).toBe(403)
    expect((await refusalOf(app, deleteMember, about(manager, owner))).status).toBe(403)
    await ask(app, updateMember, give(manager, other, 'ENGINEER'))
    await ask(app, deleteMember, about(manager, manager))
    expect([await roleIn(other), await roleIn(manager)]).toEqual(['ENGINEER', null])
  })

  test('[MEMBERS-10] a read-only member stays a guest', async () => {
    const rolf = await member('GUEST', { readOnly: true })
    const refused = await refusalOf(app, updateMember, give(owner, rolf, 'ENGINEER'))
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'role', message: TEXTS.readOnlyGuest }] })
  })

  test('[MEMBERS-18] the last administrator stays; the role of the workspace’s owner is not changed', async () => {
    const [one, two] = [await member('ADMINISTRATOR'), await member('ADMINISTRATOR')]
    expect(await refusalOf(app, updateMember, give(one, owner, 'GUEST'))).toMatchObject({
      status: 409,
      message: TEXTS.groupGivesRole('ADMINISTRATOR'),
    })
    await ask(app, deleteMember, about(one, owner))
    await ask(app, updateMember, give(one, two, 'MANAGER'))
    for (const refused of [
      await refusalOf(app, deleteMember, about(one, one)),
      await refusalOf(app, updateMember, give(one, one, 'MANAGER')),
    ])
      expect(refused).toMatchObject({ status: 409, message: TEXTS.lastAdministrator })
  })

  test('[MEMBERS-18] two administrators who remove each other concurrently leave one', async () => {
    const [one, two] = [await member('ADMINISTRATOR'), await member('ADMINISTRATOR')]
    await ask(app, deleteMember, about(one, owner))
    const removeEachOther = () =>
      Promise.allSettled([ask(app, deleteMember, about(one, two)), ask(app, deleteMember, about(two, one))])
    const settled = await besideEachOther(app, EVENTS_OF_WORKSPACE, removeEachOther)
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await roleIn(one), await roleIn(two)].filter(Boolean)).toEqual(['ADMINISTRATOR'])
  })

  test('[MEMBERS-02] a holder of projects:update acts as an administrator, a read-only holder does not', async () => {
    const holder = await aUser(app, { permissions: ['projects:update'] })
    const one = await member('ADMINISTRATOR')
    expect(await ask(app, listMembers, { token: holder.token, params: params() })).toMatchObject({
      acting: 'ADMINISTRATOR',
    })
    await ask(app, updateMember, give(holder, one, 'GUEST'))
    expect(await roleIn(one)).toBe('GUEST')
    const rolf = await aUser(app, { permissions: ['projects:update'], readOnly: true })
    expect((await refusalOf(app, listMembers, { token: rolf.token, params: params() })).status).toBe(404)
  })

  test('each change is in the change log, with the roles before and after', async () => {
    const one = await member('GUEST')
    await ask(app, updateMember, give(owner, one, 'ENGINEER'))
    await ask(app, deleteMember, about(owner, one))
    const { items } = await ask(app, listSettingsChanges, { token: owner.token, params: params() })
    expect(items.map(({ area, changes }) => [area, changes])).toEqual([
      [
        'members',
        [
          {
            kind: 'deleted',
            subject: `${one.username} Tester`,
            values: { role: { before: 'ENGINEER', after: null } },
          },
        ],
      ],
      [
        'members',
        [
          {
            kind: 'changed',
            subject: `${one.username} Tester`,
            values: { role: { before: 'GUEST', after: 'ENGINEER' } },
          },
        ],
      ],
    ])
  })
})
