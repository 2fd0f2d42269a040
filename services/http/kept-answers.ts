import { ApiError } from './api-error.ts'
import type { Send } from './http.ts'

/** Storage of answers between visits. Its failures only lose answers. */
export interface AnswerStore {
  get(key: string): Promise<unknown>
  put(key: string, answer: unknown): Promise<void>
}

/** Timeout in ms before the stored answer is used instead: poor networks often do not answer at all. */
const PATIENCE_MS = 4000

/**
 * Makes calls like `send`, and stores the last answer of each named call, which is returned when the server is unreachable. A rejected call
 * never returns a stored answer. `isPatient`: no stored answer while the call is pending either.
 */
export const keepAnswers = (
  send: Send,
  names: ReadonlySet<string>,
  store: () => AnswerStore | null,
  { isPatient = false }: { isPatient?: boolean } = {},
): Send => {
  return async (call, ...given) => {
    const saved = names.has(call.name) ? store() : null
    if (saved === null) return send(call, ...given)
    const key = `${call.name} ${JSON.stringify([given[0]?.params ?? {}, given[0]?.query ?? {}])}`
    const recall = async () => {
      const parsed = call.answer.safeParse(await saved.get(key).catch(() => undefined))
      return parsed.success ? { answer: parsed.data } : null
    }
    const answered = send(call, ...given).then((answer) => {
      saved.put(key, answer).catch(() => undefined)
      return answer
    })
    let patience: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      if (!isPatient) patience = setTimeout(() => resolve(null), PATIENCE_MS)
    })
    try {
      const inTime = await Promise.race([answered.then((answer) => ({ answer })), late])
      return (inTime ?? (await recall()) ?? { answer: await answered }).answer
    } catch (error) {
      const last = error instanceof ApiError && error.kind === 'unreachable' ? await recall() : null
      if (last === null) throw error
      return last.answer
    } finally {
      clearTimeout(patience)
    }
  }
}

/** `work`: data for offline work. `read`: answers of recently read pages. */
export type Shelf = 'work' | 'read'

/** Maximum answers of recently read pages: a long log has an answer for each part. */
export const MAX_READ_ANSWERS = 300

const nameOf = (userId: number, shelf: Shelf) => `assay-answers-${userId}${shelf === 'work' ? '' : `-${shelf}`}`

/** In the browser's Cache storage, per user; null where unavailable (insecure origins). */
export const answersOf = (caches: CacheStorage | undefined, userId: number, shelf: Shelf): AnswerStore | null => {
  if (caches === undefined) return null
  const addressOf = (key: string) => `/kept-answers/${encodeURIComponent(key)}`
  return {
    get: async (key) => {
      const response = await (await caches.open(nameOf(userId, shelf))).match(addressOf(key))
      return response?.json()
    },
    put: async (key, answer) => {
      const cache = await caches.open(nameOf(userId, shelf))
      // Deleted and added again, it becomes the newest.
      if (shelf === 'read') await cache.delete(addressOf(key))
      await cache.put(addressOf(key), Response.json(answer))
      if (shelf === 'work') return
      const oldest = (await cache.keys()).slice(0, -MAX_READ_ANSWERS)
      await Promise.all(oldest.map((one) => cache.delete(one)))
    },
  }
}

/** Deletes a user's stored answers. */
export const dropAnswers = async (caches: CacheStorage | undefined, userId: number): Promise<void> => {
  for (const shelf of ['work', 'read'] as const) await caches?.delete(nameOf(userId, shelf))
}
