import type { z } from 'zod/mini'
import { createScimToken, deleteScimToken, listScimTokens } from '../../contract/workspace/scim.ts'
import type { Send } from '../http/http.ts'

/** Calls about SCIM tokens. */
export const createScimService = (send: Send) => ({
  list: () => send(listScimTokens),
  create: (body: z.infer<typeof createScimToken.body>) => send(createScimToken, { body }),
  delete: (scimTokenId: number) => send(deleteScimToken, { params: { scimTokenId } }),
})
