import { hash } from 'node:crypto'

/**
 * Requests that create something, and what came of them. An agent whose connection broke sends the same request again (protocol 1,
 * Retries), and has to get the same answer. An agent that goes on with what it got has had its answer: a request like that
 * one is then a new one, for tests may well start alike twice.
 */
export interface Recent {
  /** The answer to the same request shortly before, or that of `act`. `made` tells what the answer stands for, as in `test:7`. */
  once<Answer>(
    request: { url: string; body: Buffer; authorization: string },
    act: () => Promise<Answer>,
    made?: (answer: Answer) => string,
  ): Promise<Answer>
  /** The agent has used what it got. */
  used(made: string): void
}

const KEPT_MS = 120_000
const MOST = 20_000

export const createRecent = (now: () => number = Date.now): Recent => {
  const answers = new Map<string, { at: number; answer: Promise<unknown> }>()
  const keysByMade = new Map<string, string>()

  const forgetOld = () => {
    for (const [key, { at }] of answers) {
      if (at > now() - KEPT_MS && answers.size < MOST) return
      answers.delete(key)
    }
    for (const [made, key] of keysByMade) {
      if (answers.has(key)) return
      keysByMade.delete(made)
    }
  }

  return {
    once: async <Answer>(
      { url, body, authorization }: { url: string; body: Buffer; authorization: string },
      act: () => Promise<Answer>,
      made?: (answer: Answer) => string,
    ) => {
      forgetOld()
      const key = hash('sha256', Buffer.concat([Buffer.from(`${authorization}\n${url}\n`), body]), 'base64')
      const known = answers.get(key)
      if (known) return known.answer as Promise<Answer>
      const answer = act()
      answers.set(key, { at: now(), answer })
      try {
        const given = await answer
        if (made) keysByMade.set(made(given), key)
        return given
      } catch (error) {
        answers.delete(key)
        throw error
      }
    },
    used: (made) => {
      const key = keysByMade.get(made)
      if (key === undefined) return
      keysByMade.delete(made)
      answers.delete(key)
    },
  }
}
