import { isUnauthorised } from './api-error.ts'

/** Session access for calls. `renew` rejects when no token can be had. */
export interface TokenSource {
  token(): string | null
  renew(): Promise<void>
  /** Whether a call without a token may request one: a user is signed in, not confirmed by the server yet. */
  mayRenew?(): boolean
}

/** Pending renewals, shared by all services. */
const renewals = new WeakMap<TokenSource, Promise<void>>()

const renewOnce = (session: TokenSource): Promise<void> => {
  const known = renewals.get(session)
  if (known !== undefined) return known
  const renewal = session.renew().finally(() => renewals.delete(session))
  renewals.set(session, renewal)
  return renewal
}

/**
 * Runs an attempt with the session's token, and once more after a renewal if the token is rejected (SESSION-03 to 06). Throws what the
 * attempt throws, or what `renew` throws.
 */
export const renewing =
  (session: TokenSource) =>
  async <T>(attempt: (token: string | null) => Promise<T>): Promise<T> => {
    const token = session.token()
    try {
      return await attempt(token)
    } catch (error) {
      if (!isUnauthorised(error) || (token === null && session.mayRenew?.() !== true)) throw error
      // A call that was pending during another call's renewal needs the new token, not another renewal.
      if (session.token() === token) await renewOnce(session)
      return attempt(session.token())
    }
  }
