import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const reports: AccessTable = {
  getExecutionSummary: MEMBERS,
  getDurationAnalysis: MEMBERS,
  getLaunchSlowdown: MEMBERS,
  splitTestFiles: WRITERS,
}
