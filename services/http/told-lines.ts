import { ApiError, refusal } from './api-error.ts'
import { renewing, type TokenSource } from './renewing.ts'

/** Makes the calls that `Send` cannot: those with forms, and those whose answers are files or come line by line. */
export interface RawCall {
  /** POST unless `init` says otherwise. A session that has expired is renewed once. Throws `ApiError` for an answer that is no success. */
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

/** Yields the JSON of each line of an answer, as soon as it is there; null for a line that is none. Throws `ApiError` when the answer breaks off. */
export async function* linesOf({ body }: Response): AsyncGenerator {
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

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
