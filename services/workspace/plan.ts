import type { z } from 'zod/mini'
import { getEngineUtilization, type EngineUtilizationQuery } from '../../contract/workspace/engine-utilization.ts'
import { removeWorkspaceLogo, setWorkspaceLogo } from '../../contract/workspace/logo.ts'
import { getUsage, listPlanChanges, updateBillingContact } from '../../contract/workspace/usage.ts'
import type { Send } from '../http/http.ts'

/** Calls about the workspace's plan, usage and logo. */
export const createPlanService = (send: Send) => ({
  usage: () => send(getUsage),
  engineUtilization: (query: EngineUtilizationQuery, signal?: AbortSignal) =>
    send(getEngineUtilization, { query, signal }),
  changes: () => send(listPlanChanges),
  changeContact: (body: z.infer<typeof updateBillingContact.body>) => send(updateBillingContact, { body }),
  setLogo: (image: string) => send(setWorkspaceLogo, { body: { image } }),
  removeLogo: () => send(removeWorkspaceLogo),
})
