import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const sharedSteps: AccessTable = {
  listSharedSteps: MEMBERS,
  getSharedSteps: MEMBERS,
  createSharedSteps: WRITERS,
  updateSharedSteps: WRITERS,
  deleteSharedSteps: WRITERS,
}
