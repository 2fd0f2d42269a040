import { Dexie, type EntityTable, type Table } from 'dexie'
import { BehaviorSubject, Subject } from 'rxjs'
import { exploratoryStream } from '../../contract/live.ts'
import type { Writing } from '../outbox/early.ts'
import type { KeptFile, Unsent } from '../outbox/rows.ts'
import { knownEvents } from './known-events.ts'
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

export type LogTables = Dexie & {
  records: EntityTable<LogRecord, 'id'>
  snapshots: EntityTable<StoredSnapshot, 'key'>
  positions: EntityTable<Position, 'stream'>
  outbox: Table<Unsent, number, Omit<Unsent, 'turn'>>
  files: EntityTable<KeptFile, 'fileUuid'>
  fileBytes: EntityTable<{ fileUuid: string; bytes: Blob }, 'fileUuid'>
  setAside: Table<SetAside, number, Omit<SetAside, 'turn'>>
}

/** A record or snapshot that could not be read and was moved aside. `stream` is `null` when that is unreadable too. */
export type Damage = { stream: string | null; record: unknown; reason: string }

/** `full`: the disk is full, and new records exist only in memory. `failed`: the log could not be read or written. */
export type Trouble = { kind: 'full' | 'failed'; cause: unknown }

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

const toVersion3 = (file: KeptFile & FileOfVersion2) => {
  const { sessionId = null, observationId = null } = file
  file.stream = sessionId === null ? null : exploratoryStream(sessionId)
  file.subject = observationId
  delete file.sessionId
  delete file.observationId
}

/** Opens lazily, with the first call. One database per signed-in user, identified by `name`. */
export function openLog(
  name = 'assay',
  known: PayloadStructs = knownEvents,
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
    .upgrade((tx) => tx.table<KeptFile & FileOfVersion2>('files').toCollection().modify(toVersion3))
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
