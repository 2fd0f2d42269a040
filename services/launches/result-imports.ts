import { pathOf } from '../../contract/call.ts'
import {
  getResultImport,
  resultImportsPath,
  ResultImportLine,
  runResultImport,
  SentResults,
  type ImportedLaunch,
  type ImportedLaunchFields,
} from '../../contract/launches/result-import.ts'
import { ApiError } from '../http/api-error.ts'
import type { Send } from '../http/http.ts'
import type { TokenSource } from '../http/renewing.ts'
import { createRawCall, outcomeOf } from '../http/raw-call.ts'

/** Imports of report files as launches. */
export const createResultImportsService = (
  send: Send,
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) => {
  const post = createRawCall(session, fetch)
  return {
    send: async (projectKey: string, files: readonly File[], signal: AbortSignal) => {
      const body = new FormData()
      for (const file of files) body.append('file', file, file.name)
      const response = await post(resultImportsPath(projectKey), { body, signal })
      const parsed = SentResults.safeParse(await response.json().catch(() => null))
      if (!parsed.success) throw new ApiError('unreadable', { cause: parsed.error })
      return parsed.data.data
    },
    read: async (projectKey: string, importId: string) =>
      (await send(getResultImport, { params: { projectKey, importId } })).data,
    /** `signal` cancels: before this resolves, no launch is stored. */
    run: async (
      projectKey: string,
      { importId, fields }: { importId: string; fields: ImportedLaunchFields },
      onTests: (tests: number) => void,
      signal: AbortSignal,
    ): Promise<ImportedLaunch> => {
      const response = await post(pathOf(runResultImport.path, { projectKey, importId }), {
        body: JSON.stringify(fields),
        headers: { 'content-type': 'application/json' },
        signal,
      })
      return outcomeOf(response, ResultImportLine, ({ tests }) => onTests(tests), signal)
    },
  }
}
export type ResultImportsService = ReturnType<typeof createResultImportsService>
