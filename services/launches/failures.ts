import {
  acceptSuggestions,
  listCauses,
  mergeCause,
  splitCause,
  undoAccepted,
  type AcceptedGroup,
} from '../../contract/launches/causes.ts'
import { assignFailureTag, listFailureTagAssignments, type TagFeedback } from '../../contract/launches/failure-tags.ts'
import type { Send } from '../http/http.ts'

interface TestPlace {
  projectKey: string
  launchId: number
  testId: number
}

/** Calls about failure tags and causes. */
export const createFailuresService = (send: Send) => ({
  assignTag: (params: TestPlace, newTagId: number, expectedTagId: number, feedback: TagFeedback | null) =>
    send(assignFailureTag, {
      params,
      body: { newTagId, expectedTagId, ...(feedback === null ? {} : { precedingMlAssignmentFeedback: feedback }) },
    }),
  assignments: (params: TestPlace) => send(listFailureTagAssignments, { params }),
  causes: (projectKey: string, launchId: number) => send(listCauses, { params: { projectKey, launchId } }),
  accept: (
    projectKey: string,
    launchId: number,
    causes: readonly { key: string; tagId: number | null; issueId: string | null }[],
  ) => send(acceptSuggestions, { params: { projectKey, launchId }, body: { causes: [...causes] } }),
  undoAccepted: (projectKey: string, launchId: number, groups: readonly AcceptedGroup[]) =>
    send(undoAccepted, { params: { projectKey, launchId }, body: { groups: [...groups] } }),
  merge: (projectKey: string, failureKey: string, into: string, label: string) =>
    send(mergeCause, { params: { projectKey, failureKey }, body: { into, label } }),
  split: (projectKey: string, failureKey: string, from: string, label: string, withKeys: readonly string[]) =>
    send(splitCause, { params: { projectKey, failureKey }, body: { from, label, withKeys: [...withKeys] } }),
})
export type FailuresService = ReturnType<typeof createFailuresService>
