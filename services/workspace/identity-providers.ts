import type { z } from 'zod/mini'
import {
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  readSignInTest,
  removeProviderLogo,
  setProviderLogo,
  testIdentityProvider,
  updateIdentityProvider,
} from '../../contract/workspace/identity-providers.ts'
import { createOpenIdProvider, updateOpenIdProvider } from '../../contract/workspace/openid-providers.ts'
import type { Send } from '../http/http.ts'

/** Calls about identity providers. */
export const createIdentityProvidersService = (send: Send) => ({
  list: () => send(listIdentityProviders),
  create: (body: z.infer<typeof createIdentityProvider.body>) => send(createIdentityProvider, { body }),
  update: (providerId: number, body: z.infer<typeof updateIdentityProvider.body>) =>
    send(updateIdentityProvider, { params: { providerId }, body }),
  createOpenId: (body: z.infer<typeof createOpenIdProvider.body>) => send(createOpenIdProvider, { body }),
  updateOpenId: (providerId: number, body: z.infer<typeof updateOpenIdProvider.body>) =>
    send(updateOpenIdProvider, { params: { providerId }, body }),
  setLogo: (providerId: number, image: string) => send(setProviderLogo, { params: { providerId }, body: { image } }),
  removeLogo: (providerId: number) => send(removeProviderLogo, { params: { providerId } }),
  delete: (providerId: number) => send(deleteIdentityProvider, { params: { providerId } }),
  /** Resolves with the URL that starts the test. */
  beginTest: async (providerId: number) => (await send(testIdentityProvider, { params: { providerId }, body: {} })).url,
  readTest: (providerId: number, signInTestId: string) =>
    send(readSignInTest, { params: { providerId, signInTestId } }),
})
