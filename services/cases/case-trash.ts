import type { Done } from '../../contract/cases/operations.ts'
import { purgeTestCases, restoreTestCases } from '../../contract/cases/trash.ts'
import type { Send } from '../http/http.ts'
import { inParts } from './in-parts.ts'

/** Restores cases in parts; all parts are undone together. */
export const restoreCases = (
  send: Send,
  projectKey: string,
  ids: readonly number[],
  { newTestSuiteId, operationId }: { newTestSuiteId: number; operationId: string },
): Promise<Done> =>
  inParts(ids, (part) =>
    send(restoreTestCases, {
      params: { projectKey },
      body: { items: part.map((id) => ({ id, newTestSuiteId })), operationId },
    }),
  )

/** Deletes cases of the trash bin permanently, in parts. */
export const purgeCases = (send: Send, projectKey: string, ids: readonly number[]): Promise<Done> =>
  inParts(ids, (part) => send(purgeTestCases, { params: { projectKey }, body: { items: part.map((id) => ({ id })) } }))
