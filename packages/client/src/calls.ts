import type { z } from 'zod/mini'
import { Problem } from '../../../contract/errors.ts'
import { Rejected, Unreachable } from './failures.ts'
import { delay, fetch, now } from './original-globals.ts'
import type { Connection } from './settings.ts'

export interface Sent {
  /** By default POST with a body, and GET without one. */
  method?: 'PUT'
  path: string
  /** Undefined values are omitted. */
  query?: Readonly<Record<string, string | undefined>>
  /** Creates the body, once for each attempt. */
  body?: () => Promise<FormData> | string
  headers?: Readonly<Record<string, string>>
  /** Limit of one attempt; without one, the connection decides. */
  timeoutMs?: number
}

/** Ends a call from outside, and learns of answers and of attempts that are repeated. */
export interface Watch {
  /** When it aborts, the call throws its reason. */
  signal?: AbortSignal
  onFailure?: (message: string) => void
  onSuccess?: () => void
}

/**
 * Makes a call of the contract and parses its answer. Retries network errors, 429 and 5xx with growing, jittered waits, or as `Retry-After`
 * says, for the connection's time. Throws `Unreachable` then, and `Rejected` for other errors.
 */
export const call = async <Answer>(
  connection: Connection,
  sent: Sent,
  answer: z.ZodMiniType<Answer>,
  { signal, onFailure, onSuccess }: Watch = {},
): Promise<Answer> => {
  const end = now() + connection.retryMs
  for (let attempt = 0; ; attempt += 1) {
    const received = await attemptOf(connection, sent, signal)
    signal?.throwIfAborted()
    if ('body' in received) {
      onSuccess?.()
      return parsed(received, answer)
    }
    onFailure?.(received.failure)
    const waitMs = received.retryAfterMs ?? backOffMs(attempt, connection.longestWaitMs)
    if (now() + waitMs > end) throw new Unreachable(received.failure)
    await delay(waitMs, undefined, signal ? { signal } : {})
  }
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** Jobs that failed together do not retry together. */
const backOffMs = (attempt: number, longestMs = LONGEST_WAIT_MS): number =>
  Math.min(FIRST_WAIT_MS * 2 ** attempt, longestMs) * (0.5 + Math.random() / 2)

type Received = { status: number; body: string } | { failure: string; retryAfterMs: number | null }

const attemptOf = async (
  { url, token }: Connection,
  { method, path, query = {}, body: createBody, headers, timeoutMs }: Sent,
  signal?: AbortSignal,
): Promise<Received> => {
  const address = new URL(`${url}${path}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
  const body = await createBody?.()
  const signals = [...(signal ? [signal] : []), ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)])]
  try {
    const response = await fetch(address, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
      headers: {
        ...headers,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        authorization: `Bearer ${token}`,
      },
      // A redirect would turn a POST into a GET, and may send the token to another host.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const { status } = response
    if (status >= 300 && status < 400)
      throw new Rejected(
        `${url} redirects to ${response.headers.get('location') ?? 'elsewhere'}: use that address`,
        status,
      )
    const text = await response.text()
    if (status !== 429 && status < 500) return { status, body: text }
    return {
      failure: problemIn(text)?.message ?? `${url} answered ${status}`,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    }
  } catch (error) {
    if (error instanceof Rejected) throw error
    return { failure: `${url} cannot be reached: ${reasonOf(error)}`, retryAfterMs: null }
  }
}

/** Returns why `fetch` failed, which it hides in the cause of its error. */
export const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  const { code, message } = (cause ?? error) as { code?: string; message?: string }
  return message || code || String(error)
}

const retryAfterMs = (header: string | null): number | null => {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}

const parsed = <Answer>({ status, body }: { status: number; body: string }, answer: z.ZodMiniType<Answer>): Answer => {
  if (status >= 400) {
    const problem = problemIn(body)
    if (!problem) throw new Rejected(`The address answers ${status}, and not as Assay does`, status)
    const fields = (problem.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
    throw new Rejected([problem.message, ...fields].join('; '), status, problem.code)
  }
  const result = answer.safeParse(jsonOrNull(body))
  if (!result.success) throw new Rejected('The address answers, but not as Assay does', status)
  return result.data
}

const problemIn = (body: string): Problem | null => {
  const result = Problem.safeParse(jsonOrNull(body))
  return result.success ? result.data : null
}

const jsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
