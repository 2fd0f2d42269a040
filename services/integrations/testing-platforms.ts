import { revealTestingPlatforms } from '../../contract/workspace/integrations.ts'
import type { Send } from '../http/http.ts'

/** Decrypted credentials; each call is recorded in the audit log. */
export const revealPlatforms = async (send: Send, projectKey: string) =>
  (await send(revealTestingPlatforms, { params: { projectKey } })).items
