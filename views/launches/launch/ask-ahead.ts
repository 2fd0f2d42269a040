/**
 * Answers that are asked for before anybody wants them. Each is given out once, while it is fresh; whoever wants another is given
 * what the server says then. What the server refuses ahead of time is asked again, and refused to whoever wants it.
 */
export interface AskAhead<Question, Answer> {
  /** Asks, unless it has been asked already. */
  expect(question: Question): void
  /** The answer that is there already, without taking it. */
  known(question: Question): Answer | null
  take(question: Question, signal?: AbortSignal): Promise<Answer>
  /** What was `known` has been made use of. */
  drop(question: Question): void
  /** Something was changed: what was asked before knows nothing of it. */
  forget(): void
}

interface Asked<Answer> {
  answer: Promise<Answer>
  value: Answer | null
  until: number
}

const keptMs = 30_000
const most = 4

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
      for (const oldest of all.keys()) if (all.size > most) all.delete(oldest)
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
    drop: (question) => void all.delete(keyOf(question)),
    forget: () => all.clear(),
  }
}
