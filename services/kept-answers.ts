import { ApiError } from './api-error.ts'
import type { Send } from './http.ts'

/** Where answers are kept between visits. Whatever fails in it costs the answer, nothing else. */
export interface AnswerStore {
  get(key: string): Promise<unknown>
  put(key: string, answer: unknown): Promise<void>
}

/** How long a call may take before what was answered the last time is shown instead: a train's network often answers nothing at all. */
const PATIENCE_MS = 4000

/**
 * Makes calls as `send` does, and keeps the last answer of each of those named: without a server it stands for a new one. What a
 * refused call was answered before is not shown.
 */
export const keepAnswers = (send: Send, names: ReadonlySet<string>, store: () => AnswerStore | null): Send => {
  return async (call, given = {}) => {
    const kept = names.has(call.name) ? store() : null
    if (kept === null) return send(call, given)
    const key = `${call.name} ${JSON.stringify([given.params ?? {}, given.query ?? {}])}`
    const recall = async () => {
      const parsed = call.answer.safeParse(await kept.get(key).catch(() => undefined))
      return parsed.success ? { answer: parsed.data } : null
    }
    const answered = send(call, given).then((answer) => {
      kept.put(key, answer).catch(() => undefined)
      return answer
    })
    let patience: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => (patience = setTimeout(() => resolve(null), PATIENCE_MS)))
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

const nameOf = (personId: number) => `assay-answers-${personId}`

/** In the browser's cache of responses, for one person; null where the browser has none (insecure origins). */
export const answersOf = (caches: CacheStorage | undefined, personId: number): AnswerStore | null => {
  if (caches === undefined) return null
  const addressOf = (key: string) => `/kept-answers/${encodeURIComponent(key)}`
  return {
    get: async (key) => {
      const response = await (await caches.open(nameOf(personId))).match(addressOf(key))
      return response?.json()
    },
    put: async (key, answer) => (await caches.open(nameOf(personId))).put(addressOf(key), Response.json(answer)),
  }
}

/** Takes away what a person was answered. */
export const dropAnswers = async (caches: CacheStorage | undefined, personId: number): Promise<void> => {
  await caches?.delete(nameOf(personId))
}
