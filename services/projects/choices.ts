import { listExploratoryMilestones, listProjectUsers } from '../../contract/exploratory/sessions.ts'
import { listConfigurationGroups } from '../../contract/settings/configurations.ts'
import { listEnvironments } from '../../contract/settings/environments.ts'
import type { Send } from '../http/http.ts'

const MILESTONES_MOST = 10_000

/** Calls about what runs, plans and exploratory sessions refer to. */
export const createProjectChoicesService = (send: Send) => ({
  people: async (projectKey: string) => (await send(listProjectUsers, { params: { projectKey } })).items,
  /** Active ones, or all. */
  milestones: async (projectKey: string, completed: 'false' | 'all' = 'false') =>
    (
      await send(listExploratoryMilestones, {
        params: { projectKey },
        query: { page: 1, pageSize: MILESTONES_MOST, completed },
      })
    ).items,
  /** Includes deleted ones, which references keep (PLANED-31, ESED-09, ESED-10). */
  environments: async (projectKey: string) =>
    (
      await send(listEnvironments, {
        params: { projectKey },
        query: { includeVariables: false, includeDeleted: true },
      })
    ).items,
  configurations: async (projectKey: string) => (await send(listConfigurationGroups, { params: { projectKey } })).items,
})
