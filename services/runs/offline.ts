import { listRunCaseContents, listRunCases } from '../../contract/runs/run-cases.ts'
import { ApiError } from '../http/api-error.ts'
import type { Send } from '../http/http.ts'
import { openRun } from './execution.ts'

interface Download {
  projectKey: string
  runId: number
  /** Cancels all requests. */
  signal: AbortSignal
}

/** Downloads what executing a test run offline needs. */
export const offlineSource = (
  send: Send,
  { signal, ...params }: Download,
  fetchFile: typeof globalThis.fetch = (...given) => fetch(...given),
) => ({
  open: () => openRun(send, params, signal),
  rows: (after: number) => send(listRunCases, { params, query: { after }, signal }),
  contents: (after: number) => send(listRunCaseContents, { params, query: { after }, signal }),
  /** Resolves with null for a deleted file. Throws `ApiError`. */
  file: async (address: string): Promise<Blob | null> => {
    try {
      const response = await fetchFile(address, { signal })
      if (response.ok) return await response.blob()
      if (response.status === 404) return null
      throw new ApiError('refused', { status: response.status })
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      throw new ApiError(signal.aborted ? 'aborted' : 'unreachable', { cause })
    }
  },
})
