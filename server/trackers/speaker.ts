/** HTTP client of the tracker adapters, with common error handling. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import { OutgoingFailure, type Outgoing, type Received, type Sent } from '../outgoing/outgoing.ts'
import { CheckFailure, createSystem, PROBLEMS, readAnswer } from '../integrations/integrations.ts'
import { TrackerFailure, type IssueFile } from './tracker.ts'

export interface Speaker {
  /** URL of the integration, without trailing slashes. */
  url: string
  value: (field: keyof FieldValues) => string
  /** Resolves with a successful response, parsed by this schema. Throws `TrackerFailure`. */
  ask<T>(path: string, schema: z.ZodMiniType<T>, sent?: TrackerRequest): Promise<T>
  /** Same with a JSON body. */
  post<T>(path: string, schema: z.ZodMiniType<T>, body: unknown): Promise<T>
  sendFile<T>(path: string, schema: z.ZodMiniType<T>, file: IssueFile, headers?: Record<string, string>): Promise<T>
}

type TrackerRequest = Omit<Sent, 'signal'>

export const createSpeaker = (
  name: string,
  values: FieldValues,
  { outgoing, signal }: { outgoing: Outgoing; signal: AbortSignal },
  headers: Record<string, string>,
): Speaker => {
  const system = createSystem(name, values, outgoing, signal)
  const url = system.address('url')
  const ask = async <T>(path: string, schema: z.ZodMiniType<T>, sent: TrackerRequest = {}): Promise<T> => {
    try {
      const answer = await system.ask(url + path, { ...sent, headers: { ...headers, ...sent.headers } })
      requireTaken(name, answer)
      return readAnswer(system, answer, schema)
    } catch (error) {
      throw failureOf(name, error)
    }
  }
  return {
    url,
    value: system.value,
    ask,
    post: (path, schema, body) =>
      ask(path, schema, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    sendFile: (path, schema, file, more = {}) => {
      const boundary = `assay-${randomUUID()}`
      return ask(path, schema, {
        method: 'POST',
        headers: { ...more, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: formOf(boundary, file),
      })
    },
  }
}

const formOf = (boundary: string, { name, contentType, bytes }: IssueFile): Buffer => {
  const shown = name.replaceAll(/["\r\n\\]/g, '_')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${shown}"\r\ncontent-type: ${contentType}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

const RETRY_DEFAULT_MS = 60_000

/** Throws `TrackerFailure` for the error responses that trackers distinguish. */
const requireTaken = (name: string, { status, headers, text }: Received): void => {
  const isLimited = status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined)
  if (status === 429 || isLimited)
    throw new TrackerFailure('busy', `${name} takes no more requests at the moment`, { retryMs: retryMsOf(headers) })
  if (status === 401) throw new TrackerFailure('credentials', `${name} refuses the credentials of the integration`)
  if (status === 403) throw new TrackerFailure('rights', `The account of the integration lacks rights in ${name}`)
  if (status === 404 || status === 410) throw new TrackerFailure('not-found', `${name} does not have it, or hides it`)
  if (status === 400 || status === 422) {
    const fields = fieldsIn(text)
    const which = fields.length === 0 ? '' : `: check ${fields.join(', ')}`
    throw new TrackerFailure('refused', `${name} refuses the request${which}`)
  }
}

const retryMsOf = (headers: Received['headers']): number => {
  const seconds = Number(headers['retry-after'])
  const reset = Number(headers['x-ratelimit-reset']) * 1000 - Date.now()
  return seconds > 0 ? seconds * 1000 : reset > 0 ? reset : RETRY_DEFAULT_MS
}

/** Returns the names of invalid fields in an error response: Jira's `errors`, GitHub's list, GitLab's `message`. */
const fieldsIn = (text: string): string[] => {
  try {
    const { errors, message } = JSON.parse(text) as { errors?: unknown; message?: unknown }
    const named = Array.isArray(errors)
      ? errors.map((one: unknown) => (one as { field?: unknown } | null)?.field)
      : [errors, message].flatMap((one) => (typeof one === 'object' && one !== null ? Object.keys(one) : []))
    return named.filter((one): one is string => typeof one === 'string' && /^[\w.-]{1,60}$/.test(one)).slice(0, 10)
  } catch {
    return []
  }
}

const failureOf = (name: string, error: unknown): unknown => {
  if (error instanceof CheckFailure)
    return new TrackerFailure('unexpected', `${name}: ${error.message}`, { cause: error })
  if (error instanceof OutgoingFailure)
    return new TrackerFailure('unreachable', `${name}: ${PROBLEMS[error.why]}`, { cause: error })
  return error
}

/** Resolves with the results in order; at most `most` run concurrently, so that a tracker is not flooded. */
export const severalAtOnce = async <T, R>(items: readonly T[], max: number, work: (item: T) => Promise<R>) => {
  const results: R[] = []
  for (let from = 0; from < items.length; from += max)
    results.push(...(await Promise.all(items.slice(from, from + max).map(work))))
  return results
}
