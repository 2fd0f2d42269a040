import {
  getAutomationStates,
  getPriorities,
  saveAutomationStates,
  savePriorities,
  type CaseAttribute,
} from '../../contract/settings/case-attributes.ts'
import { getFailureTags, saveFailureTags, type FailureTag } from '../../contract/settings/failure-tags.ts'
import {
  getObservationTypes,
  saveObservationTypes,
  type ObservationType,
} from '../../contract/settings/observation-types.ts'
import { getResultStatuses, saveResultStatuses, type ResultStatus } from '../../contract/settings/result-statuses.ts'
import type { Send } from '../http/http.ts'

/**
 * Lists that are loaded and saved as a whole. Saving an old version throws `ApiError` with the code `stale` and the stored list in
 * `current`.
 */
export const createHeldListsService = (send: Send) => ({
  resultStatuses: (projectKey: string) => send(getResultStatuses, { params: { projectKey } }),
  saveResultStatuses: (projectKey: string, version: number, resultStatuses: ResultStatus[]) =>
    send(saveResultStatuses, { params: { projectKey }, body: { version, resultStatuses } }),
  observationTypes: (projectKey: string) => send(getObservationTypes, { params: { projectKey } }),
  saveObservationTypes: (projectKey: string, version: number, items: ObservationType[]) =>
    send(saveObservationTypes, { params: { projectKey }, body: { version, items } }),
  failureTags: (projectKey: string) => send(getFailureTags, { params: { projectKey } }),
  saveFailureTags: (projectKey: string, version: number, items: FailureTag[]) =>
    send(saveFailureTags, { params: { projectKey }, body: { version, items } }),
  priorities: (projectKey: string) => send(getPriorities, { params: { projectKey } }),
  savePriorities: (projectKey: string, version: number, priorities: CaseAttribute[]) =>
    send(savePriorities, { params: { projectKey }, body: { version, priorities } }),
  automationStates: (projectKey: string) => send(getAutomationStates, { params: { projectKey } }),
  saveAutomationStates: (projectKey: string, version: number, automationStates: CaseAttribute[]) =>
    send(saveAutomationStates, { params: { projectKey }, body: { version, automationStates } }),
})
export type HeldListsService = ReturnType<typeof createHeldListsService>
