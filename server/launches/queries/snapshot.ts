import type { Db, Tx } from '../../db/open.ts'

/**
 * Everything that `read` asks for is of one moment: a page, its counts and the number of the stream's last event agree, so that
 * whoever follows the stream from there on misses nothing and sees nothing twice. Start what does not depend on each
 * other together: it then travels together.
 */
export const atOnce = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    db.transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      // What was read is told before the transaction ends: there is nothing that its end could still refuse.
      .execute(async (tx) => resolve(await read(tx)))
      .catch(reject)
  })
