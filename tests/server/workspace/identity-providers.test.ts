import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '../../../contract/access.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import {
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  removeProviderLogo,
  setProviderLogo,
  updateIdentityProvider,
} from '../../../contract/workspace/identity-providers.ts'
import { getWelcome } from '../../../contract/session/session.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { TestIdentityProvider } from '../support/identity-provider.ts'
import { aGroup, aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { addProvider, aProviderBody, events, Visitor } from '../session/sso/support.ts'

let app: TestApp
let owner: TestUser
let author: TestUser
let idp: TestIdentityProvider
let second: TestIdentityProvider

beforeAll(async () => {
  app = await startTestApp({
    PUBLIC_URL: 'http://assay.test',
    ALLOW_INTERNAL_ADDRESSES: 'true',
    SIGN_IN_ATTEMPTS: '10000',
  })
  owner = await aWorkspace(app, FEATURES)
  author = await aUser(app, { username: 'author', permissions: ['CONFIGURATION_SSO_SAML'] })
  idp = await TestIdentityProvider.start()
  second = await TestIdentityProvider.start({ certificateDays: 9 })
  await idp.meet(app.url)
})
afterAll(async () => {
  await idp.close()
  await second.close()
  await app.close()
})

const list = async () => (await ask(app, listIdentityProviders, { token: owner.token })).items
const remove = (providerId: number) => ask(app, deleteIdentityProvider, { token: owner.token, params: { providerId } })
const update = (providerId: number, body: object, { token } = owner) => ({
  token,
  params: { providerId },
  body: body as never,
})
const fieldsOf = async (body: object, { token } = owner) =>
  (await refusalOf(app, createIdentityProvider, { token, body: { ...aProviderBody(idp), ...body } })).errors
const metadata = (content: string) => ({ metadata: { file: { name: 'idp.xml', content } } })

describe('providers', () => {
  test('[SSO-08] [SSO-09] are listed by name with their metadata', async () => {
    const b = await addProvider(app, owner, idp, { name: 'b directory' })
    const a = await addProvider(app, owner, second, { name: 'A directory' })
    const { items, serviceProvider } = await ask(app, listIdentityProviders, { token: author.token })
    expect(items.map(({ id }) => id)).toEqual([a.id, b.id])
    expect(serviceProvider).toEqual({
      entityId: 'http://assay.test/sso',
      acsUrl: 'http://assay.test/sso/acs',
      sloUrl: 'http://assay.test/sso/logout',
      redirectUri: 'http://assay.test/sso/callback',
      postLogoutRedirectUri: 'http://assay.test/signin',
    })
    expect(b).toMatchObject({
      name: 'b directory',
      metadata: { file: { name: 'idp.xml', content: idp.metadata }, url: null },
      certificates: [{ name: 'idp.xml', content: idp.certificate, isUploaded: false, algorithm: 'RSA 2048' }],
      entityId: idp.entityId,
      ssoUrl: `${idp.url}/sso`,
      sloUrl: `${idp.url}/slo`,
      people: 0,
      lastSignIn: null,
    })
    const days = (Date.parse(a.certificates[0]?.validUntil ?? '') - Date.now()) / 86_400_000
    expect(Math.ceil(days)).toBe(9)
    await remove(a.id)
    await remove(b.id)
    expect(await list()).toEqual([])
    expect((await events(app, 'workspace')).slice(-4)).toEqual(
      ['created', 'created', 'deleted', 'deleted'].map((verb) => `identity-provider/${verb}`),
    )
  })

  test('[SSO-02] [SSO-07] have a logo, which visitors see at sign-in', async () => {
    const { id, logoUrl } = await addProvider(app, owner, idp)
    expect(logoUrl).toBeNull()
    const requested = { token: author.token, params: { providerId: id } }
    const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const saved = await ask(app, setProviderLogo, { ...requested, body: { image } })
    const { identityProviders } = await ask(app, getWelcome)
    expect(identityProviders).toEqual([{ id, name: 'Directory', logoUrl: saved.logoUrl }])
    const { status, headers } = await send(app, saved.logoUrl ?? '')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await send(app, (saved.logoUrl ?? '').replace(/.$/, '-'))).status).toBe(404)
    const { errors } = await refusalOf(app, setProviderLogo, { ...requested, body: { image: btoa('<svg/>') } })
    expect(errors?.[0]?.field).toBe('image')
    expect((await ask(app, removeProviderLogo, requested)).logoUrl).toBeNull()
    expect((await send(app, saved.logoUrl ?? '')).status).toBe(404)
    await remove(id)
  })

  test('show the number of users and the last sign-in', async () => {
    const provider = await addProvider(app, owner, idp, { createsPeople: true, groupId: await aGroup(app, []) })
    await new Visitor(app).signInWith(idp, provider)
    const [listed] = await list()
    expect(listed?.people).toBe(1)
    expect(Date.now() - Date.parse(listed?.lastSignIn ?? '')).toBeLessThan(60_000)
    await remove(provider.id)
  })

  test('replace the certificates of the metadata by uploaded ones', async () => {
    const provider = await addProvider(app, owner, idp, {
      createsPeople: true,
      groupId: await aGroup(app, []),
      certificates: [
        { name: 'next.pem', content: second.certificate },
        { name: 'now.der', content: idp.certificate.replace(/-----[A-Z ]*-----|\s/g, '') },
      ],
    })
    expect(provider.certificates.map(({ name, content, isUploaded }) => ({ name, content, isUploaded }))).toEqual([
      { name: 'next.pem', content: second.certificate, isUploaded: true },
      { name: 'now.der', content: idp.certificate, isUploaded: true },
    ])
    expect(await new Visitor(app).signInWith(idp, provider)).toBe('/')
    await ask(
      app,
      updateIdentityProvider,
      update(provider.id, { certificates: [{ name: 'next.pem', content: second.certificate }] }),
    )
    expect(await new Visitor(app).signInWith(idp, provider)).toBe('/sso?problem=refused')
    await ask(app, updateIdentityProvider, update(provider.id, { certificates: [] }))
    expect(await new Visitor(app).signInWith(idp, provider)).toBe('/')
    await remove(provider.id)
  })

  test('read their metadata from an address, and again whenever it is saved', async () => {
    const url = `${idp.url}/metadata`
    const provider = await addProvider(app, owner, idp, { metadata: { url } })
    expect(provider.metadata).toMatchObject({ url, file: { name: 'metadata', content: idp.metadata } })
    const again = await ask(app, updateIdentityProvider, update(provider.id, { metadata: { url } }))
    expect(Date.parse(again.metadata.readAt)).toBeGreaterThan(Date.parse(provider.metadata.readAt))
    await remove(provider.id)
  })

  test('keeps concurrent edits of different fields, and rejects the second of the same field', async () => {
    const { id } = await addProvider(app, owner, idp)
    await ask(app, updateIdentityProvider, update(id, { name: 'One', expected: { name: 'Directory' } }))
    const merged = await ask(
      app,
      updateIdentityProvider,
      update(id, { allowsIdpInitiated: true, expected: { allowsIdpInitiated: false } }),
    )
    expect(merged).toMatchObject({ name: 'One', allowsIdpInitiated: true })
    const refusal = await refusalOf(
      app,
      updateIdentityProvider,
      update(id, { name: 'Two', expected: { name: 'Directory' } }),
    )
    expect(refusal).toMatchObject({ status: 409, errors: [{ field: 'name' }] })
    await remove(id)
  })
})

describe('rejections', () => {
  test('[SSO-13] names that are missing, too long or taken, and an entity id that another provider has', async () => {
    const { id } = await addProvider(app, owner, idp)
    expect(await fieldsOf({ name: ' ' })).toEqual([{ field: 'name', message: TEXTS.required }])
    expect(await fieldsOf({ name: 'n'.repeat(101) })).toEqual([{ field: 'name', message: PROVIDER_TEXTS.providerName }])
    expect(await fieldsOf({ name: 'DIRECTORY', ...metadata(second.metadata) })).toEqual([
      { field: 'name', message: TEXTS.nameTaken },
    ])
    expect(await fieldsOf({ name: 'Other' })).toEqual([
      { field: 'metadata', message: PROVIDER_TEXTS.providerEntityTaken },
    ])
    await remove(id)
  })

  test('metadata that is none, of several providers, without an address or certificate, or with a document type', async () => {
    const own = await (await fetch(`${app.url}/sso/metadata`)).text()
    const one = idp.metadata.replace(/^<\?xml[^>]*>/, '')
    const both = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${one}${one}</EntitiesDescriptor>`
    const cases: [string, string][] = [
      ['none', PROVIDER_TEXTS.metadataUnreadable],
      [own, PROVIDER_TEXTS.metadataUnreadable],
      [both, PROVIDER_TEXTS.metadataSeveral],
      [idp.metadata.replaceAll('HTTP-Redirect', 'HTTP-POST'), PROVIDER_TEXTS.metadataWithoutSignOn],
      [idp.metadata.replaceAll('http://127', 'javascript://127'), PROVIDER_TEXTS.metadataWithoutSignOn],
      [`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${one}`, PROVIDER_TEXTS.metadataUnreadable],
    ]
    for (const [content, message] of cases)
      expect(await fieldsOf(metadata(content))).toEqual([{ field: 'metadata', message }])
    const bare = metadata(idp.metadata.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''))
    expect(await fieldsOf(bare)).toEqual([{ field: 'certificates', message: PROVIDER_TEXTS.certificateRequired }])
    const broken = { certificates: [{ name: 'a.pem', content: 'none' }] }
    expect(await fieldsOf(broken)).toEqual([{ field: 'certificates.0', message: PROVIDER_TEXTS.certificateUnreadable }])
    expect((await fieldsOf(metadata('x'.repeat(LIMITS.samlMetadata + 1))))?.length).toBeGreaterThan(0)
  })

  test('addresses that do not answer, or lead elsewhere', async () => {
    for (const url of [`${idp.url}/nothing`, `${idp.url}/elsewhere`, 'http://127.0.0.1:9/'])
      expect(await fieldsOf({ metadata: { url } })).toEqual([
        { field: 'metadata', message: PROVIDER_TEXTS.metadataUnreachable },
      ])
  })

  test('addresses of the internal network, unless the configuration allows them', async () => {
    const careful = await startTestApp()
    try {
      const { token } = await aWorkspace(careful)
      const { port } = new URL(idp.url)
      const hosts = [
        '127.0.0.1',
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '0.0.0.0',
        '2130706433',
        '10.0.0.1',
        '169.254.169.254',
      ]
      for (const host of hosts) {
        const body = aProviderBody(idp, { metadata: { url: `http://${host}:${port}/metadata` } })
        const { errors } = await refusalOf(careful, createIdentityProvider, { token, body })
        expect({ host, errors }).toEqual({
          host,
          errors: [{ field: 'metadata', message: PROVIDER_TEXTS.metadataInternal }],
        })
      }
    } finally {
      await careful.close()
    }
  })

  test('groups that are missing, unknown, or give more than the author has', async () => {
    const [strong, weak] = [await aGroup(app, ['BILLING']), await aGroup(app, ['CONFIGURATION_SSO_SAML'])]
    const mapped = (groupId: number) => ({ groupAttribute: 'memberOf', groupMapping: [{ value: 'a', groupId }] })
    expect(await fieldsOf({ createsPeople: true })).toEqual([{ field: 'groupId', message: USER_TEXTS.groupRequired }])
    expect(await fieldsOf({ groupId: 1_000_000 })).toEqual([{ field: 'groupId', message: USER_TEXTS.groupUnknown }])
    expect(await fieldsOf({ ...mapped(weak), groupAttribute: '' })).toEqual([
      { field: 'groupAttribute', message: PROVIDER_TEXTS.mappingWithoutAttribute },
    ])
    const superAdmins = await app.db
      .selectFrom('user_group')
      .select('id')
      .where('built_in', 'is not', null)
      .executeTakeFirstOrThrow()
    for (const body of [{ groupId: strong }, mapped(strong), mapped(superAdmins.id), { linksByEmail: true }])
      expect(
        await refusalOf(app, createIdentityProvider, { token: author.token, body: aProviderBody(idp, body) }),
      ).toMatchObject({ status: 403 })
    const { id } = await addProvider(app, author, idp, mapped(weak))
    for (const body of [mapped(strong), { groupId: strong }, { linksByEmail: true }])
      expect(await refusalOf(app, updateIdentityProvider, update(id, body, author))).toMatchObject({ status: 403 })
    // A super admin's mapping stays when another user changes the name.
    await ask(app, updateIdentityProvider, update(id, mapped(strong)))
    await ask(app, updateIdentityProvider, update(id, { name: 'Renamed' }, author))
    await remove(id)
  })

  test('redirecting rights that a super admin granted to a provider', async () => {
    const strong = await aGroup(app, ['BILLING'])
    const held = { groupAttribute: 'memberOf', groupMapping: [{ value: 'finance', groupId: strong }] }
    const { id } = await addProvider(app, owner, idp, held)
    const turned = [
      { groupMapping: [{ value: 'everybody', groupId: strong }] },
      { groupAttribute: 'department' },
      { groupId: strong },
      { createsPeople: true, groupId: strong },
      { removesGroups: true },
      // The owner of the provider decides who has the value.
      { certificates: [{ name: 'mine.pem', content: second.certificate }] },
      metadata(second.metadata),
    ]
    for (const body of turned) {
      const { status } = await refusalOf(app, updateIdentityProvider, update(id, body, author))
      expect({ body, status }).toEqual({ body, status: 403 })
    }
    await ask(app, updateIdentityProvider, update(id, { groupAttribute: '', groupMapping: [], linksByEmail: true }))
    expect(await refusalOf(app, updateIdentityProvider, update(id, metadata(second.metadata), author))).toMatchObject({
      status: 403,
    })
    await remove(id)
  })

  test('another certificate, by a user with fewer rights than the provider’s users', async () => {
    const provider = await addProvider(app, owner, idp, { linksByEmail: true })
    const attributes = { email: 'owner@example.test' }
    expect(await new Visitor(app).signInWith(idp, provider, { nameId: 'owner', attributes })).toBe('/')
    const body = { certificates: [{ name: 'mine.pem', content: second.certificate }] }
    expect(await refusalOf(app, updateIdentityProvider, update(provider.id, body, author))).toMatchObject({
      status: 403,
    })
    expect(
      await refusalOf(app, updateIdentityProvider, update(provider.id, metadata(second.metadata), author)),
    ).toMatchObject({ status: 403 })
    await remove(provider.id)
  })

  test.each([true, false])('an address in use, by a provider that no super admin has saved (%s)', async (isOwner) => {
    const admin = await aUser(app, { username: `invited-${isOwner}`, owner: isOwner, status: 'PENDING' })
    const provider = await addProvider(app, author, idp)
    const answer = { nameId: 'admin', attributes: { email: `invited-${isOwner}@example.test` } }
    expect(await new Visitor(app).signInWith(idp, provider, answer)).toBe('/sso?problem=not-trusted')
    await ask(app, updateIdentityProvider, update(provider.id, { name: 'Ours' }))
    expect(await new Visitor(app).signInWith(idp, provider, answer)).toBe('/')
    const { status } = await app.db
      .selectFrom('workspace_user')
      .select('status')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('ACTIVE')
    await remove(provider.id)
  })
})
