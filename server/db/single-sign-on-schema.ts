import type { ColumnType, GeneratedAlways } from 'kysely'
import type {
  Certificate,
  GroupMapping,
  ProviderType,
  SignInTestOutcome,
} from '../../contract/workspace/identity-providers.ts'
import type { CreatedAt, JsonWithDefault, Times } from './schema.ts'

export interface IdentityProviderTable {
  id: GeneratedAlways<number>
  type: ColumnType<ProviderType, ProviderType | undefined, never>
  /** OpenID Connect only. The secret is encrypted; null for a public client. */
  client_id: ColumnType<string | null, string | null | undefined, string>
  client_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  scopes: ColumnType<string, string | undefined, string>
  logo_hash: ColumnType<string | null, string | null | undefined, string | null>
  name: string
  metadata_name: string
  metadata_content: string
  /** Null if the metadata was uploaded. */
  metadata_url: string | null
  metadata_read_at: ColumnType<Date, Date | undefined, Date>
  uploaded_certificates: JsonWithDefault<Certificate[]>
  entity_id: string
  sso_url: string
  slo_url: string | null
  /** Effective certificates: the uploaded ones, otherwise those of the metadata. */
  certificates: ColumnType<Certificate[], string, string>
  signs_requests: boolean
  allows_idp_initiated: boolean
  creates_people: boolean
  group_id: number | null
  group_attribute: string
  group_mapping: JsonWithDefault<GroupMapping[]>
  removes_groups: boolean
  links_by_email: boolean
  /** Whether a super admin last decided what it may assert: only then may it sign in to accounts that have not used it before. */
  trusted: boolean
  created_at: CreatedAt
}

export interface PersonIdentityTable {
  provider_id: number
  name_id: string
  person_id: number
  last_sign_in_at: ColumnType<Date, Date | undefined, Date>
}

export interface SamlRequestTable {
  id: string
  provider_id: number
  relay_hash: Buffer
  /** Hash of a cookie in the browser that started the sign-in. */
  browser_hash: Buffer
  /** Path within the product to open after signing in. */
  wanted: string
  /** User who tests the provider; the answer then signs nobody in. */
  tester: number | null
  /** OpenID Connect only; null once the request was answered. */
  nonce: ColumnType<string | null, string | null | undefined, null>
  code_verifier: ColumnType<string | null, string | null | undefined, null>
  outcome: ColumnType<SignInTestOutcome | null, string | null | undefined, string>
  expires_at: Times
}

export interface SamlAssertionTable {
  provider_id: number
  id: string
  expires_at: Times
}

export interface SamlSessionTable {
  session_id: string
  provider_id: number
  name_id: string
  name_id_format: string | null
  session_index: string | null
  /** OpenID Connect only: sent as `id_token_hint` when the session is ended at the provider. */
  id_token: ColumnType<string | null, string | null | undefined, never>
}

export interface SamlKeyTable {
  id: number
  sealed: Buffer
  certificate: string
}

export interface SingleSignOnTables {
  identity_provider: IdentityProviderTable
  person_identity: PersonIdentityTable
  saml_request: SamlRequestTable
  saml_assertion: SamlAssertionTable
  saml_session: SamlSessionTable
  saml_key: SamlKeyTable
}
