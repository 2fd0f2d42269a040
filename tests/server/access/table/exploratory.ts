import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const exploratory: AccessTable = {
  listExploratorySessions: MEMBERS,
  getExploratorySession: MEMBERS,
  createExploratorySession: WRITERS,
  updateExploratorySession: WRITERS,
  closeExploratorySession: WRITERS,
  deleteExploratorySession: WRITERS,
  listExploratoryMilestones: MEMBERS,
  countExploratoryUses: MEMBERS,
  listProjectUsers: MEMBERS,
  listObservations: MEMBERS,
  createObservation: WRITERS,
  editObservation: WRITERS,
  deleteObservations: WRITERS,
  sendExploratoryCommands: WRITERS,
  getUploadState: WRITERS,
}
