/** OAuth sign-in at providers: authorization URL and code exchange. */
import { z } from 'zod/mini'
import type { VcsProvider } from '../../../contract/launchers/providers.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { Config } from '../../config.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { askApi, ProviderFailure } from './provider-client.ts'

/** Redirect URI, which has to be registered with the provider's application. */
export const CALLBACK_PATH = '/vcs/callback'
export const callbackUrl = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string => `${PUBLIC_URL}${CALLBACK_PATH}`

const STATE_MINUTES = 10
const STATE_PLACE = 'vcs-oauth-state'

/** State of a sign-in on its way through the provider. Encrypted, so that it cannot be forged. */
const State = z.object({
  userId: z.int(),
  projectKey: z.string(),
  provider: z.enum(['GITHUB', 'GITLAB', 'BITBUCKET']),
  repoId: z.nullable(z.int()),
  search: z._default(z.string(), ''),
  from: z._default(z.string(), ''),
  until: z.int(),
})
export type State = z.infer<typeof State>

export const sealState = (secrets: Secrets, state: Omit<State, 'until'>, now = Date.now()): string =>
  secrets.seal(JSON.stringify({ ...state, until: now + STATE_MINUTES * 60_000 }), STATE_PLACE).toString('base64url')

/** Decrypts a state. Null for a forged or expired one. */
export const openState = (secrets: Secrets, text: string, now = Date.now()): State | null => {
  const opened = secrets.open(Buffer.from(text, 'base64url'), STATE_PLACE)
  if (opened === null) return null
  const state = State.parse(JSON.parse(opened))
  return state.until < now ? null : state
}

interface Application {
  id: string
  secret: string
}

export const baseUrlOf = (config: Config, provider: VcsProvider): string =>
  config[`${provider}_URL`].replace(/(?<!\/)\/+$/, '')

/** Environment variables that configure the sign-in. */
export const settingsOf = (provider: VcsProvider): string[] => [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`]

const applicationOf = (config: Config, provider: VcsProvider): Application | null => {
  const [id, secret] = [config[`${provider}_CLIENT_ID`], config[`${provider}_CLIENT_SECRET`]]
  return id === undefined || secret === undefined ? null : { id, secret }
}

const ENDPOINTS = {
  GITHUB: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', scope: 'repo' },
  GITLAB: { authorize: '/oauth/authorize', token: '/oauth/token', scope: 'read_api read_repository' },
  BITBUCKET: { authorize: '/site/oauth2/authorize', token: '/site/oauth2/access_token', scope: '' },
} as const satisfies Record<VcsProvider, { authorize: string; token: string; scope: string }>

/** Null when the server has no application for the provider. */
export const authorizeUrl = (config: Config, provider: VcsProvider, state: string): string | null => {
  const application = applicationOf(config, provider)
  if (application === null) return null
  const { authorize, scope } = ENDPOINTS[provider]
  const url = new URL(`${baseUrlOf(config, provider)}${authorize}`)
  const given = { client_id: application.id, redirect_uri: callbackUrl(config), response_type: 'code', state }
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  if (scope !== '') url.searchParams.set('scope', scope)
  return url.href
}

export interface Tokens {
  token: string
  refreshToken: string | null
  expiresAt: Date | null
}

const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.number()),
})

const askTokens = async (
  outgoing: Outgoing,
  config: Config,
  provider: VcsProvider,
  grant: Record<string, string>,
): Promise<Tokens | null> => {
  const application = applicationOf(config, provider)
  if (application === null) throw wrongField('code', LAUNCHER_TEXTS.oauthNotConfigured)
  const answer = await askApi(outgoing, `${baseUrlOf(config, provider)}${ENDPOINTS[provider].token}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(provider === 'BITBUCKET'
        ? { authorization: `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}` }
        : {}),
    },
    body: new URLSearchParams({
      ...grant,
      redirect_uri: callbackUrl(config),
      ...(provider === 'BITBUCKET' ? {} : { client_id: application.id, client_secret: application.secret }),
    }).toString(),
  }).catch((error: unknown) => {
    if (error instanceof ProviderFailure && error.why === 'refused') return null
    throw error
  })
  // GitHub responds 200 with an `error` to an invalid code.
  const parsed = TokenAnswer.safeParse(answer?.body)
  if (!parsed.success) return null
  const { access_token: token, refresh_token: refreshToken = null, expires_in: seconds } = parsed.data
  return { token, refreshToken, expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1000) }
}

/** Null for a code that the provider rejects. */
export const exchangeCode = (outgoing: Outgoing, config: Config, provider: VcsProvider, code: string) =>
  askTokens(outgoing, config, provider, { grant_type: 'authorization_code', code })

/** Null when the provider does not renew the token. */
export const renewTokens = (outgoing: Outgoing, config: Config, provider: VcsProvider, refreshToken: string) =>
  askTokens(outgoing, config, provider, { grant_type: 'refresh_token', refresh_token: refreshToken })
