import ipaddr from 'ipaddr.js'
import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/** Why an address could not be read. */
export class UnreadableAddress extends Error {
  readonly why: 'internal' | 'unreachable' | 'too-large'
  constructor(why: 'internal' | 'unreachable' | 'too-large', options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}

interface Bounds {
  /** Also addresses in the server's own network. */
  allowsInternal: boolean
  mostBytes: number
  timeoutMs: number
}

/** Whether an IP address belongs to the public internet. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Looks a name up and refuses addresses of internal networks, so that the connection goes to what was checked and nowhere else. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    if (!addresses.every(({ address }) => isPublic(address))) return callback(new UnreadableAddress('internal'), [])
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    return first ? callback(null, first.address, first.family) : callback(new UnreadableAddress('unreachable'), [])
  })
}

/** What a server has answered. */
export interface Answered {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Sends a request to an address that somebody has entered, and resolves with the answer, whatever its status. Throws `UnreadableAddress`;
 * redirects are not followed, because they would lead to addresses that nobody has entered.
 */
export const requestAddress = (
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
  { allowsInternal, mostBytes, timeoutMs }: Bounds,
): Promise<Answered> => {
  const { protocol, hostname } = new URL(url)
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (!allowsInternal && ipaddr.isValid(literal) && !isPublic(literal))
    return Promise.reject(new UnreadableAddress('internal'))
  const request = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, failed) => {
    const fail = (error: unknown) =>
      failed(error instanceof UnreadableAddress ? error : new UnreadableAddress('unreachable', { cause: error }))
    const sent = request(
      url,
      {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        headers: { ...headers, 'accept-encoding': 'identity' },
        ...(allowsInternal ? {} : { lookup: publicOnly }),
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > mostBytes) {
            fail(new UnreadableAddress('too-large'))
            response.destroy()
          } else parts.push(part)
        })
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(parts),
          }),
        )
        response.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Reads the text at an address, as `requestAddress` does. Throws for every status but 200. */
export const readAddress = async (url: string, bounds: Bounds): Promise<string> => {
  const { status, body } = await requestAddress(url, { headers: { accept: '*/*' } }, bounds)
  if (status !== 200) throw new UnreadableAddress('unreachable', { cause: new Error(`answered with ${status}`) })
  return body.toString('utf8')
}
