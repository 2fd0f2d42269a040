import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SSO_PATHS, type SsoProblem } from '../../../contract/session/single-sign-on.ts'
import type { Principals } from '../../access/principals.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { requestedFrom } from '../../db/audit-chain.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { refreshCookie } from '../refresh-cookie.ts'
import { createSlowDown } from '../../http/limits/slow-down.ts'
import { logOut, readPostedLogout, readRedirectedLogout, type LogoutMessage } from './logout.ts'
import { beginOpenId, redeem, takeRequest } from './openid/sign-in.ts'
import { readOwnKey } from './own-key.ts'
import { clientOf, type Client } from '../client.ts'
import type { Opened, SessionTimes } from '../sessions.ts'
import { type Identity, groupsGiven } from './claims.ts'
import { SsoRefusal } from './problem.ts'
import { serviceProviderOf, type StoredProvider } from './provider.ts'
import { beginSignIn, keepOutcome, testOf, useUp } from './requests.ts'
import { claimedIssuer, readResponse, verifyResponse } from './verify-response.ts'
import type { SignInTestOutcome } from '../../../contract/workspace/identity-providers.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  secrets: Secrets
  /** Finds or creates the account of an authenticated user, and opens a session for it. Throws `SsoRefusal`. */
  signInAs: (
    db: Db,
    provider: StoredProvider,
    identity: Identity,
    options: { times: SessionTimes; client: Client },
  ) => Promise<{ userId: number; opened: Opened }>
}

/** Maximum size of a provider's answer: with hundreds of groups it has about 60 kB. Other messages are short. */
const ANSWER_BYTES = 128 * 1024
const MESSAGE_BYTES = 32 * 1024
const BROWSER_COOKIE = 'assay_sso'
const OPENID_COOKIE = 'assay_openid'

/** Endpoints that browsers and providers open; they respond with redirects. */
export const ssoRoutes = async (
  app: FastifyInstance,
  { db, config, principals, secrets, signInAs }: Parts,
): Promise<void> => {
  const { answer } = refreshCookie(config)
  const { entityId, acsUrl, sloUrl } = serviceProviderOf(config)
  const isSecure = config.PUBLIC_URL.startsWith('https:')
  // The answer arrives as a followed link, with which browsers send `lax` cookies.
  const openIdCookie = { path: '/sso', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const
  const slowDown = createSlowDown(app, config.SIGN_IN_ATTEMPTS * 10)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...OF_CALLS, 'cache-control': 'no-store' })
    await slowDown(request)
  }
  const open = { onRequest, config: { isOpen: true, ...WITHOUT_HELMET } }

  const providerBy = async (column: 'id' | 'entity_id', value: number | string | null): Promise<StoredProvider> => {
    const found =
      value !== null && (await principals.features()).includes('saml-sso')
        ? await db.selectFrom('identity_provider').selectAll().where(column, '=', value).executeTakeFirst()
        : undefined
    if (!found)
      throw new SsoRefusal('not-available', `There is no provider ${value}, or single sign-on is switched off`)
    return found
  }
  const leadTo = (reply: FastifyReply, address: string) => reply.redirect(address, 303)
  const explain = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof SsoRefusal)) throw error
    request.log.warn({ err: error }, 'a sign-in with an identity provider was refused')
    const problem: SsoProblem = error.problem
    return leadTo(reply, `/sso?problem=${problem}`)
  }

  app.get<{ Params: { providerId: string }; Querystring: { to?: unknown } }>(
    SSO_PATHS.login,
    open,
    async (request, reply) => {
      try {
        const id = Number(request.params.providerId)
        const provider = await providerBy('id', Number.isSafeInteger(id) ? id : null)
        const begun = { wanted: pathOfOurs(request.query.to) }
        if (provider.type === 'OIDC') {
          const { url, browser } = await beginOpenId(db, provider, secrets, config, begun)
          reply.setCookie(OPENID_COOKIE, browser, openIdCookie)
          return leadTo(reply, url)
        }
        const { url, browser } = await beginSignIn(db, provider, await readOwnKey(db, secrets), config, begun)
        // The answer is posted from another site, with which browsers send only `SameSite=None` cookies, and those only over TLS.
        if (isSecure)
          reply.setCookie(BROWSER_COOKIE, browser, { path: '/sso', httpOnly: true, secure: true, sameSite: 'none' })
        return leadTo(reply, url)
      } catch (error) {
        return explain(request, reply, error)
      }
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>(SSO_PATHS.callback, open, async (request, reply) => {
    const query = new URL(request.url, config.PUBLIC_URL).searchParams
    let test: { id: string; providerId: number } | null = null
    try {
      reply.clearCookie(OPENID_COOKIE, openIdCookie)
      const begun = await takeRequest(db, query.get('state') ?? '', request.cookies[OPENID_COOKIE])
      if (begun.tester !== null) test = begun
      const provider = await providerBy('id', begun.providerId)
      const identity = await redeem(provider, secrets, config, query, begun)
      if (test !== null) {
        await keepOutcome(db, test.id, await testOutcome(db, provider, identity))
        return await leadTo(reply, testHref(provider.id, test.id))
      }
      const { userId, opened } = await requestedFrom(request.ip, () =>
        signInAs(db, provider, identity, { times: config, client: clientOf(request) }),
      )
      principals.forget(userId)
      answer(reply, opened)
      return await leadTo(reply, begun.wanted)
    } catch (error) {
      if (test === null || !(error instanceof SsoRefusal)) return explain(request, reply, error)
      await keepOutcome(db, test.id, failedTest(error.message))
      return leadTo(reply, testHref(test.providerId, test.id))
    }
  })

  app.get(SSO_PATHS.metadata, open, async (_request, reply) => {
    const key = await readOwnKey(db, secrets)
    reply.type('application/samlmetadata+xml; charset=utf-8')
    return generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      logoutCallbackUrl: sloUrl,
      identifierFormat: null,
      wantAssertionsSigned: true,
      privateKey: key.privateKey,
      publicCerts: key.certificate,
      decryptionPvk: key.privateKey,
      decryptionCert: key.certificate,
    })
  })

  const signIn = async (request: FastifyRequest, reply: FastifyReply, form: URLSearchParams) => {
    const samlResponse = form.get('SAMLResponse') ?? ''
    const response = readResponse(samlResponse)
    const provider = samlOnly(await providerBy('entity_id', claimedIssuer(response)))
    const asserted = await verifyResponse(response, samlResponse, provider, await readOwnKey(db, secrets), config)
    const begun = await useUp(db, provider, asserted, {
      relayState: form.get('RelayState') ?? undefined,
      browser: request.cookies[BROWSER_COOKIE],
      checksBrowser: isSecure,
    })
    if (begun !== null && begun.tester !== null) {
      await keepOutcome(db, begun.id, await testOutcome(db, provider, asserted))
      return leadTo(reply, testHref(provider.id, begun.id))
    }
    const { userId, opened } = await signInAs(db, provider, asserted, { times: config, client: clientOf(request) })
    principals.forget(userId)
    answer(reply, opened)
    return leadTo(reply, begun?.wanted ?? '/')
  }

  const answerLogout = async (request: FastifyRequest, reply: FastifyReply, read: () => LogoutMessage) => {
    try {
      const message = read()
      // Answer to our request: the local session ended before it was sent.
      if (message.kind === 'LogoutResponse') return leadTo(reply, '/signin')
      const provider = samlOnly(await providerBy('entity_id', message.issuer))
      const { people, url } = await logOut(db, message, provider, await readOwnKey(db, secrets), config)
      for (const userId of people) principals.forget(userId)
      return leadTo(reply, url ?? '/signin')
    } catch (error) {
      return explain(request, reply, error)
    }
  }

  app.get(SSO_PATHS.logout, open, (request, reply) =>
    answerLogout(request, reply, () => readRedirectedLogout(request.url.split(/\?(.*)/s, 2)[1] ?? '')),
  )

  // In its own scope, so that no other route accepts forms.
  await app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(body.toString())),
    )
    const formOf = ({ body }: FastifyRequest) => (body instanceof URLSearchParams ? body : new URLSearchParams())
    scope.post(SSO_PATHS.acs, { ...open, bodyLimit: ANSWER_BYTES }, async (request, reply) => {
      const form = formOf(request)
      try {
        return await requestedFrom(request.ip, () => signIn(request, reply, form))
      } catch (error) {
        const test = error instanceof SsoRefusal ? await testOf(db, form.get('RelayState') ?? undefined) : null
        if (test === null) return explain(request, reply, error)
        await keepOutcome(db, test.id, failedTest((error as SsoRefusal).message))
        return leadTo(reply, testHref(test.providerId, test.id))
      }
    })
    scope.post(SSO_PATHS.logout, { ...open, bodyLimit: MESSAGE_BYTES }, (request, reply) =>
      answerLogout(request, reply, () => readPostedLogout(formOf(request))),
    )
    done()
  })
}

/** An OpenID Connect issuer sends no SAML messages. */
const samlOnly = (provider: StoredProvider): StoredProvider => {
  if (provider.type === 'SAML') return provider
  throw new SsoRefusal('not-available', `Provider ${provider.id} is none of SAML`)
}

const testHref = (providerId: number, testId: string): string =>
  `/settings/sso/${providerId}?test=${encodeURIComponent(testId)}`

/** Returns the path if it is on this server, which excludes anything that browsers resolve to another site. */
const pathOfOurs = (wanted: unknown): string =>
  typeof wanted === 'string' && wanted.length <= 2000 && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(wanted) ? wanted : '/'

/** Returns what a test displays of the provider's answer. */
const testOutcome = async (db: Db, provider: StoredProvider, identity: Identity): Promise<SignInTestOutcome> => {
  const given = [...groupsGiven(provider, identity)]
  const groups =
    given.length === 0
      ? []
      : await db.selectFrom('user_group').select('name').where('id', 'in', given).orderBy('name').execute()
  return {
    problem: null,
    nameId: identity.nameId,
    ...identity.claims,
    attributes: [...identity.attributes].map(([name, values]) => ({ name, values: [...values] })),
    groups: groups.map(({ name }) => name),
  }
}

const failedTest = (problem: string): SignInTestOutcome => ({
  problem,
  nameId: null,
  email: null,
  firstName: '',
  lastName: '',
  attributes: [],
  groups: [],
})
