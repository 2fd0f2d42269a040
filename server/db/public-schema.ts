import type { Generated, GeneratedAlways } from 'kysely'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { CreatedAt, MaybeTime, Times } from './schema.ts'

export interface PublicLinkTable {
  id: GeneratedAlways<number>
  project_id: number
  resource_type: PublicResourceType
  resource_id: string
  key: string
  passcode_hash: string
  created_by: number | null
  created_at: CreatedAt
  expires_at: MaybeTime
  revoked_at: MaybeTime
  visits: Generated<number>
  last_visit_at: MaybeTime
}

/** Tokens of visitors. */
export interface PublicAccessTable {
  hash: Buffer
  link_id: number
  expires_at: Times
}

export interface PublicTables {
  public_link: PublicLinkTable
  public_access: PublicAccessTable
}
