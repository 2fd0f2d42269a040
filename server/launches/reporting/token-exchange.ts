import { ERROR_CODES } from '../../../contract/errors.ts'
import { GUIDE_TOKEN_MINUTES } from '../../../contract/launches/reporting-setup.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import { TENANT } from '../../config.ts'

/** Exchanges an access token for an agent's token. It outlives a launch, because no agent renews it (protocol 1, 2.1). */
export const exchangeToken = async (db: Db, accessToken: string, hours: number) => {
  const row = await db
    .selectFrom('access_token as t')
    .innerJoin('workspace_user as p', 'p.id', 't.user_id')
    .select(['t.id', 't.user_id', 't.expires_at', 't.purpose'])
    .where('t.hash', '=', hashToken(accessToken))
    .where('p.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && row.expires_at.getTime() <= Date.now()))
    throw new Refusal(401, ERROR_CODES.renewalRefused, 'The access token is unknown, deleted or expired')
  const authToken = newToken()
  const seconds = row.purpose === 'guide' ? GUIDE_TOKEN_MINUTES * 60 : hours * 3600
  await db
    .insertInto('auth_token')
    .values({
      hash: hashToken(authToken),
      user_id: row.user_id,
      session_id: null,
      access_token_id: row.id,
      expires_at: new Date(Date.now() + seconds * 1000),
    })
    .execute()
  await db.updateTable('access_token').set({ last_used_at: new Date() }).where('id', '=', row.id).execute()
  return {
    authToken,
    authTokenType: 'Bearer',
    authTokenExpirationInSecs: seconds,
    refreshToken: accessToken,
    userId: row.user_id,
    tenantName: TENANT,
  }
}
