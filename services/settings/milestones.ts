import {
  createMilestone,
  deleteMilestone,
  listMilestones,
  updateMilestone,
  type MilestoneChange,
  type MilestoneValues,
} from '../../contract/settings/milestones.ts'
import type { Send } from '../http/http.ts'

interface MilestonesPage {
  page: number
  pageSize: number
  completed: boolean
}

/** Calls about milestones. */
export const createMilestonesService = (send: Send) => ({
  list: (projectKey: string, query: MilestonesPage, signal?: AbortSignal) =>
    send(listMilestones, { params: { projectKey }, query, signal }),
  create: (projectKey: string, body: MilestoneValues) => send(createMilestone, { params: { projectKey }, body }),
  update: (projectKey: string, milestoneId: number, body: MilestoneChange) =>
    send(updateMilestone, { params: { projectKey, milestoneId }, body }),
  delete: (projectKey: string, milestoneId: number) => send(deleteMilestone, { params: { projectKey, milestoneId } }),
})
