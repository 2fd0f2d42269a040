import type { z } from 'zod/mini'
import { CHECK_TEXTS } from '../../../../contract/workspace/integration-texts.ts'
import { INTEGRATION_LIMITS, type FieldValues } from '../../../../contract/workspace/integration-kinds.ts'
import type { Outgoing, Received, Sent } from '../../../outgoing/outgoing.ts'

/** What is wrong with a connection, in words for people: nothing of what the system answered. */
export class CheckFailure extends Error {}

/** A system outside, as a check speaks to it. */
export interface System {
  name: string
  /** Values of the fields; an empty text for those that have none. */
  value: (field: keyof FieldValues) => string
  /** The address in a field, without slashes at its end. */
  address: (field: 'url' | 'hubUrl' | 'apiUrl') => string
  ask: (url: string, sent?: Omit<Sent, 'signal'>) => Promise<Received>
}

/** Resolves with the account that the credentials belong to; null where the system names none. Throws `CheckFailure`. */
export type Check = (system: System) => Promise<string | null>

export const createSystem = (name: string, values: FieldValues, outgoing: Outgoing, signal: AbortSignal): System => ({
  name,
  value: (field) => values[field] ?? '',
  address: (field) => withoutSlashes(values[field] ?? ''),
  ask: (url, sent = {}) =>
    outgoing.ask(
      url,
      { ...sent, signal },
      { mostBytes: INTEGRATION_LIMITS.answerBytes, timeoutMs: INTEGRATION_LIMITS.checkMs },
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

/** Throws `CheckFailure` unless the status is one of success. */
export const requireSuccess = ({ name }: Pick<System, 'name'>, status: number): void => {
  if (status >= 200 && status < 300) return
  if (status >= 300 && status < 400) throw new CheckFailure(CHECK_TEXTS.redirects)
  if (status === 401) throw new CheckFailure(CHECK_TEXTS.credentials)
  if (status === 403) throw new CheckFailure(CHECK_TEXTS.rights)
  if (status === 429) throw new CheckFailure(CHECK_TEXTS.tooMany)
  throw new CheckFailure(status < 500 ? CHECK_TEXTS.otherSystem(name) : CHECK_TEXTS.failing(status))
}

/** Reads an answer as JSON of this form. Throws `CheckFailure`. */
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
