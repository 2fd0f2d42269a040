import { exportTestCases } from '../../contract/cases/export.ts'
import {
  cloneTestCases,
  deleteTestCases,
  editTestCases,
  moveTestCases,
  selectTestCases,
  type BulkChanges,
  type Placement,
} from '../../contract/cases/operations.ts'
import { listSuites } from '../../contract/cases/suites.ts'
import type { Send } from '../http/http.ts'

/** A part of an operation: parts with the same `operationId` are undone together. */
export interface CasesPart {
  operationId: string
  ids: readonly number[]
  /** Idempotency key of the part. */
  part: number
}

/** `targetProjectId` null: the same project. */
export interface PartTarget {
  targetProjectId: number | null
  targetTestSuiteId: number
  place: Placement
}

/** Single parts of bulk operations, for callers that show progress. */
export const createCaseOperationsService = (send: Send) => {
  const bodyOf = ({ operationId, ids }: CasesPart) => ({ operationId, ids: [...ids] })
  const placed = (part: CasesPart, { targetProjectId, targetTestSuiteId, place }: PartTarget) => ({
    ...bodyOf(part),
    part: part.part,
    ...(targetProjectId === null ? {} : { targetProjectId }),
    targetTestSuiteId,
    ...place,
  })
  return {
    /** All cases of the project in repository order. */
    order: (projectKey: string) => send(selectTestCases, { params: { projectKey } }),
    suites: (projectKey: string) => send(listSuites, { params: { projectKey } }),
    edit: (projectKey: string, part: CasesPart, changes: BulkChanges) =>
      send(editTestCases, { params: { projectKey }, body: { ...bodyOf(part), changes } }),
    move: (projectKey: string, part: CasesPart, target: PartTarget) =>
      send(moveTestCases, { params: { projectKey }, body: placed(part, target) }),
    clone: (projectKey: string, part: CasesPart, target: PartTarget) =>
      send(cloneTestCases, { params: { projectKey }, body: placed(part, target) }),
    delete: (projectKey: string, part: CasesPart) =>
      send(deleteTestCases, { params: { projectKey }, body: bodyOf(part) }),
    export: (projectKey: string, ids: readonly number[], hasHead: boolean, form: 'csv' | 'rows') =>
      send(exportTestCases, { params: { projectKey }, body: { ids: [...ids], hasHead, form } }),
  }
}
export type CaseOperationsService = ReturnType<typeof createCaseOperationsService>
