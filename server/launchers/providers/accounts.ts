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

const placeOf = (personId: number, provider: VcsProvider): string => `vcs-account:${personId}:${provider}`

/** A token is renewed this long before its end. */
const RENEWED_BEFORE_MS = 60_000

/** A person's sign-in at a provider, its token renewed when it ends. Null without one, and with one that cannot be renewed or decrypted. */
export const accountOf = async (
  parts: AccountParts,
  personId: number,
  provider: VcsProvider,
): Promise<Account | null> => {
  const { db, config, secrets, outgoing } = parts
  const row = await db
    .selectFrom('vcs_account')
    .selectAll()
    .where('person_id', '=', personId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) return null
  const place = placeOf(personId, provider)
  const account = { provider, baseUrl: row.base_url, username: row.username, viaOauth: row.via_oauth }
  if (row.expires_at !== null && row.expires_at.getTime() - RENEWED_BEFORE_MS < Date.now()) {
    const refreshToken = row.refresh_token === null ? null : secrets.open(row.refresh_token, place)
    if (refreshToken === null) return null
    const tokens = await renewTokens(outgoing, config, provider, refreshToken)
    if (tokens === null) return null
    await keepAccount(parts, personId, account, { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken })
    return { ...account, token: tokens.token }
  }
  const token = secrets.open(row.token, place)
  return token === null ? null : { ...account, token }
}

/** One of a person at each provider: the newest replaces the one before. */
export const keepAccount = async (
  { db, secrets }: Pick<AccountParts, 'db' | 'secrets'>,
  personId: number,
  { provider, baseUrl, username, viaOauth }: Omit<Account, 'token'>,
  { token, refreshToken, expiresAt }: Tokens,
): Promise<void> => {
  const place = placeOf(personId, provider)
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
    .values({ person_id: personId, provider, ...values })
    .onConflict((conflict) => conflict.columns(['person_id', 'provider']).doUpdateSet(values))
    .execute()
}

/** Username that goes with an OAuth token where git asks for one. */
export const GIT_USERNAMES: Record<VcsProvider, string> = {
  GITHUB: 'x-access-token',
  GITLAB: 'oauth2',
  BITBUCKET: 'x-token-auth',
}
