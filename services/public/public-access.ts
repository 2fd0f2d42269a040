import { authorizePublicAccess } from '../../contract/public/public-access.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { Send } from '../http/http.ts'

/** Returns a token for the shared content. */
export const authorisePublicAccess = async (
  send: Send,
  given: { resourceType: PublicResourceType; token: string; passcode: string },
): Promise<string> => (await send(authorizePublicAccess, { body: given })).data.data.authToken
