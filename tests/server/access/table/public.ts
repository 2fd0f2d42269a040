import { ANYONE, WRITERS, VISITORS, type AccessTable } from '../roles.ts'

export const publicAccess: AccessTable = {
  listPublicLinks: WRITERS,
  createPublicLink: WRITERS,
  revokePublicLink: WRITERS,
  authorizePublicAccess: ANYONE,
  getPublicLaunch: VISITORS,
  listPublicTests: VISITORS,
  getPublicTest: VISITORS,
  listPublicTestLogs: VISITORS,
  listPublicTestSteps: VISITORS,
  listPublicBrowserErrors: VISITORS,
  // The visitor's link is one to a launch.
  getPublicExploratorySession: [],
  getPublicTestRun: [],
  getPublicTestPlan: [],
}
