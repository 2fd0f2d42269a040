import type { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { INTEGRATION_LIMITS, type FieldValues } from '../../../contract/workspace/integration-kinds.ts'
import type { Outgoing, Received, Sent } from '../../outgoing/outgoing.ts'

/** The message is shown to users and contains nothing of the system's response. */
export class CheckFailure extends Error {}

/** An external system, for checks. */
export interface System {
  name: string
  /** Returns the value of a field; an empty text if it has none. */
  value: (field: keyof FieldValues) => string
  /** Returns the address in a field without trailing slashes. */
  address: (field: 'url' | 'hubUrl' | 'apiUrl') => string
  ask: (url: string, sent?: Omit<Sent, 'signal'>) => Promise<Received>
}

/** Resolves with the account of the credentials; null if the system does not name it. Throws `CheckFailure`. */
export type Check = (system: System) => Promise<string | null>

export const createSystem = (name: string, values: FieldValues, outgoing: Outgoing, signal: AbortSignal): System => ({
  name,
  value: (field) => values[field] ?? '',
  address: (field) => withoutSlashes(values[field] ?? ''),
  ask: (url, sent = {}) =>
    outgoing.ask(
      url,
      { ...sent, signal },
      { maxBytes: INTEGRATION_LIMITS.answerBytes, timeoutMs: INTEGRATION_LIMITS.checkMs },
    ),
})

const withoutSlashes = (address: string): string => {
  let end = address.length
  while (end > 0 && address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

export const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Throws `CheckFailure` unless the status is 2xx. */
export const requireSuccess = ({ name }: Pick<System, 'name'>, status: number): void => {
  if (status >= 200 && status < 300) return
  if (status >= 300 && status < 400) throw new CheckFailure(CHECK_TEXTS.redirects)
  if (status === 401) throw new CheckFailure(CHECK_TEXTS.credentials)
  if (status === 403) throw new CheckFailure(CHECK_TEXTS.rights)
  if (status === 429) throw new CheckFailure(CHECK_TEXTS.tooMany)
  throw new CheckFailure(status < 500 ? CHECK_TEXTS.otherSystem(name) : CHECK_TEXTS.failing(status))
}

/** Parses a response as JSON of this schema. Throws `CheckFailure`. */
export const readAnswer = <T>(
  system: Pick<System, 'name'>,
  { status, text }: Received,
  schema: z.ZodMiniType<T>,
): T => {
  requireSuccess(system, status)
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw new CheckFailure(CHECK_TEXTS.otherSystem(system.name))
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
