import {
  checkCaseImport,
  importsPath,
  ImportLine,
  readCaseImport,
  runCaseImport,
  SentImport,
  type ImportMapping,
  type ImportOutcome,
} from '../../contract/cases/import.ts'
import { pathOf } from '../../contract/call.ts'
import { ApiError } from '../http/api-error.ts'
import type { Send } from '../http/http.ts'
import type { TokenSource } from '../http/renewing.ts'
import { createRawCall, outcomeOf } from '../http/raw-call.ts'

interface ImportRequest {
  importId: string
  sheet: string | null
  mapping: ImportMapping
}

/** Import files and the import, whose answer streams line by line. Renews an expired session once. */
export const createImportsService = (
  send: Send,
  session: TokenSource,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) => {
  const post = createRawCall(session, fetch)
  return {
    send: async (projectKey: string, file: File, signal: AbortSignal) => {
      const body = new FormData()
      body.append('file', file, file.name)
      const response = await post(importsPath(projectKey), { body, signal })
      const parsed = SentImport.safeParse(await response.json().catch(() => null))
      if (!parsed.success) throw new ApiError('unreadable', { cause: parsed.error })
      return parsed.data.data
    },
    read: async (projectKey: string, importId: string, sheet: string) =>
      (await send(readCaseImport, { params: { projectKey, importId }, body: { sheet } })).data,
    check: async (projectKey: string, { importId, ...body }: ImportRequest, signal: AbortSignal) =>
      (await send(checkCaseImport, { params: { projectKey, importId }, body, signal })).data,
    /** `signal` cancels: before this resolves, nothing is stored. */
    run: async (
      projectKey: string,
      { importId, ...body }: ImportRequest,
      onRows: (rows: number) => void,
      signal: AbortSignal,
    ): Promise<ImportOutcome> => {
      const response = await post(pathOf(runCaseImport.path, { projectKey, importId }), {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        signal,
      })
      return outcomeOf(response, ImportLine, ({ rows }) => onRows(rows), signal)
    },
  }
}
export type ImportsService = ReturnType<typeof createImportsService>
