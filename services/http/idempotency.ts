import { ApiError } from './api-error.ts'

/** Maximum number of remembered requests with a lost answer. */
const MAX = 50

export interface IdempotencyKeys {
  /** Sends a request with a key. `request` identifies it: URL and body. */
  send<T>(request: string, sendWith: (key: string) => Promise<T>): Promise<T>
}

/**
 * Adds `Idempotency-Key` to creating requests. A request that is repeated after its answer was lost reuses the first key, so that nothing
 * is created twice.
 */
export const createIdempotencyKeys = (newKey: () => string): IdempotencyKeys => {
  const unanswered = new Map<string, string>()
  return {
    async send<T>(request: string, sendWith: (key: string) => Promise<T>): Promise<T> {
      const key = unanswered.get(request) ?? newKey()
      // A second request while the first is pending is a separate one.
      unanswered.delete(request)
      try {
        return await sendWith(key)
      } catch (error) {
        if (isLost(error)) {
          unanswered.set(request, key)
          const [oldest] = unanswered.keys()
          if (unanswered.size > MAX && oldest !== undefined) unanswered.delete(oldest)
        }
        throw error
      }
    },
  }
}

/** Returns whether the server may have executed the request although no answer arrived. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500)
