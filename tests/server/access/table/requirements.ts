import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const requirements: AccessTable = {
  listRequirements: MEMBERS,
  findRequirements: MEMBERS,
  createRequirement: WRITERS,
  updateRequirement: WRITERS,
  deleteRequirement: WRITERS,
  syncRequirements: WRITERS,
  listCaseRequirements: MEMBERS,
  linkRequirements: WRITERS,
}
