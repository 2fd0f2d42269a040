import type { z } from 'zod/mini'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type {
  createIdentityProvider,
  IdentityProvider,
  MetadataSource,
} from '../../../contract/workspace/identity-providers.ts'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { NO_PEOPLE, PEOPLE_LABELS, peopleProblemsOf, peopleValuesOf } from './people-values.ts'

type Body = z.infer<typeof createIdentityProvider.body>

/** Form values: the call's body, with metadata that may not be chosen yet. */
export type Values = Omit<Body, 'metadata'> & { metadata: MetadataSource | null }

export const valuesOf = (provider: IdentityProvider | null): Values => {
  if (provider === null)
    return {
      name: '',
      metadata: null,
      certificates: [],
      signsRequests: true,
      allowsIdpInitiated: false,
      ...NO_PEOPLE,
    }
  const { metadata, certificates } = provider
  return {
    name: provider.name,
    metadata: metadata.url === null ? { file: metadata.file } : { url: metadata.url },
    certificates: certificates.flatMap(({ isUploaded, name, content }) => (isUploaded ? [{ name, content }] : [])),
    signsRequests: provider.signsRequests,
    allowsIdpInitiated: provider.allowsIdpInitiated,
    ...peopleValuesOf(provider),
  }
}

/** Validation that only the form can do, before the contract's schema. */
export const problemsOf = (values: Values): Partial<Record<keyof Values, string>> => {
  const { metadata } = values
  const isMissing = metadata === null || ('url' in metadata && metadata.url.trim() === '')
  return {
    ...(isMissing ? { metadata: PROVIDER_TEXTS.metadataRequired } : {}),
    ...peopleProblemsOf(values),
  }
}

/** Returns the body to send for an edit. */
export const bodyOf = <Part extends Partial<Values>>({ metadata, ...rest }: Part) => ({
  ...rest,
  ...(metadata === undefined || metadata === null ? {} : { metadata }),
})

export const LABELS = plainLabels<Values>({
  name: 'Name',
  metadata: 'Metadata',
  certificates: 'Certificates',
  signsRequests: 'Sign requests',
  allowsIdpInitiated: 'People may begin at the provider',
  ...PEOPLE_LABELS,
})
