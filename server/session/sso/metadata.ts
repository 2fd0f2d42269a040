import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { readCertificate } from './certificates.ts'
import { BadXml, childrenNamed, elementsNamed, parseXml, type XmlElement } from './xml-outline.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Parsed metadata of an identity provider. */
export interface ProviderMetadata {
  entityId: string
  ssoUrl: string
  sloUrl: string | null
  /** PEM, without duplicates. */
  certificates: string[]
}

/** The message is shown to the user who chose the metadata. */
export class BadMetadata extends Error {}

/** Parses the metadata of one identity provider. Throws `BadMetadata`. */
export const readMetadata = (xml: string): ProviderMetadata => {
  const entities = elementsNamed(parsed(xml), METADATA, 'EntityDescriptor').filter(
    (entity) => childrenNamed(entity, METADATA, 'IDPSSODescriptor').length > 0,
  )
  const [entity] = entities
  if (!entity) throw new BadMetadata(PROVIDER_TEXTS.metadataUnreadable)
  if (entities.length > 1) throw new BadMetadata(PROVIDER_TEXTS.metadataSeveral)
  const entityId = entity.attributes['entityID']?.trim()
  const [descriptor] = childrenNamed(entity, METADATA, 'IDPSSODescriptor')
  if (!entityId || entityId.length > 1000 || !descriptor) throw new BadMetadata(PROVIDER_TEXTS.metadataUnreadable)
  const ssoUrl = addressOf(descriptor, 'SingleSignOnService')
  if (ssoUrl === null) throw new BadMetadata(PROVIDER_TEXTS.metadataWithoutSignOn)
  const certificates = childrenNamed(descriptor, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => attributes['use'] !== 'encryption')
    .flatMap((key) => elementsNamed(key, SIGNATURE, 'X509Certificate'))
    .flatMap(({ text }) => readCertificate(text) ?? [])
  return {
    entityId,
    ssoUrl,
    sloUrl: addressOf(descriptor, 'SingleLogoutService'),
    certificates: [...new Set(certificates)],
  }
}

const parsed = (xml: string): XmlElement => {
  try {
    return parseXml(xml.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof BadXml) throw new BadMetadata(PROVIDER_TEXTS.metadataUnreadable, { cause: error })
    throw error
  }
}

/** Returns the redirect address of a service; null if the provider does not support redirects or has no http(s) address. */
const addressOf = (descriptor: XmlElement, service: string): string | null => {
  const location = childrenNamed(descriptor, METADATA, service).find(
    ({ attributes }) => attributes['Binding'] === REDIRECT,
  )?.attributes['Location']
  if (location === undefined || location.length > 2000 || !URL.canParse(location)) return null
  return /^https?:$/.test(new URL(location).protocol) ? location : null
}
