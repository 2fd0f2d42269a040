import {
  createSharedSteps,
  deleteSharedSteps,
  getSharedSteps,
  listSharedSteps,
  updateSharedSteps,
  type SharedStepsChange,
  type WrittenSharedSteps,
} from '../../contract/shared-steps/shared-steps.ts'
import type { Send } from '../http/http.ts'

/** Calls about shared steps. */
export const createSharedStepsService = (send: Send) => ({
  list: (projectKey: string, query: { q: string; page: number; pageSize: number }, signal?: AbortSignal) =>
    send(listSharedSteps, { params: { projectKey }, query, signal }),
  get: (projectKey: string, sharedStepsId: number, signal?: AbortSignal) =>
    send(getSharedSteps, { params: { projectKey, sharedStepsId }, signal }),
  create: (projectKey: string, body: WrittenSharedSteps) => send(createSharedSteps, { params: { projectKey }, body }),
  update: (projectKey: string, sharedStepsId: number, body: SharedStepsChange) =>
    send(updateSharedSteps, { params: { projectKey, sharedStepsId }, body }),
  /** `keep`: cases get a copy of the steps. */
  delete: (projectKey: string, sharedStepsId: number, keep: boolean) =>
    send(deleteSharedSteps, { params: { projectKey, sharedStepsId }, query: { keep: keep ? 'true' : 'false' } }),
})
