import type { z } from 'zod/mini'
import { createIdentityProvider, type IdentityProvider } from '../../../../contract/workspace/identity-providers.ts'
import { ask, type TestApp } from '../../support/app.ts'
import type { TestIdentityProvider } from '../../support/identity-provider.ts'
import type { TestUser } from '../../support/people.ts'
import { Browser } from '../browser.ts'

export const aProviderBody = (
  idp: TestIdentityProvider,
  wanted: Partial<z.infer<typeof createIdentityProvider.body>> = {},
): z.infer<typeof createIdentityProvider.body> => ({
  name: 'Directory',
  metadata: { file: { name: 'idp.xml', content: idp.metadata } },
  certificates: [],
  signsRequests: true,
  allowsIdpInitiated: false,
  createsPeople: false,
  groupId: null,
  groupAttribute: '',
  groupMapping: [],
  removesGroups: false,
  linksByEmail: false,
  ...wanted,
})

export const addProvider = (
  app: TestApp,
  { token }: TestUser,
  idp: TestIdentityProvider,
  wanted: Parameters<typeof aProviderBody>[1] = {},
): Promise<IdentityProvider> => ask(app, createIdentityProvider, { token, body: aProviderBody(idp, wanted) })

/** A browser during a sign-in at a provider: it does not follow redirects by itself. */
export class Visitor extends Browser {
  readonly #app: TestApp
  constructor(app: TestApp) {
    super(app)
    this.#app = app
  }

  async get(path: string) {
    const response = await fetch(this.#app.url + path, { redirect: 'manual', headers: this.headers() })
    this.#keep(response.headers)
    return response
  }

  async postForm(path: string, form: Record<string, string>): Promise<{ status: number; location: string | null }> {
    const response = await fetch(this.#app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: this.headers(),
      body: new URLSearchParams(form),
    })
    this.#keep(response.headers)
    return { status: response.status, location: response.headers.get('location') }
  }

  #keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') delete this.cookies[name]
      else this.cookies[name] = value
    }
  }

  /** Goes to the provider, which has then received the request. */
  async begin(idp: TestIdentityProvider, provider: { id: number }, to?: string) {
    const { headers } = await this.get(
      `/sso/login/${provider.id}${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
    )
    return idp.receive(headers.get('location') ?? '')
  }

  /** Returns with the answer. Resolves with the target of the redirect. */
  async comeBack(samlResponse: string, relayState: string): Promise<string | null> {
    const { location } = await this.postForm('/sso/acs', { SAMLResponse: samlResponse, RelayState: relayState })
    return location
  }

  /** All the way. */
  async signInWith(
    idp: TestIdentityProvider,
    provider: { id: number },
    answer: Partial<Parameters<TestIdentityProvider['answer']>[0]> = {},
    to?: string,
  ): Promise<string | null> {
    const { id, relayState } = await this.begin(idp, provider, to)
    return this.comeBack(await idp.answer({ inResponseTo: id, ...answer }), relayState)
  }

  /** The signed-in user, or null. */
  async who(): Promise<{ id: number; username: string; email: string; source: string; token: string } | null> {
    const { status, body } = await this.renew()
    const session = body as {
      user: { id: number; username: string; email: string; source: string }
      authToken: string
    }
    return status === 200 ? { ...session.user, token: session.authToken } : null
  }
}

export const events = async (app: TestApp, stream: string): Promise<string[]> =>
  (await app.db.selectFrom('event').select('type').where('stream', '=', stream).orderBy('sequence').execute()).map(
    ({ type }) => type,
  )
