/** HTTP client for all calls to external systems, whose URLs users enter. */
import ipaddr from 'ipaddr.js'
import { lookup as resolve } from 'node:dns'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Config } from '../config.ts'
import { allowedAddressesOf, type AllowedAddresses } from './allowed-addresses.ts'

export type OutgoingProblem =
  | 'internal'
  | 'unreachable'
  | 'certificate'
  | 'too-slow'
  | 'too-large'
  | 'unsendable'
  | 'called-off'

/** Failure of a call without a response. Its message contains nothing that was sent or received. */
export class OutgoingFailure extends Error {
  readonly why: OutgoingProblem
  constructor(why: OutgoingProblem, options?: ErrorOptions) {
    super(`the call outside failed: ${why}`, options)
    this.why = why
  }
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Aborts the call. */
  signal?: AbortSignal
}

export interface Bounds {
  maxBytes: number
  timeoutMs: number
}

/** Response with any status. Redirects are not followed, because they lead to URLs that no user has entered. */
export interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Outgoing {
  /** Resolves once the response has begun; the caller must read it to its end or destroy it. Throws `OutgoingFailure`. */
  open(url: string, sent: Sent): Promise<IncomingMessage>
  /** Resolves with the whole response. Throws `OutgoingFailure`. */
  ask(url: string, sent: Sent, bounds: Bounds): Promise<Received>
  /** Resolves with the text at a URL. Throws `OutgoingFailure`, also for every status but 200. */
  read(url: string, bounds: Bounds): Promise<string>
}

export const createOutgoing = (config: Pick<Config, 'ALLOW_INTERNAL_ADDRESSES'>): Outgoing => {
  const isAllowed = allowedAddressesOf(config.ALLOW_INTERNAL_ADDRESSES)
  const open = (url: string, sent: Sent) => openAt(url, sent, isAllowed)
  const ask: Outgoing['ask'] = async (url, sent, { maxBytes, timeoutMs }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = sent.signal === undefined ? timeout : AbortSignal.any([sent.signal, timeout])
    try {
      const response = await open(url, { ...sent, signal })
      return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response, maxBytes) }
    } catch (error) {
      if (sent.signal?.aborted === true) throw new OutgoingFailure('called-off')
      throw timeout.aborted ? new OutgoingFailure('too-slow', { cause: error }) : failureOf(error)
    }
  }
  return {
    open,
    ask,
    read: async (url, bounds) => {
      const { status, text } = await ask(url, {}, bounds)
      if (status !== 200) throw new OutgoingFailure('unreachable', { cause: new Error(`answered with ${status}`) })
      return text
    },
  }
}

const openAt = (
  url: string,
  { method = 'GET', headers = {}, body, signal }: Sent,
  isAllowed: AllowedAddresses,
): Promise<IncomingMessage> => {
  const { protocol, hostname } = new URL(url)
  const literal = hostname.replace(/^\[|\]$/g, '')
  // Checked here, because an IP address is not looked up.
  if (ipaddr.isValid(literal) && !isAllowed(literal, literal)) return Promise.reject(new OutgoingFailure('internal'))
  const request = protocol === 'https:' ? requestHttps : requestHttp
  const options: RequestOptions = {
    method,
    // A reused connection would skip the checked lookup.
    agent: false,
    headers: {
      accept: 'application/json, */*',
      'accept-encoding': 'identity',
      'user-agent': 'Assay',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    lookup: lookupOf(isAllowed),
    ...(signal === undefined ? {} : { signal }),
  }
  return new Promise<IncomingMessage>((done, failed) => {
    const sent = request(url, options, done)
    sent.on('error', failed)
    sent.end(body)
  }).catch((error: unknown) => {
    throw failureOf(error)
  })
}

/** Resolves a host name once and rejects disallowed addresses: the connection uses the checked addresses, which prevents DNS rebinding. */
const lookupOf =
  (isAllowed: AllowedAddresses): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (!addresses.every(({ address }) => isAllowed(hostname, address)))
        return callback(new OutgoingFailure('internal'), [])
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return first ? callback(null, first.address, first.family) : callback(new OutgoingFailure('unreachable'), [])
    })
  }

const textOf = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  // Throwing in the loop destroys the response and its connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new OutgoingFailure('too-large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const CERTIFICATE = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const failureOf = (error: unknown): OutgoingFailure => {
  if (error instanceof OutgoingFailure) return error
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && CERTIFICATE.has(code)) return new OutgoingFailure('certificate', { cause: error })
  // A header value, such as a token, contains characters that are invalid in headers.
  if (code === 'ERR_INVALID_CHAR') return new OutgoingFailure('unsendable')
  return new OutgoingFailure('unreachable', { cause: error })
}
