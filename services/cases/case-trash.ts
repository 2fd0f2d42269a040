import type { CaseFilter } from '../../contract/cases/filter.ts'
import {
  listTrash,
  purgeAllTestCases,
  purgeTestCases,
  restoreAllTestCases,
  restoreTestCases,
} from '../../contract/cases/trash.ts'
import type { Send } from '../http/http.ts'
import { inParts } from './in-parts.ts'

export interface TrashQuery {
  q: string
  filter: CaseFilter
  page: number
  pageSize: number
}

/** Calls about deleted cases. */
export const createCaseTrashService = (send: Send) => ({
  list: (projectKey: string, { q, filter, page, pageSize }: TrashQuery, signal?: AbortSignal) =>
    send(listTrash, {
      params: { projectKey },
      query: { q, filter, page, pageSize },
      signal,
    }),
  restore: (projectKey: string, ids: readonly number[], newTestSuiteId: number, operationId: string) =>
    inParts(ids, (part) =>
      send(restoreTestCases, {
        params: { projectKey },
        body: { items: part.map((id) => ({ id, newTestSuiteId })), operationId },
      }),
    ),
  restoreAll: (projectKey: string, newTestSuiteId: number, operationId: string) =>
    send(restoreAllTestCases, { params: { projectKey }, body: { newTestSuiteId, operationId } }),
  purge: (projectKey: string, ids: readonly number[]) =>
    inParts(ids, (part) =>
      send(purgeTestCases, { params: { projectKey }, body: { items: part.map((id) => ({ id })) } }),
    ),
  purgeAll: (projectKey: string) => send(purgeAllTestCases, { params: { projectKey } }),
})
