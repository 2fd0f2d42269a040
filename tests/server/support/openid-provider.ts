import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { clientId: 'assay', clientSecret: 'a-secret-of-this-client' } as const
const KEY_ID = 'key-1'

/** Answer of the token endpoint. */
interface TokenAnswer {
  id_token: string
  access_token: string
}
type Claims = Record<string, unknown>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Claims

/** A provider of OpenID Connect on loopback (oidc-provider) without passwords. */
export class TestOpenIdProvider {
  readonly issuer: string
  readonly close: () => Promise<void>
  /** The user whom it signs in. */
  account: { sub: string; claims: Claims } = { sub: 'ada-1', claims: {} }
  /** Changes ID tokens before they are sent; by default none. */
  tamper: ((claims: Claims, genuine: string) => string) | null = null
  /** Changes the discovery document. */
  discovery: (document: Claims) => Claims = (document) => document
  readonly #key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  readonly #stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  readonly #provider: Provider

  private constructor(server: Server, publicUrl: string) {
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.close = () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: CLIENT.clientSecret,
          redirect_uris: [`${publicUrl}/sso/callback`],
          post_logout_redirect_uris: [`${publicUrl}/signin`],
        },
      ],
      jwks: { keys: [{ ...this.#key.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' } as never] },
      cookies: { keys: ['for-tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name'],
        groups: ['groups'],
      },
      scopes: ['openid', 'email', 'profile', 'groups'],
      pkce: { required: () => true },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.account.claims }) }),
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc
        const grant = new context.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    const answer = this.#provider.callback()
    server.on('request', (request, response: ServerResponse) => {
      const path = request.url ?? '/'
      if (path.startsWith('/interaction/'))
        void this.#provider.interactionFinished(request, response, { login: { accountId: this.account.sub } })
      else {
        if (path === '/token') rewrite<TokenAnswer>(response, (body) => this.#tampered(body))
        if (path.startsWith('/.well-known/')) rewrite<Claims>(response, (body) => this.discovery(body))
        void answer(request, response)
      }
    })
  }

  /** For a server under test with this address. */
  static async start(publicUrl: string): Promise<TestOpenIdProvider> {
    const server = createServer()
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
    return new TestOpenIdProvider(server, publicUrl)
  }

  #tampered(body: TokenAnswer): TokenAnswer {
    if (this.tamper === null || body.id_token === undefined) return body
    return { ...body, id_token: this.tamper(decoded(body.id_token.split('.')[1]), body.id_token) }
  }

  /** An ID token with these claims. `by`: the signing key and algorithm. */
  idToken(claims: Claims, by: 'itself' | 'stranger' | 'nobody' | 'client-secret' = 'itself'): string {
    const algorithms = { itself: 'RS256', stranger: 'RS256', nobody: 'none', 'client-secret': 'HS256' } as const
    const head = `${encoded({ alg: algorithms[by], kid: KEY_ID })}.${encoded(claims)}`
    if (by === 'nobody') return `${head}.`
    if (by === 'client-secret')
      return `${head}.${createHmac('sha256', CLIENT.clientSecret).update(head).digest('base64url')}`
    const key = by === 'itself' ? this.#key : this.#stranger
    return `${head}.${createSign('RSA-SHA256').update(head).sign(key, 'base64url')}`
  }

  /** Follows a redirect to the provider as a new browser. Resolves with the address that leads back. */
  async signIn(location: string): Promise<string> {
    const cookies = new Map<string, string>()
    let next = location
    for (let hops = 0; next.startsWith(this.issuer) && hops < 10; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const to = response.headers.get('location')
      if (to === null) throw new Error(`the provider answered with ${response.status}: ${await response.text()}`)
      next = new URL(to, next).href
    }
    return next
  }
}

/** Changes the body of an answer before it is sent. */
const rewrite = <Body>(response: ServerResponse, change: (body: Body) => Body): void => {
  const end = response.end.bind(response)
  response.end = ((chunk: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(chunk.toString()) as Body))
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

/** A user unknown to every server. */
export const aSubject = (claims: Claims = {}): { sub: string; claims: Claims } => {
  const sub = randomUUID()
  return { sub, claims: { email: `${sub}@directory.test`, given_name: 'Ada', family_name: 'Byron', ...claims } }
}
