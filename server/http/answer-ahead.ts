import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../../contract/limits.ts'
import type { AnsweredAhead } from '../../contract/session/session.ts'

/** Maximum time that opening a session is delayed by the calls made ahead. */
const MAX_MS = 200

/**
 * Makes the calls that the visit is about to make, as the browser would: with the new token, and through all checks of their routes. Omits
 * calls that take too long or are not calls of a project: the client makes those itself.
 */
export const answerAhead = async (
  app: Pick<FastifyInstance, 'inject'>,
  authToken: string,
  addresses: readonly string[],
  maxMs = MAX_MS,
): Promise<AnsweredAhead[]> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${authToken}` }
  const ask = async (address: string): Promise<AnsweredAhead[]> => {
    const answer = await app.inject({ method: 'GET', url: address, headers })
    if (!/^application\/json\b/.test(String(answer.headers['content-type']))) return []
    return [{ address, status: answer.statusCode, answer: answer.json() }]
  }
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<AnsweredAhead[]>((resolve) => {
    timer = setTimeout(resolve, maxMs, [])
  })
  const inProject = addresses.filter((address) => /^\/api\/projects\/[\x21-\x7e]{1,4000}$/.test(address))
  const inTime = inProject
    .slice(0, LIMITS.callsAhead)
    .map((address) => Promise.race([ask(address), tooLate]).catch((): AnsweredAhead[] => []))
  const answered = await Promise.all(inTime)
  clearTimeout(timer)
  return answered.flat()
}
