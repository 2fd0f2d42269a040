import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signOut } from '../../../../contract/session/session.ts'
import { getWelcome } from '../../../../contract/session/session.ts'
import { switchFeature } from '../../../../contract/workspace/features.ts'
import { getUser } from '../../../../contract/workspace/users.ts'
import { inviteUsers } from '../../../../contract/workspace/invitations.ts'
import {
  readSignInTest,
  testIdentityProvider,
  updateIdentityProvider,
} from '../../../../contract/workspace/identity-providers.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../../support/app.ts'
import { TestIdentityProvider } from '../../support/identity-provider.ts'
import { aGroup, aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { addProvider, events, Visitor } from './support.ts'

let app: TestApp
let owner: TestUser
let idp: TestIdentityProvider
let provider: { id: number }
let engineers: number
let testers: number
let people = 0

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'http://assay.test', SIGN_IN_ATTEMPTS: '10000' })
  owner = await aWorkspace(app)
  idp = await TestIdentityProvider.start()
  await idp.meet(app.url)
  engineers = await aGroup(app, ['projects:create'])
  testers = await aGroup(app, ['IAM_USERS_READ'])
  provider = await addProvider(app, owner, idp, {
    createsPeople: true,
    groupId: engineers,
    groupAttribute: 'memberOf',
    groupMapping: [{ value: 'testers', groupId: testers }],
    removesGroups: true,
  })
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

/** A user whom only the provider knows. */
const somebody = (attributes: Record<string, string | string[]> = {}) => {
  people += 1
  const email = `user.${people}@directory.test`
  return { nameId: `user-${people}`, attributes: { email, givenName: 'Ada', surname: 'Byron', ...attributes } }
}
const change = (body: object) =>
  ask(app, updateIdentityProvider, { token: owner.token, params: { providerId: provider.id }, body: body as never })

describe('signing in', () => {
  test('[SESSION-01] a new user gets an account with group and names, and reaches the requested page', async () => {
    const visitor = new Visitor(app)
    const ada = somebody({ memberOf: ['testers', 'others'] })
    expect(await visitor.signInWith(idp, provider, ada, '/projects?q=a b')).toBe('/projects?q=a b')
    const who = await visitor.who()
    expect(who).toMatchObject({ username: `user.${people}`, email: ada.attributes.email, source: 'SAML' })
    const user = await ask(app, getUser, { token: owner.token, params: { userId: who?.id ?? 0 } })
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Byron', status: 'ACTIVE' })
    expect(new Set(user.groups?.map(({ id }) => id))).toEqual(new Set([engineers, testers]))
    expect(await events(app, `person:${who?.id}`)).toEqual(['person/created'])
  })

  test('finds the user by NameID, and updates names and groups', async () => {
    const ada = somebody({ memberOf: 'testers' })
    const [first, second] = [new Visitor(app), new Visitor(app)]
    await first.signInWith(idp, provider, ada)
    const attributes = { email: 'another@directory.test', givenName: 'Augusta', surname: 'King' }
    await second.signInWith(idp, provider, { nameId: ada.nameId, attributes })
    const [before, after] = [await first.who(), await second.who()]
    expect(after?.id).toBe(before?.id)
    const user = await ask(app, getUser, { token: owner.token, params: { userId: after?.id ?? 0 } })
    expect(user).toMatchObject({ firstName: 'Augusta', lastName: 'King', email: ada.attributes.email })
    expect(user.groups?.map(({ id }) => id)).toEqual([engineers])
    expect(await events(app, `person:${user.id}`)).toEqual(['person/created', 'person/changed'])
  })

  test.each(['assertion', 'response'] as const)('the signature may be of the %s', async (signed) => {
    const visitor = new Visitor(app)
    expect(await visitor.signInWith(idp, provider, { ...somebody(), signed })).toBe('/')
    expect(await visitor.who()).not.toBeNull()
  })

  test('decrypts an encrypted assertion with the key of the server', async () => {
    const visitor = new Visitor(app)
    expect(await visitor.signInWith(idp, provider, { ...somebody(), isEncrypted: true })).toBe('/')
    expect(await visitor.who()).not.toBeNull()
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/a\r\nset-cookie:b=c'])(
    'never redirects to %j',
    async (to) => {
      expect(await new Visitor(app).signInWith(idp, provider, somebody(), to)).toBe('/')
    },
  )

  test('clocks may differ by a minute, in both directions', async () => {
    const soon = new Date(Date.now() + 50_000)
    expect(await new Visitor(app).signInWith(idp, provider, { ...somebody(), notBefore: soon })).toBe('/')
    const before = new Date(Date.now() - 50_000)
    expect(await new Visitor(app).signInWith(idp, provider, { ...somebody(), notOnOrAfter: before })).toBe('/')
  })

  test('does not take over an account with a password by its address, unless a super admin allows it', async () => {
    const user = await aUser(app, { username: 'has-password' })
    const claim = { nameId: 'claims', attributes: { email: 'HAS-PASSWORD@example.test' } }
    const visitor = new Visitor(app)
    expect(await visitor.signInWith(idp, provider, claim)).toBe('/sso?problem=has-password')
    expect(await visitor.who()).toBeNull()
    await change({ linksByEmail: true })
    expect(await visitor.signInWith(idp, provider, claim)).toBe('/')
    expect((await visitor.who())?.id).toBe(user.id)
    await change({ linksByEmail: false })
  })

  test('a second identity does not get the account of the first by its address', async () => {
    const ada = somebody()
    await new Visitor(app).signInWith(idp, provider, ada)
    const other = await new Visitor(app).signInWith(idp, provider, { ...ada, nameId: 'somebody-else' })
    expect(other).toBe('/sso?problem=has-password')
  })

  test('an invited user joins by signing in, which uses up the invitation', async () => {
    const ada = somebody()
    const body = { emails: [ada.attributes.email], haveReadOnlyAccess: true, projects: [] }
    const { links } = await ask(app, inviteUsers, { token: owner.token, body: body as never })
    await new Visitor(app).signInWith(idp, provider, ada)
    const user = await ask(app, getUser, { token: owner.token, params: { userId: links[0]?.userId ?? 0 } })
    expect(user).toMatchObject({ status: 'ACTIVE', source: 'SAML', hasReadOnlyAccess: true, groups: [] })
    expect(user.invitationExpiresAt).toBeNull()
    expect(await events(app, `person:${user.id}`)).toEqual(['person/invited', 'person/joined', 'person/changed'])
  })

  test('creates no user without a free seat, where creation is off, or without an address; inactive users are rejected', async () => {
    const ada = somebody()
    const visitor = new Visitor(app)
    await visitor.signInWith(idp, provider, ada)
    const who = await visitor.who()
    await app.db.updateTable('workspace').set({ seats: 1 }).execute()
    expect(await visitor.signInWith(idp, provider, somebody())).toBe('/sso?problem=no-seat')
    await app.db.updateTable('workspace').set({ seats: null }).execute()
    await change({ createsPeople: false })
    expect(await visitor.signInWith(idp, provider, somebody())).toBe('/sso?problem=not-invited')
    await change({ createsPeople: true })
    expect(await visitor.signInWith(idp, provider, { nameId: 'nobody', attributes: {} })).toBe('/sso?problem=no-email')
    await app.db
      .updateTable('workspace_user')
      .set({ status: 'INACTIVE' })
      .where('id', '=', who?.id ?? 0)
      .execute()
    expect(await visitor.signInWith(idp, provider, ada)).toBe('/sso?problem=inactive')
  })

  test('the provider may begin only where it is allowed to', async () => {
    const unasked = async () =>
      new Visitor(app).comeBack(await idp.answer({ ...somebody(), inResponseTo: null }), 'https://evil.test/')
    expect(await unasked()).toBe('/sso?problem=begin-here')
    await change({ allowsIdpInitiated: true })
    expect(await unasked()).toBe('/')
    await change({ allowsIdpInitiated: false })
  })

  test('mapping never takes the last super admin their group', async () => {
    const { id } = await app.db
      .selectFrom('user_group')
      .select('id')
      .where('built_in', '=', 'super-admins')
      .executeTakeFirstOrThrow()
    await change({ linksByEmail: true, groupMapping: [{ value: 'admins', groupId: id }] })
    const visitor = new Visitor(app)
    await visitor.signInWith(idp, provider, { nameId: 'owner', attributes: { email: 'owner@example.test' } })
    const user = await ask(app, getUser, { token: owner.token, params: { userId: owner.id } })
    expect(user.isSuperAdmin).toBe(true)
    const other = new Visitor(app)
    const admin = somebody({ memberOf: 'admins' })
    await other.signInWith(idp, provider, admin)
    await other.signInWith(idp, provider, { ...admin, attributes: { email: admin.attributes.email } })
    const { id: otherId = 0 } = (await other.who()) ?? {}
    expect((await ask(app, getUser, { token: owner.token, params: { userId: otherId } })).isSuperAdmin).toBe(false)
    await change({ linksByEmail: false, groupMapping: [{ value: 'testers', groupId: testers }] })
  })

  test('visitors see names and ids of providers, and none while the feature is off', async () => {
    expect((await ask(app, getWelcome)).identityProviders).toEqual([
      { id: provider.id, name: 'Directory', logoUrl: null },
    ])
    await ask(app, switchFeature, { token: owner.token, params: { feature: 'saml-sso' }, body: { on: false } })
    expect((await ask(app, getWelcome)).identityProviders).toEqual([])
    const { headers } = await new Visitor(app).get(`/sso/login/${provider.id}`)
    expect(headers.get('location')).toBe('/sso?problem=not-available')
    await ask(app, switchFeature, { token: owner.token, params: { feature: 'saml-sso' }, body: { on: true } })
  })
})

describe('a test of the provider', () => {
  const begin = async () => {
    const params = { providerId: provider.id }
    const { url } = await ask(app, testIdentityProvider, { token: owner.token, params })
    return idp.receive(url)
  }
  const outcomeAt = (location: string | null, token = owner.token) => {
    const address = new URL(location ?? '', 'http://assay.test')
    expect(address.pathname).toBe(`/settings/sso/${provider.id}`)
    return { token, params: { providerId: provider.id, signInTestId: address.searchParams.get('test') ?? '' } }
  }

  test('shows the assertion, signs nobody in, and is visible only to its tester', async () => {
    const { id, relayState } = await begin()
    const visitor = new Visitor(app)
    const ada = somebody({ memberOf: ['testers', 'others'] })
    const location = await visitor.comeBack(await idp.answer({ ...ada, inResponseTo: id }), relayState)
    expect(await visitor.who()).toBeNull()
    const outcome = await ask(app, readSignInTest, outcomeAt(location))
    expect(outcome).toMatchObject({ problem: null, nameId: ada.nameId, email: ada.attributes.email, firstName: 'Ada' })
    expect(outcome.attributes).toContainEqual({ name: 'memberOf', values: ['testers', 'others'] })
    expect(outcome.groups).toHaveLength(1)
    const other = await aUser(app, { permissions: ['CONFIGURATION_SSO_SAML'] })
    expect(await refusalOf(app, readSignInTest, outcomeAt(location, other.token))).toMatchObject({ status: 404 })
  })

  test('shows why an answer was rejected', async () => {
    const { id, relayState } = await begin()
    const answer = await idp.answer({ ...somebody(), inResponseTo: id, audience: 'https://other.test' })
    const outcome = await ask(app, readSignInTest, outcomeAt(await new Visitor(app).comeBack(answer, relayState)))
    expect(outcome.problem).toContain('audience')
  })
})

describe('signing out', () => {
  test('ends the session here and leads to the provider, with a signed request', async () => {
    const visitor = new Visitor(app)
    await visitor.signInWith(idp, provider, somebody())
    const { body } = await visitor.post(signOut.path)
    const { logoutUrl } = body as { logoutUrl: string }
    expect(logoutUrl.startsWith(`${idp.url}/slo?SAMLRequest=`)).toBe(true)
    expect(new URL(logoutUrl).searchParams.has('Signature')).toBe(true)
    expect(await visitor.who()).toBeNull()
    expect((await visitor.post(signOut.path)).body).toEqual({ logoutUrl: null })
  })

  test('at the provider ends the sessions of that identity here, and no others', async () => {
    const [ada, bob] = [somebody(), somebody()]
    const [adas, bobs] = [new Visitor(app), new Visitor(app)]
    await adas.signInWith(idp, provider, ada)
    await bobs.signInWith(idp, provider, bob)
    const address = new URL(idp.logoutRequest(ada.nameId))
    const { headers } = await new Visitor(app).get(address.pathname + address.search)
    expect(headers.get('location')?.startsWith(`${idp.url}/slo?SAMLResponse=`)).toBe(true)
    expect(await adas.who()).toBeNull()
    expect(await bobs.who()).not.toBeNull()
  })

  test.each([
    ['by another key', (_url: URL, nameId: string) => new URL(idp.logoutRequest(nameId, { byStranger: true }))],
    ['without a signature', (url: URL) => (url.searchParams.delete('Signature'), url)],
    [
      'with another request beside the signed one',
      (url: URL) => new URL(`${url.href}&SAMLRequest=${encodeURIComponent(url.searchParams.get('SAMLRequest') ?? '')}`),
    ],
  ])('is rejected %s', async (_, made) => {
    const ada = somebody()
    const visitor = new Visitor(app)
    await visitor.signInWith(idp, provider, ada)
    const address = made(new URL(idp.logoutRequest(ada.nameId)), ada.nameId)
    const { headers } = await new Visitor(app).get(address.pathname + address.search)
    expect(headers.get('location')).toBe('/sso?problem=refused')
    expect(await visitor.who()).not.toBeNull()
  })
})
