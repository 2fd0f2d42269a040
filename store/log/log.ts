import { Dexie, type EntityTable, type Table } from 'dexie'
import { BehaviorSubject, Subject } from 'rxjs'
import { exploratoryStream } from '../../contract/live.ts'
import type { LogRecord, PayloadStructs } from './record.ts'

/** State of one projection at one sequence: a page of a list, a header, … `key` identifies it. */
export type StoredSnapshot = {
  key: string
  stream: string
  projection: string
  /** Version of the fold; snapshots of other versions are not used. */
  version: number
  sequence: number
  state: unknown
  /** Last use, epoch ms: the oldest are deleted first. */
  at: number
  /** Unique per write, to distinguish two writes at the same sequence. */
  revision: string
}

/** How far a stream is held: everything up to `applied` is in a snapshot or in the log; `head` is the highest record. */
export type Position = { stream: string; applied: number; head: number }

/** An unreadable record, moved aside. `key` deduplicates. */
export type SetAside = { turn: number; key: string; record: unknown; reason: string; at: number }

/**
 * An unconfirmed command: its position in the outbox and what decides whether it may be sent. Its content is in the log, in the record with
 * the id `key`.
 */
export interface Unsent {
  /** Order of sending. A replacement takes the position of the replaced command. */
  turn: number
  key: string
  /** `<capability>:<id>` */
  stream: string
  projectKey: string
  type: string
  /** Ids of the entries in its stream that it concerns. */
  about: readonly string[]
  /** Reason of its rejection. */
  refusal: string | null
}

/** An attached file; its bytes are in a separate table until the server has them. */
export interface DeviceFile {
  fileUuid: string
  projectKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** Bytes that the server has, as far as known. */
  sentBytes: number
  /**
   * `draft`: in an unsent form. `due`: to be sent, or to be checked on the server once more. `arrived`: the server has all bytes, but not
   * its subject yet. `refused`: rejected, see `refusal`. `left`: rejected, and removed from its subject since.
   */
  state: 'draft' | 'due' | 'arrived' | 'refused' | 'left'
  refusal: string | null
  /** Key of the command that attaches it; null in a draft. */
  owner: string | null
  /** Key of the command that detaches it. */
  leftBy: string | null
  /** The server knows the subject with this file: once all bytes have arrived, the local ones may be deleted. */
  isConfirmed: boolean
  /** Stream of the command that attaches it; null in a draft. */
  stream: string | null
  /** Id of what it is attached to; null in a draft. */
  subject: string | null
}

export type LogTables = Dexie & {
  records: EntityTable<LogRecord, 'id'>
  snapshots: EntityTable<StoredSnapshot, 'key'>
  positions: EntityTable<Position, 'stream'>
  outbox: Table<Unsent, number, Omit<Unsent, 'turn'>>
  files: EntityTable<DeviceFile, 'fileUuid'>
  fileBytes: EntityTable<{ fileUuid: string; bytes: Blob }, 'fileUuid'>
  setAside: Table<SetAside, number, Omit<SetAside, 'turn'>>
}

/** A record or snapshot that could not be read and was moved aside. `stream` is `null` when that is unreadable too. */
export type Damage = { stream: string | null; record: unknown; reason: string }

/** `full`: the disk is full, and new records exist only in memory. `failed`: the log could not be read or written. */
export type Trouble = { kind: 'full' | 'failed'; cause: unknown }

/** State of commands that this tab is writing to disk. `places`: their sequences by key. */
export type Writing =
  | { type: 'begun'; stream: string; command: object }
  | { type: 'stored'; places: ReadonlyMap<string, number> }
  | { type: 'failed'; keys: readonly string[] }

/** Records that did not fit on the disk; projections fold them all the same. */
export type Memory = { records: readonly LogRecord[]; snapshots: ReadonlyMap<string, StoredSnapshot> }

const NO_MEMORY: Memory = { records: [], snapshots: new Map() }

export type Log = {
  db: LogTables
  known: PayloadStructs
  memory: BehaviorSubject<Memory>
  damage$: Subject<Damage>
  trouble$: Subject<Trouble>
  /** Emits after each write to disk. */
  stored$: Subject<void>
  /** Commands that this tab is writing to disk. */
  writing$: Subject<Writing>
  /** Readers that show less than the server is known to have. */
  behind: BehaviorSubject<ReadonlySet<object>>
  /** How often a snapshot or command stream is visible in this tab. */
  shown: Map<string, number>
  /** Called before unsent work is written. */
  beforeUnsent: () => void
}

/** Earlier versions attached files to observations only. */
interface FileOfVersion2 {
  sessionId?: string | null
  observationId?: string | null
}

const toVersion3 = (file: DeviceFile & FileOfVersion2) => {
  const { sessionId = null, observationId = null } = file
  file.stream = sessionId === null ? null : exploratoryStream(sessionId)
  file.subject = observationId
  delete file.sessionId
  delete file.observationId
}

/**
 * Opens lazily, with the first call. One database per signed-in user, identified by `name`. `known` checks the payloads of its records.
 */
export function openLog(
  name = 'assay',
  known: PayloadStructs = {},
  beforeUnsent: Log['beforeUnsent'] = () => undefined,
): Log {
  // Dexie's cache would show live queries what is not on disk yet.
  const db = new Dexie(name, { cache: 'disabled' }) as LogTables
  // Once shipped: add version(2), never edit this.
  db.version(1).stores({
    records: 'id, &[stream+sequence]',
    snapshots: 'key, [stream+sequence], [projection+at]',
    positions: 'stream',
    setAside: '++turn, &key',
  })
  db.version(2).stores({
    outbox: '++turn, &key, stream, refusal',
    files: 'fileUuid, state, owner, observationId',
    // In a table of its own: reading metadata must not load the bytes.
    fileBytes: 'fileUuid',
  })
  db.version(3)
    .stores({ files: 'fileUuid, state, owner, subject' })
    .upgrade((tx) => tx.table<DeviceFile & FileOfVersion2>('files').toCollection().modify(toVersion3))
  return {
    db,
    known,
    memory: new BehaviorSubject(NO_MEMORY),
    damage$: new Subject(),
    trouble$: new Subject(),
    stored$: new Subject(),
    writing$: new Subject(),
    behind: new BehaviorSubject<ReadonlySet<object>>(new Set()),
    shown: new Map(),
    beforeUnsent,
  }
}

/** Completes the streams too. What is on disk stays. */
export function closeLog(log: Log): void {
  log.memory.complete()
  log.damage$.complete()
  log.trouble$.complete()
  log.stored$.complete()
  log.writing$.complete()
  log.behind.complete()
  log.db.close()
}

/** Deletes a user's log, as on sign-out from a shared machine. */
export async function eraseLog(log: Log): Promise<void> {
  closeLog(log)
  await Dexie.delete(log.db.name)
}

/** Returns records of a stream with a sequence above `after`, in order. */
export const inStream = (log: { db: Pick<LogTables, 'records'> }, stream: string, after = 0) =>
  log.db.records.where('[stream+sequence]').between([stream, after], [stream, Dexie.maxKey], false, true)

/** Prefix of the streams of drafts, which exist only on this device: compaction never drops them. */
export const DRAFTS = 'draft:'

export const isDraftStream = (stream: string): boolean => stream.startsWith(DRAFTS)
