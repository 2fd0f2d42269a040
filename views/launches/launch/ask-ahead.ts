/**
 * Prefetches answers. Each is handed out once while fresh; otherwise the request is made again. A failed prefetch is ignored, and the later
 * request reports its failure.
 */
export interface AskAhead<Question, Answer> {
  /** Prefetches unless requested already. */
  expect(question: Question): void
  /** Returns the prefetched answer without consuming it. */
  known(question: Question): Answer | null
  take(question: Question, signal?: AbortSignal): Promise<Answer>
  /** Discards prefetched answers after a change. */
  forget(): void
}

interface Asked<Answer> {
  answer: Promise<Answer>
  value: Answer | null
  until: number
}

const keptMs = 30_000
const max = 4

export const askAhead = <Question, Answer>(
  ask: (question: Question, signal?: AbortSignal) => Promise<Answer>,
  keyOf: (question: Question) => string,
  now: () => number = () => performance.now(),
): AskAhead<Question, Answer> => {
  const all = new Map<string, Asked<Answer>>()
  const fresh = (key: string): Asked<Answer> | undefined => {
    const asked = all.get(key)
    if (asked === undefined || asked.until > now()) return asked
    all.delete(key)
    return undefined
  }
  const keep = async (key: string, asked: Asked<Answer>) => {
    try {
      asked.value = await asked.answer
    } catch {
      if (all.get(key) === asked) all.delete(key)
    }
  }
  return {
    expect: (question) => {
      const key = keyOf(question)
      if (fresh(key)) return
      const asked = { answer: ask(question), value: null, until: now() + keptMs }
      all.set(key, asked)
      void keep(key, asked)
      for (const oldest of all.keys()) if (all.size > max) all.delete(oldest)
    },
    known: (question) => fresh(keyOf(question))?.value ?? null,
    take: async (question, signal) => {
      const key = keyOf(question)
      const asked = fresh(key)
      all.delete(key)
      if (asked === undefined) return ask(question, signal)
      try {
        return await asked.answer
      } catch {
        signal?.throwIfAborted()
        return ask(question, signal)
      }
    },
    forget: () => all.clear(),
  }
}
