import { countExploratoryUses, type ExploratoryUsed } from '../../contract/exploratory/sessions.ts'
import type { Send } from '../http/http.ts'

/** What of exploratory testing refers to a thing that somebody is about to delete. */
export const createExploratoryUsesService = (send: Send) => ({
  count: (projectKey: string, kind: ExploratoryUsed, id: number) =>
    send(countExploratoryUses, { params: { projectKey }, query: { kind, id } }),
})
