import type { z } from 'zod/mini'
import { getEngineUtilization, type EngineUtilizationQuery } from '../../contract/workspace/engine-utilization.ts'
import { getUsage, listPlanChanges, updateBillingContact } from '../../contract/workspace/usage.ts'
import { removeWorkspaceLogo, renameWorkspace, setWorkspaceLogo } from '../../contract/workspace/workspace.ts'
import type { Send } from '../http/http.ts'

/** Calls about the workspace's plan, usage, name and logo. */
export const createPlanService = (send: Send) => ({
  usage: () => send(getUsage),
  engineUtilization: (query: EngineUtilizationQuery, signal?: AbortSignal) =>
    send(getEngineUtilization, { query, signal }),
  changes: () => send(listPlanChanges),
  changeContact: (body: z.infer<typeof updateBillingContact.body>) => send(updateBillingContact, { body }),
  rename: (body: z.infer<typeof renameWorkspace.body>) => send(renameWorkspace, { body }),
  setLogo: (image: string) => send(setWorkspaceLogo, { body: { image } }),
  removeLogo: () => send(removeWorkspaceLogo),
})
