import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { signOut } from '../../../../contract/session/session.ts'
import { PROVIDER_TEXTS } from '../../../../contract/workspace/identity-provider-texts.ts'
import {
  listIdentityProviders,
  readSignInTest,
  testIdentityProvider,
  updateIdentityProvider,
  type IdentityProvider,
} from '../../../../contract/workspace/identity-providers.ts'
import { createOpenIdProvider, updateOpenIdProvider } from '../../../../contract/workspace/openid-providers.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../../support/app.ts'
import { aSubject, CLIENT, TestOpenIdProvider } from '../../support/openid-provider.ts'
import { aGroup, aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { Visitor } from './support.ts'

const PUBLIC_URL = 'http://assay.test'
let app: TestApp
let owner: TestUser
let author: TestUser
let idp: TestOpenIdProvider
let provider: IdentityProvider
let engineers: number
let testers: number

const aBody = (wanted: Partial<z.infer<typeof createOpenIdProvider.body>> = {}) => ({
  name: 'Accounts',
  issuer: idp.issuer,
  ...CLIENT,
  scopes: 'email profile groups',
  createsPeople: true,
  groupId: engineers,
  groupAttribute: 'groups',
  groupMapping: [{ value: 'testers', groupId: testers }],
  removesGroups: true,
  linksByEmail: false,
  ...wanted,
})

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL, SIGN_IN_ATTEMPTS: '10000', ALLOW_INTERNAL_ADDRESSES: 'true' })
  owner = await aWorkspace(app)
  author = await aUser(app, { username: 'author', permissions: ['CONFIGURATION_SSO_SAML'] })
  idp = await TestOpenIdProvider.start(PUBLIC_URL)
  engineers = await aGroup(app, ['projects:create'])
  testers = await aGroup(app, ['IAM_USERS_READ'])
  provider = await ask(app, createOpenIdProvider, { token: owner.token, body: aBody() })
})
afterAll(async () => {
  await idp.close()
  await app.close()
})
beforeEach(() => {
  idp.tamper = null
  idp.discovery = (document) => document
  idp.account = aSubject()
})

const begin = async (visitor: Visitor, to = '') => {
  const { headers } = await visitor.get(`/sso/login/${provider.id}${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`)
  return headers.get('location') ?? ''
}
/** Returns to the server under test. Resolves with the target. */
const comeBack = async (visitor: Visitor, address: string) =>
  (await visitor.get(address.slice(PUBLIC_URL.length))).headers.get('location')
const signIn = async (visitor: Visitor, to = '') => comeBack(visitor, await idp.signIn(await begin(visitor, to)))
const update = (body: object, { token } = owner) => ({
  token,
  params: { providerId: provider.id },
  body: body as never,
})

describe('signing in', () => {
  test('a new user gets an account with names and groups, and reaches the requested page', async () => {
    idp.account = aSubject({ groups: ['testers', 'others'] })
    const visitor = new Visitor(app)
    expect(await signIn(visitor, '/projects?q=a b')).toBe('/projects?q=a b')
    const who = await visitor.who()
    expect(who).toMatchObject({ email: idp.account.claims['email'], source: 'OIDC', firstName: 'Ada' })
    const groups = await app.db
      .selectFrom('user_group_member')
      .select('group_id')
      .where('user_id', '=', who?.id ?? 0)
      .execute()
    expect(new Set(groups.map(({ group_id }) => group_id))).toEqual(new Set([engineers, testers]))
  })

  test('finds the user by subject, and removes the group whose value was removed', async () => {
    idp.account = aSubject({ groups: ['testers'] })
    await signIn(new Visitor(app))
    idp.account = { ...idp.account, claims: { given_name: 'Augusta', email: 'new@directory.test' } }
    const visitor = new Visitor(app)
    expect(await signIn(visitor)).toBe('/')
    const who = await visitor.who()
    expect(who).toMatchObject({ firstName: 'Augusta', email: `${idp.account.sub}@directory.test` })
    const groups = await app.db
      .selectFrom('user_group_member')
      .select('group_id')
      .where('user_id', '=', who?.id ?? 0)
      .execute()
    expect(groups).toEqual([{ group_id: engineers }])
  })

  test('links an account with a password only where a super admin allows it, and only by a verified address', async () => {
    const { username } = await aUser(app)
    idp.account = aSubject({ email: `${username}@example.test` })
    expect(await signIn(new Visitor(app))).toBe('/sso?problem=has-password')
    await ask(app, updateOpenIdProvider, update({ linksByEmail: true }))
    idp.account.claims['email_verified'] = false
    expect(await signIn(new Visitor(app))).toBe('/sso?problem=no-email')
    idp.account.claims['email_verified'] = true
    const visitor = new Visitor(app)
    expect(await signIn(visitor)).toBe('/')
    expect(await visitor.who()).toMatchObject({ username })
    await ask(app, updateOpenIdProvider, update({ linksByEmail: false }))
  })

  test('signing out leads to the provider, which knows the session and the way back', async () => {
    const visitor = new Visitor(app)
    await signIn(visitor)
    const { body } = await visitor.post(signOut.path)
    const url = new URL((body as { logoutUrl: string }).logoutUrl)
    expect(url.origin).toBe(idp.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/signin`)
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect((await fetch(url)).status).toBe(200)
  })

  test('a test signs nobody in and shows the provider’s claims', async () => {
    idp.account = aSubject({ groups: ['testers'] })
    const asked = { token: owner.token, params: { providerId: provider.id } }
    const { url } = await ask(app, testIdentityProvider, asked)
    const visitor = new Visitor(app)
    const led = (await comeBack(visitor, await idp.signIn(url))) ?? ''
    const signInTestId = new URL(led, PUBLIC_URL).searchParams.get('test') ?? ''
    expect(await visitor.who()).toBeNull()
    const outcome = await ask(app, readSignInTest, { ...asked, params: { ...asked.params, signInTestId } })
    expect(outcome).toMatchObject({ problem: null, nameId: idp.account.sub, firstName: 'Ada' })
  })
})

describe('hostile answers', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const tampered: [string, (claims: Record<string, unknown>) => string][] = [
    ['another nonce', (claims) => idp.idToken({ ...claims, nonce: 'other' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => idp.idToken(claims)],
    ['another audience', (claims) => idp.idToken({ ...claims, aud: 'other' })],
    ['another issuer', (claims) => idp.idToken({ ...claims, iss: 'https://other.test' })],
    ['a time that is over', (claims) => idp.idToken({ ...claims, exp: now() - 120 })],
    ['a time to come', (claims) => idp.idToken({ ...claims, nbf: now() + 600 })],
    ['no signature', (claims) => idp.idToken(claims, 'nobody')],
    ['a signature of somebody else', (claims) => idp.idToken(claims, 'stranger')],
    ['a signature by the client secret', (claims) => idp.idToken(claims, 'client-secret')],
    ['another subject than at the user endpoint', (claims) => idp.idToken({ ...claims, sub: 'owner' })],
    ['no ID token', () => undefined as never],
  ]
  test.each(tampered)('rejects an ID token with %s', async (_, tamper) => {
    idp.tamper = tamper
    const visitor = new Visitor(app)
    expect(await signIn(visitor)).toBe('/sso?problem=refused')
    expect(await visitor.who()).toBeNull()
  })

  test('accepts an expired ID token within the clock skew', async () => {
    idp.tamper = (claims) => idp.idToken({ ...claims, exp: now() - 30 })
    expect(await signIn(new Visitor(app))).toBe('/')
  })

  test('accepts an answer once', async () => {
    const visitor = new Visitor(app)
    const back = await idp.signIn(await begin(visitor))
    const copy = visitor.cookies
    const [one, two] = await Promise.all([comeBack(visitor, back), comeBack(visitor, back)])
    expect([one, two].sort((a, b) => String(a).length - String(b).length)).toEqual(['/', '/sso?problem=not-asked-for'])
    visitor.cookies = { ...copy }
    expect(await comeBack(visitor, back)).toBe('/sso?problem=not-asked-for')
  })

  test('a code is redeemed with the verifier of its own request', async () => {
    const [victim, attacker] = [new Visitor(app), new Visitor(app)]
    const [own, stolen] = [await begin(attacker), await idp.signIn(await begin(victim))]
    const back = new URL(await idp.signIn(own))
    back.searchParams.set('code', new URL(stolen).searchParams.get('code') ?? '')
    expect(await comeBack(attacker, back.href)).toBe('/sso?problem=refused')
  })

  test('rejects the state of another browser, an unknown one and an expired one', async () => {
    const [victim, attacker] = [new Visitor(app), new Visitor(app)]
    const problem = '/sso?problem=not-asked-for'
    expect(await comeBack(victim, await idp.signIn(await begin(attacker)))).toBe(problem)
    await begin(victim)
    expect(await comeBack(victim, await idp.signIn(await begin(attacker)))).toBe(problem)
    expect(await comeBack(victim, `${PUBLIC_URL}/sso/callback?code=a&state=unknown`)).toBe(problem)
    expect(await comeBack(victim, `${PUBLIC_URL}/sso/callback`)).toBe(problem)
    const late = await idp.signIn(await begin(victim))
    await app.db.updateTable('saml_request').set({ expires_at: new Date() }).execute()
    expect(await comeBack(victim, late)).toBe(problem)
  })

  test('rejects an answer of another issuer and an error of the provider', async () => {
    const visitor = new Visitor(app)
    const back = new URL(await idp.signIn(await begin(visitor)))
    back.searchParams.set('iss', 'https://other.test')
    expect(await comeBack(visitor, back.href)).toBe('/sso?problem=refused')
    const { searchParams } = new URL(await begin(visitor))
    const refused = `error=access_denied&state=${searchParams.get('state')}&iss=${encodeURIComponent(idp.issuer)}`
    expect(await comeBack(visitor, `${PUBLIC_URL}/sso/callback?${refused}`)).toBe('/sso?problem=cancelled')
  })
})

describe('setting a provider up', () => {
  const fieldsOf = async (body: object) =>
    (await refusalOf(app, createOpenIdProvider, { token: owner.token, body: { ...aBody({ name: 'New' }), ...body } }))
      .errors?.[0]

  test('shows the discovery document, and never the secret', async () => {
    const { items, serviceProvider } = await ask(app, listIdentityProviders, { token: owner.token })
    expect(serviceProvider.redirectUri).toBe(`${PUBLIC_URL}/sso/callback`)
    expect(items).toMatchObject([
      {
        type: 'OIDC',
        entityId: idp.issuer,
        ssoUrl: `${idp.issuer}/auth`,
        oidc: { clientId: CLIENT.clientId, hasClientSecret: true, scopes: 'email profile groups' },
      },
    ])
    expect(JSON.stringify(items)).not.toContain(CLIENT.clientSecret)
    const { client_secret: secret } = await app.db
      .selectFrom('identity_provider')
      .select('client_secret')
      .executeTakeFirstOrThrow()
    expect(secret?.toString('utf8')).not.toContain(CLIENT.clientSecret)
  })

  test('issuers without a discovery document, of another issuer, or that another provider has', async () => {
    expect(await fieldsOf({})).toEqual({ field: 'issuer', message: PROVIDER_TEXTS.issuerTaken })
    expect(await fieldsOf({ issuer: `${idp.issuer}/none` })).toMatchObject({ field: 'issuer' })
    idp.discovery = (document) => ({ ...document, issuer: 'https://other.test' })
    expect(await fieldsOf({})).toMatchObject({ message: PROVIDER_TEXTS.issuerOther('https://other.test') })
    idp.discovery = ({ jwks_uri: _gone, ...document }) => document
    expect(await fieldsOf({})).toMatchObject({ message: PROVIDER_TEXTS.issuerUnreadable })
  })

  test('rejects another issuer or client by users who may not grant the provider’s rights, or without its secret', async () => {
    const more = await TestOpenIdProvider.start(PUBLIC_URL)
    for (const body of [{ issuer: more.issuer }, { clientId: 'other' }, { groupAttribute: 'email' }]) {
      const { status } = await refusalOf(app, updateOpenIdProvider, update({ ...body, clientSecret: null }, author))
      expect({ body, status }).toEqual({ body, status: 403 })
    }
    const { errors } = await refusalOf(app, updateOpenIdProvider, update({ issuer: more.issuer }))
    expect(errors).toEqual([{ field: 'clientSecret', message: PROVIDER_TEXTS.clientSecretAgain }])
    await more.close()
  })

  test('cannot be updated as a SAML provider, and has no metadata file', async () => {
    expect(await refusalOf(app, updateIdentityProvider, update({ name: 'Other' }))).toMatchObject({ status: 404 })
  })

  test('internal addresses and plain HTTP, unless the configuration allows them', async () => {
    const careful = await startTestApp({ PUBLIC_URL })
    try {
      const { token } = await aWorkspace(careful)
      const { errors } = await refusalOf(careful, createOpenIdProvider, {
        token,
        body: { ...aBody({ createsPeople: false }), groupId: null, groupMapping: [] },
      })
      expect(errors).toEqual([{ field: 'issuer', message: PROVIDER_TEXTS.metadataInternal }])
    } finally {
      await careful.close()
    }
  })
})
