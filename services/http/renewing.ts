import { isUnauthorised } from './api-error.ts'

/** What calls need of the session: its token, and a way to a new one. `renew` rejects when there is none to be had. */
export interface TokenSource {
  token(): string | null
  renew(): Promise<void>
  /** Whether a call without a token may ask for one: somebody is signed in, though the server has not confirmed it yet. */
  mayRenew?(): boolean
}

/** Renewals under way: calls that are refused together share one, whichever service makes them. */
const renewals = new WeakMap<TokenSource, Promise<void>>()

const renewOnce = (session: TokenSource): Promise<void> => {
  const known = renewals.get(session)
  if (known !== undefined) return known
  const renewal = session.renew().finally(() => renewals.delete(session))
  renewals.set(session, renewal)
  return renewal
}

/**
 * Makes an attempt with the session's token, and once more after a renewal where the server refuses the token (SESSION-03 to 06).
 * Throws what the attempt throws, or what `renew` throws.
 */
export const renewing =
  (session: TokenSource) =>
  async <T>(attempt: (token: string | null) => Promise<T>): Promise<T> => {
    const token = session.token()
    try {
      return await attempt(token)
    } catch (error) {
      if (!isUnauthorised(error) || (token === null && session.mayRenew?.() !== true)) throw error
      // A call that was under way during somebody else's renewal needs the new token, not another renewal.
      if (session.token() === token) await renewOnce(session)
      return attempt(session.token())
    }
  }
