import type { z } from 'zod/mini'
import type { IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import type { createOpenIdProvider } from '../../../contract/workspace/openid-providers.ts'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { NO_PEOPLE, PEOPLE_LABELS, peopleValuesOf } from './people-values.ts'

type Body = z.infer<typeof createOpenIdProvider.body>

/** Form values. An empty `clientSecret` keeps the stored one. */
export type OpenIdValues = Omit<Body, 'clientSecret'> & { clientSecret: string }

export const openIdValuesOf = (provider: IdentityProvider | null): OpenIdValues =>
  provider === null
    ? { name: '', issuer: '', clientId: '', clientSecret: '', scopes: 'email profile', ...NO_PEOPLE }
    : {
        name: provider.name,
        issuer: provider.entityId,
        clientId: provider.oidc?.clientId ?? '',
        clientSecret: '',
        scopes: provider.oidc?.scopes ?? '',
        ...peopleValuesOf(provider),
      }

export const OPENID_LABELS = plainLabels<OpenIdValues>({
  name: 'Name',
  issuer: 'Issuer',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  scopes: 'Scopes',
  ...PEOPLE_LABELS,
})
