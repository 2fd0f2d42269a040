import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { DirectUpload } from '../../../../contract/launches/reporting.ts'
import { reasonOf, type Sent } from '../calls.ts'
import { Rejected } from '../failures.ts'
import { fetch } from '../original-globals.ts'

interface Calls {
  /** `retryMs`: how long the call is repeated; without it, as long as all others. */
  send: <Answer>(sent: Sent, answer: z.ZodMiniType<Answer>, retryMs?: number) => Promise<Answer>
  signal: AbortSignal
  warn: (message: string) => void
}

interface Attachment {
  /** Path of its test. */
  test: string
  name: string
  content: Blob
  /** Query and headers of its form. */
  query: NonNullable<Sent['query']>
  headers: NonNullable<Sent['headers']>
}

/** Smaller files are sent in a form, because the two calls of an upload would take longer. */
export const MIN_DIRECT_BYTES = 1024 * 1024
const CALL_MS = 60_000
const UPLOAD_MS = 10 * 60_000
const COMPLETE_RETRY_MS = 10_000

/**
 * Returns a function that writes an attachment to the bucket of the server. It resolves with false if it could not; the caller then sends a form with
 * the same idempotency key. After a failure it does not try again.
 */
export const createDirectUpload = ({ send, signal, warn }: Calls) => {
  let isOff = false

  const begin = async (test: string, content: object) => {
    const body = () => JSON.stringify(content)
    try {
      return (await send({ path: `${test}/direct-uploads`, body, timeoutMs: CALL_MS }, DirectUpload)).upload
    } catch (error) {
      // An older server does not know the call; after another rejection, the form is rejected as well.
      if (error instanceof Rejected) return null
      throw error
    }
  }

  return async ({ test, name, content, ...sent }: Attachment): Promise<boolean> => {
    if (isOff) return false
    const sha256 = await hashOf(content).catch(() => null) // the file has changed
    if (sha256 === null) return false
    const upload = await begin(test, { sizeBytes: content.size, sha256 })
    isOff = upload === null
    if (upload === null) return false
    try {
      await put(upload, content, signal)
      const path = `${test}/direct-uploads/${upload.id}`
      const body = () => JSON.stringify({ name, sha256 })
      await send({ ...sent, path, body, timeoutMs: CALL_MS }, z.unknown(), COMPLETE_RETRY_MS)
      return true
    } catch (error) {
      signal.throwIfAborted()
      isOff = true
      warn(`files are not written to the bucket, but sent through the server: ${(error as Error).message}`)
      return false
    }
  }
}

const hashOf = async (content: Blob): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of content.stream()) hash.update(chunk)
  return hash.digest('hex')
}

/** Throws an error that says why the content was not written. */
const put = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  body: Blob,
  signal: AbortSignal,
): Promise<void> => {
  const { origin } = new URL(url)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_MS)])
  const response = await fetch(url, { method: 'PUT', headers, body, redirect: 'manual', signal: limit }).catch(
    (error: unknown) => {
      throw new Error(`${origin} cannot be reached: ${reasonOf(error)}`, { cause: error })
    },
  )
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${origin} answered ${response.status}`)
}
