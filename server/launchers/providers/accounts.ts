import type { VcsProvider } from '../../../contract/launchers/providers.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { renewTokens, type Tokens } from './oauth.ts'
import type { Account } from './provider-client.ts'

export interface AccountParts {
  db: Db
  config: Config
  secrets: Secrets
  outgoing: Outgoing
}

const placeOf = (userId: number, provider: VcsProvider): string => `vcs-account:${userId}:${provider}`

/** Time before its expiry at which a token is renewed. */
const RENEWED_BEFORE_MS = 60_000

/**
 * Resolves with a user's account at a provider, and renews an expiring token. Null without an account, and when its token cannot be renewed
 * or decrypted.
 */
export const accountOf = async (
  parts: AccountParts,
  userId: number,
  provider: VcsProvider,
): Promise<Account | null> => {
  const { db, config, secrets, outgoing } = parts
  const row = await db
    .selectFrom('vcs_account')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) return null
  const place = placeOf(userId, provider)
  const account = { provider, baseUrl: row.base_url, username: row.username, viaOauth: row.via_oauth }
  if (row.expires_at !== null && row.expires_at.getTime() - RENEWED_BEFORE_MS < Date.now()) {
    const refreshToken = row.refresh_token === null ? null : secrets.open(row.refresh_token, place)
    if (refreshToken === null) return null
    const tokens = await renewTokens(outgoing, config, provider, refreshToken)
    if (tokens === null) return null
    await keepAccount(parts, userId, account, { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken })
    return { ...account, token: tokens.token }
  }
  const token = secrets.open(row.token, place)
  return token === null ? null : { ...account, token }
}

/** Stores the account of a user at a provider; replaces the previous one. */
export const keepAccount = async (
  { db, secrets }: Pick<AccountParts, 'db' | 'secrets'>,
  userId: number,
  { provider, baseUrl, username, viaOauth }: Omit<Account, 'token'>,
  { token, refreshToken, expiresAt }: Tokens,
): Promise<void> => {
  const place = placeOf(userId, provider)
  const values = {
    base_url: baseUrl,
    username,
    token: secrets.seal(token, place),
    refresh_token: refreshToken === null ? null : secrets.seal(refreshToken, place),
    via_oauth: viaOauth,
    expires_at: expiresAt,
  }
  await db
    .insertInto('vcs_account')
    .values({ user_id: userId, provider, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(values))
    .execute()
}

/** User names that git needs with an OAuth token. */
export const GIT_USERNAMES: Record<VcsProvider, string> = {
  GITHUB: 'x-access-token',
  GITLAB: 'oauth2',
  BITBUCKET: 'x-token-auth',
}
