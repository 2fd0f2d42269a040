import type { StoredProvider } from './provider.ts'
import { Email, FirstName, LastName } from '../../../contract/session/session.ts'

/** User's names and e-mail from the provider. */
export interface Claims {
  email: string | null
  /** Empty if the provider does not send it. */
  firstName: string
  lastName: string
}

/** User that a provider has authenticated, in either protocol. */
export interface Identity {
  /** Permanent id of the user at the provider. */
  nameId: string
  nameIdFormat: string | null
  sessionIndex: string | null
  attributes: ReadonlyMap<string, readonly string[]>
  claims: Claims
  idToken?: string
}

/** Returns the groups that the mapping assigns for these attributes. */
export const groupsGiven = (
  { group_attribute: attribute, group_mapping: mapping }: Pick<StoredProvider, 'group_attribute' | 'group_mapping'>,
  { attributes }: Pick<Identity, 'attributes'>,
): Set<number> => {
  const values = new Set(attributes.get(attribute))
  return new Set(mapping.filter(({ value }) => values.has(value)).map(({ groupId }) => groupId))
}

/** Names of these attributes in common directories, in lower case; for URIs, only the last segment. */
const NAMES = {
  email: ['email', 'mail', 'emailaddress', 'e-mail', 'user.email', 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstname', 'first_name', 'givenname', 'given_name', 'user.firstname', 'urn:oid:2.5.4.42'],
  lastName: ['lastname', 'last_name', 'surname', 'sn', 'familyname', 'family_name', 'user.lastname', 'urn:oid:2.5.4.4'],
} as const

/**
 * Reads names and e-mail from the attributes; the e-mail also from a NameID that is an address. Values that break the rules of users'
 * names are dropped.
 */
export const claimsOf = ({ attributes, nameId }: Pick<Identity, 'attributes' | 'nameId'>): Claims => {
  const known = new Map([...attributes].map(([name, [value]]) => [name.toLowerCase().split('/').at(-1) ?? '', value]))
  const valueOf = (names: readonly string[]) =>
    names.map((name) => known.get(name)).find((value) => value !== undefined)
  const email = Email.safeParse(valueOf(NAMES.email) ?? nameId)
  const firstName = FirstName.safeParse(valueOf(NAMES.firstName) ?? '')
  const lastName = LastName.safeParse(valueOf(NAMES.lastName) ?? '')
  return {
    email: email.success ? email.data : null,
    firstName: firstName.success ? firstName.data : '',
    lastName: lastName.success ? lastName.data : '',
  }
}
