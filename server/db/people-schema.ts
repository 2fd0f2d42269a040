import type { Generated, GeneratedAlways } from 'kysely'
import type { GroupPermission } from '../../contract/access.ts'
import type { Homepage } from '../../contract/workspace/homepage.ts'
import type { SignInMethod } from '../../contract/workspace/account-security.ts'
import type { UserSource, UserStatus } from '../../contract/workspace/users.ts'
import type { CreatedAt, JsonWithDefault, MaybeTime, Times } from './schema.ts'

export interface PersonTable {
  id: GeneratedAlways<number>
  username: string
  email: string
  first_name: Generated<string>
  last_name: Generated<string>
  photo_url: string | null
  photo_hash: Generated<string | null>
  source: Generated<UserSource>
  /** Null until an invitation is accepted, and for users of single sign-on. */
  password_hash: string | null
  read_only: Generated<boolean>
  status: Generated<UserStatus>
  last_sign_in_at: MaybeTime
  is_system: Generated<boolean>
  /** `userName` in SCIM; null if it is the e-mail address. */
  scim_user_name: Generated<string | null>
  external_id: Generated<string | null>
  /** Display name in lower case. */
  sort_name: GeneratedAlways<string>
  /** Names and e-mail address in lower case. */
  search_text: GeneratedAlways<string>
  preferences: JsonWithDefault<{ homepage?: Homepage }>
  /** User handle of their passkeys (WebAuthn). */
  passkey_handle: Generated<string>
  created_at: CreatedAt
}

export interface UserGroupTable {
  id: GeneratedAlways<number>
  name: string
  /** Empty for super admins, who hold all permissions. */
  permissions: JsonWithDefault<GroupPermission[]>
  invitable: Generated<boolean>
  built_in: Generated<'super-admins' | null>
  external_id: Generated<string | null>
  created_at: CreatedAt
}

export interface UserGroupMemberTable {
  group_id: number
  person_id: number
  created_at: CreatedAt
}

export interface InvitationTable {
  person_id: number
  token_hash: Buffer
  invited_by: number | null
  expires_at: Times
  accepted_at: MaybeTime
  created_at: CreatedAt
}

export interface SignInTable {
  id: GeneratedAlways<number>
  person_id: number
  method: SignInMethod
  refused: boolean
  user_agent: string | null
  address: string | null
  created_at: CreatedAt
}

export interface SecondFactorTable {
  person_id: number
  /** Encrypted. */
  secret: Buffer
  /** Time step of the last accepted code. */
  last_step: Generated<number>
  /** When a code confirmed it; null while it is not in force. */
  confirmed_at: MaybeTime
}

export interface RecoveryCodeTable {
  person_id: number
  hash: Buffer
}

export interface SecondFactorTicketTable {
  hash: Buffer
  person_id: number
  /** Digest of the password hash at the time the ticket was issued. */
  password_digest: Buffer
  expires_at: Times
}

export interface PasskeyTable {
  id: GeneratedAlways<number>
  person_id: number
  credential_id: Buffer
  public_key: Buffer
  /** Signature counter; 0 for authenticators without one. */
  counter: number
  transports: JsonWithDefault<string[]>
  /** Whether a password manager syncs it across devices. */
  synced: boolean
  name: string
  created_at: CreatedAt
  last_used_at: MaybeTime
}

export interface PasskeyChallengeTable {
  hash: Buffer
  purpose: 'registration' | 'sign-in' | 'second-factor'
  /** Null if the sign-in starts with the passkey. */
  person_id: number | null
  expires_at: Times
}

export interface ScimTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  /** Group of the users that it creates. */
  group_id: number | null
  last_used_at: MaybeTime
  created_at: CreatedAt
}

export interface PeopleTables {
  scim_token: ScimTokenTable
  person: PersonTable
  user_group: UserGroupTable
  user_group_member: UserGroupMemberTable
  invitation: InvitationTable
  sign_in: SignInTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  second_factor_ticket: SecondFactorTicketTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
}
