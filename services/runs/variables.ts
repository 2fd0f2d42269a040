import { listEffectiveVariables } from '../../contract/settings/variables.ts'
import type { Send } from '../http/http.ts'

/** Reads the variables of a run. `environmentId` null: of a run without an environment. */
export const effectiveVariables = async (send: Send, projectKey: string, environmentId: number | null) => {
  const query = environmentId === null ? {} : { environmentId }
  return (await send(listEffectiveVariables, { params: { projectKey }, query })).items
}
