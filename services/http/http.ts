import { pathOf, type Call } from '../../contract/call.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { ApiError, refusal } from './api-error.ts'
import { renewing, type TokenSource } from './renewing.ts'

/** Input of a call; parts that the call does not have are omitted. */
export interface Given<P, Q, B> {
  params?: P
  query?: Partial<Q>
  body?: B
  signal?: AbortSignal
  /** Survives the page's unload. */
  keepalive?: boolean
}

/** The part of `fetch` that calls need. */
export type Fetch = (address: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

export type Send = <P, Q, B, A>(call: Call<P, Q, B, A>, given?: Given<P, Q, B>) => Promise<A>

/**
 * Makes the contract's calls. Calls rejected at the same time share one renewal of the session, and each is retried once (SESSION-03 to
 * 06). `keys` makes POST requests safe to repeat. Throws `ApiError`, or what `renew` throws.
 */
export const createHttp = (session: TokenSource, fetch: Fetch, keys?: IdempotencyKeys): Send => {
  const withRenewal = renewing(session)
  const sendRenewing = <P, Q, B, A>(call: Call<P, Q, B, A>, given: Given<P, Q, B>, key: string | null): Promise<A> =>
    isWithoutToken(call.path)
      ? sendOnce(fetch, call, given, { token: null, key })
      : withRenewal((token) => sendOnce(fetch, call, given, { token, key }))

  return (call, given = {}) => {
    if (keys === undefined || call.method !== 'POST') return sendRenewing(call, given, null)
    const request = JSON.stringify([pathOf(call.path, given.params ?? {}), given.query, given.body])
    return keys.send(request, (key) => sendRenewing(call, given, key))
  }
}

/** Renewals and sign-ins go without the header (SESSION-08, SESSION-09). */
const isWithoutToken = (path: string): boolean => path.includes('refresh') || path.includes(':authorize')

const sendOnce = async <P, Q, B, A>(
  fetch: Fetch,
  call: Call<P, Q, B, A>,
  { params, query, body, signal, keepalive }: Given<P, Q, B>,
  { token, key }: { token: string | null; key: string | null },
): Promise<A> => {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (key !== null) headers.set('idempotency-key', key)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const address = pathOf(call.path, params ?? {}) + queryOf(query)
  const response = await fetch(address, {
    method: call.method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }).catch((cause: unknown) => {
    throw new ApiError(signal?.aborted ? 'aborted' : 'unreachable', { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusal(response.status, answer)
  const parsed = call.answer.safeParse(answer)
  if (!parsed.success) throw new ApiError('unreadable', { cause: parsed.error })
  return parsed.data
}

/** Encodes lists as repeated `name=value`, objects as JSON; omits absent values, empty strings and empty objects. */
const queryOf = (query: object | undefined): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}) as [string, unknown][])
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const text = inAddress(one)
      if (text !== '') search.append(name, text)
    }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

const inAddress = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? JSON.stringify(value) : ''
  }
}
