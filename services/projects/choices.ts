import { listExploratoryMilestones, listProjectUsers } from '../../contract/exploratory/sessions.ts'
import { listConfigurationGroups } from '../../contract/settings/configurations.ts'
import { listEnvironments } from '../../contract/settings/environments.ts'
import type { Send } from '../http/http.ts'

const MAX_MILESTONES = 10_000

/** Reads what runs, plans and exploratory sessions refer to. */
export const projectChoices = (send: Send, projectKey: string) => {
  const params = { projectKey }
  return {
    people: async () => (await send(listProjectUsers, { params })).items,
    /** Active ones, or all. */
    milestones: async (completed: 'false' | 'all' = 'false') => {
      const query = { page: 1, pageSize: MAX_MILESTONES, completed }
      return (await send(listExploratoryMilestones, { params, query })).items
    },
    /** Includes deleted ones, to which references remain (PLANED-31, ESED-09, ESED-10). */
    environments: async () =>
      (await send(listEnvironments, { params, query: { includeVariables: false, includeDeleted: true } })).items,
    configurations: async () => (await send(listConfigurationGroups, { params })).items,
  }
}
