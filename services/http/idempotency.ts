import { ApiError } from './api-error.ts'

/** How many requests with a lost answer are remembered. */
const MOST = 50

export interface IdempotencyKeys {
  /** Sends a request with a key. `request` tells it from others: its address and body. */
  send<T>(request: string, sendWith: (key: string) => Promise<T>): Promise<T>
}

/**
 * Gives creating requests their `Idempotency-Key`. A request that is repeated after its answer was lost carries the key of the
 * first one, so that the server creates nothing twice.
 */
export const createIdempotencyKeys = (newKey: () => string): IdempotencyKeys => {
  const unanswered = new Map<string, string>()
  return {
    async send<T>(request: string, sendWith: (key: string) => Promise<T>): Promise<T> {
      const key = unanswered.get(request) ?? newKey()
      // A second request while the first is under way is another one.
      unanswered.delete(request)
      try {
        return await sendWith(key)
      } catch (error) {
        if (isLost(error)) {
          unanswered.set(request, key)
          const [oldest] = unanswered.keys()
          if (unanswered.size > MOST && oldest !== undefined) unanswered.delete(oldest)
        }
        throw error
      }
    },
  }
}

/** Whether the server may have carried the request out although no answer came. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind !== 'refused' || error.status >= 500)
