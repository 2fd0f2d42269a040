import type { z } from 'zod/mini'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import {
  checkIntegration,
  getIntegration,
  listEnabledIntegrations,
  listIntegrations,
  removeIntegration,
  saveIntegration,
} from '../../contract/workspace/integrations.ts'
import type { Send } from '../http/http.ts'

/** Integrations of the workspace. */
export const createIntegrationsService = (send: Send) => ({
  list: () => send(listIntegrations),
  get: (integration: string) => send(getIntegration, { params: { integration } }),
  save: (integration: string, body: z.infer<typeof saveIntegration.body>) =>
    send(saveIntegration, { params: { integration }, body }),
  remove: (integration: string) => send(removeIntegration, { params: { integration } }),
  /** Takes as long as the other system, at most ten seconds. */
  check: (integration: string, values: FieldValues, signal: AbortSignal) =>
    send(checkIntegration, { params: { integration }, body: values, signal }),
  /** Keys of enabled integrations. */
  enabled: async () => (await send(listEnabledIntegrations)).items.map(({ key }) => key),
})
