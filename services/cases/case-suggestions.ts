import { Observable } from 'rxjs'
import { pathOf } from '../../contract/call.ts'
import { generateTestCases, StreamProblem, SuggestedCase } from '../../contract/cases/suggestions.ts'
import { TEXTS } from '../../contract/texts.ts'
import { ApiError, refusal } from '../http/api-error.ts'
import { renewing, type TokenSource } from '../http/renewing.ts'

export interface SuggestionRequest {
  testSuiteId: number
  requirements: string
}

export interface CaseSuggestionsWorld {
  token: TokenSource
  fetch: typeof fetch
  /** Receives events that cannot be parsed (AISG-17). */
  onUnreadable: (data: string) => void
}

/**
 * Streams suggested cases; completes when the assistant has finished, and aborts when unsubscribed. Fails with `ApiError`, also when the
 * stream breaks off. Renews an expired session once (AISG-16).
 */
export const suggestCases = (
  { token, fetch, onUnreadable }: CaseSuggestionsWorld,
  projectId: number,
  requested: SuggestionRequest,
): Observable<SuggestedCase> =>
  new Observable((subscriber) => {
    const leaving = new AbortController()
    const stream = async () => {
      const response = await openStream({ token, fetch }, projectId, requested, leaving.signal)
      await readStream(response, (event) => {
        if (event === null) subscriber.complete()
        else if ('problem' in event) subscriber.error(event.problem)
        else if ('unreadable' in event) onUnreadable(event.unreadable)
        else subscriber.next(event.suggested)
      })
      if (!subscriber.closed) subscriber.error(new ApiError('unreachable', { message: TEXTS.suggestionsBroken }))
    }
    stream().catch((cause: unknown) => {
      if (leaving.signal.aborted) return
      subscriber.error(
        cause instanceof ApiError ? cause : new ApiError('unreachable', { message: TEXTS.suggestionsBroken, cause }),
      )
    })
    return () => leaving.abort()
  })

const openStream = (
  { token: session, fetch }: Pick<CaseSuggestionsWorld, 'token' | 'fetch'>,
  projectId: number,
  requested: SuggestionRequest,
  signal: AbortSignal,
): Promise<Response> => {
  const open = async (token: string | null): Promise<Response> => {
    const response = await fetch(`${pathOf(generateTestCases.path, {})}?projectId=${projectId}`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      credentials: 'same-origin',
      body: JSON.stringify(requested),
      signal,
    })
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => null))
    return response
  }
  return renewing(session)(open)
}

/** Null: the end. */
type StreamEvent = { suggested: SuggestedCase } | { problem: ApiError } | { unreadable: string } | null

const readStream = async (response: Response, onEvent: (event: StreamEvent) => void): Promise<void> => {
  // Loaded with the first stream: few visits use the assistant.
  const { createParser } = await import('eventsource-parser')
  const parser = createParser({ onEvent: ({ event, data }) => onEvent(eventOf(event, data)) })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
}

const eventOf = (event: string | undefined, data: string): StreamEvent => {
  if (event === 'end') return null
  const value = jsonOf(data)
  if (event === 'problem') {
    const problem = StreamProblem.safeParse(value)
    return { problem: new ApiError('refused', problem.success ? problem.data : { message: TEXTS.assistantFailed }) }
  }
  const suggested = SuggestedCase.safeParse(value)
  return suggested.success ? { suggested: suggested.data } : { unreadable: data }
}

const jsonOf = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
