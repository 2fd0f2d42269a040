import type { Log, LogTables } from './log.ts'

/** The log as one transaction sees it. */
export interface Within {
  db: Pick<LogTables, 'records' | 'positions' | 'outbox' | 'files' | 'fileBytes'>
}

/**
 * All that a change of an exploratory session touches, in one transaction. Its tables are handed on: Dexie finds the transaction
 * that is under way by following every await, and has been seen to lose it where another was broken off.
 */
export const within = <T>({ db }: Log, work: (log: Within) => Promise<T>): Promise<T> =>
  db.transaction('rw', [db.records, db.positions, db.outbox, db.files, db.fileBytes], (tx) =>
    work({
      db: {
        records: tx.table('records'),
        positions: tx.table('positions'),
        outbox: tx.table('outbox'),
        files: tx.table('files'),
        fileBytes: tx.table('fileBytes'),
      },
    }),
  )
