import type { FastifyInstance } from 'fastify'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import {
  exchangeOauthCode,
  getVcsConfiguration,
  listProviderRepositories,
  signInWithToken,
  signOutOfProvider,
  type ProviderAccount,
  type VcsProvider,
} from '../../../contract/launchers/providers.ts'
import { OF_CALLS, WITHOUT_HELMET } from '../../http/headers.ts'
import { conflict, Refusal, wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { accountOf, keepAccount, type AccountParts } from './accounts.ts'
import { clientFor } from './clients.ts'
import {
  authorizeUrl,
  baseUrlOf,
  callbackUrl,
  CALLBACK_PATH,
  exchangeCode,
  openState,
  sealState,
  settingsOf,
} from './oauth.ts'
import { ProviderFailure, type Account } from './provider-client.ts'

export const providerRoutes = (app: FastifyInstance, routes: Routes, parts: AccountParts): void => {
  const { db, config, secrets, outgoing } = parts

  // All projects share one redirect URI: the state tells which project the sign-in belongs to.
  app.get<{ Querystring: { code?: unknown; state?: unknown } }>(
    CALLBACK_PATH,
    {
      config: { isOpen: true, ...WITHOUT_HELMET },
      onRequest: (_, reply, done) => (reply.headers({ ...OF_CALLS, 'cache-control': 'no-store' }), done()),
    },
    async ({ query: { code, state } }, reply) => {
      const opened = typeof state === 'string' ? openState(secrets, state) : null
      if (opened === null || typeof state !== 'string') return reply.redirect('/404', 303)
      const search = new URLSearchParams({ provider: opened.provider.toLowerCase(), state })
      // No code means that the user denied access: the redirect returns to the page without one.
      if (typeof code === 'string' && code !== '') search.set('code', code)
      if (opened.repoId !== null) search.set('repo', String(opened.repoId))
      if (opened.search !== '') search.set('search', opened.search)
      if (opened.from !== '') search.set('from', opened.from)
      return reply.redirect(
        `/projects/${encodeURIComponent(opened.projectKey)}/automation-launchers/add-repo?${search.toString()}`,
        303,
      )
    },
  )

  routes.inProject(getVcsConfiguration, async ({ caller, project, params: { provider }, query }) => {
    const { repoId, search, from } = query
    const state = {
      userId: caller.userId,
      projectKey: project.key,
      provider,
      repoId: repoId === undefined ? null : Number(repoId),
      search,
      from,
    }
    const row = await db
      .selectFrom('vcs_account')
      .select(['base_url', 'username', 'via_oauth'])
      .where('user_id', '=', caller.userId)
      .where('provider', '=', provider)
      .executeTakeFirst()
    return {
      baseUrl: baseUrlOf(config, provider),
      authorizeUrl: authorizeUrl(config, provider, sealState(secrets, state)),
      setUp: { callbackUrl: callbackUrl(config), settings: settingsOf(provider) },
      account: row ? { baseUrl: row.base_url, username: row.username, obtainedViaOauthFlow: row.via_oauth } : null,
    }
  })

  routes.inProject(exchangeOauthCode, async ({ caller, params: { provider }, body: { code, state } }) => {
    const opened = openState(secrets, state)
    if (opened?.userId !== caller.userId || opened.provider !== provider)
      throw wrongField('state', LAUNCHER_TEXTS.oauthExpired)
    const tokens = await orRefused(exchangeCode(outgoing, config, provider, code))
    if (tokens === null) throw wrongField('code', LAUNCHER_TEXTS.providerRefused)
    return signIn(
      parts,
      caller.userId,
      { provider, baseUrl: baseUrlOf(config, provider), username: null, viaOauth: true },
      tokens,
    )
  })

  routes.inProject(signInWithToken, async ({ caller, params: { provider }, body }) => {
    const baseUrl = (body.baseUrl === '' ? baseUrlOf(config, provider) : body.baseUrl).replace(/(?<!\/)\/+$/, '')
    const account = { provider, baseUrl, username: body.username === '' ? null : body.username, viaOauth: false }
    return signIn(parts, caller.userId, account, { token: body.accessToken, refreshToken: null, expiresAt: null })
  })

  routes.inProject(signOutOfProvider, async ({ caller, params: { provider } }) => {
    await db.deleteFrom('vcs_account').where('user_id', '=', caller.userId).where('provider', '=', provider).execute()
    return {}
  })

  routes.inProject(listProviderRepositories, async ({ caller, project, params: { provider }, query: { q } }) => {
    const account = await signedIn(parts, caller.userId, provider)
    const [listed, added] = await Promise.all([
      orRefused(clientFor(outgoing, account).list(account, q.trim())),
      db.selectFrom('git_repository').select(['id', 'url']).where('project_id', '=', project.id).execute(),
    ])
    const idOf = new Map(added.map(({ id, url }) => [url, id]))
    return {
      items: listed.map(({ cloneUrl, ...one }) => ({ ...one, addedAs: idOf.get(cloneUrl) ?? null })),
    }
  })
}

/** Throws 409 when the user has no account at the provider. */
export const signedIn = async (parts: AccountParts, userId: number, provider: VcsProvider): Promise<Account> => {
  const account = await orRefused(accountOf(parts, userId, provider))
  if (account === null) throw conflict(LAUNCHER_TEXTS.notSignedIn)
  return account
}

const signIn = async (
  parts: AccountParts,
  userId: number,
  account: Omit<Account, 'token'>,
  tokens: { token: string; refreshToken: string | null; expiresAt: Date | null },
): Promise<ProviderAccount> => {
  const full = { ...account, token: tokens.token }
  const username = await orRefused(clientFor(parts.outgoing, full).identify(full), 'accessToken')
  await keepAccount(parts, userId, { ...account, username: username ?? account.username }, tokens)
  return { baseUrl: account.baseUrl, username: username ?? account.username, obtainedViaOauthFlow: account.viaOauth }
}

const MESSAGES: Record<ProviderFailure['why'], string> = {
  refused: LAUNCHER_TEXTS.providerRefused,
  unreachable: 'The provider did not answer as expected',
  certificate: "The provider's certificate is not trusted",
  internal:
    'This address is in an internal network. The owner of the server can allow it with ALLOW_INTERNAL_ADDRESSES.',
}

/** Turns a provider's failure into a rejection; at `field` when the failure is about that input. */
export const orRefused = async <T>(requested: Promise<T>, field?: string): Promise<T> => {
  try {
    return await requested
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const message = MESSAGES[error.why]
    if (field !== undefined) throw wrongField(error.why === 'refused' ? field : 'baseUrl', message)
    throw new Refusal(409, ERROR_CODES.conflict, message)
  }
}
