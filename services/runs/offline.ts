import { getRunOfflineSize } from '../../contract/runs/offline.ts'
import { listRunCaseContents, listRunCases, openTestRun } from '../../contract/runs/run-cases.ts'
import { ApiError } from '../http/api-error.ts'
import type { Send } from '../http/http.ts'

/** Downloads for executing a test run offline. */
export const createOfflineRunsService = (
  send: Send,
  fetchFile: typeof globalThis.fetch = (...given) => fetch(...given),
) => ({
  size: (projectKey: string, runId: number) => send(getRunOfflineSize, { params: { projectKey, runId } }),
  /** All are cancelled by `signal`. */
  source: (projectKey: string, runId: number, signal: AbortSignal) => {
    const params = { projectKey, runId }
    return {
      open: async () => {
        const { cases, ...opened } = await send(openTestRun, { params, signal })
        return { ...opened, ...cases }
      },
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
    }
  },
})
