import type { Transaction } from 'dexie'
import type { Log, LogTables } from './log.ts'

type Table = 'records' | 'positions' | 'snapshots' | 'setAside' | 'outbox' | 'files' | 'fileBytes'

/** Some tables of the log, as one transaction sees them. */
export interface Of<Name extends Table> {
  db: Pick<LogTables, Name>
}

/** The log as a transaction about commands sees it. */
export type Within = Of<'records' | 'positions' | 'outbox' | 'files' | 'fileBytes'>

/**
 * Changes some tables at once, or not at all. They are handed on: Dexie finds the transaction that is under way by following every
 * await, and has been seen to lose it where another was broken off; what then goes to the log's own tables is on its own.
 */
export const changing = <Name extends Table, T>(
  { db }: Log,
  names: readonly Name[],
  work: (log: Of<Name>) => Promise<T>,
): Promise<T> => db.transaction('rw', [...names], (tx) => work({ db: tablesOf<Name>(tx, names) }))

const tablesOf = <Name extends Table>(tx: Transaction, names: readonly Name[]): Pick<LogTables, Name> =>
  // Dexie knows the tables of a transaction by name alone.
  Object.fromEntries(names.map((name) => [name, tx.table(name)])) as unknown as Pick<LogTables, Name>

/** All that a change of commands touches, in one transaction. */
export const within = <T>(log: Log, work: (log: Within) => Promise<T>): Promise<T> =>
  changing(log, ['records', 'positions', 'outbox', 'files', 'fileBytes'], work)
