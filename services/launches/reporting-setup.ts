import { createGuideToken, getReportingSetup } from '../../contract/launches/reporting-setup.ts'
import type { Send } from '../http/http.ts'

/** Calls of the guides to reporting. */
export const createReportingSetupService = (send: Send) => ({
  read: (projectKey: string) => send(getReportingSetup, { params: { projectKey } }),
  createToken: (projectKey: string) => send(createGuideToken, { params: { projectKey } }),
})
