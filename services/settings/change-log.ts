import type { z } from 'zod/mini'
import { listSettingsChanges } from '../../contract/settings/change-log.ts'
import type { Send } from '../http/http.ts'

/** Change log of a project's settings. */
export const createChangeLogService = (send: Send) => ({
  list: (projectKey: string, query: z.infer<typeof listSettingsChanges.query>) =>
    send(listSettingsChanges, { params: { projectKey }, query }),
})
