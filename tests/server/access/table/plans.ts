import { MEMBERS, WRITERS, type AccessTable } from '../roles.ts'

export const plans: AccessTable = {
  listTestPlans: MEMBERS,
  getTestPlan: MEMBERS,
  getTestPlanReport: MEMBERS,
  createTestPlan: WRITERS,
  updateTestPlan: WRITERS,
  closeTestPlan: WRITERS,
  deleteTestPlan: WRITERS,
  closeTestPlans: WRITERS,
  deleteTestPlans: WRITERS,
}
