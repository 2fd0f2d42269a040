import { SamlStatusError } from '@node-saml/node-saml'
import { claimsOf, type Identity } from './claims.ts'
import { SsoRefusal } from './problem.ts'
import { samlOf, serviceProviderOf, type SamlConfig, type StoredProvider } from './provider.ts'
import type { OwnKey } from './own-key.ts'
import { BadXml, childrenNamed, parseXml, type XmlElement } from './xml-outline.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const MAX_NAME_ID = 1000

/** Content of an assertion, all of it signed by the provider. */
export interface Asserted extends Identity {
  assertionId: string
  /** Expiry, after which the assertion is rejected anyway. */
  expiresAt: Date
  /** Null for an unsolicited assertion. */
  inResponseTo: string | null
}

const refused = (message: string, cause?: unknown): SsoRefusal => new SsoRefusal('refused', message, { cause })

/** Parses the document of the form field. Throws if it is malformed, has a document type, or is not SAML. */
export const readResponse = (samlResponse: string): XmlElement => {
  try {
    const root = parseXml(Buffer.from(samlResponse, 'base64').toString('utf8'))
    if (root.name === 'Response' && root.namespace === PROTOCOL) return root
  } catch (error) {
    if (!(error instanceof BadXml)) throw error
    throw refused(error.message, error)
  }
  throw refused('The message is no response of SAML 2.0')
}

/** Returns the claimed sender, only to choose the keys for verification. */
export const claimedIssuer = (response: XmlElement): string | null => {
  const from = [response, ...childrenNamed(response, ASSERTION, 'Assertion')]
  const issuer = from.flatMap((element) => childrenNamed(element, ASSERTION, 'Issuer'))[0]?.text.trim()
  return issuer === undefined || issuer === '' ? null : issuer
}

/**
 * Verifies a response with the provider's certificates and returns the content of its assertion. Throws `SsoRefusal`. The library verifies
 * signatures, validity and audience; issuer, destination, recipient and the answered request are checked here.
 */
export const verifyResponse = async (
  response: XmlElement,
  samlResponse: string,
  provider: StoredProvider,
  key: OwnKey,
  config: SamlConfig,
  now = Date.now(),
): Promise<Asserted> => {
  const { acsUrl } = serviceProviderOf(config)
  const destination = response.attributes['Destination']
  if (destination !== undefined && destination !== acsUrl)
    throw refused(`The response is meant for ${destination}, not for ${acsUrl}`)
  const assertion = await signedAssertion(samlResponse, provider, key, config)
  const issuer = textOf(assertion['Issuer'])
  if (issuer !== provider.entity_id) throw refused(`The assertion is by ${issuer ?? 'nobody'}`)
  const subject = first(assertion['Subject'])
  const confirmation = bearerOf(subject, acsUrl, now - config.SAML_CLOCK_SKEW_SECONDS * 1000)
  const answered = response.attributes['InResponseTo']
  if (answered !== undefined && answered !== confirmation.inResponseTo)
    throw refused('The response and its assertion answer different requests')
  const nameId = textOf(subject?.['NameID'])?.trim() ?? ''
  const nameIdFormat = first(subject?.['NameID'])?.$?.['Format'] ?? null
  const assertionId = assertion.$?.['ID']
  if (assertionId === undefined || assertionId.length > MAX_NAME_ID) throw refused('The assertion has no id')
  if (nameId === '' || nameId.length > MAX_NAME_ID || nameIdFormat === TRANSIENT)
    throw new SsoRefusal(
      'no-name',
      'The assertion has no lasting NameID: choose the format persistent or e-mail address',
    )
  const attributes = attributesOf(assertion)
  return {
    assertionId,
    expiresAt: new Date(confirmation.expiresAt + config.SAML_CLOCK_SKEW_SECONDS * 1000),
    inResponseTo: confirmation.inResponseTo,
    nameId,
    nameIdFormat,
    sessionIndex: first(assertion['AuthnStatement'])?.$?.['SessionIndex'] ?? null,
    attributes,
    claims: claimsOf({ attributes, nameId }),
  }
}

/** An element as parsed by the library. */
interface Parsed {
  $?: Record<string, string>
  _?: string
  [child: string]: unknown
}
const all = (elements: unknown): Parsed[] => (Array.isArray(elements) ? (elements as Parsed[]) : [])
const first = (elements: unknown): Parsed | undefined => all(elements)[0]
const textOf = (elements: unknown): string | undefined => first(elements)?._

/** Returns the assertion as it was signed, ignoring anything else in the response. */
const signedAssertion = async (
  samlResponse: string,
  provider: StoredProvider,
  key: OwnKey,
  config: SamlConfig,
): Promise<Parsed> => {
  try {
    const { profile } = await samlOf(provider, key, config).validatePostResponseAsync({ SAMLResponse: samlResponse })
    const assertion = (profile?.getAssertion?.() as { Assertion?: Parsed } | undefined)?.Assertion
    if (assertion) return assertion
  } catch (error) {
    if (error instanceof SamlStatusError) throw new SsoRefusal('cancelled', error.message, { cause: error })
    throw refused(error instanceof Error ? error.message : 'The response could not be verified', error)
  }
  throw refused('The response has no assertion')
}

/** Returns the confirmed bearer: the sender of the assertion is its subject, at this address and until it expires. */
const bearerOf = (subject: Parsed | undefined, acsUrl: string, now: number) => {
  for (const confirmation of all(subject?.['SubjectConfirmation'])) {
    const data = first(confirmation['SubjectConfirmationData'])?.$ ?? {}
    const expiresAt = Date.parse(data['NotOnOrAfter'] ?? '')
    // Bearer assertions have no NotBefore (SAML 2.0 profiles, 4.1.4.2).
    const isNow = data['NotBefore'] === undefined && expiresAt > now
    if (confirmation.$?.['Method'] === BEARER && data['Recipient'] === acsUrl && isNow)
      return { expiresAt, inResponseTo: data['InResponseTo'] ?? null }
  }
  throw refused(`The assertion confirms no bearer at ${acsUrl} at this time`)
}

const attributesOf = (assertion: Parsed): Map<string, string[]> => {
  const attributes = new Map<string, string[]>()
  for (const { $, AttributeValue } of all(assertion['AttributeStatement']).flatMap(({ Attribute }) => all(Attribute))) {
    const name = $?.['Name']
    const values = all(AttributeValue).flatMap(({ _ }) => (_ === undefined || _.trim() === '' ? [] : [_.trim()]))
    if (name !== undefined) attributes.set(name, [...(attributes.get(name) ?? []), ...values])
  }
  return attributes
}
