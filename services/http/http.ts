import { pathOf, type Call, type Nothing } from '../../contract/call.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { ApiError, refusal } from './api-error.ts'
import { renewing, type TokenSource } from './renewing.ts'

/** A part of a call's input: left out where an empty object would do. */
type Part<Name extends string, Value> = Nothing extends Value ? { [name in Name]?: Value } : { [name in Name]: Value }

/** Names of the properties that may not be left out. */
type RequiredNames<Input> = { [Name in keyof Input]-?: Nothing extends Pick<Input, Name> ? never : Name }[keyof Input]

/** What the server does not fill in (`Input`) has to be there. */
type QueryPart<Value, Input> = [RequiredNames<Input>] extends [never]
  ? { query?: Partial<Value> }
  : { query: Pick<Value, RequiredNames<Input> & keyof Value> & Partial<Value> }

interface Options {
  signal?: AbortSignal | undefined
  /** Survives the page's unload. */
  keepalive?: boolean
}

/** Input of a call. The server fills in what its query leaves out. */
export type Given<P, Q, B, I> = Part<'params', P> & Part<'body', B> & QueryPart<Q, I> & Options

/** The input of a call whose parts are not known. */
type AnyGiven<P, Q, B> = { params?: P; body?: B; query?: Partial<Q> } & Options

/** The part of `fetch` that calls need. */
export type Fetch = (address: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

/** The input itself may be left out where all of its parts may. */
export type Send = <P, Q, B, A, I>(
  call: Call<P, Q, B, A, I>,
  ...given: Nothing extends Given<P, Q, B, I> ? [given?: Given<P, Q, B, I>] : [given: Given<P, Q, B, I>]
) => Promise<A>

/**
 * Makes the contract's calls. Calls rejected at the same time share one renewal of the session, and each is retried once (SESSION-03 to
 * 06). `keys` makes POST requests safe to repeat. Throws `ApiError`, or what `renew` throws.
 */
export const createHttp = (session: TokenSource, fetch: Fetch, keys?: IdempotencyKeys): Send => {
  const withRenewal = renewing(session)
  const sendRenewing = <P, Q, B, A>(call: Call<P, Q, B, A>, given: AnyGiven<P, Q, B>, key: string | null): Promise<A> =>
    isWithoutToken(call.path)
      ? sendOnce(fetch, call, given, { token: null, key })
      : withRenewal((token) => sendOnce(fetch, call, given, { token, key }))

  const send = <P, Q, B, A>(call: Call<P, Q, B, A>, given: AnyGiven<P, Q, B> = {}): Promise<A> => {
    if (keys === undefined || call.method !== 'POST') return sendRenewing(call, given, null)
    const request = JSON.stringify([pathOf(call.path, given.params ?? {}), given.query, given.body])
    return keys.send(request, (key) => sendRenewing(call, given, key))
  }
  return send
}

/** Renewals and sign-ins go without the header (SESSION-08, SESSION-09). */
const isWithoutToken = (path: string): boolean => path.includes('refresh') || path.includes(':authorize')

const sendOnce = async <P, Q, B, A>(
  fetch: Fetch,
  call: Call<P, Q, B, A>,
  { params, query, body, signal, keepalive }: AnyGiven<P, Q, B>,
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
    signal,
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
