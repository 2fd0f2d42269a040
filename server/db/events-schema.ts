import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** One row per stream: the sequence number of its newest event, and the number up to which events may have been pruned. */
export interface EventStreamTable {
  stream: string
  sequence: number
  pruned: Generated<number>
}

export interface EventTable {
  id: GeneratedAlways<number>
  uid: Generated<string>
  /** 64-bit id of the transaction that appended it, as text. */
  xid: Generated<string>
  stream: string
  sequence: number
  type: string
  payload: ColumnType<unknown, string, never>
  project_id: number | null
  person_id: number | null
  at: Generated<Date>
}

export interface EventTables {
  event_stream: EventStreamTable
  event: EventTable
}
