import type { z } from 'zod/mini'
import {
  createRequirement,
  deleteRequirement,
  findRequirements,
  linkRequirements,
  listCaseRequirements,
  listRequirements,
  syncRequirements,
  updateRequirement,
  type RequirementValues,
} from '../../contract/requirements/requirements.ts'
import type { Send } from '../http/http.ts'

type ListQuery = Partial<z.infer<typeof listRequirements.query>>

/** Calls about requirements and the cases that cover them. */
export const createRequirementsService = (send: Send) => ({
  list: (projectKey: string, query: ListQuery, signal?: AbortSignal) =>
    send(listRequirements, { params: { projectKey }, query, signal }),
  find: (projectKey: string, q: string, signal?: AbortSignal) =>
    send(findRequirements, { params: { projectKey }, query: { q }, signal }),
  create: async (projectKey: string, body: RequirementValues) =>
    (await send(createRequirement, { params: { projectKey }, body })).data,
  update: async (projectKey: string, requirementId: number, body: z.infer<typeof updateRequirement.body>) =>
    (await send(updateRequirement, { params: { projectKey, requirementId }, body })).data,
  delete: (projectKey: string, requirementId: number) =>
    send(deleteRequirement, { params: { projectKey, requirementId } }),
  sync: (projectKey: string) => send(syncRequirements, { params: { projectKey } }),
  ofCase: async (projectKey: string, caseId: number) =>
    (await send(listCaseRequirements, { params: { projectKey, caseId } })).items,
  link: async (projectKey: string, caseId: number, body: { add?: string[]; remove?: string[] }) =>
    (await send(linkRequirements, { params: { projectKey, caseId }, body })).items,
})
