import type { FastifyBaseLogger } from 'fastify'
import type { SuggestedCase, StreamProblem } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import type { Where } from '../repository.ts'
import type { SuggestionContext } from './context.ts'
import { spendCredit, type CreditsPerMonth } from './credits.ts'
import { jsonObjects } from './json-objects.ts'
import { messagesFor } from './prompt.ts'
import { ProviderFailure, type AiProvider } from './provider.ts'
import { suggestedCase } from './suggested.ts'

interface World {
  db: Db
  provider: AiProvider
  creditsPerMonth: CreditsPerMonth
  log: FastifyBaseLogger
}

/** Timeout of one suggestion. */
const MAX_MS = 10 * 60_000

/**
 * Streams suggested cases as events; an error is the last event. Stops the request to the provider when `leaving` aborts, because nobody
 * reads any more. Invalid objects are only logged (AISG-17).
 */
export async function* suggestedCases(
  world: World,
  where: Where,
  { suiteId, wanted, defaults }: SuggestionContext,
  leaving: AbortSignal,
): AsyncGenerator<string> {
  const { db, provider, creditsPerMonth, log } = world
  const enough = new AbortController()
  const signal = AbortSignal.any([leaving, enough.signal, AbortSignal.timeout(MAX_MS)])
  const objects = jsonObjects()
  let count = 0
  // Sent immediately, so that the client knows that the request is in progress.
  yield ': the assistant is asked\n\n'
  try {
    for await (const piece of provider.complete(messagesFor(wanted), signal)) {
      for (const written of objects.take(piece)) {
        if (count === LIMITS.suggestionsAtOnce) break
        const suggested = suggestedCase(written, defaults)
        if (suggested === null) {
          log.warn({ written: written.slice(0, 500) }, 'the assistant wrote something that is no test case')
          continue
        }
        if (!(await spendCredit(db, where, suiteId, creditsPerMonth))) {
          yield problemEvent({ code: ERROR_CODES.aiCreditsExhausted, message: TEXTS.outOfCredits })
          return
        }
        yield caseEvent(suggested)
        count += 1
      }
      if (count === LIMITS.suggestionsAtOnce) break
    }
    yield count > 0 ? END_EVENT : problemEvent({ code: ERROR_CODES.aiFailed, message: TEXTS.nothingSuggested })
  } catch (cause) {
    if (!(cause instanceof ProviderFailure) && !(cause instanceof RangeError) && !signal.aborted) throw cause
    log.warn({ err: cause }, 'the assistant failed')
    const message = cause instanceof ProviderFailure ? cause.message : TEXTS.assistantFailed
    yield problemEvent({ code: ERROR_CODES.aiFailed, message })
  } finally {
    enough.abort()
  }
}

const caseEvent = (suggested: SuggestedCase) => `data: ${JSON.stringify(suggested)}\n\n`
const problemEvent = (problem: StreamProblem) => `event: problem\ndata: ${JSON.stringify(problem)}\n\n`
const END_EVENT = 'event: end\ndata: {}\n\n'
