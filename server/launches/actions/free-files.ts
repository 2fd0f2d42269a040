import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'

/** Files deleted per transaction: bounds how long an upload of the same bytes waits. */
const AT_ONCE = 50

/**
 * Deletes files that nothing refers to any more. The row stays locked until its bytes are deleted; a concurrent upload of the same bytes
 * waits for the lock and stores them again.
 */
export const freeFiles = async (db: Db, files: FileStore, hashes: readonly string[]): Promise<void> => {
  for (let from = 0; from < hashes.length; from += AT_ONCE)
    await db.transaction().execute(async (tx) => {
      const { rows: freed } = await sql<{ hash: string }>`
        delete from file f where f.hash = any(${hashes.slice(from, from + AT_ONCE)}::text[])
           and not exists (select from artifact a where a.file_hash = f.hash)
           and not exists (select from project p where p.logo_hash = f.hash)
           and not exists (select from workspace_user p where p.photo_hash = f.hash)
           and not exists (select from identity_provider i where i.logo_hash = f.hash)
           and not exists (select from attachment a where a.file_hash = f.hash)
           and not exists (select from case_import i where i.file_hash = f.hash)
           and not exists (select from result_import_file i where i.file_hash = f.hash)
           and not exists (select from observation_file o where o.file_hash = f.hash)
        returning f.hash`.execute(tx)
      for (const { hash } of freed) await files.remove(hash)
    })
}
