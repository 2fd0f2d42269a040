import { Readable } from 'node:stream'
import { acceptSuggestedCases, generateTestCases, getAiCredits } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import { whereOf } from '../repository.ts'
import { acceptCases } from './accept.ts'
import { readContext } from './context.ts'
import { creditsLeft } from './credits.ts'
import { suggestedCases } from './generate.ts'
import { createProvider, type AiProvider } from './provider.ts'

/** Test cases that an assistant suggests (AISG rows). */
export const suggestionRoutes = (routes: Routes, { db, config }: { db: Db; config: Config }): void => {
  const provider = providerOf(config)
  const creditsPerMonth = config.AI_CREDITS

  routes.inProject(generateTestCases, async (given) => {
    const { body, request, reply } = given
    if (provider === null) throw new Refusal(409, ERROR_CODES.aiNotConnected, TEXTS.assistantNotConnected)
    const where = whereOf(given)
    const asked = { suiteId: body.testSuiteId, requirements: body.requirements ?? '' }
    const context = await readContext(db, where, asked)
    if ((await creditsLeft(db, creditsPerMonth)) === 0)
      throw new Refusal(402, ERROR_CODES.aiCreditsExhausted, TEXTS.outOfCredits)
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Proxies that gather what they pass on would hold the cases back.
      .header('x-accel-buffering', 'no')
    const world = { db, provider, creditsPerMonth, log: request.log }
    return Readable.from(suggestedCases(world, where, context, leaving.signal))
  })

  routes.inProject(acceptSuggestedCases, ({ project, caller, body }) => acceptCases(db, project, caller.personId, body))

  routes.inProject(getAiCredits, async () => ({
    data: { model: provider?.model ?? null, credits: await creditsLeft(db, creditsPerMonth) },
  }))
}

const providerOf = ({ AI_URL: url, AI_MODEL: model, AI_KEY: key }: Config): AiProvider | null =>
  url === undefined || model === undefined ? null : createProvider({ url, model, key })
