import { countExploratoryUses, type ExploratoryUsed } from '../../contract/exploratory/sessions.ts'
import type { Send } from '../http/http.ts'

/** References from exploratory testing to something about to be deleted. */
export const createExploratoryUsesService = (send: Send) => ({
  count: (projectKey: string, kind: ExploratoryUsed, id: number) =>
    send(countExploratoryUses, { params: { projectKey }, query: { kind, id } }),
})
