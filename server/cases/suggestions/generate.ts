import type { FastifyBaseLogger } from 'fastify'
import type { SuggestedCase, StreamProblem } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import type { Where } from '../repository.ts'
import type { SuggestionContext } from './context.ts'
import { spendCredit, type CreditsPerMonth } from './credits.ts'
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

/** Maximum length of an unclosed object: a model that never closes a brace must not fill the memory. */
const MAX_CHARACTERS = 200_000

/**
 * Extracts complete JSON objects from streamed text: one per line as requested, but also in an array, in `{"cases": […]}`, pretty-printed,
 * or between other text, since models deviate. Text between objects is ignored. Throws `RangeError` for an object that does not end.
 */
const jsonObjects = () => {
  let text = ''
  let at = 0
  let start = -1
  let depth = 0
  let isInString = false
  let isEscaped = false
  return {
    /** Returns the text of each object that ends in this chunk. */
    take: (piece: string): string[] => {
      text += piece
      const found: string[] = []
      for (; at < text.length; at += 1) {
        const character = text[at]
        if (isEscaped) isEscaped = false
        else if (isInString) {
          if (character === '\\') isEscaped = true
          else if (character === '"') isInString = false
        } else if (character === '{') {
          if (depth === 0 || (depth === 1 && at - start < 80 && isWrapper(text.slice(start, at)))) {
            start = at
            depth = 0
          }
          depth += 1
        } else if (character === '"') isInString = depth > 0
        else if (character === '}' && depth > 0) {
          depth -= 1
          if (depth > 0) continue
          found.push(text.slice(start, at + 1))
          start = -1
        }
      }
      // Keeps only the unclosed object.
      text = start < 0 ? '' : text.slice(start)
      at = text.length
      if (start >= 0) start = 0
      if (text.length > MAX_CHARACTERS) throw new RangeError('an object does not end')
      return found
    },
  }
}

/** Returns whether the text is a wrapper such as `{"cases": [`, whose elements are the objects. */
const isWrapper = (before: string): boolean => /^\{\s*"[^"\\]{0,40}"\s*:\s*\[\s*$/.test(before)
