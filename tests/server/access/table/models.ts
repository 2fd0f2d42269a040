import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const models: AccessTable = {
  createCaseModel: WRITERS,
  getCaseModel: MEMBERS,
  updateCaseModel: WRITERS,
  getCaseModelResults: MEMBERS,
}
