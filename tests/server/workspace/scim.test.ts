import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/call.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { listAuditEntries } from '../../../contract/workspace/audit-log.ts'
import { createScimToken, deleteScimToken, listScimTokens } from '../../../contract/workspace/scim.ts'
import { ask, refusalOf, send, startTestApp, type Received, type TestApp } from '../support/app.ts'
import { aGroup, anAccessToken, aUser, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let token: string
let engineers: number
let count = 0

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'http://assay.test' })
  owner = await aWorkspace(app)
  engineers = await aGroup(app, ['projects:create'])
  token = (await ask(app, createScimToken, { token: owner.token, body: { name: 'Entra', groupId: engineers } })).value
})
afterAll(() => app.close())

interface Body {
  id: string
  totalResults: number
  Resources: Body[]
  members: { value: string }[]
  detail: string
  [name: string]: unknown
}
const scim = async (method: string, path: string, body?: object, by = token) => {
  const headers = { 'content-type': 'application/scim+json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers }
  return (await send(app, `/scim/v2${path}`, { method, token: by, ...sent })) as Received<Body>
}
const filtered = (kind: string, filter: string) => scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
const patch = (path: string, ...Operations: object[]) =>
  scim('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

const aScimUser = async (more: object = {}) => {
  count += 1
  const userName = `ada.${count}@directory.test`
  return scim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    externalId: `external-${count}`,
    name: { givenName: 'Ada', familyName: 'Byron' },
    emails: [{ value: userName, type: 'work', primary: true }],
    active: true,
    ...more,
  })
}
const groupsOf = async (id: string) =>
  (await app.db.selectFrom('user_group_member').select('group_id').where('user_id', '=', Number(id)).execute()).map(
    ({ group_id }) => group_id,
  )
const statusOf = async (id: string) =>
  (
    await app.db
      .selectFrom('workspace_user')
      .select(['status', 'source'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
  ).status

describe('users', () => {
  test('are created in the group of the token, found by name and external id, and read', async () => {
    const { status, headers, body } = await aScimUser()
    expect([status, headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8'])
    expect(body).toMatchObject({
      userName: `ada.${count}@directory.test`,
      externalId: `external-${count}`,
      active: true,
      name: { givenName: 'Ada', familyName: 'Byron' },
      groups: [{ value: String(engineers) }],
      meta: { resourceType: 'User', location: `http://assay.test/scim/v2/Users/${body.id}` },
    })
    for (const filter of [`userName eq "ADA.${count}@directory.test"`, `externalId eq "external-${count}"`])
      expect((await filtered('Users', filter)).body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] })
    expect((await filtered('Users', 'userName eq "no\\"body"')).body.totalResults).toBe(0)
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body)
    expect(await groupsOf(body.id)).toEqual([engineers])
  })

  test('are paged from 1, and other filters are rejected in SCIM’s format', async () => {
    await aScimUser()
    const all = (await scim('GET', '/Users')).body
    const one = (await scim('GET', '/Users?startIndex=2&count=1')).body
    expect(one).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 })
    expect(one.Resources[0]?.id).toBe(all.Resources[1]?.id)
    expect((await scim('GET', '/Users?count=0')).body.Resources).toEqual([])
    for (const filter of ['userName sw "a"', 'password eq "x"', 'userName eq "a" or id eq "1"', '('.repeat(50)])
      expect((await filtered('Users', filter)).body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  })

  test('are created once, with a valid address and names', async () => {
    const { body } = await aScimUser()
    const again = await aScimUser({ userName: body['userName'] })
    expect([again.status, again.body]).toMatchObject([409, { scimType: 'uniqueness', status: '409' }])
    expect((await aScimUser({ emails: [{ value: `${owner.username}@example.test` }] })).body.status).toBe('409')
    const wrong = [
      { userName: '' },
      { userName: 'none', emails: [] },
      { name: { givenName: '<b>' } },
      { active: 'maybe' },
    ]
    for (const more of wrong)
      expect((await aScimUser(more)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })

  test('are updated with the requests of Entra and Okta', async () => {
    const { id } = (await aScimUser()).body
    const entra = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'name.givenName', value: 'Augusta' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: `new.${id}@directory.test` },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'QA' },
    )
    expect(entra.body).toMatchObject({
      name: { givenName: 'Augusta' },
      emails: [{ value: `new.${id}@directory.test` }],
    })
    const okta = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(okta.body.active).toBe(false)
    expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true)
    const put = await scim('PUT', `/Users/${id}`, {
      userName: `put.${id}@directory.test`,
      name: { familyName: 'King' },
    })
    expect(put.body).toMatchObject({ active: true, name: { givenName: '', familyName: 'King' } })
    expect(put.body).not.toHaveProperty('externalId')
    expect((await patch(`/Users/${id}`, { op: 'move', path: 'active' })).body.scimType).toBe('invalidSyntax')
    expect((await patch('/Users/4711', { op: 'remove', path: 'externalId' })).body.status).toBe('404')
  })

  test('deactivation ends sessions and tokens immediately', async () => {
    const user = await aUser(app)
    const agent = await anAccessToken(app, user)
    const profile = () => send(app, '/api/iam/v1/sessions', { token: user.token })
    expect((await profile()).status).toBe(200)
    expect((await scim('DELETE', `/Users/${user.id}`)).status).toBe(204)
    expect((await profile()).status).toBe(401)
    const refreshed = await send(app, '/api/iam/v1/auth/refresh', { method: 'POST', body: { refreshToken: agent } })
    expect(refreshed.status).toBeGreaterThanOrEqual(400)
    expect((await scim('GET', `/Users/${user.id}`)).body.active).toBe(false)
  })

  test('without a free seat no user is created or reactivated', async () => {
    const gone = (await aScimUser({ active: false })).body
    expect(await statusOf(gone.id)).toBe('INACTIVE')
    await app.db.updateTable('workspace').set({ seats: 1 }).execute()
    try {
      expect((await aScimUser()).body.status).toBe('409')
      expect((await patch(`/Users/${gone.id}`, { op: 'replace', path: 'active', value: true })).body.status).toBe('409')
      expect(await statusOf(gone.id)).toBe('INACTIVE')
    } finally {
      await app.db.updateTable('workspace').set({ seats: null }).execute()
    }
  })

  test('the last super admin stays', async () => {
    expect((await scim('DELETE', `/Users/${owner.id}`)).body.status).toBe('409')
    expect(await statusOf(String(owner.id))).toBe('ACTIVE')
  })
})

describe('groups', () => {
  const aScimGroup = async (members: string[] = []) => {
    count += 1
    return (
      await scim('POST', '/Groups', {
        displayName: `Group ${count} of Entra`,
        members: members.map((value) => ({ value })),
      })
    ).body
  }

  test('are created without permissions, found by name, renamed and deleted', async () => {
    const { id, displayName } = await aScimGroup()
    const stored = await app.db.selectFrom('user_group').select('permissions').where('id', '=', Number(id)).execute()
    expect(stored).toEqual([{ permissions: [] }])
    expect((await filtered('Groups', `displayName eq "${String(displayName)}"`)).body.Resources[0]?.id).toBe(id)
    expect((await scim('POST', '/Groups', { displayName })).body.status).toBe('409')
    await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: `Renamed ${id}` } })
    expect((await scim('GET', `/Groups/${id}?excludedAttributes=members`)).body).toMatchObject({
      displayName: `Renamed ${id}`,
    })
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${id}`)).body.status).toBe('404')
  })

  test('get and lose members as Entra and as Okta do it', async () => {
    const [a, b] = [(await aScimUser()).body.id, (await aScimUser()).body.id]
    const { id } = await aScimGroup([a])
    const membersOf = async () => (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }) => value)
    await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: b }] })
    expect(await membersOf()).toEqual([a, b])
    await patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: a }] })
    expect(await membersOf()).toEqual([b])
    await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${b}"]` })
    expect(await membersOf()).toEqual([])
    await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: a }, { value: b }] })
    expect(await groupsOf(b)).toContain(Number(id))
    // All or nothing.
    const unknown = await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: '4711' }] })
    expect(unknown.body.status).toBe('404')
    expect(await membersOf()).toEqual([a, b])
  })

  test('built-in groups are none of a directory’s', async () => {
    const [superAdmins] = await app.db.selectFrom('user_group').select('id').where('built_in', 'is not', null).execute()
    const path = `/Groups/${superAdmins?.id}`
    const member = { value: (await aScimUser()).body.id }
    expect((await scim('GET', path)).status).toBe(404)
    expect((await patch(path, { op: 'add', path: 'members', value: [member] })).status).toBe(404)
    expect((await scim('DELETE', path)).status).toBe(404)
    expect((await filtered('Groups', 'displayName eq "Super admins"')).body.totalResults).toBe(0)
  })
})

describe('tokens', () => {
  test('reach nothing but SCIM, and nothing else reaches SCIM', async () => {
    const closed = CALLS.filter(({ access }) => access !== 'anyone')
    const filled = new Proxy({}, { get: () => '1' }) as Record<string, string>
    const statuses = await Promise.all(
      closed.map(async ({ method, path }) =>
        send(app, pathOf(path, filled), { method, token, ...(method === 'GET' ? {} : { body: {} }) }),
      ),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]))
    for (const other of [owner.token, await anAccessToken(app, owner), 'unknown', ''])
      expect((await scim('GET', '/Users', undefined, other)).body).toMatchObject({ status: '401' })
  })

  test('are listed without their values, valid until they are revoked, and audited with their use', async () => {
    const made = await ask(app, createScimToken, { token: owner.token, body: { name: 'Okta', groupId: engineers } })
    expect((await scim('GET', '/ServiceProviderConfig', undefined, made.value)).body).toMatchObject({
      patch: { supported: true },
    })
    expect((await scim('GET', '/ResourceTypes', undefined, made.value)).body.totalResults).toBe(2)
    expect((await scim('GET', '/Schemas', undefined, made.value)).body.totalResults).toBe(2)
    const { items, url } = await ask(app, listScimTokens, { token: owner.token })
    expect(url).toBe('http://assay.test/scim/v2')
    expect(items[0]).toMatchObject({ name: 'Okta', groupId: engineers, lastUsedAt: expect.any(String) as string })
    expect(JSON.stringify(items)).not.toContain(made.value)
    await ask(app, deleteScimToken, { token: owner.token, params: { scimTokenId: made.id } })
    expect((await scim('GET', '/Users', undefined, made.value)).status).toBe(401)
    await aScimUser()
    const entries = (await ask(app, listAuditEntries, { token: owner.token })).items
    expect(entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['scim-token/created', 'scim-token/deleted']),
    )
    expect(entries[0]).toMatchObject({
      type: 'person/created',
      address: expect.stringContaining('SCIM token Entra') as string,
    })
  })

  test('are created by super admins, and suspended while single sign-on is off', async () => {
    const author = await aUser(app, { permissions: ['CONFIGURATION_SSO_SAML', 'projects:create'] })
    const body = { name: 'Mine', groupId: engineers }
    expect(await refusalOf(app, createScimToken, { token: author.token, body })).toMatchObject({ status: 403 })
    const feature = { token: owner.token, params: { feature: 'saml-sso' } }
    await ask(app, switchFeature, { ...feature, body: { on: false } })
    expect((await scim('GET', '/Users')).body.status).toBe('403')
    await ask(app, switchFeature, { ...feature, body: { on: true } })
  })

  test('bodies that are too large or not JSON are rejected in SCIM’s format', async () => {
    const large = await scim('POST', '/Users', { userName: 'a'.repeat(1_100_000) })
    expect([large.status, large.body]).toMatchObject([413, { status: '413' }])
    const sent = { method: 'POST', token, body: '{', headers: { 'content-type': 'application/scim+json' } }
    expect((await send(app, '/scim/v2/Users', sent)).body).toMatchObject({ status: '400' })
  })
})
