import {
  createRequirementSystem,
  deleteRequirementSystem,
  listRequirementSystems,
  updateRequirementSystem,
  type RequirementSystemChange,
  type RequirementSystemValues,
} from '../../contract/settings/requirement-systems.ts'
import type { Send } from '../http/http.ts'

/** Calls about requirement systems. */
export const createRequirementSystemsService = (send: Send) => ({
  list: (projectKey: string) => send(listRequirementSystems, { params: { projectKey } }),
  create: (projectKey: string, body: RequirementSystemValues) =>
    send(createRequirementSystem, { params: { projectKey }, body }),
  update: (projectKey: string, requirementSystemId: number, body: RequirementSystemChange) =>
    send(updateRequirementSystem, { params: { projectKey, requirementSystemId }, body }),
  delete: (projectKey: string, requirementSystemId: number) =>
    send(deleteRequirementSystem, { params: { projectKey, requirementSystemId } }),
})
