import type { Db, Tx } from './open.ts'

/**
 * Runs all reads on one snapshot: a page, its counts and the stream's sequence number agree, so that a subscription from that number on
 * neither misses nor repeats events. Start independent queries together: they are then pipelined.
 */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    db.transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      // Resolved before the commit: a read-only transaction has nothing left to fail.
      .execute(async (tx) => resolve(await read(tx)))
      .catch(reject)
  })
