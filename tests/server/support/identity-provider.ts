import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlify from 'samlify'
import { selfSigned } from '../../../server/session/sso/self-signed.ts'

// What is received is signed by the server under test, which decides its shape.
samlify.setSchemaValidator({ validate: () => Promise.resolve('') })

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const MINUTE_MS = 60_000

/** Content of an answer; the rest is valid. */
export interface Answer {
  /** Null: an answer without a request. */
  inResponseTo: string | null
  nameId?: string
  nameIdFormat?: string
  attributes?: Record<string, string | string[]>
  audience?: string
  recipient?: string
  destination?: string
  issuer?: string
  assertionId?: string
  sessionIndex?: string
  notBefore?: Date
  notOnOrAfter?: Date
  /** Of the bearer's confirmation alone. */
  confirmedUntil?: Date
  signed?: 'assertion' | 'response'
  isEncrypted?: boolean
  /** Signs with an unknown key. */
  byStranger?: boolean
}

const aKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** A SAML 2.0 identity provider on loopback (samlify), for a service provider that it knows by its metadata. */
export class TestIdentityProvider {
  readonly entityId: string
  readonly url: string
  readonly certificate: string
  readonly close: () => Promise<void>
  /** The user whom it signs in. */
  answers: Omit<Answer, 'inResponseTo'> = {}
  readonly #key = aKey()
  readonly #stranger = aKey()
  #serviceProvider: { metadata: string; acsUrl: string; entityId: string } | null = null

  private constructor(server: ReturnType<typeof createServer>, certificateDays: number) {
    const { port } = server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}`
    this.entityId = `${this.url}/metadata?${randomUUID()}`
    const now = Date.now()
    const [from, to] = [new Date(now - MINUTE_MS), new Date(now + certificateDays * 1440 * MINUTE_MS)]
    this.certificate = selfSigned(this.#key, 'Directory', from, to)
    this.close = () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }

  static async start({ certificateDays = 300 } = {}): Promise<TestIdentityProvider> {
    const server = createServer((request, response) => void provider.#serve(request, response))
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
    const provider = new TestIdentityProvider(server, certificateDays)
    return provider
  }

  get metadata(): string {
    return this.#idp().getMetadata()
  }

  /** Reads the metadata of the server under test. */
  async meet(appUrl: string): Promise<void> {
    const metadata = await (await fetch(`${appUrl}/sso/metadata`)).text()
    const { entityMeta } = samlify.ServiceProvider({ metadata })
    this.#serviceProvider = {
      metadata,
      entityId: entityMeta.getEntityID(),
      acsUrl: entityMeta.getAssertionConsumerService('post') as string,
    }
  }

  #known() {
    if (!this.#serviceProvider) throw new Error('the provider has not met a service provider')
    return this.#serviceProvider
  }

  #sp(signed: 'assertion' | 'response' = 'assertion') {
    const { metadata } = this.#known()
    const isAssertionSigned = signed === 'assertion'
    return samlify.ServiceProvider({
      metadata: metadata.replace('WantAssertionsSigned="true"', `WantAssertionsSigned="${isAssertionSigned}"`),
      wantMessageSigned: !isAssertionSigned,
    })
  }

  #idp({ isEncrypted = false, byStranger = false }: Pick<Answer, 'isEncrypted' | 'byStranger'> = {}) {
    const redirect = samlify.Constants.namespace.binding.redirect
    return samlify.IdentityProvider({
      entityID: this.entityId,
      privateKey: byStranger ? this.#stranger : this.#key,
      signingCert: this.certificate,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      wantLogoutResponseSigned: true,
      isAssertionEncrypted: isEncrypted,
      nameIDFormat: [PERSISTENT],
      singleSignOnService: [{ Binding: redirect, Location: `${this.url}/sso` }],
      singleLogoutService: [{ Binding: redirect, Location: `${this.url}/slo` }],
    })
  }

  /** Reads a request with which a browser was redirected here, and verifies its signature. */
  async receive(location: string): Promise<{ id: string; relayState: string }> {
    const { searchParams } = new URL(location)
    const query = Object.fromEntries(searchParams)
    const octetString = ['SAMLRequest', 'RelayState', 'SigAlg']
      .flatMap((name) => (name in query ? [`${name}=${encodeURIComponent(query[name] ?? '')}`] : []))
      .join('&')
    const { extract } = await this.#idp().parseLoginRequest(this.#sp(), 'redirect', { query, octetString })
    return { id: (extract as { request: { id: string } }).request.id, relayState: query['RelayState'] ?? '' }
  }

  /** The form's `SAMLResponse`. */
  async answer(answer: Answer): Promise<string> {
    const requestInfo = { extract: { request: { id: answer.inResponseTo } } } as never
    const { context } = await this.#idp(answer).createLoginResponse(
      this.#sp(answer.signed),
      requestInfo,
      'post',
      {},
      {
        customTagReplacement: () => ({ id: 'unused', context: this.#document(answer) }),
      },
    )
    return context
  }

  #document({
    inResponseTo,
    nameId = 'ada-1',
    nameIdFormat = PERSISTENT,
    attributes = { email: 'ada@directory.test', givenName: 'Ada', surname: 'Byron' },
    audience = this.#known().entityId,
    recipient = this.#known().acsUrl,
    destination = this.#known().acsUrl,
    issuer = this.entityId,
    assertionId = `_${randomUUID()}`,
    sessionIndex = 's1',
    notBefore = new Date(Date.now() - 1000),
    notOnOrAfter = new Date(Date.now() + 5 * MINUTE_MS),
    confirmedUntil = notOnOrAfter,
  }: Answer): string {
    const requested = inResponseTo === null ? '' : ` InResponseTo="${escaped(inResponseTo)}"`
    const now = new Date().toISOString()
    const said = Object.entries(attributes).map(
      ([name, values]) =>
        `<saml:Attribute Name="${escaped(name)}">${[values]
          .flat()
          .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    )
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${escaped(destination)}"${requested}><saml:Issuer>${escaped(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${escaped(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${confirmedUntil.toISOString()}" Recipient="${escaped(recipient)}"${requested}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${said.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  }

  /** Address that signs a user out in a browser. */
  logoutRequest(nameId: string, { byStranger = false, sessionIndex = 's1' } = {}): string {
    const { context } = this.#idp({ byStranger }).createLogoutRequest(
      this.#spForLogout(),
      'redirect',
      { logoutNameID: nameId, sessionIndex } as never,
      'relay-1',
      (template: string) => ({
        id: `_${randomUUID()}`,
        context: samlify.SamlLib.replaceTagsByValue(template, {
          ID: `_${randomUUID()}`,
          Issuer: this.entityId,
          IssueInstant: new Date().toISOString(),
          Destination: this.#known().acsUrl.replace('/acs', '/logout'),
          NameIDFormat: PERSISTENT,
          NameID: nameId,
          SessionIndex: sessionIndex,
        }),
      }),
    )
    return context
  }

  /** With a binding that the server's metadata does not name for signing out. */
  #spForLogout() {
    const { metadata } = this.#known()
    return samlify.ServiceProvider({
      metadata: metadata.replace(/(<SingleLogoutService Binding="[^"]*)HTTP-POST/, '$1HTTP-Redirect'),
      wantLogoutRequestSigned: true,
    })
  }

  /** Answers a browser without a password, with a form that leads back. */
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url)
    if (pathname === '/metadata') {
      response.end(this.metadata)
      return
    }
    if (pathname !== '/sso') {
      response.writeHead(pathname === '/elsewhere' ? 302 : 404, { location: `${this.url}/metadata` }).end()
      return
    }
    const { id, relayState } = await this.receive(this.url + (request.url ?? ''))
    const samlResponse = await this.answer({ ...this.answers, inResponseTo: id })
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Directory</title><form method="post" action="${this.#known().acsUrl}"><input type="hidden" name="SAMLResponse" value="${samlResponse}"><input type="hidden" name="RelayState" value="${relayState}"></form><script>document.forms[0].submit()</script>`,
    )
  }
}
