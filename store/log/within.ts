import type { Transaction } from 'dexie'
import type { Log, LogTables } from './log.ts'

type Table = 'records' | 'positions' | 'snapshots' | 'setAside' | 'outbox' | 'files' | 'fileBytes'

/** Some tables of the log inside a transaction. */
export interface Of<Name extends Table> {
  db: Pick<LogTables, Name>
}

/** The tables of a transaction about commands. */
export type Within = Of<'records' | 'positions' | 'outbox' | 'files' | 'fileBytes'>

/**
 * Changes some tables atomically. The tables are passed on explicitly: Dexie tracks the current transaction through awaits, and was seen to
 * lose it after another was aborted; writes to the log's own tables would then run outside of it.
 */
export const changing = <Name extends Table, T>(
  { db }: Log,
  names: readonly Name[],
  work: (log: Of<Name>) => Promise<T>,
): Promise<T> => db.transaction('rw', [...names], (tx) => work({ db: tablesOf<Name>(tx, names) }))

const tablesOf = <Name extends Table>(tx: Transaction, names: readonly Name[]): Pick<LogTables, Name> =>
  // Dexie selects a transaction's tables by name.
  Object.fromEntries(names.map((name) => [name, tx.table(name)])) as unknown as Pick<LogTables, Name>

/** Runs a change of commands on all tables involved, in one transaction. */
export const within = <T>(log: Log, work: (log: Within) => Promise<T>): Promise<T> =>
  changing(log, ['records', 'positions', 'outbox', 'files', 'fileBytes'], work)
