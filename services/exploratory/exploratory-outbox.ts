import { sendExploratoryCommands, type SentCommand } from '../../contract/exploratory/commands.ts'
import { getUploadState, uploadPath, UploadState } from '../../contract/exploratory/files.ts'
import { ApiError, isUnauthorised, refusal } from '../http/api-error.ts'
import type { Fetch, Send, TokenSource } from '../http/http.ts'

/** What of a file is sent at once, and where in it that stands. */
export interface Chunk {
  fileUuid: string
  name: string
  sizeBytes: number
  offset: number
  bytes: Blob
}

/** The server, as the outbox needs it. Throws `ApiError`. */
export const createExploratoryOutbox = (send: Send, session: TokenSource, fetch: Fetch) => ({
  sendCommands: (projectKey: string, commands: SentCommand[]) =>
    send(sendExploratoryCommands, { params: { projectKey }, body: { commands } }),

  uploadState: (projectKey: string, fileUuid: string) => send(getUploadState, { params: { projectKey, fileUuid } }),

  /** As they are, for a file may be long; a session that has expired is renewed once. */
  sendChunk: async (projectKey: string, chunk: Chunk): Promise<UploadState> => {
    const token = session.token()
    try {
      return await putOnce(fetch, projectKey, chunk, token)
    } catch (error) {
      if (token === null || !isUnauthorised(error)) throw error
      if (session.token() === token) await session.renew()
      return putOnce(fetch, projectKey, chunk, session.token())
    }
  },
})
export type ExploratoryOutbox = ReturnType<typeof createExploratoryOutbox>

async function putOnce(
  fetch: Fetch,
  projectKey: string,
  { fileUuid, name, sizeBytes, offset, bytes }: Chunk,
  token: string | null,
): Promise<UploadState> {
  const query = new URLSearchParams({ offset: String(offset), sizeBytes: String(sizeBytes), name })
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/octet-stream' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(`${uploadPath(projectKey, fileUuid)}?${query}`, {
    method: 'PUT',
    headers,
    credentials: 'same-origin',
    body: bytes,
  }).catch((cause: unknown) => {
    throw new ApiError('unreachable', { cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusal(response.status, answer)
  const parsed = UploadState.safeParse(answer)
  if (!parsed.success) throw new ApiError('unreadable', { cause: parsed.error })
  return parsed.data
}

/** How much the server has of a file, where it refused a chunk because that does not go on from there. */
export const offsetOf = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const parsed = UploadState.safeParse(error.current)
  return parsed.success ? parsed.data.receivedBytes : null
}
