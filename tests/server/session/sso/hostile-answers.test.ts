import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { TestIdentityProvider, type Answer } from '../../support/identity-provider.ts'
import { aGroup, aWorkspace } from '../../support/people.ts'
import { addProvider, Visitor } from './support.ts'

let app: TestApp
let idp: TestIdentityProvider
let otherIdp: TestIdentityProvider
let provider: { id: number }
let other: { id: number }

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'http://assay.test', SIGN_IN_ATTEMPTS: '10000' })
  const owner = await aWorkspace(app)
  idp = await TestIdentityProvider.start()
  otherIdp = await TestIdentityProvider.start()
  await idp.meet(app.url)
  await otherIdp.meet(app.url)
  const wanted = { createsPeople: true, groupId: await aGroup(app, []) }
  provider = await addProvider(app, owner, idp, wanted)
  other = await addProvider(app, owner, otherIdp, { ...wanted, name: 'Other' })
})
afterAll(async () => {
  await idp.close()
  await otherIdp.close()
  await app.close()
})

const EVIL = 'the-owner'
/** Signs in with the answer that `change` makes of a genuine one. Resolves with the target, and whether a user is signed in. */
const attempt = async (change: (xml: string) => string, answer: Partial<Answer> = {}) => {
  const visitor = new Visitor(app)
  const { id, relayState } = await visitor.begin(idp, provider)
  const genuine = Buffer.from(await idp.answer({ inResponseTo: id, ...answer }), 'base64').toString('utf8')
  const location = await visitor.comeBack(Buffer.from(change(genuine)).toString('base64'), relayState)
  const known = await app.db.selectFrom('user_identity').select('name_id').where('name_id', '=', EVIL).execute()
  expect(known).toEqual([])
  return { location, isSignedIn: (await visitor.who()) !== null }
}
const refused = { location: '/sso?problem=refused', isSignedIn: false }

const part = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[0] ?? ''
const assertionOf = (xml: string) => part(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/)
const signatureOf = (xml: string) => part(xml, /<ds:Signature[\s\S]*?<\/ds:Signature>/)
const without = (xml: string, gone: string) => xml.replace(gone, () => '')
const idOf = (xml: string) => part(xml, / ID="[^"]*"/)
/** The same, unsigned, for another user. */
const forged = (xml: string, id = ' ID="_evil"') =>
  without(xml, signatureOf(xml))
    .replace(idOf(xml), id)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${EVIL}`)
const into = (signature: string, more: string) =>
  signature.replace('</ds:Signature>', () => `<ds:Object>${more}</ds:Object></ds:Signature>`)
const replaced = (xml: string, old: string, next: string) => xml.replace(old, () => next)

test('accepts the genuine answer on which the others are based', async () => {
  expect(await attempt((xml) => xml)).toEqual({ location: '/', isSignedIn: true })
  expect(await attempt((xml) => xml, { signed: 'response' })).toEqual({ location: '/', isSignedIn: true })
})

describe('signatures', () => {
  test('rejects an unsigned answer', async () => {
    expect(await attempt((xml) => without(xml, signatureOf(xml)))).toEqual(refused)
  })

  test('rejects an answer that was changed after it was signed', async () => {
    expect(await attempt((xml) => xml.replace('>ada-1<', `>${EVIL}<`))).toEqual(refused)
  })

  test('rejects a signature by another key, also with the certificate of that key', async () => {
    expect(await attempt((xml) => xml, { byStranger: true })).toEqual(refused)
  })

  test('rejects an answer of another known provider', async () => {
    const visitor = new Visitor(app)
    const { id, relayState } = await visitor.begin(idp, provider)
    const asThis = await otherIdp.answer({ inResponseTo: id, issuer: idp.entityId })
    expect(await visitor.comeBack(asThis, relayState)).toBe('/sso?problem=refused')
    const asItself = await otherIdp.answer({ inResponseTo: id })
    expect(await visitor.comeBack(asItself, relayState)).toBe('/sso?problem=not-asked-for')
    // The issuer that selects the key differs from the signed one.
    const mixed = Buffer.from(await otherIdp.answer({ inResponseTo: id, issuer: idp.entityId }), 'base64').toString()
    const claimed = mixed.replace(idp.entityId, () => otherIdp.entityId)
    expect(await visitor.comeBack(Buffer.from(claimed).toString('base64'), relayState)).toBe('/sso?problem=refused')
    expect(other.id).not.toBe(provider.id)
  })

  const wraps: [string, 'assertion' | 'response', (xml: string) => string][] = [
    [
      'XSW1',
      'response',
      (xml) => {
        const signature = signatureOf(xml)
        return forged(xml).replace('</saml:Issuer>', () => `</saml:Issuer>${into(signature, without(xml, signature))}`)
      },
    ],
    [
      'XSW2',
      'response',
      (xml) => {
        const signature = signatureOf(xml)
        return forged(xml).replace('</saml:Issuer>', () => `</saml:Issuer>${signature}${without(xml, signature)}`)
      },
    ],
    [
      'XSW3',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        return replaced(xml, genuine, forged(genuine) + genuine)
      },
    ],
    [
      'XSW3, behind',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        return replaced(xml, genuine, genuine + forged(genuine))
      },
    ],
    [
      'XSW4',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        return replaced(
          xml,
          genuine,
          forged(genuine).replace('</saml:Assertion>', () => `${genuine}</saml:Assertion>`),
        )
      },
    ],
    [
      'XSW5',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        const signature = signatureOf(genuine)
        const evil = forged(genuine).replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`)
        return replaced(xml, genuine, evil + without(genuine, signature))
      },
    ],
    [
      'XSW6',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        const signature = signatureOf(genuine)
        const wrapped = into(signature, without(genuine, signature))
        return replaced(
          xml,
          genuine,
          forged(genuine).replace('</saml:Issuer>', () => `</saml:Issuer>${wrapped}`),
        )
      },
    ],
    [
      'XSW7',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        return replaced(
          xml,
          genuine,
          `<samlp:Extensions>${forged(genuine, idOf(genuine))}</samlp:Extensions>${genuine}`,
        )
      },
    ],
    [
      'XSW8',
      'assertion',
      (xml) => {
        const genuine = assertionOf(xml)
        const signature = signatureOf(genuine)
        const wrapped = into(signature, without(genuine, signature))
        const evil = forged(genuine, idOf(genuine)).replace('</saml:Issuer>', () => `</saml:Issuer>${wrapped}`)
        return replaced(xml, genuine, evil)
      },
    ],
  ]
  test.each(wraps)('rejects a wrapped signature: %s', async (_, signed, wrap) => {
    expect(await attempt(wrap, { signed })).toEqual(refused)
  })

  test('a comment within a NameID cuts nothing off', async () => {
    const nameId = 'ada-1.evil.test'
    const { location } = await attempt((xml) => xml.replace(`>${nameId}<`, '>ada-1<!-- -->.evil.test<'), {
      nameId,
      attributes: { email: 'evil@evil.test' },
    })
    expect(location).toBe('/')
    const known = await app.db
      .selectFrom('user_identity')
      .select('name_id')
      .where('name_id', 'like', 'ada-1%')
      .execute()
    expect(known.map(({ name_id }) => name_id).sort()).toEqual(['ada-1', nameId])
  })
})

describe('documents', () => {
  const begun = /^<samlp:Response/
  test.each([
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['entities that grow', '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'],
    ['a document type alone', '<!DOCTYPE Response SYSTEM "http://127.0.0.1:9/evil.dtd">'],
    ['a processing instruction', '<?xml-stylesheet href="evil.xsl"?>'],
  ])('rejects %s', async (_, doctype) => {
    expect(await attempt((xml) => xml.replace(begun, () => `${doctype}<samlp:Response`))).toEqual(refused)
  })

  test('rejects a document that is not SAML', async () => {
    const deep = `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`
    for (const text of ['', 'none', '<a/>', '<a', deep]) expect(await attempt(() => text)).toEqual(refused)
  })

  test('rejects a message that is too long before reading it', async () => {
    const { status } = await new Visitor(app).postForm('/sso/acs', { SAMLResponse: 'A'.repeat(300_000) })
    expect(status).toBe(413)
  })
})

describe('validity of an answer', () => {
  const before = new Date(Date.now() - 120_000)
  test.each<[string, Partial<Answer>]>([
    ['another audience', { audience: 'http://other.test/sso' }],
    ['another recipient', { recipient: 'http://other.test/sso/acs' }],
    ['another destination', { destination: 'http://other.test/sso/acs' }],
    ['a time that is over', { notOnOrAfter: before }],
    ['a confirmation that is over', { confirmedUntil: before }],
    ['a time to come', { notBefore: new Date(Date.now() + 120_000) }],
  ])('rejects %s', async (_, answer) => {
    expect(await attempt((xml) => xml, answer)).toEqual(refused)
    expect(await attempt((xml) => xml, { ...answer, signed: 'response' })).toEqual(refused)
  })

  test('rejects a transient NameID', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect((await attempt((xml) => xml, { nameIdFormat })).location).toBe('/sso?problem=no-name')
    expect((await attempt((xml) => xml, { nameId: '' })).location).toBe('/sso?problem=no-name')
  })

  test('accepts an answer once', async () => {
    const visitor = new Visitor(app)
    const { id, relayState } = await visitor.begin(idp, provider)
    const answer = await idp.answer({ inResponseTo: id })
    const [one, two] = await Promise.all([visitor.comeBack(answer, relayState), visitor.comeBack(answer, relayState)])
    expect([one, two].sort((a, b) => String(a).length - String(b).length)).toEqual(['/', '/sso?problem=not-asked-for'])
    // The request is answered as well.
    expect(await visitor.comeBack(await idp.answer({ inResponseTo: id }), relayState)).toBe(
      '/sso?problem=not-asked-for',
    )
  })

  test('accepts an assertion without a request once', async () => {
    await app.db.updateTable('identity_provider').set({ allows_idp_initiated: true }).execute()
    const visitor = new Visitor(app)
    const answer = await idp.answer({ inResponseTo: null })
    expect(await visitor.comeBack(answer, '')).toBe('/')
    expect(await visitor.comeBack(answer, '')).toBe('/sso?problem=not-asked-for')
    await app.db.updateTable('identity_provider').set({ allows_idp_initiated: false }).execute()
  })

  test('rejects answers to unknown requests, to requests of others, and with another relay state', async () => {
    const visitor = new Visitor(app)
    const [mine, others] = [await visitor.begin(idp, provider), await new Visitor(app).begin(otherIdp, other)]
    const sent = (id: string, relayState: string) =>
      idp.answer({ inResponseTo: id }).then((answer) => visitor.comeBack(answer, relayState))
    const problem = '/sso?problem=not-asked-for'
    expect(await sent('_unknown', mine.relayState)).toBe(problem)
    expect(await sent(others.id, others.relayState)).toBe(problem)
    expect(await sent(mine.id, others.relayState)).toBe(problem)
    await app.db.updateTable('saml_request').set({ expires_at: new Date() }).where('id', '=', mine.id).execute()
    expect(await sent(mine.id, mine.relayState)).toBe(problem)
  })

  test('the request that an unsigned response names does not count', async () => {
    const asked = / InResponseTo="[^"]*"/
    const { location } = await attempt((xml) => xml.replace(asked, ' InResponseTo="_other"'))
    expect(location).toBe('/sso?problem=refused')
    expect((await attempt((xml) => xml.replace(asked, ''))).location).toBe('/')
  })

  test('over TLS an answer counts in the browser that has begun, and in no other', async () => {
    const secure = await startTestApp({ PUBLIC_URL: 'https://assay.test' })
    try {
      await idp.meet(secure.url)
      const owner = await aWorkspace(secure)
      const known = await addProvider(secure, owner, idp, { createsPeople: true, groupId: await aGroup(secure, []) })
      const [victim, attacker] = [new Visitor(secure), new Visitor(secure)]
      const { id, relayState } = await attacker.begin(idp, known)
      const stolen = await victim.comeBack(await idp.answer({ inResponseTo: id }), relayState)
      expect(stolen).toBe('/sso?problem=not-asked-for')
      expect(await victim.signInWith(idp, known)).toBe('/')
    } finally {
      await secure.close()
      await idp.meet(app.url)
    }
  })
})
