import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import type { AnsweredAhead } from '../../contract/session/session.ts'

/** A visit waits for its session no longer than this for what it could ask for itself. */
const MOST_MS = 200

/**
 * Makes the calls that a visit is going to make next, as the browser would make them: with the new token, through every check of their
 * own routes. What takes too long, and what is no call in a project, is left out: the visit asks for it itself.
 */
export const answerAhead = async (
  app: Pick<FastifyInstance, 'inject'>,
  authToken: string,
  addresses: readonly string[],
  mostMs = MOST_MS,
): Promise<AnsweredAhead[]> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${authToken}` }
  const ask = async (address: string): Promise<AnsweredAhead[]> => {
    const answer = await app.inject({ method: 'GET', url: address, headers })
    if (!/^application\/json\b/.test(String(answer.headers['content-type']))) return []
    return [{ address, status: answer.statusCode, answer: answer.json() }]
  }
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<AnsweredAhead[]>((resolve) => {
    timer = setTimeout(resolve, mostMs, [])
  })
  const inProject = addresses.filter((address) => /^\/api\/projects\/[\x21-\x7e]{1,4000}$/.test(address))
  const inTime = inProject
    .slice(0, LIMITS.callsAhead)
    .map((address) => Promise.race([ask(address), tooLate]).catch((): AnsweredAhead[] => []))
  const answered = await Promise.all(inTime)
  clearTimeout(timer)
  return answered.flat()
}
