import type { CommandsAnswer, CommandsCall, FileProgress, FileUpload, SentCommand } from '../../contract/outbox.ts'
import { ApiError, refusal } from '../http/api-error.ts'
import type { Fetch, Send } from '../http/http.ts'
import { renewing, type TokenSource } from '../http/renewing.ts'

/** A chunk of a file and its offset. */
export interface Chunk {
  fileUuid: string
  name: string
  sizeBytes: number
  offset: number
  bytes: Blob
}

/** The server's side of the outbox. Throws `ApiError`. */
export interface OutboxService {
  sendCommands(call: CommandsCall, projectKey: string, commands: SentCommand[]): Promise<CommandsAnswer>
  uploadState(upload: FileUpload, projectKey: string, fileUuid: string): Promise<FileProgress>
  /** Sends raw bytes, because files may be large; renews an expired session once. */
  sendChunk(upload: FileUpload, projectKey: string, chunk: Chunk): Promise<FileProgress>
}

export const createOutboxService = (send: Send, session: TokenSource, fetch: Fetch): OutboxService => {
  const withRenewal = renewing(session)
  return {
    sendCommands: (call, projectKey, commands) => send(call, { params: { projectKey }, body: { commands } }),
    uploadState: ({ state }, projectKey, fileUuid) => send(state, { params: { projectKey, fileUuid } }),
    sendChunk: (upload, projectKey, chunk) => withRenewal((token) => putOnce(fetch, upload, projectKey, chunk, token)),
  }
}

async function putOnce(
  fetch: Fetch,
  { state, path }: FileUpload,
  projectKey: string,
  { fileUuid, name, sizeBytes, offset, bytes }: Chunk,
  token: string | null,
): Promise<FileProgress> {
  const query = new URLSearchParams({ offset: String(offset), sizeBytes: String(sizeBytes), name })
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/octet-stream' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(`${path(projectKey, fileUuid)}?${query}`, {
    method: 'PUT',
    headers,
    credentials: 'same-origin',
    body: bytes,
  }).catch((cause: unknown) => {
    throw new ApiError('unreachable', { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusal(response.status, answer)
  const parsed = state.answer.safeParse(answer)
  if (!parsed.success) throw new ApiError('unreadable', { cause: parsed.error })
  return parsed.data
}

/** Offset that the server expects after it rejected a chunk. */
export const offsetOf = ({ state }: FileUpload, error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const parsed = state.answer.safeParse(error.current)
  return parsed.success ? parsed.data.receivedBytes : null
}
