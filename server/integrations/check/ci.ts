import { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { basic, CheckFailure, readAnswer, requireSuccess, type Check } from './system.ts'

const Me = z.object({ fullName: z.optional(z.string()), id: z.optional(z.string()) })

export const checkJenkins: Check = async (system) => {
  const headers = basic(system.value('username'), system.value('token'))
  const { fullName, id } = readAnswer(system, await system.ask(`${system.address('url')}/me/api/json`, { headers }), Me)
  return fullName ?? id ?? null
}

/** The webhook cannot be queried, so the check is a call that starts nothing. */
export const checkCiTrigger: Check = async (system) => {
  const { status } = await system.ask(system.value('webhook'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'test' }),
  })
  if (status === 404 || status === 410) throw new CheckFailure(CHECK_TEXTS.triggerGone)
  requireSuccess(system, status)
  return null
}
