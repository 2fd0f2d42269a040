import { NOTIFICATION_LIMITS } from '../../contract/notifications/notification-texts.ts'
import { storable } from '../../contract/text-matching.ts'
import type { Db } from '../db/open.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Destination } from './destination.ts'
import type { DeliveryRow } from './stored.ts'

export interface SendParts {
  db: Db
  secrets: Secrets
  outgoing: Outgoing
  mailer: Mailer
}

/** Result of one attempt. */
export interface Outcome {
  isDelivered: boolean
  /** Whether a retry may succeed. */
  mayRetry: boolean
  status: number | null
  reason: string
  response: string
}

export const refused = (reason: string, more: Partial<Outcome> = {}): Outcome => ({
  isDelivered: false,
  mayRetry: false,
  status: null,
  reason,
  response: '',
  ...more,
})

export interface Sending {
  parts: SendParts
  destination: Destination
  delivery: Pick<DeliveryRow, 'body' | 'message_id'>
  signal: AbortSignal | undefined
}

/** HTTP statuses after which a retry may succeed, besides 5xx. */
const PASSING = new Set([408, 425, 429])
const ANSWER_BYTES = 64 * 1024

/** Posts JSON; the outcome depends on the status alone. */
export const postJson = async (
  { parts, signal }: Sending,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Outcome> => {
  const { status, text } = await parts.outgoing.ask(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      ...(signal ? { signal } : {}),
    },
    { maxBytes: ANSWER_BYTES, timeoutMs: NOTIFICATION_LIMITS.sendMs },
  )
  const isDelivered = status >= 200 && status < 300
  return {
    isDelivered,
    mayRetry: PASSING.has(status) || status >= 500,
    status,
    reason: isDelivered ? 'Delivered' : `The receiver answered with status ${status}`,
    response: excerpt(text),
  }
}

/** Truncates untrusted text to the length that the log stores. */
export const excerpt = (text: string): string => storable(text.slice(0, NOTIFICATION_LIMITS.response))
