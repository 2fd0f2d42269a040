import type { z } from 'zod/mini'
import { ApiError, refusal } from './api-error.ts'
import { renewing, type TokenSource } from './renewing.ts'

/** Makes calls that `Send` cannot: forms, file downloads, and answers streamed line by line. */
export interface RawCall {
  /** POST unless `init` says otherwise. Renews an expired session once. Throws `ApiError` for an unsuccessful answer. */
  (address: string, init: RequestInit): Promise<Response>
}

export const createRawCall = (
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
): RawCall => {
  const withRenewal = renewing(session)
  return (address, init) =>
    withRenewal(async (token: string | null) => {
      const headers = new Headers(init.headers)
      if (token !== null) headers.set('authorization', `Bearer ${token}`)
      const response = await fetch(address, { method: 'POST', ...init, headers }).catch((cause: unknown) => {
        throw new ApiError(init.signal?.aborted ? 'aborted' : 'unreachable', { cause })
      })
      if (!response.ok) throw refusal(response.status, await response.json().catch(() => null))
      return response
    })
}

/** Yields the JSON of each line as it arrives; null for an invalid line. Throws `ApiError` when the answer breaks off. */
async function* linesOf({ body }: Response): AsyncGenerator {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
  let text = ''
  const lines = reader.getReader()
  for (;;) {
    const { done, value } = await lines.read().catch((cause: unknown) => {
      throw new ApiError('unreachable', { cause })
    })
    text += value ?? ''
    const parts = text.split('\n')
    text = parts.pop() ?? ''
    for (const part of parts) yield parsed(part)
    if (done) break
  }
}

/** A line of a long operation: how far it is, its outcome, or the problem that ended it. */
type ProgressLine<Progress, Outcome> = Progress | { outcome: Outcome } | { problem: { code: string; message: string } }

/** Reads the lines of a long operation up to its outcome. Throws `ApiError` when it failed, was cancelled or broke off. */
export async function outcomeOf<Progress extends object, Outcome>(
  response: Response,
  schema: z.ZodMiniType<ProgressLine<Progress, Outcome>>,
  onProgress: (line: Progress) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  for await (const line of linesOf(response)) {
    const read = schema.safeParse(line)
    if (!read.success) throw new ApiError('unreadable', { cause: read.error })
    if ('outcome' in read.data) return read.data.outcome
    if ('problem' in read.data) throw new ApiError('refused', { status: 200, ...read.data.problem })
    onProgress(read.data)
  }
  throw new ApiError(signal.aborted ? 'aborted' : 'unreachable')
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
