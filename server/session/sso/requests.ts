import { timingSafeEqual } from 'node:crypto'
import type { SignInTestOutcome } from '../../../contract/workspace/identity-providers.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import type { Db } from '../../db/open.ts'
import { SsoRefusal } from './problem.ts'
import { samlOf, type SamlConfig, type StoredProvider } from './provider.ts'
import type { OwnKey } from './own-key.ts'
import type { Asserted } from './verify-response.ts'

/** Time limit for signing in at the provider. */
export const REQUEST_MINUTES = 10

export interface Begun {
  wanted: string
  /** User who tests the provider. */
  tester?: number
}

/** Creates a request to the provider and stores it. `browser` is the value for a cookie of the browser that is redirected to `url`. */
export const beginSignIn = async (
  db: Db,
  provider: StoredProvider,
  key: OwnKey,
  config: SamlConfig,
  { wanted, tester }: Begun,
): Promise<{ url: string; browser: string }> => {
  // XML ids start with a letter or an underscore.
  const id = `_${newToken()}`
  const [relay, browser] = [newToken(), newToken()]
  await db
    .insertInto('saml_request')
    .values({
      id,
      provider_id: provider.id,
      relay_hash: hashToken(relay),
      browser_hash: hashToken(browser),
      wanted,
      tester: tester ?? null,
      expires_at: new Date(Date.now() + REQUEST_MINUTES * 60_000),
    })
    .execute()
  return { url: await samlOf(provider, key, config, id).getAuthorizeUrlAsync(relay, undefined, {}), browser }
}

/** Request that an answer belongs to. */
export interface AnsweredRequest {
  id: string
  wanted: string
  tester: number | null
}

/** Sender of an answer. */
interface Answerer {
  relayState: string | undefined
  /** Value of the cookie from `beginSignIn`. */
  browser: string | undefined
  checksBrowser: boolean
}

/**
 * Consumes the assertion and the request that it answers. Returns null for an unsolicited assertion. Throws `SsoRefusal` for a replayed
 * one, and for an answer to no request of this provider, relay state and browser.
 */
export const useUp = (
  db: Db,
  provider: Pick<StoredProvider, 'id' | 'allows_idp_initiated'>,
  { assertionId, expiresAt, inResponseTo }: Asserted,
  { relayState, browser, checksBrowser }: Answerer,
): Promise<AnsweredRequest | null> =>
  db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('saml_assertion')
      .values({ provider_id: provider.id, id: assertionId, expires_at: expiresAt })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isFirst) throw new SsoRefusal('not-asked-for', 'The assertion was used before')
    if (inResponseTo === null) {
      if (provider.allows_idp_initiated) return null
      throw new SsoRefusal('begin-here', 'The assertion answers no request, and the provider may not begin by itself')
    }
    const request = await tx
      .selectFrom('saml_request')
      .selectAll()
      .where('id', '=', inResponseTo)
      .where('provider_id', '=', provider.id)
      .where('outcome', 'is', null)
      .where('expires_at', '>', new Date())
      .forUpdate()
      .executeTakeFirst()
    if (!request)
      throw new SsoRefusal('not-asked-for', 'The request that is answered is unknown, over, or was answered')
    if (!isHashOf(request.relay_hash, relayState)) throw new SsoRefusal('not-asked-for', 'The relay state is not ours')
    if (checksBrowser && request.tester === null && !isHashOf(request.browser_hash, browser))
      throw new SsoRefusal('not-asked-for', 'The sign-in was begun in another browser')
    if (request.tester === null) await tx.deleteFrom('saml_request').where('id', '=', request.id).execute()
    return { id: request.id, wanted: request.wanted, tester: request.tester }
  })

const isHashOf = (hash: Buffer, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash, hashToken(token))

/** Returns the test that a relay state belongs to, for errors that occur before the answered request is known. */
export const testOf = async (
  db: Db,
  relayState: string | undefined,
): Promise<{ id: string; providerId: number } | null> => {
  if (relayState === undefined) return null
  const row = await db
    .selectFrom('saml_request')
    .select(['id', 'provider_id'])
    .where('relay_hash', '=', hashToken(relayState))
    .where('tester', 'is not', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return row ? { id: row.id, providerId: row.provider_id } : null
}

export const keepOutcome = async (db: Db, id: string, outcome: SignInTestOutcome): Promise<void> => {
  await db
    .updateTable('saml_request')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute()
}
