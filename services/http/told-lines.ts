import { ApiError, refusal } from './api-error.ts'
import { renewing, type TokenSource } from './renewing.ts'

/** Sends what `Send` cannot: forms, and calls that answer line by line. */
export interface RawPost {
  /** A session that has expired is renewed once. Throws `ApiError` for an answer that is no success. */
  (address: string, init: RequestInit): Promise<Response>
}

export const createRawPost = (
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
): RawPost => {
  const withRenewal = renewing(session)
  return (address, init) =>
    withRenewal(async (token: string | null) => {
      const headers = new Headers(init.headers)
      if (token !== null) headers.set('authorization', `Bearer ${token}`)
      const response = await fetch(address, { ...init, method: 'POST', headers }).catch((cause: unknown) => {
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
