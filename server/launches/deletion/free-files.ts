import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { isUnused } from '../../files/unused.ts'

/** Files deleted per transaction: bounds how long an upload of the same bytes waits. */
const AT_ONCE = 50

/**
 * Deletes those of the files that nothing refers to any more. Leaves files of the last hour to the housekeeping: an upload exists before
 * its artifact. The row stays locked until its bytes are deleted; a concurrent upload of the same bytes waits for the lock and stores them
 * again.
 */
export const freeFiles = async (db: Db, files: Pick<FileStore, 'remove'>, hashes: readonly string[]): Promise<void> => {
  for (let from = 0; from < hashes.length; from += AT_ONCE)
    await db.transaction().execute(async (tx) => {
      const { rows: freed } = await sql<{ hash: string }>`
        delete from file f where f.hash = any(${hashes.slice(from, from + AT_ONCE)}::text[])
           and f.created_at < now() - interval '1 hour' and ${isUnused}
        returning f.hash`.execute(tx)
      for (const { hash } of freed) await files.remove(hash)
    })
}
