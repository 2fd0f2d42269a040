import type { GeneratedAlways } from 'kysely'
import type { Json, Times } from './schema.ts'

/** One administrative change. It outlives the users and subjects that it names, and is never updated. */
export interface AuditEntryTable {
  id: GeneratedAlways<number>
  /** Uid of the event that was appended with it. */
  event_uid: string
  /** Truncated to milliseconds, as hashed. */
  at: Times
  /** Null for changes by the server itself. */
  person_id: number | null
  /** Actor's username at that time. */
  actor: string | null
  type: string
  stream: string
  /** Name of the changed subject at that time. */
  subject: string
  payload: Json<unknown>
  /** Network address of the request. */
  address: string | null
  /** SHA-256 of this entry and the previous entry's hash. */
  hash: Buffer
}

/** Single row that serialises writers of entries. Created with the first entry. */
export interface AuditHeadTable {
  id: number
  /** Hash of the newest entry; 32 zero bytes before the first. */
  hash: Buffer
  /** Hash of the newest pruned entry: the chain starts after it. */
  pruned_hash: Buffer
}

export interface AuditTables {
  audit_entry: AuditEntryTable
  audit_head: AuditHeadTable
}
