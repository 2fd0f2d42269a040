import { Email, FirstName, LastName } from '../../../contract/session/session.ts'

/** Who somebody is, by what the provider says of them. */
export interface Claims {
  email: string | null
  /** Empty where the provider does not say it. */
  firstName: string
  lastName: string
}

/** Whom a provider has signed in, by whichever protocol. */
export interface Identity {
  /** Tells the people of one provider apart, for good. */
  nameId: string
  nameIdFormat: string | null
  sessionIndex: string | null
  attributes: ReadonlyMap<string, readonly string[]>
  claims: Claims
  idToken?: string
}

/** Names that directories in wide use give these attributes, in lower case; of addresses only the last part counts. */
const NAMES = {
  email: ['email', 'mail', 'emailaddress', 'e-mail', 'user.email', 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstname', 'first_name', 'givenname', 'given_name', 'user.firstname', 'urn:oid:2.5.4.42'],
  lastName: ['lastname', 'last_name', 'surname', 'sn', 'familyname', 'family_name', 'user.lastname', 'urn:oid:2.5.4.4'],
} as const

/** Reads names and address from the attributes; the address also from a NameID that is one. What breaks the rules of people's names is left out. */
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
