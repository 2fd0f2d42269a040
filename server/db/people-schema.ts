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
  /** What a directory calls them (SCIM); null: their address. */
  scim_user_name: Generated<string | null>
  external_id: Generated<string | null>
  /** The display name in small letters. */
  sort_name: GeneratedAlways<string>
  /** Names and address in small letters. */
  search_text: GeneratedAlways<string>
  preferences: JsonWithDefault<{ homepage?: Homepage }>
  /** What authenticators know them by. */
  passkey_handle: Generated<string>
  created_at: CreatedAt
}

export interface UserGroupTable {
  id: GeneratedAlways<number>
  name: string
  /** Not of super admins, who hold them all. */
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
  /** Time step of the last code that was accepted. */
  last_step: Generated<number>
  /** Null until a code has confirmed it: it is not in force. */
  confirmed_at: MaybeTime
}

export interface RecoveryCodeTable {
  person_id: number
  hash: Buffer
}

export interface SecondFactorTicketTable {
  hash: Buffer
  person_id: number
  /** Of the password hash that the ticket was made with. */
  password_digest: Buffer
  expires_at: Times
}

export interface PasskeyTable {
  id: GeneratedAlways<number>
  person_id: number
  credential_id: Buffer
  public_key: Buffer
  /** Grows with each use on authenticators that count; 0 on those that do not. */
  counter: number
  transports: JsonWithDefault<string[]>
  /** Kept by a password manager for several devices. */
  synced: boolean
  name: string
  created_at: CreatedAt
  last_used_at: MaybeTime
}

export interface PasskeyChallengeTable {
  hash: Buffer
  purpose: 'registration' | 'sign-in' | 'second-factor'
  /** Null where a sign-in begins with the passkey. */
  person_id: number | null
  expires_at: Times
}

export interface ScimTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  /** Whom it creates joins this group. */
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
