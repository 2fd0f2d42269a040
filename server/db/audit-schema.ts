import type { GeneratedAlways } from 'kysely'
import type { Json, Times } from './schema.ts'

/** One administrative change. Stays when the people and things it names are gone, and is never updated. */
export interface AuditEntryTable {
  id: GeneratedAlways<number>
  /** Of the event that it was written with. */
  event_uid: string
  /** In whole milliseconds, as it is hashed. */
  at: Times
  /** Null for what the server does by itself. */
  person_id: number | null
  /** Username of whoever did it, as it was then. */
  actor: string | null
  type: string
  stream: string
  /** What it was done to, as it was called then. */
  subject: string
  payload: Json<unknown>
  /** Network address that the request came from. */
  address: string | null
  /** SHA-256 of this entry with the hash of the one before. */
  hash: Buffer
}

/** The one row that every writer of entries takes its turn at; there is none before the first entry. */
export interface AuditHeadTable {
  id: number
  /** Of the newest entry; 32 zero bytes before the first. */
  hash: Buffer
  /** Of the newest entry that was pruned: the chain begins after it. */
  pruned_hash: Buffer
}

export interface AuditTables {
  audit_entry: AuditEntryTable
  audit_head: AuditHeadTable
}
