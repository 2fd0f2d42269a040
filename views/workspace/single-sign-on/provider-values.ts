import type { z } from 'zod/mini'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type {
  createIdentityProvider,
  GroupMapping,
  IdentityProvider,
  MetadataSource,
} from '../../../contract/workspace/identity-providers.ts'
import { plainWords } from '../../shared/forms/edit-notes.tsx'

type Body = z.infer<typeof createIdentityProvider.body>

/** What the form holds: the body of the call, with metadata that may not be chosen yet. */
export type Values = Omit<Body, 'metadata'> & { metadata: MetadataSource | null }

export const valuesOf = (provider: IdentityProvider | null): Values => {
  if (provider === null)
    return {
      name: '',
      metadata: null,
      certificates: [],
      signsRequests: true,
      allowsIdpInitiated: false,
      createsPeople: false,
      groupId: null,
      groupAttribute: '',
      groupMapping: [],
      removesGroups: false,
      linksByEmail: false,
    }
  const { metadata, certificates } = provider
  return {
    name: provider.name,
    metadata: metadata.url === null ? { file: metadata.file } : { url: metadata.url },
    certificates: certificates.flatMap(({ isUploaded, name, content }) => (isUploaded ? [{ name, content }] : [])),
    signsRequests: provider.signsRequests,
    allowsIdpInitiated: provider.allowsIdpInitiated,
    createsPeople: provider.createsPeople,
    groupId: provider.groupId,
    groupAttribute: provider.groupAttribute,
    groupMapping: provider.groupMapping,
    removesGroups: provider.removesGroups,
    linksByEmail: provider.linksByEmail,
  }
}

/** What only the form knows to be wrong, before the contract's schema is asked. */
export const problemsOf = (values: Values): Partial<Record<keyof Values, string>> => {
  const { metadata, groupMapping, groupAttribute, createsPeople, groupId } = values
  const isMissing = metadata === null || ('url' in metadata && metadata.url.trim() === '')
  return {
    ...(isMissing ? { metadata: PROVIDER_TEXTS.metadataRequired } : {}),
    ...(createsPeople && groupId === null ? { groupId: USER_TEXTS.groupRequired } : {}),
    ...(groupMapping.length > 0 && groupAttribute.trim() === ''
      ? { groupAttribute: PROVIDER_TEXTS.mappingWithoutAttribute }
      : {}),
    ...(groupMapping.some(isIncomplete) ? { groupMapping: PROVIDER_TEXTS.mappingIncomplete } : {}),
  }
}

const isIncomplete = ({ value, groupId }: GroupMapping): boolean => value.trim() === '' || groupId < 1

/** What is sent of an edit. */
export const bodyOf = <Part extends Partial<Values>>({ metadata, ...rest }: Part) => ({
  ...rest,
  ...(metadata === undefined || metadata === null ? {} : { metadata }),
})

export const WORDS = plainWords<Values>({
  name: 'Name',
  metadata: 'Metadata',
  certificates: 'Certificates',
  signsRequests: 'Sign requests',
  allowsIdpInitiated: 'People may begin at the provider',
  createsPeople: 'Create accounts',
  groupId: 'Group of new users',
  groupAttribute: 'Group attribute',
  groupMapping: 'Groups by attribute',
  removesGroups: 'Remove groups',
  linksByEmail: 'Link by e-mail address',
})
