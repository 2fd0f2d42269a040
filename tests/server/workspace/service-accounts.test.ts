import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProjectUsers } from '../../../contract/exploratory/sessions.ts'
import { listRecipients } from '../../../contract/launches/launch-actions.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { listProjects } from '../../../contract/projects/projects.ts'
import { forgotPassword, resetPassword, signIn } from '../../../contract/session/session.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { deleteMember, listCandidates, listMembers, updateMember } from '../../../contract/settings/members.ts'
import { listFieldUsers } from '../../../contract/settings/test-case-fields.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import { addGroupUser } from '../../../contract/workspace/groups.ts'
import { resendInvitation } from '../../../contract/workspace/invitations.ts'
import { createScimToken } from '../../../contract/workspace/scim.ts'
import { getSeats } from '../../../contract/workspace/seats.ts'
import { resetSecondFactor } from '../../../contract/workspace/second-factor.ts'
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
import { getSignInPolicy } from '../../../contract/workspace/sign-in-policy.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import {
  changeUserPassword,
  checkUserExists,
  getUser,
  listUsers,
  updateUser,
} from '../../../contract/workspace/users.ts'
import { hashToken } from '../../../server/access/tokens.ts'
import { openSession } from '../../../server/session/sessions.ts'
import { listen } from '../live/support/client.ts'
import { PASSWORD } from '../session/browser.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aGroup, aProject, aUser, aWorkspace, SIGNED_IN, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let shop: number
let bank: number
let names = 0
const aName = () => {
  names += 1
  return `pipeline ${names}`
}

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  owner = await aWorkspace(app)
  shop = await aProject(app, owner, 'SHOP')
  bank = await aProject(app, owner, 'BANK')
})
afterAll(() => app.close())

const create = (body: object = {}, by = owner) =>
  ask(app, createServiceAccount, { token: by.token, body: { name: aName(), ...body } as never })
const of = ({ id }: { id: number }, body: object = {}, by = owner) => ({
  token: by.token,
  params: { serviceAccountId: id },
  body: body as never,
})
const engineerOf = (projectId: number) => ({ projects: [{ projectId, role: 'ENGINEER' }] })
const tokenOf = async (account: { id: number }, body: object = {}, by = owner) =>
  (await ask(app, createServiceAccountToken, of(account, { name: 'ci', ...body }, by))).value
const opens = async (token: string) => (await send(app, listProjects.path, { token })).status
const exchange = (refreshToken: string) =>
  send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken } })
const exchanged = async (token: string) => ((await exchange(token)).body as { authToken: string }).authToken
const report = async (token: string, projectKey = 'SHOP') =>
  (
    await send(app, `/api/reporting/v1/test-runs?projectKey=${projectKey}`, {
      method: 'POST',
      token,
      body: { name: 'Nightly', startedAt: '2026-11-20T17:19:06Z' },
    })
  ).status
const faultsOf = async (body: object, by = owner) => {
  const { status, errors = [] } = await refusalOf(app, createServiceAccount, { token: by.token, body: body as never })
  return [status, ...errors.map(({ field, message }) => `${field}: ${message}`)]
}
const manager = (roles: Record<number, 'ADMINISTRATOR' | 'MANAGER'> = {}) =>
  aUser(app, { permissions: ['IAM_USERS_UPDATE'], roles })

describe('creating and changing', () => {
  test('creates an account with roles, and names a wrong field', async () => {
    const account = await create({ description: ' Builds ', ...engineerOf(shop) })
    expect(account).toMatchObject({
      description: 'Builds',
      enabled: true,
      projects: [{ projectId: shop, key: 'SHOP', role: 'ENGINEER' }],
      hiddenProjects: 0,
      tokens: 0,
      lastUsedAt: null,
      createdBy: 'owner Tester',
    })
    expect(await faultsOf({ name: ' ' })).toEqual([400, 'name: This field is required'])
    expect(await faultsOf({ name: 'x'.repeat(65) })).toEqual([400, `name: ${SERVICE_ACCOUNT_TEXTS.nameLength}`])
    expect(await faultsOf({ name: 'a\u0007b' })).toEqual([400, `name: ${SERVICE_ACCOUNT_TEXTS.nameCharacters}`])
    expect(await faultsOf({ name: aName(), ...engineerOf(999_999) })).toEqual([
      400,
      `projects.0.projectId: ${USER_TEXTS.projectUnknown}`,
    ])
  })

  test('a name is unique among users and service accounts, and free again once its account is deleted', async () => {
    const account = await create()
    const taken = [409, `name: ${SERVICE_ACCOUNT_TEXTS.nameTaken}`]
    expect(await faultsOf({ name: account.name.toUpperCase() })).toEqual(taken)
    expect(await faultsOf({ name: 'Owner' })).toEqual(taken)
    const exists = () => ask(app, checkUserExists, { token: owner.token, query: { username: account.name } as never })
    expect(await exists()).toMatchObject({ username: true })
    await ask(app, deleteServiceAccount, of(account))
    expect(await exists()).toMatchObject({ username: false })
    expect((await create({ name: account.name })).id).not.toBe(account.id)
  })

  test('a user gives roles up to their own, only in projects that they administer, and sees no others', async () => {
    const user = await manager({ [shop]: 'MANAGER' })
    expect((await create(engineerOf(shop), user)).projects).toHaveLength(1)
    const administrator = { projects: [{ projectId: shop, role: 'ADMINISTRATOR' }] }
    expect(await faultsOf({ name: aName(), ...administrator }, user)).toEqual([403])
    expect(await faultsOf({ name: aName(), ...engineerOf(bank) }, user)).toEqual([
      400,
      `projects.0.projectId: ${USER_TEXTS.projectUnknown}`,
    ])
    const both = await create({ projects: [...administrator.projects, { projectId: bank, role: 'GUEST' }] })
    expect(await ask(app, getServiceAccount, of(both, {}, user))).toMatchObject({
      projects: [{ key: 'SHOP' }],
      hiddenProjects: 1,
    })
    expect((await refusalOf(app, updateServiceAccount, of(both, { projects: [] }, user))).status).toBe(403)
    await ask(app, updateMember, {
      token: owner.token,
      params: { projectKey: 'SHOP', userId: both.id },
      body: { role: 'GUEST' },
    })
    await ask(app, updateServiceAccount, of(both, { projects: [] }, user))
    expect((await ask(app, getServiceAccount, of(both))).projects, 'the hidden role stays').toMatchObject([
      { key: 'BANK', role: 'GUEST' },
    ])
  })

  test('two users who change the same roles collide, and other fields merge', async () => {
    const account = await create(engineerOf(shop))
    const expected = engineerOf(shop)
    const edit = (role: string) => ({ projects: [{ projectId: shop, role }], expected })
    await ask(app, updateServiceAccount, of(account, { ...edit('MANAGER'), description: 'Nightly' }))
    const refused = await refusalOf(app, updateServiceAccount, of(account, edit('GUEST')))
    expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([409, ['projects']])
    expect(
      await ask(app, updateServiceAccount, of(account, { enabled: false, expected: { enabled: true } })),
    ).toMatchObject({ enabled: false, description: 'Nightly', projects: [{ role: 'MANAGER' }] })
  })

  test('a workspace has a maximum number of service accounts', async () => {
    const { items } = await ask(app, listServiceAccounts, { token: owner.token })
    const more = Array.from({ length: LIMITS.serviceAccounts - items.length }, (_, i) => ({
      kind: 'service-account' as const,
      username: `filler ${i}`,
      email: '',
    }))
    await app.db.insertInto('workspace_user').values(more).execute()
    expect(await faultsOf({ name: aName() })).toEqual([409])
    await app.db.deleteFrom('workspace_user').where('username', 'like', 'filler %').execute()
  })
})

describe('tokens', () => {
  test('a launch that is reported with a token has the service account as its user, within scope and project', async () => {
    const account = await create({
      projects: [
        { projectId: shop, role: 'ENGINEER' },
        { projectId: bank, role: 'ENGINEER' },
      ],
    })
    const token = await tokenOf(account, { scope: 'report', projectKey: 'SHOP' })
    expect([await report(token), await report(token, 'BANK'), await opens(token)]).toEqual([200, 404, 403])
    expect(await report(await exchanged(token), 'BANK')).toBe(404)
    const { items } = await ask(app, listLaunches, {
      token: owner.token,
      params: { projectKey: 'SHOP' },
      query: {} as never,
    })
    expect(items[0]?.startedBy).toEqual({ id: account.id, username: account.name, isServiceAccount: true })
    const listed = await ask(app, listServiceAccountTokens, of(account))
    expect(listed.items).toMatchObject([
      { name: 'ci', scope: 'report', project: { key: 'SHOP' }, createdBy: 'owner Tester' },
    ])
    expect(listed.items[0]?.lastUsedAt).not.toBeNull()
    expect(await ask(app, getServiceAccount, of(account))).toMatchObject({ tokens: 1, lastUsedAt: expect.any(String) })
  })

  test('a token needs a project of the account, a date in the future, and is one of a maximum number', async () => {
    const account = await create(engineerOf(shop))
    const faults = async (body: object) => {
      const { status, errors = [] } = await refusalOf(
        app,
        createServiceAccountToken,
        of(account, { name: 'ci', ...body }),
      )
      return [status, ...errors.map(({ field }) => field)]
    }
    expect(await faults({ projectKey: 'BANK' })).toEqual([400, 'projectKey'])
    expect(await faults({ projectKey: 'a\0b' })).toEqual([400, 'projectKey'])
    expect(await faults({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([400, 'expiresAt'])
    const rows = Array.from({ length: LIMITS.serviceAccountTokens }, (_, i) => ({
      user_id: account.id,
      name: 'ci',
      hash: hashToken(`${account.id} ${i}`),
    }))
    await app.db.insertInto('access_token').values(rows).execute()
    expect(await faults({})).toEqual([409])
  })

  test('only a user with all roles of the account creates a token, and any user administrator deletes one', async () => {
    const account = await create(engineerOf(shop))
    const [stranger, member] = [await manager(), await manager({ [shop]: 'MANAGER' })]
    expect((await refusalOf(app, createServiceAccountToken, of(account, { name: 'ci' }, stranger))).status).toBe(403)
    const value = await tokenOf(account, {}, member)
    const [token] = (await ask(app, listServiceAccountTokens, of(account))).items
    const deleting = { token: stranger.token, params: { serviceAccountId: account.id, accessTokenId: token?.id ?? 0 } }
    expect(await opens(value)).toBe(200)
    await ask(app, deleteServiceAccountToken, deleting)
    expect(await opens(value)).toBe(401)
    expect((await refusalOf(app, deleteServiceAccountToken, deleting)).status).toBe(404)
  })

  test('tokens outlive the user who created them', async () => {
    const account = await create(engineerOf(shop))
    const creator = await manager({ [shop]: 'MANAGER' })
    const value = await tokenOf(account, {}, creator)
    await ask(app, updateUser, {
      token: owner.token,
      params: { userId: creator.id },
      body: { status: 'INACTIVE' } as never,
    })
    expect([await opens(value), await report(value)]).toEqual([200, 200])
    await app.db.deleteFrom('workspace_user').where('id', '=', creator.id).execute()
    expect([await opens(value), (await exchange(value)).status]).toEqual([200, 200])
    expect((await ask(app, listServiceAccountTokens, of(account))).items).toMatchObject([{ createdBy: null }])
  })

  test('a token of a service account administers neither service accounts nor users', async () => {
    const account = await create({ projects: [{ projectId: shop, role: 'ADMINISTRATOR' }] })
    const token = await tokenOf(account)
    for (const path of [listServiceAccounts.path, listUsers.path])
      expect((await send(app, path, { token })).status).toBe(403)
  })

  test('disabling rejects all tokens immediately, also exchanged ones and live channels, until it is enabled again', async () => {
    const account = await create(engineerOf(shop))
    const token = await tokenOf(account)
    const agentToken = await exchanged(token)
    const channel = await listen(app, { token })
    expect([await opens(token), await opens(agentToken)]).toEqual([200, 200])
    await ask(app, updateServiceAccount, of(account, { enabled: false }))
    expect([await opens(token), await opens(agentToken), (await exchange(token)).status]).toEqual([401, 401, 401])
    await channel.ended
    await ask(app, updateServiceAccount, of(account, { enabled: true }))
    expect([await opens(token), await opens(agentToken), (await exchange(token)).status]).toEqual([200, 200, 200])
  })

  test('deleting revokes the tokens, and what was reported stays with its name', async () => {
    const account = await create(engineerOf(shop))
    const token = await tokenOf(account)
    const agentToken = await exchanged(token)
    expect(await report(agentToken)).toBe(200)
    await ask(app, deleteServiceAccount, of(account))
    expect([await opens(token), await opens(agentToken), (await exchange(token)).status]).toEqual([401, 401, 401])
    const { items } = await ask(app, listLaunches, {
      token: owner.token,
      params: { projectKey: 'SHOP' },
      query: {} as never,
    })
    expect(items[0]?.startedBy).toMatchObject({ username: account.name, isServiceAccount: true })
    for (const call of [getServiceAccount, deleteServiceAccount, listServiceAccountTokens])
      expect((await refusalOf(app, call, of(account))).status).toBe(404)
    expect((await refusalOf(app, updateServiceAccount, of(account, { enabled: true }))).status).toBe(404)
    expect((await refusalOf(app, createServiceAccountToken, of(account, { name: 'ci' }))).status).toBe(404)
    const audit = await ask(app, listAuditEntries, {
      token: owner.token,
      query: { q: account.name, pageSize: 10 } as never,
    })
    expect(audit.items.map(({ type }) => type)).toEqual([
      'service-account/deleted',
      'access-token/deleted',
      'access-token/created',
      'service-account/created',
    ])
    expect(audit.items[0]).toMatchObject({ actor: 'owner', subject: account.name })
  })
})

describe('a service account is no user', () => {
  test('nobody signs in to it', async () => {
    const account = await create(engineerOf(shop))
    for (const login of [account.name, ''])
      expect((await refusalOf(app, signIn, { body: { login, password: PASSWORD } })).status).toBeOneOf([400, 401])
    await expect(openSession(app.db, account.id, app.config, SIGNED_IN)).rejects.toMatchObject({ status: 401 })
    const link = 'a-link-of-a-service-account'
    await app.db
      .insertInto('password_reset')
      .values({ hash: hashToken(link), user_id: account.id, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    expect((await refusalOf(app, resetPassword, { body: { token: link, newPassword: PASSWORD } })).status).toBe(400)
    expect((await refusalOf(app, forgotPassword, { body: { email: '' } })).status).toBe(400)
  })

  test.each([
    ['a password', { password_hash: 'x' }],
    ['an e-mail address', { email: 'ci@example.test' }],
    ['an open invitation', { status: 'PENDING' }],
    ['single sign-on', { source: 'SAML' }],
    ['a name in a directory', { scim_user_name: 'ci' }],
    ['read-only access', { read_only: true }],
  ] as const)('the database rejects %s', async (_, values) => {
    const { id } = await create()
    const changing = app.db.updateTable('workspace_user').set(values).where('id', '=', id).execute()
    await expect(changing).rejects.toMatchObject({ constraint: 'workspace_user_service_account' })
  })

  test('the calls that administer users do not find it', async () => {
    const { id, name } = await create()
    const ofUser = (body: object = {}) => ({ token: owner.token, params: { userId: id }, body: body as never })
    const { total } = await ask(app, listUsers, { token: owner.token, query: { query: name } as never })
    expect(total).toBe(0)
    expect((await refusalOf(app, getUser, ofUser())).status).toBe(404)
    expect((await refusalOf(app, updateUser, ofUser({ firstName: 'Ada' }))).status).toBe(404)
    expect((await refusalOf(app, changeUserPassword, ofUser({ newPassword: PASSWORD }))).status).toBe(404)
    expect((await refusalOf(app, resetSecondFactor, ofUser())).status).toBe(404)
    expect((await refusalOf(app, resendInvitation, ofUser())).status).toBe(404)
    const groupId = await aGroup(app, ['projects:create'])
    const adding = { token: owner.token, params: { groupId, userId: id }, body: {} }
    expect((await refusalOf(app, addGroupUser, adding)).status).toBe(404)
  })

  test('takes no seat, and needs no second factor', async () => {
    const read = async () => [
      (await ask(app, getSeats, { token: owner.token })).data,
      (await ask(app, getSignInPolicy, { token: owner.token })).usersWithoutFactor,
    ]
    const before = await read()
    await create()
    expect(await read()).toEqual(before)
  })

  test('a directory neither sees nor changes it', async () => {
    const account = await create()
    const groupId = await aGroup(app, ['projects:create'])
    const { value: token } = await ask(app, createScimToken, { token: owner.token, body: { name: 'Entra', groupId } })
    const path = `/scim/v2/Users/${account.id}`
    const headers = { 'content-type': 'application/scim+json' }
    const Operations = [{ op: 'replace', path: 'active', value: false }]
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    const patch = { method: 'PATCH', token, headers, body: JSON.stringify({ schemas, Operations }) }
    expect((await send(app, path, { token })).status).toBe(404)
    expect((await send(app, path, patch)).status).toBe(404)
    const { body } = await send(app, '/scim/v2/Users?count=200', { token })
    expect((body as { Resources: { id: string }[] }).Resources.map(({ id }) => id)).not.toContain(String(account.id))
    expect(await ask(app, getServiceAccount, of(account))).toMatchObject({ enabled: true })
  })

  test('is a member of its projects, and is neither assignee, recipient, value of a field, lead nor last administrator', async () => {
    const lead = await aUser(app)
    const projectId = await aProject(app, lead, 'LONE')
    const account = await create({ projects: [{ projectId, role: 'ADMINISTRATOR' }] })
    const inProject = (query: object = {}) => ({
      token: lead.token,
      params: { projectKey: 'LONE' },
      query: query as never,
    })
    const { items } = await ask(app, listMembers, inProject())
    expect(items.find(({ userId }) => userId === account.id)).toMatchObject({ isServiceAccount: true })
    const ids = (found: { items: { id: number }[] }) => found.items.map(({ id }) => id)
    expect(ids(await ask(app, listProjectUsers, inProject()))).toEqual([owner.id, lead.id])
    expect(ids(await ask(app, listRecipients, inProject()))).toEqual([lead.id])
    expect(ids(await ask(app, listFieldUsers, inProject()))).toEqual([lead.id])
    const leading = { token: lead.token, params: { projectKey: 'LONE' }, body: { leadId: account.id } }
    expect(await refusalOf(app, updateProject, leading)).toMatchObject({ status: 400, errors: [{ field: 'leadId' }] })
    const leaving = { token: lead.token, params: { projectKey: 'LONE', userId: lead.id } }
    expect((await refusalOf(app, deleteMember, leaving)).status).toBe(409)
    await ask(app, deleteMember, { ...leaving, params: { projectKey: 'LONE', userId: account.id } })
    expect((await ask(app, listCandidates, inProject({ q: account.name }))).items).toMatchObject([
      { userId: account.id, isServiceAccount: true },
    ])
  })
})
