import { createCaseModel, getCaseModel, getCaseModelResults, updateCaseModel } from '../../contract/models/models.ts'
import type { z } from 'zod/mini'
import type { Send } from '../http/http.ts'

/** Calls about the saved models of suites. */
export const createCaseModelsService = (send: Send) => ({
  get: (projectKey: string, suiteId: number, signal?: AbortSignal) =>
    send(getCaseModel, { params: { projectKey, suiteId }, signal }),
  create: (projectKey: string, body: z.infer<typeof createCaseModel.body>) =>
    send(createCaseModel, { params: { projectKey }, body }),
  update: (projectKey: string, suiteId: number, body: z.infer<typeof updateCaseModel.body>) =>
    send(updateCaseModel, { params: { projectKey, suiteId }, body }),
  results: (projectKey: string, suiteId: number) => send(getCaseModelResults, { params: { projectKey, suiteId } }),
})
export type CaseModelsService = ReturnType<typeof createCaseModelsService>
