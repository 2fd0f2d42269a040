/** Authentication of webhook calls: signatures and tokens in the formats of known senders. */
import { createHmac, hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSameSecret } from '../../secrets/is-same-secret.ts'

/** Tolerance of a signed timestamp: older or newer calls are rejected as replays. */
const CLOCK_MS = 5 * 60_000

const digest = (secret: string | Buffer, parts: readonly (string | Buffer)[], encoding: 'hex' | 'base64'): string => {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest(encoding)
}

const one = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns why a call is rejected; null when it is authentic. `now` is in ms. */
export const signatureProblem = (
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
  now: number,
): string | null => {
  // GitHub and Gitea; Bitbucket sends the name without `-256`.
  const signed = one(headers, 'x-hub-signature-256') ?? one(headers, 'x-hub-signature')
  if (signed !== undefined)
    return isSameSecret(signed.toLowerCase(), `sha256=${digest(secret, [body], 'hex')}`) ? null : WRONG
  const standard = one(headers, 'webhook-signature')
  if (standard !== undefined) return standardProblem(headers, standard, body, secret, now)
  const own = one(headers, 'x-assay-signature')
  if (own !== undefined) {
    const at = one(headers, 'x-assay-timestamp') ?? ''
    if (!isSameSecret(own.toLowerCase(), `sha256=${digest(secret, [at, '.', body], 'hex')}`)) return WRONG
    return isRecent(at, now) ? null : STALE
  }
  // GitLab sends the secret itself.
  const token = one(headers, 'x-gitlab-token')
  if (token !== undefined) return isSameSecret(token, secret) ? null : 'The token is wrong'
  return 'The call has no signature'
}

const WRONG = 'The signature is wrong'
const STALE = 'The signed time is more than 5 minutes away'

/** Standard Webhooks: id, timestamp and body are signed, by one or more keys. */
const standardProblem = (
  headers: IncomingHttpHeaders,
  given: string,
  body: Buffer,
  secret: string,
  now: number,
): string | null => {
  const at = one(headers, 'webhook-timestamp') ?? ''
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const requested = `v1,${digest(key, [one(headers, 'webhook-id') ?? '', '.', at, '.', body], 'base64')}`
  if (!given.split(' ').some((signature) => isSameSecret(signature, requested))) return WRONG
  return isRecent(at, now) ? null : STALE
}

const isRecent = (seconds: string, now: number): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1000 - now) <= CLOCK_MS

/** Headers with delivery ids, for senders whose signatures cover only the body. */
const SENDER_KEYS = ['x-github-delivery', 'x-gitlab-event-uuid', 'x-request-uuid']

/**
 * Returns the sender's delivery id; null when there is none. A repeated call has the same id. For signatures with a timestamp it is the
 * signed part, because a replay could change the other headers.
 */
export const senderKeyOf = (headers: IncomingHttpHeaders): string | null => {
  const names =
    one(headers, 'webhook-signature') !== undefined
      ? ['webhook-id']
      : one(headers, 'x-assay-signature') !== undefined
        ? ['x-assay-signature']
        : SENDER_KEYS
  for (const name of names) {
    const value = one(headers, name)
    if (value !== undefined)
      return `${name}:${hash('sha256', name === 'x-assay-signature' ? value.toLowerCase() : value)}`
  }
  return null
}

/** Returns the sender's name of the event; null when there is none. */
export const eventOf = (headers: IncomingHttpHeaders): string | null =>
  (
    one(headers, 'x-github-event') ??
    one(headers, 'x-gitlab-event') ??
    one(headers, 'x-event-key') ??
    one(headers, 'x-assay-event')
  )?.slice(0, 100) ?? null

/** Returns whether the call only tests the connection, as senders do when a webhook is created. */
export const isPing = (event: string | null): boolean => event === 'ping' || event === 'diagnostics:ping'
