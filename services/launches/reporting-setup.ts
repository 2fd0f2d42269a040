import { createGuideToken, getReportingSetup } from '../../contract/launches/reporting-setup.ts'
import type { Send } from '../http/http.ts'

/** Calls of the reporting guides. */
export const createReportingSetupService = (send: Send) => ({
  read: (projectKey: string, guide: string) => send(getReportingSetup, { params: { projectKey }, query: { guide } }),
  createToken: (projectKey: string, guide: string) =>
    send(createGuideToken, { params: { projectKey }, body: { guide } }),
})
